#!/usr/bin/env python3
"""Writes the file of locale data that TesseraMessages reads.

Sources:
  --babel FOLDER    an installed or unpacked Babel 2.19 (`pip install babel==2.19.0`): CLDR 49
  --cldr FOLDER     `common` of Debian's unicode-cldr-core: data that Babel leaves out (narrow currency symbols, patterns of other numbering systems,
                    minimum grouping digits, ranges of numbers, hour cycles)
  --rules FOLDER    plurals.xml and ordinals.xml of CLDR 48
  --intl FILE       result of read_intl.mjs: CLDR 48 as ICU writes it; it corrects what differs in Babel
  -o FILE           result

The texts are CLDR data, Unicode License V3. LocaleTable.swift describes the format.
"""

import argparse
import struct
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import intl_reference

FIELD = "\x1f"
STYLES = ("long", "short", "narrow")
COUNTS = ("zero", "one", "two", "few", "many", "other", "0", "1")
UNITS = """acre bit byte celsius centimeter day degree fahrenheit fluid-ounce foot gallon gigabit gigabyte gram hectare hour inch kilobit kilobyte kilogram
kilometer liter megabit megabyte meter microsecond mile mile-scandinavian milliliter millimeter millisecond minute month nanosecond ounce percent petabyte pound
second stone terabit terabyte week yard year kilometer-per-hour mile-per-hour meter-per-second liter-per-kilometer liter-per-100-kilometer mile-per-gallon
watt kilowatt kilowatt-hour volt ampere milliampere ohm hertz kilohertz megahertz gigahertz pascal hectopascal bar millibar kelvin cubic-meter square-meter
square-kilometer newton joule lux lumen decimeter revolution-per-minute permille knot""".split()
WIDTHS = (("wide", "w"), ("abbreviated", "a"), ("narrow", "n"))
SYMBOLS = ("decimal", "group", "percentSign", "plusSign", "minusSign", "exponential", "superscriptingExponent", "perMille", "infinity", "nan",
           "timeSeparator", "currencyDecimal", "currencyGroup")
POWERS = tuple(str(10 ** n) for n in range(3, 15))
FIELDS = ("year", "quarter", "month", "week", "day", "hour", "minute", "second")


class Locales:
    """Locales of Babel, with aliases resolved."""

    def __init__(self, folder):
        sys.path.insert(0, str(folder))
        from babel import core, localedata
        self.localedata = localedata
        self.exceptions = core.get_global("parent_exceptions")
        self.likely = core.get_global("likely_subtags")
        self.fractions = core.get_global("currency_fractions")
        currencies = core.get_global("territory_currencies")
        self.tender = {item[0] for items in currencies.values() for item in items if item[2] is None and item[3]} | {"XAU"}
        self.names = sorted(localedata.locale_identifiers())

    def data(self, name):
        return self.localedata.LocaleDataDict(self.localedata.load(name))

    def parent(self, name):
        if name == "root":
            return None
        if name in self.exceptions:
            return self.exceptions[name]
        return name.rsplit("_", 1)[0] if "_" in name else "root"


class OlderData:
    """XML files of an older CLDR, for data that Babel has not."""

    def __init__(self, folder):
        self.folder = folder
        self.files = {}

    def tree(self, name):
        if name not in self.files:
            path = self.folder / "main" / f"{name}.xml"
            self.files[name] = ET.parse(path).getroot() if path.exists() else None
        return self.files[name]

    def items(self, name):
        """Keys of one locale, without those of its parents."""
        tree = self.tree(name)
        result = {}
        if tree is None:
            return result
        for element in tree.findall("numbers/minimumGroupingDigits"):
            result["grp"] = element.text
        for patterns in tree.findall("numbers/miscPatterns[@numberSystem]"):
            for pattern in patterns.findall("pattern[@type='range']"):
                result["rng/" + patterns.get("numberSystem")] = pattern.text
        for symbols in tree.findall("numbers/symbols[@numberSystem]"):
            for sign in symbols.findall("approximatelySign"):
                result["apx/" + symbols.get("numberSystem")] = sign.text
        for currency in tree.findall("numbers/currencies/currency"):
            for symbol in currency.findall("symbol[@alt='narrow']"):
                result["cn/" + currency.get("type")] = symbol.text
        for kind, key in (("decimal", "dec"), ("percent", "pct"), ("scientific", "sci")):
            for formats in tree.findall(f"numbers/{kind}Formats[@numberSystem]"):
                system = formats.get("numberSystem")
                if system == "latn":
                    continue
                for pattern in formats.findall(f"{kind}FormatLength/{kind}Format/pattern"):
                    if pattern.get("type") is None:
                        result[f"{key}/{system}"] = pattern.text
                if kind == "decimal":
                    self.compact(formats, system, result)
        for formats in tree.findall("numbers/currencyFormats[@numberSystem]"):
            system = formats.get("numberSystem")
            if system == "latn":
                continue
            for kind, key in (("standard", "cur"), ("accounting", "acc")):
                for pattern in formats.findall(f"currencyFormatLength/currencyFormat[@type='{kind}']/pattern"):
                    if pattern.get("type") is None and pattern.get("alt") is None:
                        result[f"{key}/{system}"] = pattern.text
        return result

    @staticmethod
    def compact(formats, system, result):
        for length in formats.findall("decimalFormatLength[@type]"):
            counts = {}
            for pattern in length.findall("decimalFormat/pattern[@type]"):
                counts.setdefault(pattern.get("count"), {})[pattern.get("type")] = pattern.text
            for count, patterns in counts.items():
                if count in COUNTS:
                    key = "cd" + length.get("type")[0]
                    result[f"{key}/{system}/{count}"] = FIELD.join(patterns.get(power, "") for power in POWERS)


