"""Code of documents as HTML, with a class for each kind of word."""
from html import escape

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Literal, Name, Number, Operator, String, Token

# Kind of a token, class in site.css; the first that contains it counts.
CLASSES = [
    (Comment, "c"), (String, "s"), (Number, "n"), (Literal, "s"), (Keyword.Type, "t"), (Keyword.Constant, "n"), (Keyword, "k"),
    (Name.Class, "t"), (Name.Tag, "k"), (Name.Attribute, "k"), (Operator.Word, "k"),
]
# Keywords of Swift that the lexer of Debian takes for names.
SWIFT_KEYWORDS = {"actor", "any", "async", "await", "borrowing", "consuming", "macro", "nonisolated", "package", "sending", "some"}
LANGUAGES = {"swift": "swift", "yaml": "yaml", "yml": "yaml", "json": "json", "sh": "bash", "shell": "bash", "bash": "bash", "py": "python", "c": "c"}
# A block without a language is one of the shell if its first word is one of these.
COMMANDS = {
    "adduser", "apt-get", "cat", "cd", "cp", "curl", "echo", "export", "for", "git", "install", "jq", "make", "nc", "perf", "printf", "python3", "socat",
    "strip", "sudo", "swift", "systemctl", "tessera", "tessera-bench", "tessera-player", "udevadm", "usermod", "valgrind", "while",
}


def language_of(code, info):
    """Returns the lexer's name for a block: by the first word after its fence, else by its first word; empty if there is none."""
    if info.strip():
        return LANGUAGES.get(info.split()[0], "")
    for line in code.splitlines():
        words = [word for word in line.split() if "=" not in word]
        if words and not line.lstrip().startswith("#"):
            command = words[0].rsplit("/", 1)[-1]
            return "bash" if command in COMMANDS or words[0].startswith((".ci/", "Tests/")) else ""
    return ""


def class_of(kind, word, language):
    """Returns the class of a word; empty if it looks like the text around it."""
    if language == "swift" and kind in Name and word in SWIFT_KEYWORDS:
        return "k"
    if kind in Name.Variable:
        return {"bash": "t", "yaml": "s"}.get(language, "")
    if language == "bash" and kind in Number:
        return ""  # of addresses and paths it finds parts
    return next((name for parent, name in CLASSES if kind in parent), "")


def highlight(code, language):
    """Returns the HTML of `code`; neighbours of one class share an element."""
    if not language:
        return escape(code, quote=False)
    parts = []
    for kind, word in get_lexer_by_name(language, stripnl=False, ensurenl=False).get_tokens(code):
        name = class_of(kind, word, language) if kind is not Token.Text else ""
        if parts and parts[-1][0] == name:
            parts[-1][1] += word
        else:
            parts.append([name, word])
    return "".join(f'<span class="{name}">{escape(text, quote=False)}</span>' if name else escape(text, quote=False) for name, text in parts)
