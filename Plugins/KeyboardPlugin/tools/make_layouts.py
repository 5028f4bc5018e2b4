#!/usr/bin/env python3
"""Writes the layouts of the on-screen keyboard from those of xkb-data, and embeds them in StandardLayouts.swift.

    Plugins/KeyboardPlugin/tools/make_layouts.py

Needs libxkbcommon and xkb-data. Letters, their capitals, dead keys and the letters of AltGr are those of xkb-data; letters that a long press offers
besides are listed here. docs/text-input.md describes the format.
"""
import ctypes
import os
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "..", "Layouts")
SWIFT = os.path.join(HERE, "..", "Sources", "Layouts", "StandardLayouts.swift")

# Name of the file, layout of xkb-data, name in its own language, word on the space key, decimal separator.
LAYOUTS = [
    ("en-US", "us", "English (US)", "."),
    ("en-GB", "gb", "English (UK)", "."),
    ("de", "de", "Deutsch", ","),
    ("fr", "fr", "Français", ","),
    ("es", "es", "Español", ","),
    ("it", "it", "Italiano", ","),
    ("pt", "pt", "Português", ","),
    ("pl", "pl", "Polski", ","),
    ("tr", "tr", "Türkçe", ","),
    ("ru", "ru", "Русский", ","),
    ("el", "gr", "Ελληνικά", ","),
    ("he", "il", "עברית", "."),
    ("ar", "ara", "العربية", "."),
]
# Files that are written by hand.
OWN = ["ko", "ja", "zh", "zh-Hant"]
RIGHT_TO_LEFT = {"he", "ar"}
ROWS = [["AD%02d" % i for i in range(1, 13)], ["AC%02d" % i for i in range(1, 13)], ["AB%02d" % i for i in range(1, 11)]]

LATIN = {
    "a": "àáâäæãåāą", "c": "çćč", "d": "ðď", "e": "éèêëēęě", "g": "ğ", "i": "íìîïī", "l": "ł", "n": "ñńň", "o": "óòôöœõøō",
    "r": "ř", "s": "ßśšş", "t": "þť", "u": "úùûüūů", "y": "ýÿ", "z": "žźż",
}
PREFERRED = {
    "de": "äöüß", "fr": "éèêëàâæçùûüôœîïÿ", "es": "áéíóúüñ", "it": "àèéìòù", "pt": "áâãàçéêíóôõúü", "pl": "ąćęłńóśźż", "tr": "çğıöşüâîû",
}
OTHER = {
    "ru": {"е": "ё", "ь": "ъ"},
    "el": {"α": "ά", "ε": "έ", "η": "ή", "ι": "ίϊΐ", "ο": "ό", "υ": "ύϋΰ", "ω": "ώ", "σ": "ς"},
    "ar": {"ا": "أإآٱ", "ي": "ىئ", "و": "ؤ", "ه": "ة", "ب": "پ", "ف": "ڤ", "ج": "چ"},
}
DEAD = {
    "dead_acute": ("´", "\u0301"), "dead_grave": ("`", "\u0300"), "dead_circumflex": ("^", "\u0302"), "dead_tilde": ("~", "\u0303"),
    "dead_diaeresis": ("¨", "\u0308"), "dead_caron": ("ˇ", "\u030c"), "dead_cedilla": ("¸", "\u0327"),
}
EMOJI = {
    "Faces": "😀😃😄😁😆😅😂🙂🙃😉😊😇😍😘😋😜🤔🤗😐😏😒😌😔😴😷🤒🤕😎🤓😕🙁😮😳😢😭😱😤😡👿💀",
    "People": "👍👎👌✌🤞👋🙏👏💪👀👶👦👧👨👩👴👵👮👷💃🏃🚶👫👪",
    "Nature": "🐶🐱🐭🐰🦊🐻🐼🐯🦁🐮🐷🐸🐵🐔🐧🐦🦆🦉🐝🦋🐌🐢🐍🐟🐬🐳🌵🌲🌳🌴🌱🍀🌷🌹🌻🌞🌙⭐🔥💧❄🌈",
    "Food": "🍎🍐🍊🍋🍌🍉🍇🍓🍒🍑🍍🥝🍅🥑🥕🌽🍞🧀🍳🍔🍟🍕🌭🌮🍝🍜🍣🍦🍩🍪🎂🍰🍫☕🍵🍺🍷",
    "Travel": "🚗🚕🚌🚲🚂✈🚀⛵🚢🏠🏢🏥🏫⛺🌍🗺⏰⌚",
    "Things": "💡🔦📱💻📷📺📻🔋🔌🔧🔨🔑🔒🔓📦📁📌📎✂📅📈💰💊🎁🎈🎉🏆⚽🏀🎾🎸🎵🎧🎮",
    "Signs": "❤💛💚💙💜💔✔❌❓❗⚠🚫♻✅➕➖💯🆗🔔🔕🔇🔊▶⏸⏹🔄⬆⬇⬅➡",
}


