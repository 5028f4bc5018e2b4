"""Corrections of Babel's data by those of ICU that read_intl.mjs wrote."""

import json

FIELD = "\x1f"
POWERS = range(3, 15)
STYLES = ("full", "long", "medium", "short")


def record(pairs):
    return FIELD.join(f"{key}={value}" for key, value in pairs)


def parsed(text):
    return dict(field.split("=", 1) for field in text.split(FIELD) if "=" in field) if text else {}


def quoted(text):
    """Literal of a date pattern."""
    if not any(character.isascii() and character.isalpha() or character == "'" for character in text):
        return text
    result, word = "", ""
    for character in text + " ":
        if character.isascii() and character.isalpha() or character == "'":
            word += "''" if character == "'" else character
            continue
        if word:
            result += f"'{word}'"
            word = ""
        result += character
    return result[:-1]


def fields_of(pattern):
    """Letters and counts of a date pattern."""
    result, is_quoted, index = [], False, 0
    while index < len(pattern):
        character = pattern[index]
        if character == "'":
            is_quoted = not is_quoted
        elif not is_quoted and character.isascii() and character.isalpha():
            end = index
            while end < len(pattern) and pattern[end] == character:
                end += 1
            result.append((character, end - index))
            index = end
            continue
        index += 1
    return result


class Texts:
    """Names of months and so on of one locale, to find the letters of a text."""

    def __init__(self, items, prefix="", date=(2031, 9, 3)):
        self.items = items
        self.prefix = prefix
        year, self.month, day = date
        self.years = {str(year): "y", str(year)[2:]: "yy"}
        self.days = {str(day): "d", f"{day:02}": "dd"}

    def named(self, key, index, text, letters, preferred):
        order = sorted(("w", "a", "n"), key=lambda width: width != {4: "w", 3: "a", 5: "n"}.get(preferred[1], "a"))
        contexts = ("s", "f") if preferred[0] == letters[1] else ("f", "s")
        for width in order:
            for context in contexts:
                names = self.items.get(f"{key}/{context}/{width}", "").split(FIELD)
                if index < len(names) and names[index] == text:
                    count = {"w": 4, "a": 3, "n": 5}[width]
                    letter = letters[0] if context == "f" else letters[1]
                    return letter * (1 if letter == "E" and count == 3 and preferred == ("E", 1) else count)
        return None

    def field(self, part, evening, old):
        kind, text = part["type"], part["value"]
        known = [item for item in old if item[0] in {"year": "yY", "month": "ML", "day": "d", "weekday": "Eec", "hour": "hHkK", "minute": "m", "second": "s",
                                                    "dayPeriod": "abB", "era": "G"}.get(kind, "")]
        preferred = known[0] if known else ("", 0)
        if kind == "year":
            return self.years.get(text)
        if kind == "month":
            if text in (str(self.month), f"{self.month:02}"):
                return (preferred[0] or "M") * len(text)
            return self.named(self.prefix + "mon", self.month - 1, text, "ML", preferred)
        if kind == "day":
            return self.days.get(text)
        if kind == "weekday":
            return self.named("day", 3, text, "Ec", preferred)
        if kind == "hour":
            letter = "H" if evening["value"] == "21" else "h" if evening["value"] in ("9", "09") else None
            return letter and letter * len(text)
        if kind == "minute":
            return "m" * len(text)
        if kind == "second":
            return "s" * len(text)
        if kind == "dayPeriod":
            for width, count in (("a", 1), ("w", 4), ("n", 5)):
                periods = parsed(self.items.get(f"dp/f/{width}", ""))
                if periods.get("am") == text and periods.get("pm") == evening["value"]:
                    return "a" * count
            return "B"
        if kind == "era":
            return "G"
        return None

    def pattern(self, samples, old):
        """Pattern of the parts of two dates; None if a part is not known."""
        morning, evening = samples
        if len(morning) != len(evening):
            return None
        result = ""
        known = fields_of(old)
        for part, other in zip(morning, evening):
            if part["type"] == "literal":
                result += quoted(part["value"])
                continue
            field = self.field(part, other, known)
            if field is None:
                return None
            result += field
        return result