def text_of(value):
    return getattr(value, "pattern", value)


def record(pairs):
    return FIELD.join(f"{key}={value}" for key, value in pairs)


def numbers(data, items):
    system = data["default_numbering_system"]
    items["ns"] = system
    for name, symbols in data["number_symbols"].items():
        if symbols.get("alias") is None and "decimal" in symbols:
            items[f"sym/{name}"] = FIELD.join(symbols.get(symbol, "") for symbol in SYMBOLS)
    for key, source, kind in (("dec", "decimal_formats", None), ("pct", "percent_formats", None), ("sci", "scientific_formats", None),
                              ("cur", "currency_formats", "standard"), ("acc", "currency_formats", "accounting")):
        if kind in data[source]:
            items[f"{key}/latn"] = text_of(data[source][kind])
    for length, key in (("short", "cds"), ("long", "cdl")):
        for count, patterns in data["compact_decimal_formats"].get(length, {}).items():
            if count in COUNTS:
                items[f"{key}/latn/{count}"] = FIELD.join(text_of(patterns[power]) if power in patterns else "" for power in POWERS)
    for count, patterns in data["compact_currency_formats"].get("short", {}).items():
        if count in COUNTS:
            items[f"ccs/latn/{count}"] = FIELD.join(text_of(patterns[power]) if power in patterns else "" for power in POWERS)
    items["cup"] = record(sorted((count, pattern) for count, pattern in data["currency_unit_patterns"].items()))
    for code, symbol in data["currency_symbols"].items():
        items[f"cs/{code}"] = symbol
    plural = data["currency_names_plural"]
    for code, name in data["currency_names"].items():
        pairs = sorted(plural[code].items()) if code in plural else []
        items[f"cu/{code}"] = intl_reference.currency_names(name, dict(pairs))


def dates(data, items):
    for name, key in (("months", "mon"), ("days", "day"), ("quarters", "qtr")):
        for context, mark in (("format", "f"), ("stand-alone", "s")):
            for width, letter in WIDTHS:
                values = data[name][context].get(width, {})
                order = (6, 0, 1, 2, 3, 4, 5) if name == "days" else sorted(values)
                if values:
                    items[f"{key}/{mark}/{letter}"] = FIELD.join(values.get(index, "") for index in order)
    for width, letter in WIDTHS:
        values = data["eras"].get(width, {})
        if values:
            items[f"era/{letter}"] = FIELD.join(values.get(index, "") for index in (0, 1))
    for context, mark in (("format", "f"), ("stand-alone", "s")):
        for width, letter in WIDTHS:
            values = data["day_periods"].get(context, {}).get(width, {})
            if values:
                items[f"dp/{mark}/{letter}"] = record(sorted(values.items()))
    lengths = ("full", "long", "medium", "short")
    short = text_of(data["time_formats"]["short"])
    items["df"] = FIELD.join(text_of(data["date_formats"][length]) for length in lengths)
    items["tf"] = FIELD.join(text_of(data["time_formats"][length]) for length in lengths)
    items["dtf"] = FIELD.join(data["datetime_formats"][length] for length in lengths)
    relative = data["datetime_formats_relative"] if "datetime_formats_relative" in data else {}
    items["dta"] = FIELD.join(relative.get(length, data["datetime_formats"][length]) for length in lengths)
    for skeleton, pattern in data["datetime_skeletons"].items():
        pattern = text_of(pattern)
        # Babel keeps the variant with ASCII spaces.
        if "\u202fa" in short:
            pattern = pattern.replace(" a", "\u202fa")
        items[f"sk/{skeleton}"] = pattern
    intervals(data["interval_formats"], items)
    rules = data["day_period_rules"].get(None, {}) if "day_period_rules" in data else {}
    pairs = []
    for period, times in rules.items():
        for time in times:
            if "at" in time:
                pairs.append((period, f"{time['at'] // 3600}"))
            else:
                pairs.append((period, f"{time['from'] // 3600}-{time['before'] // 3600}"))
    if pairs:
        items["dpr"] = record(sorted(pairs))


