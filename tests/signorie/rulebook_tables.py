"""Claims about the entries of tracks, family, alliance tiles, houses and cities, and the numbered paragraphs."""

from __future__ import annotations

from tests.signorie.rulebook_words import DATA, WORDS, Claims

NTH = {4: "fourth", 6: "sixth"}


def claim_tracks(c: Claims) -> None:
    career, initiative = DATA["career_track"], DATA["initiative_track"]
    low, high = career["bonus_slot_4"], career["bonus_slot_6"]
    paragraph = "track.career"
    marks = [career["vp"][bonus["slot"] - 1] for bonus in (low, high)]
    c.add(
        paragraph,
        "career_track vp",
        f"**VP:** {c.join_items(career['vp'])}\n",
        f"**勝利点：** {c.join_items(career['vp'])}\n",
    )
    c.add(
        paragraph,
        "career_track rank",
        f"**Rank:** {c.join_items(career['rank'])}\n",
        f"**ランク：** {c.join_items(career['rank'])}\n",
    )
    c.add(
        paragraph,
        "career_track bonus slots",
        f"{low['florins']} florins on entering the slot marked {marks[0]}; "
        f"{high['initiative_steps']} step of initiative on entering the slot marked {marks[1]}\n",
        f"{marks[0]}と書かれたスロットに入ると{low['florins']}フロリン、"
        f"{marks[1]}と書かれたスロットに入るとイニシアチブ{high['initiative_steps']}歩\n",
    )
    c.add("R2.2", "career_track vp", f"{WORDS[len(career['vp'])]} slots", f"{len(career['vp'])}スロット")
    c.add(
        "R8.1",
        "career_track bonus slots",
        f"the slot marked {marks[0]} (the {NTH[low['slot']]}): {low['florins']} florins\n"
        f"- the slot marked {marks[1]} (the {NTH[high['slot']]}): {high['initiative_steps']} step",
        f"{marks[0]}と書かれたスロット（{low['slot']}番目）：{low['florins']}フロリン\n"
        f"- {marks[1]}と書かれたスロット（{high['slot']}番目）：イニシアチブ{high['initiative_steps']}歩",
    )
    vp = c.join_items(initiative["vp"])
    c.add("track.initiative", "initiative_track vp", f"from the bottom slot up: {vp}.", f"下のスロットから順に {vp}。")


def claim_family(c: Claims) -> None:
    brides = DATA["brides"]
    paragraph, slots, gift = "family.brides", brides["dowry"]["reward_slots"], brides["dowry"]["florins"]
    c.add(
        paragraph,
        "brides vp",
        f"**VP of the son slots,** from the top: {c.join_items(brides['vp'])}\n",
        f"**息子スロットの勝利点**（上から）：{c.join_items(brides['vp'])}\n",
    )
    c.add(
        paragraph,
        "brides.dowry",
        f"**{gift} florins** per wedding in slots {slots[0]}–{slots[-1]}",
        f"スロット{slots[0]}〜{slots[-1]}では結婚のたびに**{gift}フロリン**",
    )
    first, last = DATA["rounds"]["bonus_reward_slots"][0], DATA["rounds"]["bonus_reward_slots"][-1]
    c.add(
        paragraph,
        "rounds bonus_reward_slots",
        f"get a reward in slots {first}–{last}",
        f"スロット{first}〜{last}で報酬",
    )
    sons = brides["sons"]
    c.add(paragraph, "brides sons", f"Up to {WORDS[sons]} sons", f"息子は{sons}人まで")


def claim_alliances(c: Claims) -> None:
    paragraph, tiles = "alliance.tiles", DATA["alliance_tiles"]
    copies = list(tiles["copies_per_house"].items())
    (v0, n0), rest = copies[0], copies[1:]
    c.add(
        paragraph,
        "alliance_tiles copies_per_house",
        f"{n0} tiles worth {v0} VP, " + ", ".join(f"{n} worth {v}" for v, n in rest) + ".",
        "、".join(f"{v}点が{n}枚" for v, n in copies) + "。",
    )
    c.add(
        paragraph,
        "alliance_tiles total, per_house",
        f"{tiles['total']} tiles, {tiles['per_house']} of each of the six houses",
        f"全{tiles['total']}枚。{len(DATA['houses']['ids'])}つの貴族それぞれに{tiles['per_house']}枚",
    )
    c.add(
        paragraph,
        "alliance_tiles face_down_vp",
        f"face-down tile is worth {tiles['face_down_vp']}.",
        f"裏向きなら{tiles['face_down_vp']}点",
    )
    needed = DATA["end_scoring"]["row_minimum_tiles"]
    c.add(paragraph, "end_scoring row_minimum_tiles", f"from {needed} tiles on", f"列は{needed}枚から得点")
    removed = DATA["setup"]["by_player_count"]["alliance_tiles_removed_per_house"]
    assert (removed["3"], removed["2"]) == (1, 2), (
        "alliance.tiles says: one of each house with three players, two with two"
    )
    c.add(paragraph, "setup.by_player_count", "with two players two", "3人ゲームでは各貴族から1枚、2人ゲームでは2枚")

    for house in DATA["houses"]["ids"]:
        for colour in DATA["player_colors"]["order"]:
            plan = DATA["plan"][colour]
            rows = [
                c.find_term("terms", row) + {1: "", 2: " ×2" if c.lang == "en" else "×2"}[plan[row].count(house)]
                for row in DATA["career_track"]["tracks"]
                if house in plan[row]
            ]
            name = c.find_term("player_colors", colour)
            c.add(f"house.{house}", f"plan.{colour}", f"- {name}: {', '.join(rows)}", f"- {name}：{'、'.join(rows)}")
    c.add("house.medici", "houses.ids medici", "five balls", "5つの玉")
    for house in DATA["houses"]["ids"]:
        c.add(f"house.{house}", "plan wedding", "Every wedding row shows it once", "結婚列には全員1つずつ")

    places = DATA["city_rule"]["slot_values"]
    for city in DATA["city"]:
        paragraph = f"city.{city['id']}"
        c.add(
            paragraph,
            "city_rule slot_values",
            f"Eight places: {c.join_items(places)},",
            f"都市スロットは{c.join_items(places)}で",
        )
        c.add(paragraph, "city", "One marriage tile, one mission tile.", "結婚タイル1枚、外交任務タイル1枚。")
        c.add(paragraph, "city name", c.find_term("cities", city["id"]), c.find_term("cities", city["id"]))


