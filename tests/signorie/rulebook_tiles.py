"""Claims about the entries of helpers, assignment tiles, reward tiles and columns."""

from __future__ import annotations

from typing import Any

from tests.signorie.rulebook_words import DATA, WORDS, Claims


def claim_helpers(c: Claims) -> None:
    hires_from = {column["hires_into"]: column["color"] for column in DATA["column"]}
    for row in DATA["helper"]:
        paragraph, key = f"helper.{row['id']}", f"helper {row['id']}"
        c.add(paragraph, f"{key} cost", f"**Cost {row['cost']}.**", f"**雇用コスト{row['cost']}。**")
        own_column, hired_column = (
            c.find_term("die_colors", colour) for colour in (row["column"], hires_from[row["column"]])
        )
        c.add(
            paragraph,
            "column hires_into",
            f"Hired with a {hired_column} die, works with a {own_column} one.",
            f"{hired_column}のダイスで雇い、{own_column}のダイスで働く。",
        )
        place = c.find_term("helper_rows", row["row"])
        c.add(paragraph, f"{key} column, row", f"Helper, {own_column} {place}:", f"助手・{own_column}{place}：")
        _claim_effect(c, paragraph, key, row)
        if row["effect"] == "progress" and row["points"] != "die":
            c.add(paragraph, f"{key} points", f"+{row['points']}", f"+{row['points']}")
        if row["effect"] == "vp_per_male_in_cities":
            c.add(paragraph, f"{key} vp", f"{row['vp']} VP per man", f"1人につき{row['vp']}点")
        if row["effect"] == "assignment_any":
            n = row["max_meeples"]
            c.add(paragraph, f"{key} max_meeples", f"({n} meeple)", f"（ミープル{n}個）")


def claim_assignments(c: Claims) -> None:
    for row in DATA["assignment_tile"]:
        paragraph, key, low, high = f"assignment.{row['id']}", f"assignment_tile {row['id']}", *_find_meeple_range(row)
        if low == high:
            c.add(paragraph, f"{key} meeples", f"**Pay {low} meeple", f"**ミープル{low}個を払")
            c.add(paragraph, f"{key} meeples", f"({low} meeple", f"（{low}個払う）")
        else:
            c.add(paragraph, f"{key} meeples", f"**Pay {low} to {high} meeples", f"**ミープル{low}〜{high}個を払")
        _claim_effect(c, paragraph, key, row)
        if row["effect"] == "progress":
            each = row["points_per_meeple"]
            c.add(paragraph, f"{key} points_per_meeple", f" {_format_steps(row, each)}", f" {_format_steps(row, each)}")
    paragraph, limit = "assignment.a_threshold", DATA["threshold"]
    c.add(paragraph, "threshold max", f"(threshold {limit['max']})", f"（しきい値{limit['max']}）")
    c.add(
        paragraph, "threshold max_meeples", f"At most {limit['max_meeples']}", f"合わせて{limit['max_meeples']}個まで"
    )
    paid = next(row["meeples_min"] for row in DATA["assignment_tile"] if row["id"] == "a_marriage")
    c.add(
        "assignment.a_marriage",
        "assignment_tile a_marriage meeples",
        f"you need {WORDS[paid + 1]}",
        f"女性が{paid + 1}人必要",
    )


def claim_rewards(c: Claims) -> None:
    for row in DATA["reward_tile"]:
        paragraph, key = f"reward.{row['id']}", f"reward_tile {row['id']}"
        _claim_effect(c, paragraph, key, row)
        n = row.get("vp", row.get("count", row.get("points")))
        match row["effect"]:
            case "progress" if len(row["tracks"]) > 1:
                c.add(paragraph, f"{key} points", f"{n} career points", f"職業トラック{n}ポイント")
                assert len(row["tracks"]) == len(DATA["career_track"]["tracks"])
                c.add(paragraph, f"{key} tracks", "three careers", f"{len(row['tracks'])}つの職業")
            case "progress":
                c.add(paragraph, f"{key} points", f"{n} initiative points", f"イニシアチブ{n}ポイント")
            case "take_meeples":
                en, ja = {"male": ("men", "男性ミープル"), "female": ("women", "女性ミープル")}[row["sex"]]
                c.add(paragraph, f"{key} count", f"Reward: {n} {en}", f"{ja}{n}個")
            case "vp_per_helper" | "vp_per_city_with" | "vp_per_meeple_in_cities":
                c.add(paragraph, f"{key} vp", f"Reward: {n} VP per", f"つき{n}点")


