"""Measure how plain the names and docstrings of a Python tree are: `python -m tests.project.plain_language [DIR ...]`.

A thermometer, not a law: it counts distinct function names and docstring sentences whose form readers stumbled over.
Not counted: dunder methods, nested functions, and functions with a decorator (properties, commands, events).
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from copy import deepcopy
from itertools import zip_longest
from pathlib import Path

from tests.contract.code import iter_statements

from .docstring_names import DESCRIBED_NAME, NameFinder

PACKAGES = ("bot", "engines", "render", "storage")


def split_words(text: str) -> set[str]:
    return set(text.split())


ADVERBS = split_words(
    """
    about above across afresh after again alike aloud also anywhere apart around at away before behind below
    beside between by elsewhere here how like may meanwhile more most near of off on once one only other out over
    own past rather same since sole soon sure then there through together under until up upto what when where
    whether which who whose within without yours
    """
)
"""Adverbs, pronouns and prepositions: as a name they say nothing about what the thing is or does."""

PARTICIPLES = split_words(
    """
    acted asked begun called carried changed chosen cited closed counted covered dealt decided decoded drawn
    driven ended fitted followed found framed gained given heard held kept known listed lost made marked merged
    met moved named needed numbered offered opened ordered outlined packed paid parted placed played printed said
    seen settled shown stored taken ticked told trimmed unnamed used wanted won written
    """
)
"""Bare participles: the noun or the auxiliary verb is missing."""

HEADLESS = re.compile(r"(Who|What|Whoever|Whatever|Whose|Whom|Those|That of|Somebody|Nobody)\b")
"""The beginning of a sentence whose subject is a clause."""

STRING_OR_COMMENT = re.compile(r"""('{3}|"{3}|['"])(?:\\.|(?!\1).)*\1|#([^\n]*)""", re.DOTALL)
"""A string, in which a # begins no comment, or a comment; many times as quick as Python's own tokens."""

SEVERAL = re.compile(r"(list|set|frozenset|dict|Sequence|Mapping|Collection)\[(?!.*\| None$)")
"""Return type of a function that returns several things at once; not a tuple, which may be one position or one line."""

CAPITALIZED_WORD = re.compile(r"[A-Z][a-z0-9]*")
"""A word of the name of a class."""

LAZY = re.compile(r"(Async)?(Iterator|Iterable|Generator)\[")
"""Return type of a function that returns several things one after the other."""

SHARED = ("bot", "storage", "engines/kernel", "render/kit")
"""Folders that form one scope for class names."""

DRAWING = ("render/", "bot/discord_ui/", "bot/discord_check/")
"""Folders that draw pictures."""

MAX_CLASS_DOCSTRING_WORDS = 60
SMALL_FILE_LINES = 60

Function = ast.FunctionDef | ast.AsyncFunctionDef


def find_class_scope(path: Path) -> str:
    """Return the scope in which a class name must be unique: the shared code, or one game."""
    text = path.as_posix()
    if text.startswith(SHARED):
        return "shared"
    return path.parts[1] if len(path.parts) > 1 else path.parts[0]


def split_sentences(text: str) -> list[str]:
    return [sentence for sentence in re.split(r"(?<=[.!?])\s+", " ".join(text.split())) if sentence]


def is_headless(sentence: str) -> bool:
    return bool(HEADLESS.match(sentence))