def claim_paragraphs(c: Claims) -> None:
    """Claim the figures of the numbered paragraphs that a reader is most likely to rely on."""
    limit, rewards, marriage = DATA["threshold"], DATA["rewards"], DATA["signoria"]["marriage"]
    setup, supply, offspring = DATA["setup"], DATA["supply"], DATA["signoria"]["offspring"]
    base, top = limit["base"], limit["max"]
    for paragraph in ("R1", "tutorial.first_turn", "R11"):
        c.add(paragraph, "threshold base", f"{base} or less", f"{base}以下")
    c.add(
        "R11",
        "threshold",
        f"(+{limit['per_meeple']} per meeple of yours in the threshold space, at most {top})",
        f"1個につき+{limit['per_meeple']}、最大{top}）",
    )
    c.add("R15.10", "threshold max", f"above {top}", f"しきい値は{top}まで")
    cost, gain = rewards["buy_vp_cost"], rewards["buy_vp_gain"]
    c.add("R11", "rewards buy_vp", f"pay {cost} florins for {gain} VP", f"{cost}フロリンで{gain}勝利点")
    c.add("R11.3", "rewards buy_vp", f"buy {gain} VP for {cost} florins", f"{cost}フロリンで{gain}勝利点")
    instead = rewards["alternative_florins"]
    c.add("R11", "rewards alternative_florins", f"**or** {instead} florins", f"**または**{instead}フロリン")
    dowry_max, each = marriage["dowry_max"], marriage["vp_per_florin"]
    c.add("R8.3", "signoria.marriage dowry_max", f"at most {dowry_max}", f"最大{dowry_max}フロリン")
    c.add("R8.3", "signoria.marriage vp_per_florin", f"{each} VP per florin", f"1フロリンにつき{each}勝利点")
    c.add("R8.3", "signoria.marriage", f"up to {dowry_max * each}", f"最高で{dowry_max * each}点")
    women, men = offspring["female_faces"], offspring["male_faces"]
    c.add("R8.4", "signoria.offspring", f"{women[0]}–{women[-1]}: a woman", f"{women[0]}〜{women[-1]}：女性")
    c.add("R8.4", "signoria.offspring", f"{men[0]}–{men[-1]}: a man", f"{men[0]}〜{men[-1]}：男性")
    c.add("R1", "rounds count", f"{DATA['rounds']['count']} rounds", f"全{DATA['rounds']['count']}ラウンド")
    short = DATA["variants"]["short_season"]
    c.add(
        "variant.short_season",
        "variants.short_season rounds",
        f"{short['rounds']} rounds",
        f"全{short['rounds']}ラウンド",
    )
    gates = DATA["variants"]["open_gates"]
    c.add("variant.open_gates", "variants.open_gates rank", f"rank {gates['rank']}", f"ランク{gates['rank']}")
    c.add(
        "variant.open_gates",
        "variants.open_gates dowry",
        f"dowry of {gates['dowry']} florins",
        f"持参金{gates['dowry']}フロリン",
    )
    c.add(
        "R3",
        "setup",
        f"{setup['florins']} florins, {setup['males_in_supply']} men and {setup['females_in_supply']} women in supply, "
        f"{setup['males_in_stock']} men and {setup['females_in_stock']} women in stock",
        f"各自{setup['florins']}フロリン、サプライに男性{setup['males_in_supply']}人と女性{setup['females_in_supply']}人、"
        f"全体ストックに男性{setup['males_in_stock']}人と女性{setup['females_in_stock']}人",
    )
    extra = c.join_items([f"+{n}" for n in setup["extra_florins_by_turn_order"]])
    c.add("R3", "setup extra_florins", f"first to fourth: {extra}.", f"1番手から順に{extra}フロリン")
    c.add(
        "R2",
        "setup males_total, females_total",
        f"{setup['males_total']} men and {setup['females_total']} women",
        f"男性{setup['males_total']}人と女性{setup['females_total']}人",
    )
    c.add(
        "R2", "supply helper_discs", f"{supply['helper_discs']} helper discs", f"助手ディスク{supply['helper_discs']}枚"
    )
    needed = DATA["end_scoring"]["row_minimum_tiles"]
    c.add("R12", "end_scoring row_minimum_tiles", f"rows with {needed} or more tiles", f"タイルが{needed}枚以上ある")
    c.add(
        "R2.2",
        "city_rule slot_values",
        c.join_items(DATA["city_rule"]["slot_values"]),
        c.join_items(DATA["city_rule"]["slot_values"]),
    )