def claim_columns(c: Claims) -> None:
    into_left = [row["color"] for row in DATA["column"]]
    assert [row["hires_into"] for row in DATA["column"]] == [into_left[-1], *into_left[:-1]], (
        "R2.1, R7.1 and the first turn say: hires into the column on the left; data.toml says otherwise"
    )
    actions = DATA["signoria"]
    says = {
        "florins": (f"gain {actions['florins']['florins']} florins", f"{actions['florins']['florins']}フロリン獲得"),
        "marriage": ("marriage (R8.3)", "結婚（R8.3）"),
        "offspring": ("offspring (R8.4)", "子孫（R8.4）"),
        "tracks": (
            f"up to {actions['tracks']['points_max']} progress points",
            f"進歩ポイントを最大{actions['tracks']['points_max']}",
        ),
        "mission": ("diplomatic mission (R8.2)", "外交任務（R8.2）"),
    }
    for row in DATA["column"]:
        paragraph, key = f"column.{row['color']}", f"column {row['color']}"
        value, target = row["slot_value"], c.find_term("die_colors", row["hires_into"])
        c.add(
            paragraph,
            f"{key} slot_value, hires_into",
            f"**Slot value {value} · hires into {target}.**",
            f"**アクションスロットの値{value}・雇う先は{target}。**",
        )
        c.add(paragraph, f"{key} signoria", *says[row["signoria"]])
        labels = [c.find_term("helper_labels", row_["id"]) for row_ in DATA["helper"] if row_["column"] == row["color"]]
        c.add(paragraph, "terms helper_labels", " · ".join(labels), "/".join(labels))
    values = [str(row["slot_value"]) for row in DATA["column"]]
    names = [c.find_term("die_colors", row["color"]) for row in DATA["column"]]
    c.add("R2.1", "column slot_value", f"slot values {', '.join(values)}", f"値は{'、'.join(values)}。")
    c.add("R2.1", "column position", ", ".join(names), "、".join(names))
    value = {row["color"]: row["slot_value"] for row in DATA["column"]}
    cost = next(row["cost"] for row in DATA["helper"] if row["id"] == "y_mid")
    paragraph, red, blue = "tutorial.first_turn", value["red"], value["light_blue"]
    c.add(paragraph, "column slot_value", f"A red {red} is free (value {red})", f"赤の{red}なら無料（値{red}）")
    c.add(
        paragraph,
        "column slot_value",
        f"a light blue 1 costs {blue - 1} (value {blue})",
        f"水色の1なら{blue - 1}フロリン（値{blue}）",
    )
    c.add(
        paragraph,
        "helper y_mid cost",
        f"a red {red} and {cost} florins for the helper in the yellow middle slot",
        f"赤の{red}を取って{cost}フロリンで黄色中央に助手",
    )
    points = actions["tracks"]["points_max"]
    c.add(
        paragraph, "signoria.tracks points_max", f"({points} points for the tracks)", f"（トラックに{points}ポイント）"
    )