def same(first, second):
    """Whether two date patterns write the same."""
    def plain(text):
        result, is_quoted = [], False
        for character in text:
            if character == "'":
                is_quoted = not is_quoted
            else:
                result.append((character, is_quoted and character.isascii() and character.isalpha()))
        return result
    return plain(first) == plain(second)


def corrections(items, data):
    """Changed items of one locale."""
    changed = {}

    def put(key, value):
        if value is not None and items.get(key) != value:
            changed[key] = value

    for prefix in ("unit", "rel"):
        for key, values in data[prefix].items():
            name = f"{prefix}/{key}"
            old = parsed(items.get(name, ""))
            new = {count: value for count, value in old.items() if prefix == "unit"}
            if prefix == "rel":
                new = {count: value for count, value in old.items() if not count.startswith("r")}
            new.update({count: value for count, value in values.items() if "{0}" in value or count.startswith("r")})
            if new != old and new:
                put(name, record(sorted(new.items())))
    for code, (symbol, narrow, names) in data["cur"].items():
        for key, text in (("cs", symbol), ("cn", narrow)):
            # ICU reports the marks of a symbol as literals.
            known = items.get(f"{key}/{code}", items.get(f"cs/{code}", code))
            if bare(known) != bare(text):
                put(f"{key}/{code}", text)
        old = items.get(f"cu/{code}", code).split(FIELD)
        plural = {**parsed(FIELD.join(old[1:])), **names}
        put(f"cu/{code}", currency_names(old[0], plural))
    if data["df"]:
        dates(items, data, changed, put)
    compact(items, data, put)
    for system, (pattern, sign) in data["ranges"].items():
        put(f"rng/{system}", pattern)
        put(f"apx/{system}", sign or None)
    symbols(items, data, put)
    if "native" in data:
        native_calendar({**items, **changed}, data["native"], put)
    lists(data, put)
    return changed


def currency_names(name, plural):
    """Name of a currency and the plural forms that differ from the one that is used without them."""
    other = plural.get("other", name)
    kept = [("other", other)] if other != name else []
    kept += [(count, text) for count, text in plural.items() if count != "other" and text != other]
    return FIELD.join([name] + [f"{count}={text}" for count, text in sorted(kept)])


def bare(text):
    """Text without marks of direction."""
    return text.translate({0x200E: None, 0x200F: None, 0x61C: None})