def intervals(formats, items):
    """Patterns of ranges of dates: by skeleton, and by the letter of the largest field that differs."""
    for skeleton in formats:
        if skeleton is None:
            items["ivf"] = text_of(formats[skeleton])
            continue
        # Babel divides a pattern where its second date begins, and writes quotes around literals that had some.
        pairs = sorted((letter, "".join(parts).replace("''", "")) for letter, parts in formats[skeleton].items())
        items[f"iv/{skeleton}"] = record(pairs)


def words(data, items):
    lists = data["list_patterns"]
    parts = ("start", "middle", "end", "2")

    def pattern(names):
        merged = {}
        for name in reversed(names):
            merged.update(lists.get(name, {}))
        return FIELD.join(merged.get(part, "{0}, {1}") for part in parts)

    for kind, base in (("and", "standard"), ("or", "or")):
        items[f"list/{kind}/long"] = pattern([base])
        items[f"list/{kind}/short"] = pattern([base + "-short", base])
        items[f"list/{kind}/narrow"] = pattern([base + "-narrow", base + "-short", base])
    items["list/unit/short"] = pattern(["unit-short", "standard"])
    items["list/unit/long"] = pattern(["unit", "unit-short", "standard"])
    items["list/unit/narrow"] = pattern(["unit-narrow", "unit-short", "standard"])
    for field in FIELDS:
        for style, suffix in (("long", ""), ("short", "-short"), ("narrow", "-narrow")):
            values = data["date_fields"].get(field + suffix)
            if values is None:
                continue
            pairs = [(f"r{key}", value) for key, value in sorted(values.get("relative", {}).items())]
            for tense in ("future", "past"):
                pairs += [(f"{tense[0]}.{count}", value) for count, value in sorted(values.get(tense, {}).items())]
            items[f"rel/{field}/{style}"] = record(pairs)
    for name in data["unit_patterns"]:
        unit = name.split("-", 1)[1]
        if unit not in UNITS:
            continue
        for style in STYLES:
            values = data["unit_patterns"][name].get(style, {})
            pairs = sorted((count, value) for count, value in values.items() if count in COUNTS or count == "per")
            if pairs:
                items[f"unit/{unit}/{style}"] = record(pairs)
    per = data["compound_unit_patterns"].get("per", {})
    for style in STYLES:
        value = per.get(style, {})
        if isinstance(value, str):
            items[f"per/{style}"] = value
        elif value.get("compound"):
            items[f"per/{style}"] = value["compound"]
    for prefix, source in (("ln", "languages"), ("rn", "territories"), ("sn", "scripts")):
        for code, name in data[source].items():
            items[f"{prefix}/{code.replace('_', '-')}"] = name
    for name, key in (("locale_display_pattern", "ldp"),):
        if name in data:
            items[key] = str(data[name])
    items["dir"] = "rtl" if data["character_order"] == "right-to-left" else "ltr"


def plural_rules(folder, root):
    for file, key in (("plurals.xml", "pl"), ("ordinals.xml", "po")):
        for rules in ET.parse(folder / file).getroot().iter("pluralRules"):
            text = record((rule.get("count"), rule.text.split("@")[0].strip()) for rule in rules if rule.get("count") != "other")
            for language in rules.get("locales").split():
                root[f"{key}/{language.replace('_', '-')}"] = text


def regions(locales, cldr, root):
    tree = ET.parse(cldr / "supplemental" / "supplementalData.xml").getroot()
    for hours in tree.iter("hours"):
        for region in hours.get("regions").split():
            root[f"hc/{region.replace('_', '-')}"] = f"{hours.get('preferred')}{FIELD}{hours.get('allowed')}"
    for name in locales.names:
        territory = name.rsplit("_", 1)[-1]
        if len(territory) == 2 and territory.isupper():
            root[f"wk/{territory}"] = str(locales.data(name)["week_data"]["first_day"] + 1)
    bases = {name.split("_")[0] for name in locales.names} | {"und"}
    for source, target in locales.likely.items():
        parts = target.split("_")
        if len(parts) == 3 and source.split("_")[0] in bases:
            root[f"ls/{source.replace('_', '-')}"] = target.replace("_", "-")
    for code, fraction in locales.fractions.items():
        root[f"fr/{code}"] = str(fraction[0])
    systems = ET.parse(cldr / "supplemental" / "numberingSystems.xml").getroot()
    for system in systems.iter("numberingSystem"):
        if system.get("type") == "numeric":
            root[f"dg/{system.get('id')}"] = system.get("digits")


