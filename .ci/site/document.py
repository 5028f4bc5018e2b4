"""Markdown as GitHub reads it: HTML, headings with GitHub's anchors, links with the line of the source, and the text for the search."""
import posixpath
import unicodedata
from dataclasses import dataclass, field
from html import escape

from highlight import highlight, language_of
from markdown_it import MarkdownIt


@dataclass
class Heading:
    level: int
    anchor: str
    title: str
    text: list = field(default_factory=list)  # of the section, up to the next heading


@dataclass
class Link:
    line: int
    typed: str  # as in the source
    path: str  # in the repository; empty if the link leads out of it
    fragment: str


@dataclass
class Document:
    source: str
    title: str = ""
    summary: str = ""
    html: str = ""
    headings: list = field(default_factory=list)
    links: list = field(default_factory=list)


def anchor_of(title, taken):
    """Returns GitHub's anchor of a heading, numbered if `taken` has it already, and adds it to `taken`."""
    kept = [c for c in title.lower() if c.isalnum() or c in "-_ " or unicodedata.category(c) in ("Mn", "Mc", "Me", "Pc")]
    base = "".join(kept).replace(" ", "-")
    anchor, number = base, 0
    while anchor in taken:
        number += 1
        anchor = f"{base}-{number}"
    taken.add(anchor)
    return anchor


def text_of(inline):
    """Returns the text of a paragraph or heading without its marks."""
    words = []
    for token in inline.children or []:
        if token.type in ("text", "code_inline"):
            words.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            words.append(" ")
    return "".join(words)


def parser():
    """Returns CommonMark with the tables and struck words of GitHub."""
    markdown = MarkdownIt("commonmark").enable(["table", "strikethrough"])

    def fence(self, tokens, index, options, env):
        token = tokens[index]
        language = language_of(token.content, token.info)
        return f'<pre tabindex="0"><code>{highlight(token.content, language)}</code></pre>\n'

    def code(self, tokens, index, options, env):
        # An option or a name breaks at no hyphen; a long path may.
        text = tokens[index].content
        mark = ' class="short"' if len(text) <= 20 else ""
        return f"<code{mark}>{escape(text, quote=False)}</code>"

    markdown.add_render_rule("fence", fence)
    markdown.add_render_rule("code_inline", code)
    markdown.add_render_rule("code_block", fence)
    markdown.add_render_rule("table_open", lambda self, tokens, index, options, env: '<div class="table" tabindex="0"><table>\n')
    markdown.add_render_rule("table_close", lambda self, tokens, index, options, env: "</table></div>\n")
    return markdown


PARSER = parser()


class Reader:
    """Reads one document. `resolve(path)` returns the address of a path of the repository as seen from it, `size(path)` width and height of a picture."""

    def __init__(self, source, text, resolve, size):
        self.document = Document(source)
        self.text, self.resolve, self.size = text, resolve, size
        self.taken = set()

    def read(self):
        tokens = PARSER.parse(self.text)
        line = 1
        for index, token in enumerate(tokens):
            if token.map:
                line = token.map[0] + 1
            if token.type == "heading_open":
                self.heading(token, tokens[index + 1])
            elif token.type == "inline":
                self.inline(token, line)
                self.collect(text_of(token), tokens[index - 1].type)
            elif token.type in ("fence", "code_block"):
                self.collect(token.content, token.type)
        self.document.html = PARSER.renderer.render(tokens, PARSER.options, {})
        self.document.title = self.document.title or posixpath.basename(self.document.source)
        return self.document

    def heading(self, token, inline):
        title, level = text_of(inline), int(token.tag[1])
        anchor = anchor_of(title, self.taken)
        token.attrSet("id", anchor)
        self.document.headings.append(Heading(level, anchor, title))
        if level == 1 and not self.document.title:
            self.document.title = title
        elif level > 1:
            mark = inline.children[-1].copy(type="html_inline", children=None, attrs={})
            mark.content = f' <a class="anchor" href="#{anchor}" aria-label="Link to this section">#</a>'
            inline.children.append(mark)

    def collect(self, text, kind):
        if kind == "heading_open":
            return
        if kind == "paragraph_open" and not self.document.summary and text:
            self.document.summary = text
        if not self.document.headings:
            self.document.headings.append(Heading(1, "", self.document.source))
        self.document.headings[-1].text.append(text)

    def inline(self, token, line):
        for child in token.children or []:
            if child.type in ("softbreak", "hardbreak"):
                line += 1
            elif child.type == "link_open":
                child.attrSet("href", self.address(str(child.attrGet("href")), line))
            elif child.type == "image":
                typed = str(child.attrGet("src"))
                child.attrSet("src", self.address(typed, line))
                width, height = self.size(self.document.links[-1].path)
                if width:
                    child.attrSet("width", str(width))
                    child.attrSet("height", str(height))
                child.attrSet("loading", "lazy")

    def address(self, typed, line):
        """Returns the address in the site of a link as it is typed, and records the link."""
        path, _, fragment = typed.partition("#")
        if "://" in typed or typed.startswith("mailto:"):
            self.document.links.append(Link(line, typed, "", ""))
            return typed
        folder = posixpath.dirname(self.document.source)
        target = posixpath.normpath(posixpath.join(folder, path)) if path else self.document.source
        self.document.links.append(Link(line, typed, target, fragment))
        address = self.resolve(target) if path else ""
        return f"{address}#{fragment}" if fragment else address


def plain(text):
    """Returns the HTML of a help text: escaped, with words in backticks as code."""
    parts = escape(text, quote=False).split("`")
    if len(parts) % 2 == 0:
        return escape(text, quote=False)
    return "".join(f"<code>{part}</code>" if index % 2 else part for index, part in enumerate(parts))
