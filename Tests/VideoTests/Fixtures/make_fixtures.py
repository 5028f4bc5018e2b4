#!/usr/bin/env python3
"""Makes small videos of four colors: red, green, blue and light gray, clockwise from the top left. Needs ffmpeg; the files are in the public domain (CC0).

The colors are those of the RGB picture; each file has them in other samples.

Eight more files are moving test patterns, made once with ffmpeg 5.1 and mkvmerge 74, also CC0: av1-10-bit.mkv, h264-baseline.mp4, h264-cut-start.mp4
(an edit list that begins inside a group of pictures), h264-fragments.mp4, h264-zlib.mkv (compressed blocks), vp8-hidden.webm (alternate reference
frames), vp8-vorbis.webm and vp9-no-cues.webm (sizes that are not known).
"""
import pathlib
import subprocess

FOLDER = pathlib.Path(__file__).parent
COLORS = [(200, 40, 40), (40, 180, 60), (210, 210, 210), (50, 60, 200)]  # Top left, top right, bottom left, bottom right.

# Name, size, matrix, range, pixel format, codec and further options.
FILES = [
    ("h264-601.mp4", (64, 48), "smpte170m", "tv", "yuv420p", "libx264", []),
    ("h264-709-full.mp4", (64, 48), "bt709", "pc", "yuv420p", "libx264", []),
    ("h264-422.mp4", (64, 48), "bt709", "tv", "yuv422p", "libx264", []),
    ("h264-444.mp4", (64, 48), "bt709", "tv", "yuv444p", "libx264", []),
    ("h264-10-bit.mkv", (64, 48), "bt709", "tv", "yuv420p10le", "libx264", []),
    ("hevc-2020-10-bit.mp4", (64, 48), "bt2020nc", "tv", "yuv420p10le", "libx265", ["-x265-params", "log-level=none"]),
    ("vp9-odd.webm", (49, 37), "bt709", "tv", "yuv420p", "libvpx-vp9", []),
    ("h264-gray.mp4", (64, 48), "bt709", "tv", "gray", "libx264", []),
    ("h264-wide-pixels.mp4", (64, 48), "bt709", "tv", "yuv420p", "libx264", ["-aspect", "16:9"]),
]


def picture(width, height):
    rows = bytearray()
    for y in range(height):
        for x in range(width):
            rows += bytes(COLORS[(2 if y >= height // 2 else 0) + (1 if x >= width // 2 else 0)])
    return bytes(rows)


def encode(name, size, matrix, span, layout, codec, options):
    color = ["-colorspace", matrix, "-color_range", span]
    command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}", "-r", "10", "-i", "-"]
    command += ["-vf", f"scale=out_color_matrix={matrix}:out_range={span}:flags=accurate_rnd+full_chroma_int", "-pix_fmt", layout]
    command += ["-c:v", codec, *(["-crf", "12"] if codec != "libvpx-vp9" else ["-b:v", "0", "-crf", "10"]), *color, *options, "-bitexact"]
    subprocess.run([*command, str(FOLDER / name)], input=picture(*size) * 3, check=True)


def turn(source, name, degrees):
    subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-y", "-i", str(FOLDER / source), "-c", "copy", "-metadata:s:v:0", f"rotate={degrees}", "-bitexact",
         str(FOLDER / name)], check=True)


for file in FILES:
    encode(*file)
turn("h264-601.mp4", "turned-90.mp4", 90)
turn("h264-601.mp4", "turned-180.mp4", 180)
# Segments of a live stream, a second each.
subprocess.run(
    ["ffmpeg", "-loglevel", "error", "-y", "-i", str(FOLDER / "../../../docs/examples/assets/video/clip.mp4"), "-c", "copy", "-f", "segment",
     "-segment_time", "1", "-segment_format", "mpegts", str(FOLDER / "live-%d.ts")], check=True)
