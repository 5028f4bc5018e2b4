"""The frame of every page: head, bar, contents, pages before and after."""
import posixpath
from html import escape


def relative(address, target):
    return posixpath.relpath(target, posixpath.dirname(address) or ".")


class Template:
    """Ids of the frame have a dot, which no anchor of a heading has. `sections` are those of the contents, whose paths are addresses here, and whose titles are set."""

    def __init__(self, sections):
        self.sections = sections
        self.order, self.titles = [], {}
        for section in sections:
            for entry in section.entries:
                for address, title in [(entry.path, entry.title)] + entry.children:
                    self.order.append(address)
                    self.titles[address] = title

    def page(self, address, document):
        root = relative(address, ".")
        title = "Tessera" if address == "index.html" else f"{document.title} · Tessera"
        return f"""<!doctype html>
<html lang="en" data-root="{root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="{escape(document.summary[:200])}">
<title>{escape(title)}</title>
<link rel="icon" href="{root}/tile.svg" type="image/svg+xml">
<link rel="stylesheet" href="{root}/site.css">
<script defer src="{root}/site.js"></script>
</head>
<body>
<a class="skip" href="#site.main">To the text</a>
<header class="bar">
<button class="menu" popovertarget="site.contents" aria-label="Contents"></button>
<a class="home" href="{root}/index.html"><img src="{root}/tile.svg" alt="Tessera" width="24" height="24"><span aria-hidden="true">Tessera</span></a>
<div class="search" role="search" hidden>
<input type="search" placeholder="Search" aria-label="Search" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false"
  aria-controls="site.results" aria-autocomplete="list">
<ul id="site.results" class="results" role="listbox" aria-label="Results" hidden></ul>
</div>
</header>
<div class="page">
<nav id="site.contents" class="contents" popover aria-label="Contents">
{self.contents(address, document)}</nav>
<main id="site.main">
<article>
{document.html}</article>
{self.neighbours(address)}{self.origin(document)}</main>
</div>
</body>
</html>
"""

    def contents(self, address, document):
        parts = []
        for section in self.sections:
            parts.append(f"<h2>{escape(section.title)}</h2>\n<ul>\n")
            for entry in section.entries:
                below = self.outline(document) if entry.path == address and not entry.children else ""
                if address == entry.path or any(address == child for child, _ in entry.children):
                    below += self.children(entry, address, document)
                parts.append(f"<li>{self.entry(entry.path, entry.title, address)}{below}</li>\n")
            parts.append("</ul>\n")
        return "".join(parts)

    def entry(self, target, title, address):
        current = ' aria-current="page"' if target == address else ""
        return f'<a href="{relative(address, target)}"{current}>{escape(title)}</a>'

    def children(self, entry, address, document):
        if not entry.children:
            return ""
        lines = [
            f"<li>{self.entry(child, title, address)}{self.outline(document) if child == address else ''}</li>\n" for child, title in entry.children
        ]
        return f"\n<ul>\n{''.join(lines)}</ul>\n"

    def outline(self, document):
        lines = [f'<li><a href="#{one.anchor}">{escape(one.title)}</a></li>\n' for one in document.headings if one.level == 2 and one.anchor]
        return f'\n<ul class="outline">\n{"".join(lines)}</ul>\n' if lines else ""

    def neighbours(self, address):
        if address not in self.titles:
            return ""
        index, links = self.order.index(address), []
        for step, relation, word in ((-1, "prev", "Previous"), (1, "next", "Next")):
            if 0 <= index + step < len(self.order):
                target = self.order[index + step]
                title = escape(self.titles[target])
                links.append(f'<a rel="{relation}" href="{relative(address, target)}"><small>{word}</small>{title}</a>\n')
        return f'<nav class="neighbours" aria-label="Neighbouring pages">\n{"".join(links)}</nav>\n'

    def origin(self, document):
        return f'<footer>From <code>{escape(document.source)}</code></footer>\n' if document.source else ""
