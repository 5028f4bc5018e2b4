#!/usr/bin/env python3
"""Makes the fonts, photographs and the clip of the examples, from Debian packages and four photographs.

    apt-get install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji
    pip install fonttools==4.68.0 pillow numpy
    docs/examples/assets/make_assets.py PHOTOS docs/examples/assets

PHOTOS is a folder with astronaut.jpg, chelsea.jpg, coffee.jpg and rocket.jpg, the sample pictures of scikit-image; README.md beside
this file says where they come from. Run again on the same inputs it writes the same bytes, apart from what another version of the
libraries compresses differently.
"""
import pathlib
import sys

import numpy
from fontTools import subset
from fontTools.ttLib import TTFont
from PIL import Image

FONTS = pathlib.Path("/usr/share/fonts")
# The commonest characters of written Chinese, then what the example scenes and tests say.
CJK = (
    "的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军"
    "二无同么经法当起与好看学进种将还分此心前面又定见只主没公从今回很己最但现前些所同手因高长明间已美开度等部问关机相体面力理气水点意外把西新老头"
    "名海第情山文走字字信东代正物万通入声全期王表内文原位百比五六七八九四月火木金土早晚夜星光风雨雪春夏秋冬花草树鸟鱼马牛羊书车门房间灯电视话"
    "网路城市街店饭茶酒菜米面包果红黄蓝绿白黑色快慢热冷暖远近左右男女父母爸妈哥姐弟妹朋友爱笑哭想听写读画唱跳跑飞游买卖送给叫让帮请谢您安静美丽"
    "发射火箭今晚咖啡准备好加油永旅途愉快乐平安舱直播观众欢迎世界语言文字中华民汉简繁体图形渲染节点布局框架嵌入式系统设备屏幕像素")
JAPANESE = (
    "、あくこさしすせそたちてとなにのはへべまりるをんイウオカキクコサシスセタッデトドニピフペボマメモャュルロンー一不中了人他"
    "位使保信停全再分削前動午去取台右号器図地境声夜字存完定左幅幕年度彩後戻択接改文新旅日明時曜更月本検機次止消温然物生用画界"
    "目相示秒移索細絵続線置自色行表見言記設詳語送透選量開間除隠面音項顔食")
CJK_RANGES = ["3000-3003", "3008-3011", "FF01-FF0F", "FF1A-FF1F"]
EMOJI = [
    "🚀", "☕", "🐈", "🎉", "👋", "😀", "😊", "😂", "😍", "❤️", "👍", "🙏", "🌙", "⭐", "✨", "🌍", "🔔", "📷", "💡", "🏠", "🌧️", "☀️", "🔥", "🎵",
    "👋🏽", "👩🏾‍🚀", "👩‍🚀", "👨‍👩‍👧‍👦", "🏳️‍🌈", "🇮🇳", "🇪🇬", "🇨🇳", "🇺🇸", "1️⃣",
]


def options(**more):
    return subset.Options(
        hinting=False, layout_features=["*"], name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14], name_languages=[0x409], notdef_outline=True,
        recalc_timestamp=False, **more)


def save(font, target):
    # Without the repacker the bytes do not depend on whether uharfbuzz is installed.
    font.cfg["fontTools.ttLib.tables.otBase:USE_HARFBUZZ_REPACKER"] = False
    font.save(target)


def codes(ranges):
    for part in ranges:
        first, _, last = part.partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def cut(source, target, unicodes, number=-1):
    font = TTFont(FONTS / source, fontNumber=number, recalcTimestamp=False)
    worker = subset.Subsetter(options())
    worker.populate(unicodes=sorted(set(unicodes)))
    worker.subset(font)
    save(font, target)


def cut_emoji(target):
    """Keeps the glyphs of EMOJI only: closing over ligatures would keep every family that can be put together from its members."""
    font = TTFont(FONTS / "truetype/noto/NotoColorEmoji.ttf", recalcTimestamp=False)
    characters = font.getBestCmap()
    ligatures = {}
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            for first, found in getattr(getattr(table, "ExtSubTable", table), "ligatures", {}).items():
                for ligature in found:
                    ligatures[(first, *ligature.Component)] = ligature.LigGlyph
    keep, unicodes = set(), set()
    for text in EMOJI:
        points = [ord(c) for c in text]
        unicodes.update(points)
        glyphs = tuple(characters[p] for p in points if p != 0xFE0F or len(points) > 2 and p in characters)
        plain = tuple(g for g, p in zip((characters.get(p) for p in points), points) if p != 0xFE0F)
        keep.update(plain)
        if len(plain) > 1:
            keep.add(ligatures.get(tuple(glyphs)) or ligatures[plain])
    worker = subset.Subsetter(options(layout_closure=False))
    worker.populate(unicodes=sorted(unicodes), glyphs=sorted(keep))
    worker.subset(font)
    save(font, target)