def dates(items, data, changed, put):
    for context, width in ((context, width) for context in "sf" for width in ("long", "short", "narrow")):
        letter = {"long": "w", "short": "a", "narrow": "n"}[width]
        for key in ("mon", "day"):
            names = data[key][f"{context}/{width}"]
            old = items.get(f"{key}/{context}/{letter}", "").split(FIELD)
            wide = items.get(f"{key}/{context}/w", "").split(FIELD)
            # A pattern may have a number or the long name in place of the short one.
            shown = key == "day" or ("M", 3) in fields_of(items.get("sk/MMMd", ""))
            standalone = key == "day" or any(letter == "L" for letter, _ in fields_of(items.get("sk/MMM", "")))
            fits = standalone if context == "s" else shown and (width != "narrow" or key == "day")
            are_names = len(names) == len(old) and all(name and not any(letter.isdigit() for letter in name) for name in names)
            if fits and are_names and names != wide:
                put(f"{key}/{context}/{letter}", FIELD.join(names))
    morning, evening = data["sk"]["hm"]
    periods = [[part["value"] for part in parts if part["type"] == "dayPeriod"] for parts in (morning, evening)]
    if all(len(period) == 1 for period in periods) and any(letter == "a" for letter, _ in fields_of(items.get("sk/hm", ""))):
        known = parsed(items.get("dp/f/a", ""))
        put("dp/f/a", record(sorted({**known, "am": periods[0][0], "pm": periods[1][0]}.items())))
    texts = Texts({**items, **changed})
    for key, source in (("df", "df"), ("tf", "tf")):
        old = items[key].split(FIELD)
        new = list(old)
        for index, samples in enumerate(data[source]):
            pattern = texts.pattern(samples, old[index]) if samples else None
            if pattern and not same(pattern, old[index]):
                new[index] = pattern
        put(key, FIELD.join(new))
    for key, prefix in (("dta", ""), ("dtf", "s")):
        glues = items[key].split(FIELD)
        for index, style in enumerate(STYLES):
            text = data["glue"][prefix + style]
            if "{0}" in text and "{1}" in text:
                glues[index] = quoted_glue(text)
        put(key, FIELD.join(glues))
    for skeleton, samples in data["sk"].items():
        old = items.get(f"sk/{skeleton}")
        # ICU has these from the patterns of whole dates.
        if old is None and "EEEE" not in skeleton:
            continue
        old = old or skeleton
        pattern = texts.pattern(samples, old)
        if pattern and (f"sk/{skeleton}" not in items or not same(pattern, old)):
            put(f"sk/{skeleton}", pattern)


def lists(data, put):
    for key, (four, two) in data["list"].items():
        marks = [four.find(chr(0xF000 + index)) for index in range(4)] + [two.find(chr(0xF000 + index)) for index in range(2)]
        if min(marks) < 0:
            continue
        first, rest = four.split("\uf001")[0], four.split("\uf002")
        start = first.replace("\uf000", "{0}") + "{1}"
        middle = "{0}" + four[marks[1] + 1:marks[2]] + "{1}"
        end = "{0}" + rest[1].replace("\uf003", "{1}")
        put(f"list/{key}", FIELD.join((start, middle, end, two.replace("\uf000", "{0}").replace("\uf001", "{1}"))))


def native_calendar(items, data, put):
    """Items of the locale's own calendar, with the prefix `c.`."""
    put("cal", data["calendar"])
    for width, letter in (("long", "w"), ("short", "a"), ("narrow", "n")):
        for context in "sf":
            put(f"c.mon/{context}/{letter}", FIELD.join(data[width]))
            items = {**items, f"c.mon/{context}/{letter}": FIELD.join(data[width])}
    for letter in "wan":
        put(f"c.era/{letter}", data["era"])
    texts = Texts(items, "c.", {"persian": (1410, 6, 5), "buddhist": (2574, 9, 3)}[data["calendar"]])
    hints = ("EEEEMMMM", "MMMM", "MMM", "")
    patterns = [texts.pattern(samples, hint) for samples, hint in zip(data["df"], hints)]
    if None not in patterns:
        put("c.df", FIELD.join(patterns))
    for skeleton, samples in data["sk"].items():
        pattern = texts.pattern(samples, skeleton)
        if pattern is not None:
            put(f"c.sk/{skeleton}", pattern)


def quoted_glue(text):
    parts = text.replace("{1}", "\x00{1}\x00").replace("{0}", "\x00{0}\x00").split("\x00")
    return "".join(part if part in ("{0}", "{1}") else quoted(part) for part in parts)


def compact(items, data, put):
    for name, patterns in data["compact"].items():
        key, count = name.split("/")
        source = f"{key}/latn/{count}"
        old = items.get(source, FIELD * (len(POWERS) - 1)).split(FIELD)
        other = items.get(f"{key}/latn/other", FIELD * (len(POWERS) - 1)).split(FIELD)
        new = list(old)
        for power, pattern in patterns.items():
            index = int(power) - POWERS[0]
            known = old[index] or other[index]
            if plain(known) != plain(pattern):
                new[index] = pattern
        if new != old:
            put(source, FIELD.join(new))


