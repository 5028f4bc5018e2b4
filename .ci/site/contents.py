"""The order of the pages, by task: the tables and lists below `Documentation` in README.md."""
import re
from dataclasses import dataclass, field

from document import PARSER, text_of


@dataclass
class Entry:
    path: str  # in the repository, or an address that the site adds
    title: str = ""
    children: list = field(default_factory=list)  # paths


@dataclass
class Section:
    title: str
    entries: list = field(default_factory=list)


def rows_below(text, heading):
    """Yields the inline tokens between a heading of the second level and the next one, each with the type of its element."""
    tokens, inside = PARSER.parse(text), False
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag in ("h1", "h2"):
            inside = text_of(tokens[index + 1]) == heading
        elif token.type == "inline" and inside:
            yield tokens[index - 1].type, token


def links_of(token):
    """Returns the targets of the links of a line that are in the repository, without their fragments."""
    targets = [str(child.attrGet("href")) for child in token.children or [] if child.type == "link_open"]
    return [target.partition("#")[0] for target in targets if "://" not in target and not target.startswith("#")]


def sections_of(readme):
    """Returns the sections with their entries. A heading, a head of a table and a line in bold begin a section; a link adds an entry."""
    sections, seen = [], set()
    for kind, token in rows_below(readme, "Documentation"):
        text = text_of(token)
        is_bold = kind == "td_open" and any(child.type == "strong_open" for child in token.children or [])
        if text and (kind in ("th_open", "heading_open") or is_bold):
            sections.append(Section(text))
            continue
        # A paragraph that is in no list has no place in the order.
        if not sections or (kind == "paragraph_open" and token.level == 1):
            continue
        for path in links_of(token):
            if path not in seen and not path.endswith((".png", ".yaml", "LICENSE")):
                seen.add(path)
                sections[-1].entries.append(Entry(path))
    if not sections:
        raise SystemExit("error: README.md: no table or list with links below a heading `Documentation`, from which the site has its order")
    return sections


def node_rows(readme):
    """Returns name in Swift and guides of each node type, by its name in scene files, from the table below `Node types` in README.md."""
    cells, rows = [], {}
    for kind, token in rows_below(readme, "Node types"):
        if kind != "td_open":
            continue
        cells.append(token)
        if len(cells) == 3:
            names, types = (re.findall(r"[\w-]+", text_of(cell)) for cell in cells[:2])
            for name, swift in zip(names, types):
                if not swift.endswith("Node"):
                    raise SystemExit(f"error: README.md: in the table of node types, `{swift}` of `{name}` is no name in Swift; it must end in Node")
                rows[name] = (swift, links_of(cells[2]))
            cells = []
    return rows
