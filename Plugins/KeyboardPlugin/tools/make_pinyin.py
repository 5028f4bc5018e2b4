#!/usr/bin/env python3
"""Writes Chinese words by their Pinyin to PinyinWords.swift.

    Plugins/KeyboardPlugin/tools/make_pinyin.py dict.txt

`dict.txt` is the list of words with frequencies of jieba 0.42.1 (MIT license, PyPI). The sounds are those of pypinyin 0.55.0 (MIT license, PyPI),
which must be installed. An entry is the letters of a sound and its single signs, or letters, the frequency of the first word (0 is the highest of 10)
and words. `|` separates entries.
"""
import collections
import os
import sys

from pypinyin import lazy_pinyin

HERE = os.path.dirname(os.path.abspath(__file__))
SWIFT = os.path.join(HERE, "..", "Sources", "Composition", "PinyinWords.swift")
SIGNS_PER_SOUND = 64
SIGNS = 5000
WORDS = 6000
NAMES = ("nr", "nt", "nz")
# Words of everyday speech, which are rare in the texts that were counted.
EVERYDAY = (
    "你好 您好 谢谢 再见 请问 请进 不客气 对不起 没关系 早上好 下午好 晚上好 晚安 欢迎 不好意思 好的 可以 没问题 明天见 生日快乐 新年快乐 加油 "
    "厨房 客厅 卧室 浴室 阳台 车库 温度 湿度 空调 暖气 灯光 窗帘 门锁 密码 闹钟 定时 开关 打开 关闭 设置 确定 取消 返回 洗衣机 咖啡 牛奶 音乐 电影"
).split()


def is_sign(character):
    return "\u4e00" <= character <= "\u9fff"


def main():
    rows = []
    with open(sys.argv[1], encoding="utf-8") as file:
        for line in file:
            word, count, kind = line.split()
            if all(map(is_sign, word)) and len(word) <= 4:
                rows.append((word, int(count), kind))
    rows.sort(key=lambda row: (-row[1], row[0]))
    rows = [(word, rows[1000][1], "l") for word in EVERYDAY] + [row for row in rows if row[0] not in EVERYDAY]
    signs = collections.defaultdict(collections.Counter)
    total = collections.Counter()
    words = collections.defaultdict(list)
    ranks = {}
    kept = 0
    for word, count, kind in rows[:120000]:
        sounds = lazy_pinyin(word)
        if len(sounds) != len(word) or not all(sound.isascii() and sound.isalpha() for sound in sounds):
            continue
        for character, sound in zip(word, sounds):
            signs[sound][character] += count
            total[character] += count
        if len(word) > 1 and kept < WORDS and not kind.startswith(NAMES):
            letters = "".join(sounds)
            ranks.setdefault(letters, kept * 10 // WORDS)
            words[letters].append(word)
            kept += 1
    common = {character for character, _ in total.most_common(SIGNS)}
    lines = []
    for sound in sorted(signs):
        found = [character for character, _ in signs[sound].most_common() if character in common][:SIGNS_PER_SOUND]
        if found:
            lines.append("%s %s" % (sound, "".join(found)))
    for letters in sorted(words):
        lines.append("%s%d %s" % (letters, ranks[letters], " ".join(words[letters])))
    with open(SWIFT, "w", encoding="utf-8") as file:
        file.write("// Made by tools/make_pinyin.py from the words of jieba and the sounds of pypinyin. Do not edit.\n\n")
        file.write("/// Chinese words by their Pinyin.\nenum PinyinWords {\n  static let text: StaticString = #\"\"\"\n")
        row = ""
        for line in lines:
            if len((row + line).encode()) > 360:
                file.write("    %s\n" % row)
                row = ""
            row += ("|" if row else "") + line
        file.write("    %s\n" % row)
        file.write("    \"\"\"#\n}\n")


main()