def plain(pattern):
    return pattern.replace("'", "").strip()


def symbols(items, data, put):
    found = data["symbols"]
    fields = items.get("sym/latn", "").split(FIELD)
    if len(fields) == 13 and found.get("group"):
        fields[0], fields[1] = found["decimal"], found["group"]
        fields[11] = found["currencyDecimal"] if found["currencyDecimal"] != fields[0] else ""
        fields[12] = found["currencyGroup"] if found["currencyGroup"] and found["currencyGroup"] != fields[1] else ""
        sign = [part["value"] for part in data["patterns"]["pct/latn"][0] if part["type"] == "percentSign"]
        if sign and bare(sign[0]) != bare(fields[2]):
            fields[2] = sign[0]
        put("sym/latn", FIELD.join(fields))
    put("grp", str(found["grouping"]))
    native = items.get(f"sym/{data['ns']}", "").split(FIELD)
    if data["ns"] != "latn" and len(native) == 13 and all(found["native"]):
        native[0], native[1] = found["native"]
        put(f"sym/{data['ns']}", FIELD.join(native))
    units = {**parsed(items.get("cup", "")), **{count: text for count, text in data["cup"].items() if "{0}" in text and "{1}" in text}}
    put("cup", record(sorted(units.items())))
    put("ns", data["ns"])
    for name, (positive, negative) in data["patterns"].items():
        key, system = name.split("/")
        old = items.get(name) or items.get(f"{key}/latn", "")
        digits = old.split(";")[0]
        body = grouped("".join(character for character in digits if character in "#0,."), positive)
        names = items.get(f"sym/{system}", items.get("sym/latn", "")).split(FIELD)
        signs = {"minusSign": names[4], "percentSign": names[2]} if len(names) > 4 else {}
        texts = [affixes(parts, signs) for parts in (positive, negative)]
        if None in texts or not body:
            continue
        pattern = texts[0][0] + body + texts[0][1]
        if (texts[1][0], texts[1][1]) != ("-" + texts[0][0], texts[0][1]):
            pattern += ";" + texts[1][0] + body + texts[1][1]
        implied = old if ";" in old else old
        if pattern != implied:
            put(name, pattern)


def grouped(body, parts):
    """Digits of a pattern with the groups of a number of seven digits."""
    groups = [len(part["value"]) for part in parts if part["type"] == "integer"]
    if "," not in body or len(groups) != 3:
        return body
    rest = body.split(".", 1)
    integer = "#,##,##0" if groups[1] == 2 else "#,##0"
    return integer + ("." + rest[1] if len(rest) > 1 else "")


def affixes(parts, signs):
    """Prefix and suffix of a number in pattern syntax. ICU reports the marks of direction of a sign as literals."""
    parts = [dict(part) for part in parts]
    for position, part in enumerate(parts):
        symbol, sign = signs.get(part["type"], part["value"]), part["value"]
        if sign == symbol or sign not in symbol:
            continue
        before, after = symbol.split(sign, 1)
        if before and position > 0 and parts[position - 1]["value"].endswith(before):
            parts[position - 1]["value"] = parts[position - 1]["value"][:-len(before)]
        if after and position + 1 < len(parts) and parts[position + 1]["value"].startswith(after):
            parts[position + 1]["value"] = parts[position + 1]["value"][len(after):]
    marks = {"currency": "¤", "percentSign": "%", "minusSign": "-", "plusSign": "+"}
    prefix, suffix, seen = "", "", False
    for part in parts:
        if part["type"] in ("integer", "group", "decimal", "fraction"):
            seen = True
            continue
        text = marks.get(part["type"], part["value"])
        if part["type"] == "literal" and any(character in "#0.,;%¤" for character in text):
            return None
        if seen:
            suffix += text
        else:
            prefix += text
    return (prefix, suffix) if seen else None


def load(path):
    return json.loads(path.read_text()) if path else {}
