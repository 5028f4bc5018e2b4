#!/usr/bin/env python3
"""Makes TesseraSans.ttf, the font that is compiled into CRender, from Inter's variable font.

    apt-get download fonts-inter-variable && dpkg -x fonts-inter-variable_*.deb inter
    pip install fonttools==4.68.0
    CRender/fonts/make_embedded_font.py inter/usr/share/fonts/truetype/inter-vf/Inter.var.ttf CRender/fonts/TesseraSans.ttf

Keeps both axes (wght 100..900, slnt -10..0), Latin, Greek, Cyrillic, punctuation, currency, arrows, mathematics, box drawing and
geometric shapes where Inter has them, and the features named below. The family is renamed, because a changed font
must not carry the name of the original (SIL Open Font License, see OFL.txt beside this file).
"""
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

FAMILY = "Tessera Sans"
UNICODES = (
    "20-7E,A0-17F,192,18F,1A0-1A1,1AF-1B0,1CD-1DC,1E2-1E3,1E6-1E7,1F4-1F5,1FC-1FF,218-21B,259,2BC,2C6-2C7,2C9,2D8-2DD,"
    "300-30C,323,326-328,331,338,386-3CE,400-45F,490-493,4AE-4B1,4D8-4D9,4E8-4E9,1E9E,1EA0-1EF9,2000-206F,2070-209F,20A0-20BF,"
    "2113,2116,2117,2122,2126,2150-215F,2190-21FF,2200-22FF,2300-23FF,2500-25FF,2600-27BF,2B00-2BFF,FB00-FB06,FFFD")
FEATURES = ["kern", "liga", "ccmp", "locl", "mark", "mkmk", "calt", "tnum", "case"]


def unicodes():
    for part in UNICODES.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def main(source, target):
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options(layout_features=FEATURES, hinting=False, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14], notdef_outline=True)
    worker = subset.Subsetter(options)
    worker.populate(unicodes=list(unicodes()))
    worker.subset(font)
    names = font["name"]
    for record in list(names.names):
        text = {1: FAMILY, 3: FAMILY + " 1.0", 4: FAMILY, 6: FAMILY.replace(" ", "") + "-Regular"}.get(record.nameID)
        if text:
            record.string = text
        elif record.nameID > 255 and record.nameID not in {a.axisNameID for a in font["fvar"].axes}:
            names.names.remove(record)
    font["fvar"].instances = []
    if "STAT" in font:
        del font["STAT"]
    font.save(target)


main(*sys.argv[1:3])