def photo(source, target, size, box=None, quality=82):
    """Crops to `box` (left, top, right, bottom, shares of the picture) and shrinks to `size`."""
    picture = Image.open(source).convert("RGB")
    if box:
        w, h = picture.size
        picture = picture.crop((round(box[0] * w), round(box[1] * h), round(box[2] * w), round(box[3] * h)))
    if size:
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    picture.save(target, quality=quality, optimize=True, progressive=False)


def clip(source, target, width=208, height=112, frames=8):
    """A slow push towards the cat's eyes: Y4M, 4:2:0, BT.601 in limited range, 8 frames a second."""
    picture = Image.open(source).convert("RGB")
    with open(target, "wb") as out:
        out.write(f"YUV4MPEG2 W{width} H{height} F8:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n".encode())
        for i in range(frames):
            t = i / (frames - 1)
            w = picture.width * (1 - 0.12 * t)
            h = w * height / width
            x, y = 0.35 * (picture.width - w), 0.22 * (picture.height - h)
            rgb = numpy.asarray(
                picture.resize((width, height), Image.Resampling.LANCZOS, box=(x, y, x + w, y + h)), dtype=numpy.float64) / 255
            luma = rgb @ [0.299, 0.587, 0.114]
            small = rgb.reshape(height // 2, 2, width // 2, 2, 3).mean(axis=(1, 3))
            small_luma = small @ [0.299, 0.587, 0.114]
            blue, red = (small[..., 2] - small_luma) / 1.772, (small[..., 0] - small_luma) / 1.402
            out.write(b"FRAME\n")
            for plane, scale, offset in ((luma, 219, 16), (blue, 224, 128), (red, 224, 128)):
                out.write(numpy.clip(numpy.rint(plane * scale + offset), 0, 255).astype(numpy.uint8).tobytes())


def main(photos, target):
    photos, target = pathlib.Path(photos), pathlib.Path(target)
    fonts = target / "fonts"
    latin = list(codes(["20-7E", "A0-17F", "2010-2027", "2030", "2039-203A", "20AC", "2122", "2190-2193", "2212", "25CC"]))
    cut("truetype/noto/NotoSans-Regular.ttf", fonts / "NotoSans-Regular.ttf", latin)
    cut("truetype/noto/NotoSans-Bold.ttf", fonts / "NotoSans-Bold.ttf", latin)
    cut(
        "truetype/noto/NotoSansArabic-Regular.ttf", fonts / "NotoSansArabic-Regular.ttf",
        codes(["20", "600-605", "60B-61B", "61F-65E", "660-673", "679", "67E", "686", "688", "691", "698", "6A9", "6AF", "6BA", "6BE",
               "6C1-6C3", "6CC", "6D2-6D5", "6F0-6F9", "200C-200F", "25CC"]))
    cut(
        "truetype/noto/NotoSansDevanagari-Regular.ttf", fonts / "NotoSansDevanagari-Regular.ttf",
        codes(["20", "900-97F", "200C-200D", "25CC"]))
    cut(
        "opentype/noto/NotoSansCJK-Regular.ttc", fonts / "NotoSansSC-Regular.otf",
        [ord(c) for c in CJK] + list(codes(CJK_RANGES)), number=2)
    cut(
        "opentype/noto/NotoSansCJK-Regular.ttc", target / "fonts-ja/NotoSansJP-Regular.otf", [ord(c) for c in JAPANESE], number=0)
    cut_emoji(fonts / "NotoColorEmoji.ttf")
    photo(photos / "rocket.jpg", target / "photos/launch-pad.jpg", None, quality=88)
    photo(photos / "astronaut.jpg", target / "photos/astronaut.jpg", (256, 256), (0.22, 0.0, 0.66, 0.44))
    photo(photos / "coffee.jpg", target / "photos/espresso.jpg", (480, 320))
    photo(photos / "chelsea.jpg", target / "photos/cat.jpg", (400, 266))
    clip(photos / "chelsea.jpg", target / "video/cat.y4m")


main(*sys.argv[1:3])