def claim_repeated_figures(c: Claims) -> None:
    """Claim the figures that the paragraphs repeat from the tiles and tables."""
    limit, supply, setup = DATA["threshold"], DATA["supply"], DATA["setup"]
    instead = DATA["rewards"]["alternative_florins"]
    purse, points = DATA["signoria"]["florins"]["florins"], DATA["signoria"]["tracks"]["points_max"]
    action = {
        "florins": (f"{purse} florins.", f"{purse}フロリン獲得"),
        "marriage": ("a marriage", "結婚"),
        "offspring": ("offspring", "子孫"),
        "tracks": (f"up to {points} progress points", f"進歩ポイントを最大{points}"),
        "mission": ("a diplomatic mission", "外交任務"),
    }
    for row in DATA["column"]:
        colour, (en, ja) = c.find_term("die_colors", row["color"]), action[row["signoria"]]
        key = f"column {row['color']} signoria"
        c.add("R7.3", key, f"- **{colour.capitalize()}:** {en}", f"- **{colour}：** {ja}")
    for area in DATA["assignment_rule"]["areas"]:
        sexes = [slot["sex"] for slot in DATA["assignment_slot"] if slot["area"] == area]
        assert sorted(sexes) == ["female", "male"], f"R2.2 says: one slot for men, one for women; {area} has {sexes}"
    c.add("R15.22", "signoria.florins florins", f"gaining {purse} florins", f"{purse}フロリンの獲得")
    for paragraph in ("R11.1", "R15.13"):
        c.add(paragraph, "rewards alternative_florins", f"the {instead} florins", f"{instead}フロリン")
    tile = {row["id"]: row for row in [*DATA["assignment_tile"], *DATA["reward_tile"]]}
    men, women = tile["b_males"]["count"], tile["b_females"]["count"]
    careers, initiative = tile["b_careers"]["points"], tile["b_initiative"]["points"]
    c.add(
        "R11.1",
        "reward_tile count, points",
        f"{men} men, {women} women, {careers} career points, {initiative} initiative points",
        f"男性{men}人、女性{women}人、職業{careers}ポイント、イニシアチブ{initiative}ポイント",
    )
    steps = {
        tile[entry_id]["points_per_meeple"] for entry_id in ("a_politician", "a_clergy", "a_military", "a_initiative")
    }
    each_of = c.join_items(sorted(steps))
    florins, back = tile["a_florins"]["florins_per_meeple"], tile["a_meeples"]["meeples_per_meeple"]
    rise = tile["a_threshold"]["threshold_per_meeple"]
    c.add(
        "R10",
        "assignment_tile ..._per_meeple",
        f"({each_of} points each); florins ({florins} each); meeples ({back} each); threshold (+{rise} each)",
        f"（1個につき{each_of}ポイント）、フロリン（1個につき{florins}）、"
        f"ミープル（1個につき{back}個）、しきい値（1個につき+{rise}）",
    )
    c.add("R15.10", "threshold max_meeples", f"at most {limit['max_meeples']} meeples", f"{limit['max_meeples']}個まで")
    c.add("R15.18", "supply helper_discs", f"There are {supply['helper_discs']}.", f"全部で{supply['helper_discs']}枚")
    c.add("R15.19", "supply brides", f"There are {supply['brides']} brides", f"花嫁ミープルは{supply['brides']}個")
    by_count = setup["by_player_count"]
    dice, cities = (
        "/".join(str(by_count[key][n]) for n in ("2", "3", "4")) for key in ("action_dice_per_color", "cities_used")
    )
    c.add(
        "R3",
        "setup.by_player_count",
        f"dice per colour {dice.replace('/', ' / ')}; cities {cities.replace('/', ' / ')}",
        f"各色のダイスは{dice}個、使う都市は{cities}つ",
    )
    most_dice = DATA["rounds"]["max_actions_per_round"]
    c.add("R1", "rounds max_actions_per_round", f"up to {most_dice} dice", f"{most_dice}個まで")
    c.add("R6", "rounds max_actions_per_round", f"At most {most_dice} dice per round", f"1ラウンドに{most_dice}個まで")
    c.add("R6.1", "rounds max_actions_per_round", f"fewer than {most_dice} dice", f"ダイスが{most_dice}個未満")
