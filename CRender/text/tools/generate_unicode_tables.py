#!/usr/bin/env python3
"""Writes unicode_tables.c: what segment.c and words.c need to know about each code point, as a two-stage table.

    CRender/text/tools/generate_unicode_tables.py /usr/share/unicode CRender/text/unicode_tables.c

Source: the Unicode Character Database (Debian package unicode-data). The classes follow UAX #14 (line breaking, with LB1 resolved),
UAX #29 (words; grapheme clusters, the Indic conjunct classes of GB9c derived as version 15.1 defines them) and UTS #51 (emoji).
"""
import re
import sys

LB = ("AL BK CR LF NL SP ZW WJ GL CM ZWJ BA HY BB B2 CB CL CP EX IN NS OP QU IS NU PO PR SY HL ID EB EM JL JV JT H2 H3 RI "
      "OP_EAST CP_EAST PICT_UNASSIGNED").split()
GCB = "Other CR LF Control Extend ZWJ Regional_Indicator Prepend SpacingMark L V T LV LVT".split()
INCB = "none consonant linker extend".split()
WB = ("Other CR LF Newline Extend ZWJ Format Katakana Hebrew_Letter ALetter Single_Quote Double_Quote MidNumLet MidLetter MidNum Numeric "
      "ExtendNumLet Regional_Indicator WSegSpace").split()
EXT_PICT, EMOJI, EMOJI_PRESENTATION, EMOJI_MODIFIER, EMOJI_MODIFIER_BASE, BIDI, WHITE, IGNORABLE = (1 << i for i in range(8))
SHIFT = 6
N = 0x110000


def ranges(path, fields=2):
    for line in open(path, encoding="utf-8"):
        missing = line.startswith("# @missing:")
        line = (line[11:] if missing else line).split("#")[0]
        if missing:
            continue
        parts = [p.strip() for p in line.split(";")]
        if len(parts) < fields:
            continue
        first, _, last = parts[0].partition("..")
        yield int(first, 16), int(last or first, 16), parts[1:]


def fill(path, default, convert=lambda v: v[0], wanted=lambda v: True):
    out = [default] * N
    for first, last, values in ranges(path):
        if wanted(values):
            for c in range(first, last + 1):
                out[c] = convert(values)
    return out