class Keymap:
    def __init__(self, layout):
        self.lib = lib = ctypes.CDLL("libxkbcommon.so.0")
        pointer = ctypes.c_void_p
        for name, result, arguments in [
            ("xkb_context_new", pointer, [ctypes.c_int]),
            ("xkb_keymap_new_from_names", pointer, [pointer, pointer, ctypes.c_int]),
            ("xkb_keymap_key_by_name", ctypes.c_uint32, [pointer, ctypes.c_char_p]),
            ("xkb_keymap_key_get_syms_by_level", ctypes.c_int, [
                pointer, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32, ctypes.POINTER(ctypes.POINTER(ctypes.c_uint32))]),
            ("xkb_keysym_to_utf8", ctypes.c_int, [ctypes.c_uint32, ctypes.c_char_p, ctypes.c_size_t]),
            ("xkb_keysym_get_name", ctypes.c_int, [ctypes.c_uint32, ctypes.c_char_p, ctypes.c_size_t]),
        ]:
            function = getattr(lib, name)
            function.restype, function.argtypes = result, arguments
        names = (ctypes.c_char_p * 5)(b"evdev", b"pc105", layout.encode(), b"", b"")
        self.map = lib.xkb_keymap_new_from_names(lib.xkb_context_new(0), names, 0)
        if not self.map:
            raise SystemExit("xkb-data has no layout %s" % layout)

    def sign(self, key, level):
        """Returns the text and the name of a key's symbol."""
        code = self.lib.xkb_keymap_key_by_name(self.map, key.encode())
        symbols = ctypes.POINTER(ctypes.c_uint32)()
        if self.lib.xkb_keymap_key_get_syms_by_level(self.map, code, 0, level, ctypes.byref(symbols)) != 1:
            return "", ""
        text, name = ctypes.create_string_buffer(16), ctypes.create_string_buffer(64)
        self.lib.xkb_keysym_to_utf8(symbols[0], text, 16)
        self.lib.xkb_keysym_get_name(symbols[0], name, 64)
        return unicodedata.normalize("NFKC", text.value.decode()), name.value.decode()


def is_letter(text):
    return text and text not in "ªº" and all(unicodedata.category(c)[0] == "L" for c in text)


def is_arabic(text):
    return text and all("ARABIC" in unicodedata.name(c, "") and unicodedata.category(c) == "Lo" for c in text)