def iter_headless_sentences(root: Path, folder: str) -> Iterator[str]:
    """Yield the sentences of docstrings in a folder whose subject is a clause, each with its file and line."""
    for path in sorted((root / folder).rglob("*.py")):
        for node in iter_statements(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Expr(value=ast.Constant(value=str(prose))):
                    for sentence in filter(is_headless, split_sentences(prose)):
                        yield f"{path.relative_to(root).as_posix()}:{node.lineno} {sentence}"


def iter_comments(text: str) -> Iterator[str]:
    for found in STRING_OR_COMMENT.finditer(text):
        if found[2] is not None:
            yield found[2].lstrip("# ").capitalize()


def has_wrong_verb(path: Path, function: Function) -> bool:
    """Return whether the verb of a function is one that the glossary keeps for something else.

    To find is to return one thing, or None; to list, several at once; to iterate, one after the other. Pictures are
    drawn, neither cards nor chance.
    """
    returned = "" if function.returns is None else ast.unparse(function.returns)
    match function.name.strip("_").split("_")[0]:
        case "find":
            return bool(SEVERAL.match(returned) or LAZY.match(returned))
        case "list":
            return bool(LAZY.match(returned)) or returned in ("str", "Message")
        case "iter":
            return not LAZY.match(returned)
        case "draw":
            return not path.as_posix().startswith(DRAWING)
        case _:
            return False


def is_docstring(statement: ast.stmt | None) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def has_comment(field: ast.Assign | ast.AnnAssign, lines: Sequence[str]) -> bool:
    """Return whether a comment stands behind a field or above it."""
    last = (field.end_lineno or field.lineno) - 1
    return "#" in lines[last].encode()[field.end_col_offset :].decode() or lines[field.lineno - 2].lstrip().startswith(
        "#"
    )


def walk_tree(tree: ast.Module) -> Iterator[tuple[ast.AST, bool]]:
    """Iterate over all nodes, each with whether it stands in a function."""
    pending: list[tuple[ast.AST, bool]] = [(tree, False)]
    while pending:
        node, is_nested = pending.pop()
        yield node, is_nested
        has_nested = is_nested or isinstance(node, Function)
        for field in vars(node).values():  # `ast.iter_child_nodes` takes three times as long
            if isinstance(field, list):
                pending += [(child, has_nested) for child in field if isinstance(child, ast.AST)]
            elif isinstance(field, ast.AST):
                pending.append((field, has_nested))


def iter_bare_attributes(node: ast.ClassDef, lines: Sequence[str]) -> Iterator[ast.Attribute]:
    """Yield the attributes that the `__init__` of a class sets without a description above, behind or below them.

    Left out: an attribute that its value describes (`is_told_by_value`), and one that the docstring of the class
    describes as `name: ...`. Attributes that other methods set are left out.
    """
    described = DESCRIBED_NAME.findall(" ".join((ast.get_docstring(node) or "").split()))
    for init in node.body:
        if isinstance(init, ast.FunctionDef) and init.name == "__init__":
            yield from (each for each in _iter_bare_in(init, lines) if each.attr not in described)


def _iter_bare_in(init: Function, lines: Sequence[str]) -> Iterator[ast.Attribute]:
    parameters = {node.arg for node in ast.walk(init.args) if isinstance(node, ast.arg)}
    for block in _iter_blocks(init):
        for statement, following in zip_longest(block, block[1:]):
            if not isinstance(statement, ast.Assign | ast.AnnAssign) or is_docstring(following):
                continue
            if has_comment(statement, lines):
                continue
            for target, value in _pair_values(statement):
                match target:
                    case ast.Attribute(value=ast.Name(id="self"), attr=name):
                        if not is_told_by_value(name.strip("_"), value, parameters):
                            yield target


def _iter_blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for child in ast.walk(node):
        for part in ("body", "orelse", "finalbody"):
            if isinstance(block := getattr(child, part, None), list):
                yield block


def _pair_values(statement: ast.Assign | ast.AnnAssign) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """Yield what a statement sets, each with its value."""
    for target in statement.targets if isinstance(statement, ast.Assign) else (statement.target,):
        match target, statement.value:
            case ast.Tuple(elts=targets), ast.Tuple(elts=values):
                yield from zip(targets, values, strict=True)
            case ast.Tuple(elts=targets), value:
                yield from ((each, value) for each in targets)
            case _:
                yield target, statement.value


def is_told_by_value(name: str, value: ast.expr | None, parameters: Set[str]) -> bool:
    """Return whether the value of an attribute says what it is.

    It is a parameter of the same name (for `id` that may be `channel_id`), its default or a copy of it; an attribute
    of the same name of something else; or an instance of a class whose name has a word of it (`news`: `PanelNews`).
    """
    match value:
        case ast.Name(id=parameter):
            return parameter in parameters and f"_{parameter}".endswith(f"_{name}")
        case ast.BoolOp(op=ast.Or(), values=[first, *_]):
            return is_told_by_value(name, first, parameters)
        case ast.Attribute(attr=other):
            return other.strip("_") == name
        case ast.Call(func=ast.Name(id="tuple" | "frozenset" | "dict" | "list"), args=[copied]):
            return is_told_by_value(name, copied, parameters)
        case ast.Call(func=ast.Name(id=class_name)) if class_name.strip("_")[:1].isupper():
            words = {word.lower().rstrip("s") for word in CAPITALIZED_WORD.findall(class_name)}
            return not words.isdisjoint(word.rstrip("s") for word in name.split("_"))
        case _:
            return False


class Tally:
    """Counts over all files that `add` has read."""

    def __init__(self) -> None:
        self.function_names: set[str] = set()
        self.field_names: set[str] = set()
        self.bare_fields: list[str] = []
        self.wrong_verbs: list[str] = []
        self.bare_attributes: list[str] = []
        self.class_names: Counter[tuple[str, str]] = Counter()
        self.sentences: list[str] = []
        self.comments: list[str] = []
        self.long_class_docstrings = 0
        self.names = NameFinder()
        """The names in docstrings, and all names that the files define."""
        self.files = self.small_files = self.lines = self.import_lines = 0

    def add(self, root: Path, path: Path) -> None:
        """Count one file; `path` is relative to the checkout at `root`, as class scopes are."""
        text = (root / path).read_text("utf-8")
        lines = text.count("\n")
        self.files += 1
        self.lines += lines
        self.small_files += lines <= SMALL_FILE_LINES and path.name != "__init__.py"
        self.comments += iter_comments(text)
        tree = ast.parse(text)
        nodes = list(walk_tree(tree))
        self.names.add(path.as_posix(), tree, nodes)
        for node, is_nested in nodes:
            match node:
                case ast.Import() | ast.ImportFrom():
                    self.import_lines += (node.end_lineno or node.lineno) - node.lineno + 1
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    if has_wrong_verb(path, node):
                        self.wrong_verbs.append(f"{path}:{node.lineno} {node.name}")
                    if not node.name.startswith("__") and not is_nested and not node.decorator_list:
                        self.function_names.add(node.name.strip("_"))
                case ast.ClassDef():
                    self._add_class(path, node, text.splitlines())
                case ast.Expr(value=ast.Constant(value=str(prose))):
                    self.sentences += split_sentences(prose)

    def _add_class(self, path: Path, node: ast.ClassDef, lines: Sequence[str]) -> None:
        self.class_names[find_class_scope(path), node.name] += 1
        self.bare_attributes += (
            f"{path}:{attribute.lineno} {node.name}.{attribute.attr}" for attribute in iter_bare_attributes(node, lines)
        )
        self.long_class_docstrings += len((ast.get_docstring(node) or "").split()) > MAX_CLASS_DOCSTRING_WORDS
        for statement, following in zip_longest(node.body, node.body[1:]):
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                self.field_names.add(statement.target.id)
                if not is_docstring(following) and not has_comment(statement, lines):
                    self.bare_fields.append(f"{path}:{statement.lineno} {node.name}.{statement.target.id}")

    def report(self) -> dict[str, float | list[str]]:
        """Return all figures; percentages are of distinct names, of sentences, of comments, of lines."""

        def compute_percent(part: int, whole: int) -> float:
            return round(100 * part / max(1, whole), 2)

        names = self.function_names
        return {
            "function_names": len(names),
            "one_word_names_pct": compute_percent(sum("_" not in name for name in names), len(names)),
            "adverb_names_pct": compute_percent(len(names & ADVERBS), len(names)),
            "participle_names_pct": compute_percent(len(names & PARTICIPLES), len(names)),
            "verbs_of_another_meaning": self.wrong_verbs,
            "fields_without_description": self.bare_fields,
            "attributes_without_description": self.bare_attributes,
            "odd_field_names": sorted(self.field_names & (ADVERBS | PARTICIPLES)),
            "headless_sentences_pct": compute_percent(sum(map(is_headless, self.sentences)), len(self.sentences)),
            "headless_comments_pct": compute_percent(sum(map(is_headless, self.comments)), len(self.comments)),
            "unknown_names_in_docstrings": self.names.list_unknown(),
            "class_docstrings_over_60_words": self.long_class_docstrings,
            "class_names_used_twice_in_one_scope": sum(count > 1 for count in self.class_names.values()),
            "files": self.files,
            "lines": self.lines,
            "files_up_to_60_lines": self.small_files,
            "import_lines_pct": compute_percent(self.import_lines, self.lines),
        }


def count_files(root: Path, folders: tuple[str, ...] = PACKAGES) -> Tally:
    tally = Tally()
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            tally.add(root, path.relative_to(root))
    return tally


def iter_unknown_names(root: Path, folder: str, known: NameFinder) -> Iterator[str]:
    """Iterate over the names in docstrings of one more folder that neither its files nor the known ones have."""
    names = deepcopy(known)
    for path in sorted((root / folder).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        names.add(path.relative_to(root).as_posix(), tree, list(walk_tree(tree)))
    return (place for place in names.list_unknown() if place.startswith(f"{folder}/"))


if __name__ == "__main__":
    print(json.dumps(count_files(Path.cwd(), tuple(sys.argv[1:]) or PACKAGES).report()))