def main(ucd, target):
    category = fill(ucd + "/extracted/DerivedGeneralCategory.txt", "Cn")
    width = fill(ucd + "/EastAsianWidth.txt", "N")
    raw = fill(ucd + "/LineBreak.txt", "XX")
    script = fill(ucd + "/Scripts.txt", "Zzzz")
    gcb = fill(ucd + "/auxiliary/GraphemeBreakProperty.txt", "Other")
    word = fill(ucd + "/auxiliary/WordBreakProperty.txt", "Other")
    syllabic = fill(ucd + "/IndicSyllabicCategory.txt", "Other")
    ccc = fill(ucd + "/extracted/DerivedCombiningClass.txt", "0")
    bidi = fill(ucd + "/extracted/DerivedBidiClass.txt", "L")
    flags = [0] * N
    names = {"Extended_Pictographic": EXT_PICT, "Emoji": EMOJI, "Emoji_Presentation": EMOJI_PRESENTATION,
             "Emoji_Modifier": EMOJI_MODIFIER, "Emoji_Modifier_Base": EMOJI_MODIFIER_BASE}
    for first, last, values in ranges(ucd + "/emoji/emoji-data.txt"):
        for c in range(first, last + 1):
            flags[c] |= names.get(values[0], 0)
    for first, last, values in ranges(ucd + "/DerivedCoreProperties.txt"):
        if values[0] == "Default_Ignorable_Code_Point":
            for c in range(first, last + 1):
                flags[c] |= IGNORABLE
    for first, last, values in ranges(ucd + "/PropList.txt"):
        if values[0] == "White_Space":
            for c in range(first, last + 1):
                if c not in (0xA0, 0x202F, 0x2007):  # these do not hang at the end of a line
                    flags[c] |= WHITE
    # Unassigned code points of the blocks for right-to-left scripts are right-to-left too: "@missing" in DerivedBidiClass.txt.
    for first, last in ((0x590, 0x8FF), (0xFB1D, 0xFDCF), (0xFDF0, 0xFDFF), (0xFE70, 0xFEFF), (0x10800, 0x10FFF), (0x1E800, 0x1EFFF)):
        for c in range(first, last + 1):
            if category[c] == "Cn":
                bidi[c] = "R"
    for c in range(N):
        if bidi[c] in ("R", "AL", "AN", "RLE", "LRE", "RLO", "LRO", "PDF", "RLI", "LRI", "FSI", "PDI"):
            flags[c] |= BIDI
    conjunct_scripts = {"Bengali", "Devanagari", "Gujarati", "Oriya", "Telugu", "Malayalam"}
    records, index, stage = {}, [], []
    for c in range(N):
        lb = raw[c]
        if lb in ("XX",):
            # Unassigned: ID where the standard reserves the block for ideographs and pictographs, PR for currency.
            if 0x3400 <= c <= 0x4DBF or 0x4E00 <= c <= 0x9FFF or 0xF900 <= c <= 0xFAFF or 0x20000 <= c <= 0x2FFFD \
                    or 0x30000 <= c <= 0x3FFFD or 0x1F000 <= c <= 0x1FAFF or 0x1FC00 <= c <= 0x1FFFD:
                lb = "ID"
            elif 0x20A0 <= c <= 0x20CF:
                lb = "PR"
        if lb in ("AI", "SG", "XX"):
            lb = "AL"
        elif lb == "SA":
            lb = "CM" if category[c] in ("Mn", "Mc") else "AL"
        elif lb == "CJ":
            lb = "NS"
        if lb in ("OP", "CP") and width[c] in ("F", "W", "H"):
            lb += "_EAST"
        if category[c] == "Cn" and flags[c] & EXT_PICT and lb == "ID":
            lb = "PICT_UNASSIGNED"
        incb = 0
        if syllabic[c] == "Virama" and script[c] in conjunct_scripts:
            incb = 2
        elif syllabic[c] == "Consonant" and script[c] in conjunct_scripts:
            incb = 1
        elif gcb[c] == "ZWJ" or (gcb[c] == "Extend" and ccc[c] != "0"):
            incb = 3
        record = (LB.index(lb), GCB.index(gcb[c]), incb, WB.index(word[c]), flags[c])
        stage.append(records.setdefault(record, len(records)))
    assert len(records) <= 256, len(records)
    blocks, first = {}, []
    size = 1 << SHIFT
    for b in range(0, N, size):
        first.append(blocks.setdefault(tuple(stage[b:b + size]), len(blocks)))
    assert len(blocks) <= 65536
    wide = "uint8_t" if len(blocks) <= 256 else "uint16_t"
    version = re.search(r"-(\d+\.\d+\.\d+)", open(ucd + "/LineBreak.txt").readline()).group(1)

    def rows(values, per=32):
        return "".join("  " + ",".join(map(str, values[i:i + per])) + ",\n" for i in range(0, len(values), per))

    with open(target, "w") as out:
        out.write(f"// Made by tools/generate_unicode_tables.py from the Unicode Character Database {version}. Do not edit.\n")
        out.write("// clang-format off\n#include \"unicode_tables.h\"\n\n")
        out.write(f"const cr_unicode_record cr_unicode_records[{len(records)}] = {{\n")
        for lb, g, i, w, f in records:
            out.write(f"  {{{lb}, {g}, {i}, {w}, {f}}},\n")
        out.write(f"}};\n\nconst {wide} cr_unicode_first[{len(first)}] = {{\n{rows(first)}}};\n\n")
        flat = [v for b in blocks for v in b]
        out.write(f"const uint8_t cr_unicode_second[{len(flat)}] = {{\n{rows(flat)}}};\n")
    header = target[:-1] + "h"
    with open(header, "w") as out:
        out.write(f"""// Made by tools/generate_unicode_tables.py from the Unicode Character Database {version}. Do not edit.
// clang-format off
#ifndef CR_UNICODE_TABLES_H
#define CR_UNICODE_TABLES_H
#include <stdint.h>

/// Line breaking classes of UAX #14 after LB1; OP and CP are split by East Asian width (LB30), unassigned pictographs by LB30b.
enum {{ {", ".join("LB_" + n for n in LB)}, LB_COUNT }};
/// Grapheme cluster break classes of UAX #29.
enum {{ {", ".join("GCB_" + n.upper() for n in GCB)} }};
/// Indic conjunct break classes of UAX #29, rule GB9c.
enum {{ {", ".join("INCB_" + n.upper() for n in INCB)} }};
/// Word break classes of UAX #29.
enum {{ {", ".join("WB_" + n.upper() for n in WB)} }};
enum {{
  CR_UNI_EXT_PICT = {EXT_PICT}, CR_UNI_EMOJI = {EMOJI}, CR_UNI_EMOJI_PRESENTATION = {EMOJI_PRESENTATION},
  CR_UNI_EMOJI_MODIFIER = {EMOJI_MODIFIER}, CR_UNI_EMOJI_MODIFIER_BASE = {EMOJI_MODIFIER_BASE},
  CR_UNI_BIDI = {BIDI},       // needs the bidirectional algorithm
  CR_UNI_WHITE = {WHITE},      // white space that hangs at the end of a line
  CR_UNI_IGNORABLE = {IGNORABLE}, // Default_Ignorable_Code_Point
}};
typedef struct {{ uint8_t line_break, grapheme_break, conjunct_break : 2, word_break : 6, flags; }} cr_unicode_record;
extern const cr_unicode_record cr_unicode_records[{len(records)}];
extern const {wide} cr_unicode_first[{len(first)}];
extern const uint8_t cr_unicode_second[{len(flat)}];

/// What is known about code point `c`; values above U+10FFFF count as U+FFFD.
static inline const cr_unicode_record *cr_unicode(uint32_t c) {{
  if (c > 0x10FFFF) c = 0xFFFD;
  return &cr_unicode_records[cr_unicode_second[((uint32_t)cr_unicode_first[c >> {SHIFT}] << {SHIFT}) | (c & {size - 1})]];
}}
#endif
""")
    print(len(records), "records,", len(blocks), "blocks,", len(flat) + len(first) * (1 if wide == "uint8_t" else 2), "bytes")


main(*sys.argv[1:3])