def kept(locales):
    """Codes whose names are kept: languages and scripts with locales, currencies in use."""
    bases = {name.split("_")[0] for name in locales.names}
    languages = {base for base in bases if len(base) == 2 or len(locales.data(base)["languages"]) > 100}
    languages |= {"_".join(name.split("_")[:2]) for name in ("zh_Hans", "zh_Hant", "sr_Latn", "pt_BR", "pt_PT", "en_GB", "en_US", "en_AU", "en_CA",
                                                             "es_419", "es_ES", "es_MX", "fr_CA", "fr_CH", "de_AT", "de_CH", "nl_BE", "fa_AF")}
    scripts = {part for name in locales.names for part in name.split("_") if len(part) == 4}
    scripts |= {parts[1] for base, full in locales.likely.items() if base in languages and len(parts := full.split("_")) == 3}
    scripts |= {"Hans", "Hant", "Jpan", "Kore", "Latn", "Zxxx", "Zyyy", "Zzzz", "Brai"}
    return languages, scripts


def filter_names(locales, flat):
    languages, scripts = kept(locales)
    for items in flat.values():
        for key in list(items):
            prefix, _, code = key.partition("/")
            if prefix == "ln" and code.replace("-", "_") not in languages or prefix == "sn" and code not in scripts \
                    or prefix in ("cu", "cs", "cn") and code not in locales.tender:
                del items[key]


def flatten(locales, older, reference):
    """Items of each locale, without those equal to its parent's."""
    flat = {}
    names = ["root"] + [name for name in locales.names if name != "root"]
    for name in names:
        items = {}
        data = locales.data(name)
        for part in (numbers, dates, words):
            part(data, items)
        flat[name] = items
    older_items = {name: older.items(name) for name in names}
    full_older = {}
    for name in names:
        inherited = dict(full_older.get(locales.parent(name), {}))
        inherited.update(older_items[name])
        full_older[name] = inherited
    filter_names(locales, flat)
    filter_names(locales, full_older)
    count = 0
    for name in names:
        items = {**flat[name], **full_older[name]}
        data = reference.get(name.replace("_", "-"))
        if data is not None:
            changed = intl_reference.corrections(items, data)
            count += len(changed)
            items.update(changed)
        flat[name] = items
    print(f"{count} items corrected")
    result = {}
    for name in names:
        own = dict(flat[name])
        parent = locales.parent(name)
        if parent is not None:
            own = {key: value for key, value in own.items() if flat[parent].get(key) != value}
        result[name] = own
    return result


def write(path, result, parents):
    keys = sorted({key for items in result.values() for key in items}, key=lambda key: key.encode())
    numbers_of = {key: index for index, key in enumerate(keys)}
    pool, offsets = bytearray(), {}

    def intern(text):
        if text not in offsets:
            data = text.encode()
            offsets[text] = len(pool)
            pool.extend(struct.pack("<H", len(data)) if len(data) >= 128 else bytes([len(data) << 1 | 1]))
            if len(data) >= 128:
                pool[-2:] = bytes([(len(data) & 0x7F) << 1, len(data) >> 7])
            pool.extend(data)
        return offsets[text]

    names = sorted(result, key=lambda name: name.replace("_", "-").encode())
    index = {name: position for position, name in enumerate(names)}
    entries, table = bytearray(), bytearray()
    for name in names:
        start = len(entries) // 5
        for key in sorted(result[name], key=numbers_of.get):
            entries.extend(struct.pack("<H", numbers_of[key]) + struct.pack("<I", intern(result[name][key]))[:3])
        parent = parents(name)
        table.extend(struct.pack("<IHHI", intern(name.replace("_", "-")), 0xFFFF if parent is None else index[parent], 0, start))
    key_table = b"".join(struct.pack("<I", intern(key)) for key in keys)
    header = b"TLD1" + struct.pack("<IIII", len(keys), len(names), len(entries) // 5, len(pool))
    path.write_bytes(header + key_table + bytes(table) + bytes(entries) + bytes(pool))
    print(f"{path}: {len(names)} locales, {len(keys)} keys, {len(entries) // 5} entries, {path.stat().st_size} bytes")


def main():
    parser = argparse.ArgumentParser()
    for name in ("--babel", "--cldr", "--rules"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("-o", dest="output", type=Path, required=True)
    parser.add_argument("--intl", type=Path)
    parser.add_argument("--locales", help="languages to keep, with commas: de,fr,ar (default: all)")
    options = parser.parse_args()
    locales = Locales(options.babel)
    if options.locales:
        languages = set(options.locales.split(","))
        locales.names = [name for name in locales.names if name == "root" or name.split("_")[0] in languages]
    result = flatten(locales, OlderData(options.cldr), intl_reference.load(options.intl))
    plural_rules(options.rules, result["root"])
    regions(locales, options.cldr, result["root"])
    write(options.output, result, locales.parent)


if __name__ == "__main__":
    main()
