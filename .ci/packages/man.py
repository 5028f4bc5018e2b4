"""Writes manual pages from the help of a program: man.py PROGRAM FOLDER VERSION DATE

Writes one page for `tessera-player`, and for `tessera` one more for each command and its commands, uncompressed. DATE is YYYY-MM-DD.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

FILES = [
    ("/usr/share/tessera/locales.tld", "Numbers, dates and names in languages."),
    ("/usr/share/doc/tessera/examples", "Scenes to start from."),
]
PLAYER_FILES = [
    ("/etc/default/tessera-player", "Scene and options of the service."),
    ("/usr/share/tessera/welcome.yaml", "Scene that the service shows until you name another."),
    ("/usr/share/tessera/locales.tld", "Numbers, dates and names in languages."),
]


def roff(text):
    """Escapes a line of text."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def help_of(words):
    # A wide terminal: descriptions are not wrapped.
    environment = {**os.environ, "COLUMNS": "1000", "LC_ALL": "C.UTF-8"}
    return subprocess.run(words, check=True, capture_output=True, text=True, env=environment).stdout


def items_of(lines):
    """Returns (term, description) pairs: terms are indented by two columns, further lines of a description by more."""
    items = []
    for line in lines:
        if match := re.match(r"  (\S.*?)(?:  +(\S.*))?$", line):
            items.append([match[1], match[2] or ""])
        elif line.strip() and items:
            items[-1][1] = f"{items[-1][1]} {line.strip()}".strip()
    return items


class Page:
    def __init__(self, name, version, date):
        self.name = name
        self.lines = [f'.TH {roff(name.upper())} 1 {date} "Tessera {version}" "Tessera"']

    def section(self, title):
        self.lines.append(f".SH {title}")

    def paragraphs(self, text):
        for number, paragraph in enumerate(text.strip().split("\n\n")):
            if number:
                self.lines.append(".PP")
            self.lines += [roff(line) for line in paragraph.splitlines()]

    def items(self, items):
        for term, text in items:
            self.lines += [".TP", f".B {roff(term)}", roff(text)]

    def summary(self, text):
        """The section that whatis(1) reads: one line, without a capital and a full stop."""
        text = text.strip().rstrip(".:")
        self.section("NAME")
        self.lines.append(f"{roff(self.name)} \\- {roff(text[0].lower() + text[1:])}")

    def write(self, folder):
        (folder / f"{self.name}.1").write_text("\n".join(self.lines) + "\n", encoding="utf-8")


def tool_pages(program, command, folder, version, date):
    """Writes the page of a command (its words, empty for the tool), then those of its commands. Returns its summary."""
    text = help_of([program, "help", *command])
    overview, _, rest = text.removeprefix("OVERVIEW: ").partition("\nUSAGE: ")
    summary, _, discussion = overview.strip().partition("\n")
    usage, *sections = re.split(r"^([A-Z][A-Z ]+):\n", rest, flags=re.M)
    page = Page("-".join(["tessera", *command]), version, date)
    page.summary(summary)
    page.section("SYNOPSIS")
    page.lines += [f".B {roff(line.strip())}" for line in usage.strip().splitlines()]
    if discussion.strip():
        page.section("DESCRIPTION")
        page.paragraphs(discussion)
    commands = []
    for title, body in zip(sections[::2], sections[1::2]):
        body, _, _ = body.partition("\n  See '")
        items = items_of(body.splitlines())
        page.section("COMMANDS" if title == "SUBCOMMANDS" else title)
        page.items(items)
        if title == "SUBCOMMANDS":
            commands = [term.split()[0] for term, _ in items]
    pages = [page.name + "-" + one for one in commands]
    for one in commands:
        tool_pages(program, [*command, one], folder, version, date)
    if not command:
        page.section("FILES")
        page.items(FILES)
    page.section("SEE ALSO")
    related = pages + (["tessera-player"] if not command else ["-".join(["tessera", *command[:-1]])])
    page.lines.append(", ".join(f"\\fB{roff(one)}\\fR(1)" for one in related))
    page.write(folder)


def player_page(program, folder, version, date):
    lines = help_of([program, "--help"]).splitlines()
    page = Page("tessera-player", version, date)
    page.summary("Shows a Tessera scene on a screen")
    page.section("SYNOPSIS")
    page.lines.append(f".B {roff(lines[0])}")
    page.section("DESCRIPTION")
    page.paragraphs(lines[1])
    page.section("OPTIONS")
    page.items(items_of(lines[2:]))
    page.section("FILES")
    page.items(PLAYER_FILES)
    page.section("SEE ALSO")
    page.lines.append("\\fBtessera\\fR(1), \\fBsystemctl\\fR(1)")
    page.write(folder)


if len(sys.argv) != 5:
    sys.exit(__doc__)
program, folder, version, date = sys.argv[1], Path(sys.argv[2]), sys.argv[3], sys.argv[4]
folder.mkdir(parents=True, exist_ok=True)
if Path(program).name == "tessera":
    tool_pages(program, [], folder, version, date)
else:
    player_page(program, folder, version, date)