def layout_text(name, xkb, title, separator):
    keymap = Keymap(xkb)
    lines = ["# Made by make_layouts.py from the layout `%s` of xkb-data." % xkb, "keys 1", "layout " + name, "name " + title]
    if name in RIGHT_TO_LEFT:
        lines.append("direction rtl")
    if separator != ".":
        lines.append("separator " + separator)
    letters, dead, level3 = [], [], {}
    for row in ROWS:
        tokens = []
        for key in row:
            text, symbol = keymap.sign(key, 0)
            if symbol in ("ordfeminine", "masculine"):
                continue
            if symbol in DEAD:
                dead.append(DEAD[symbol])
                tokens.append("dead:" + DEAD[symbol][0])
            elif is_letter(text):
                upper = keymap.sign(key, 1)[0]
                letters.append(text)
                if name == "ar" and is_arabic(upper) and upper != text:
                    tokens.append(text + "/" + upper)
                elif is_letter(upper) and upper != text and upper != text.upper() and name not in RIGHT_TO_LEFT:
                    tokens.append(text + "/" + upper)
                else:
                    tokens.append(text)
                extra = keymap.sign(key, 2)[0]
                if is_letter(extra) and extra != text and extra.lower() == extra and name == "pl" and extra in PREFERRED[name]:
                    level3[text] = extra
        lines.append("row " + " ".join(tokens))
    variants = []
    latin = LATIN if any(c in letters for c in "abc") else {}
    for letter in letters:
        more = level3.get(letter, "")
        base = latin.get(letter, "") + OTHER.get(name, {}).get(letter, "")
        own = [c for c in PREFERRED.get(name, "") if c in base]
        for c in own + list(base):
            if c not in more and c != letter:
                more += c
        if more:
            variants.append(letter + ":" + more)
    line = "variants"
    for token in variants:
        if len(line) + len(token) > 110:
            lines.append(line)
            line = "variants"
        line += " " + token
    if variants:
        lines.append(line)
    alphabet = "abcdefghijklmnopqrstuvwxyz" if latin else "αεηιουωϊϋ"
    for sign, mark in dead:
        pairs = []
        for letter in alphabet:
            for base in (letter, letter.upper()):
                whole = unicodedata.normalize("NFC", base + mark)
                if len(whole) == 1 and ord(whole) < 0x250 or len(whole) == 1 and not latin:
                    pairs.append(base + whole)
        lines.append("dead %s %s" % (sign, " ".join(pairs)))
    return "\n".join(lines) + "\n"


def emoji_text():
    lines = ["# Made by make_layouts.py: groups of emoji, and the words by which each is found.", "emoji 1"]
    for group, signs in EMOJI.items():
        lines.append("group " + group)
        line = ""
        for sign in signs:
            words = unicodedata.name(sign).lower().replace("-", " ").split()
            words = [w for w in words if w not in ("with", "sign", "symbol", "of", "the", "and", "black", "white", "heavy", "face")] or ["face"]
            shown = sign + ("\ufe0f" if ord(sign) < 0x1F000 and sign not in "⭐☕⛵⛺⏰⌚⚽❌❓❗✅➕➖" else "")
            token = shown + "=" + ",".join(dict.fromkeys(words))
            if len(line) + len(token) > 110:
                lines.append("signs" + line)
                line = ""
            line += " " + token
        lines.append("signs" + line)
    return "\n".join(lines) + "\n"


def main():
    os.makedirs(FOLDER, exist_ok=True)
    texts = [(name, layout_text(name, xkb, title, separator)) for name, xkb, title, separator in LAYOUTS]
    for name, text in texts:
        with open(os.path.join(FOLDER, name + ".keys"), "w", encoding="utf-8") as file:
            file.write(text)
    for name in OWN:
        with open(os.path.join(FOLDER, name + ".keys"), encoding="utf-8") as file:
            texts.append((name, file.read()))
    emoji = emoji_text()
    with open(os.path.join(FOLDER, "emoji.txt"), "w", encoding="utf-8") as file:
        file.write(emoji)
    out = [
        "// Made by tools/make_layouts.py from the files in Layouts. Do not edit.", "",
        "/// Texts of the layouts that are part of the plugin.", "enum StandardLayouts {",
        "  /// Names in the order of languages for people, each with the text of its file.",
        "  static let texts: [(name: String, text: StaticString)] = [",
    ]
    for name, text in texts:
        out.append("    (")
        out.append('      "%s",' % name)
        out.append('      #"""')
        out += ["      " + line for line in text.rstrip("\n").split("\n") if not line.startswith("#")]
        out.append('      """#')
        out.append("    ),")
    out += ["  ]", "", "  /// Groups of emoji.", "  static let emoji: StaticString =", '    #"""']
    out += ["    " + line for line in emoji.rstrip("\n").split("\n") if not line.startswith("#")]
    out += ['    """#', "}"]
    with open(SWIFT, "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


main()
