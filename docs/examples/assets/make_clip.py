#!/usr/bin/env python3
"""Makes video/clip.mp4, the test pattern of docs/examples/video.yaml: a disc that moves over hills, and the number of the frame in eight blocks.

Needs ffmpeg (Debian's package ffmpeg). The clip is in the public domain (CC0).
"""
import math
import pathlib
import subprocess

WIDTH, HEIGHT, RATE, FRAMES = 320, 180, 25, 100


def hill(x, base, swing, length, shift):
    return base + swing * math.sin(x / length + shift)


def frame(number):
    """Returns the RGB pixels of a frame, row by row."""
    time = number / FRAMES
    sun_x, sun_y = 40 + 240 * time, 90 - 60 * math.sin(math.pi * time)
    rows = bytearray()
    for y in range(HEIGHT):
        sky = (30 + y // 2, 60 + y // 2, 120 + y // 3)
        for x in range(WIDTH):
            color = sky
            if (x - sun_x) ** 2 + (y - sun_y) ** 2 < 18 * 18:
                color = (250, 190, 60)
            if y > hill(x, 110, 14, 40, 0.4):
                color = (60, 100, 70)
            if y > hill(x, 135, 10, 28, 2.0 + 2 * math.pi * time):
                color = (35, 65, 50)
            if y >= HEIGHT - 20 and 40 <= x < 280:
                bit = 7 - (x - 40) // 30
                color = (235, 235, 235) if number >> bit & 1 else (16, 16, 16)
            rows += bytes(color)
    return bytes(rows)


def main():
    target = pathlib.Path(__file__).with_name("video") / "clip.mp4"
    command = (
        f"ffmpeg -loglevel error -y -f rawvideo -pix_fmt rgb24 -s {WIDTH}x{HEIGHT} -r {RATE} -i - "
        "-vf scale=out_color_matrix=bt709:out_range=tv -pix_fmt yuv420p -c:v libx264 -preset veryslow -crf 26 -g 25 -bf 2 "
        "-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv -bitexact -movflags +faststart"
    ).split()
    encoder = subprocess.Popen([*command, str(target)], stdin=subprocess.PIPE)
    for number in range(FRAMES):
        encoder.stdin.write(frame(number))
    encoder.stdin.close()
    if encoder.wait() != 0:
        raise SystemExit("ffmpeg failed")
    print(f"{target}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