def _claim_effect(c: Claims, paragraph: str, key: str, row: dict[str, Any]) -> None:  # noqa: PLR0912 - one for each field
    """Claim the figures of one effect, in the words of every entry that has it."""
    match row:
        case {"effect": "progress", "points": "die"}:
            c.add(paragraph, key, "As many progress points", "出目の数まで進歩ポイント")
        case {"effect": "progress", "points": n}:
            c.add(paragraph, f"{key} points", f"Up to {n} progress points", f"進歩ポイントを最大{n}")
        case {"effect": "progress", "points_per_meeple": n}:
            c.add(
                paragraph,
                f"{key} points_per_meeple",
                f"{_format_steps(row, n)} progress points",
                f"進歩ポイントを{_format_steps(row, n)}",
            )
        case {"effect": "raise_threshold", "threshold_per_meeple": n}:
            c.add(paragraph, f"{key} threshold_per_meeple", f"+{_format_steps(row, n)}", f"+{_format_steps(row, n)}")
        case {"effect": "gain_florins", "florins_per_meeple": n}:
            c.add(
                paragraph,
                f"{key} florins_per_meeple",
                f"{_format_steps(row, n)} florins",
                f"{_format_steps(row, n)}フロリン",
            )
        case {"effect": "take_meeples", "meeples_per_meeple": n}:
            c.add(
                paragraph, f"{key} meeples_per_meeple", f"{_format_steps(row, n)} meeples", f"{_format_steps(row, n)}個"
            )
        case {"effect": "take_meeples", "sex": "any", "count": n}:
            c.add(paragraph, f"{key} count", f"{n} meeple", f"ミープル{n}個")
        case {"effect": "take_meeples", "sex": sex, "count": n}:
            en, ja = {"male": ("men", "男性"), "female": ("women", "女性")}[sex]
            c.add(paragraph, f"{key} count", f"Take {n} {en}", f"{ja}{n}人")
        case {"effect": "gain_florins", "florins": n}:
            c.add(paragraph, f"{key} florins", f"{n} florins", f"{n}フロリン")
        case {"effect": "gain_vp", "vp": n}:
            c.add(paragraph, f"{key} vp", f"{n} VP", f"勝利点{n}")
        case {"effect": "offspring", "dice": n}:
            c.add(paragraph, f"{key} dice", f"{n} offspring die", f"子孫ダイス{n}個")
        case {"effect": "assignment_any", "max_meeples": n}:
            c.add(paragraph, f"{key} max_meeples", f"exactly {n} meeple", f"ミープル{n}個だけ")
        case {"effect": "vp_per_male_in_cities" | "vp_per_meeple_in_cities", "vp": n}:
            c.add(paragraph, f"{key} vp", f"Gain {n} VP for each of your", f"1人につき{n}勝利点")
        case {"effect": "vp_per_helper", "vp": n}:
            c.add(paragraph, f"{key} vp", f"Gain {n} VP for each helper", f"1枚につき{n}勝利点")
        case {"effect": "vp_per_city_with", "vp": n}:
            c.add(paragraph, f"{key} vp", f"Gain {n} VP for each city", f"都市1つにつき{n}勝利点")
        case {"effect": "marriage"}:
            c.add(paragraph, key, "marriage (R8.3)", "結婚を")
        case {"effect": "mission"}:
            c.add(paragraph, key, "diplomatic mission (R8.2)", "外交任務を")
        case {"effect": "face_down_tile"}:
            c.add(paragraph, key, "face down into any row", "裏向きのまま、計画の好きな列")
        case {"effect": "free_helper"}:
            c.add(paragraph, key, "any free helper slot of any column", "空いている助手スロット")
        case {"effect": "extra_action"}:
            c.add(paragraph, key, "R11.2", "R11.2")
        case _:
            raise AssertionError(f"{key}: no wording is known for {row}")
    if row.get("tile") == "face_down":
        c.add(paragraph, f"{key} tile", "from the stack goes face down", "山札から1枚を裏向きで")
    elif row.get("tile") == "city":
        c.add(paragraph, f"{key} tile", "with the city's tile", "都市のタイルを取れ")
    tracks = row.get("tracks", [])
    if len(tracks) == 1:
        name = c.find_term("terms", tracks[0])
        c.add(paragraph, f"{key} tracks", f"{name} track", f"{name}トラック")


def _format_steps(row: dict[str, Any], each: int) -> str:
    return "/".join(str(each * paid) for paid in range(row["meeples_min"], row["meeples_max"] + 1))


def _find_meeple_range(row: dict[str, Any]) -> tuple[int, int]:
    return row["meeples_min"], row["meeples_max"]
