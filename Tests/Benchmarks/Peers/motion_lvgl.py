#!/usr/bin/env python3
"""Runs the case `motion` with LVGL.

usage: motion_lvgl.py WHEEL PROGRAM [FOLDER]

WHEEL is the folder into which the PyPI package `pydevices-lvgl` was installed, whose compiled module exports LVGL's C functions; PROGRAM is
motion_lvgl.c as a shared library, which calls them. Python only loads both: nothing of it runs in a frame. Pictures go to FOLDER.
"""
import ctypes, glob, importlib.metadata, struct, sys, zlib

WIDTH, HEIGHT = 800, 480


def png(path, pixels):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = bytearray()
    for y in range(HEIGHT):
        row = pixels[y * WIDTH * 4:(y + 1) * WIDTH * 4]
        rgb = bytearray(WIDTH * 3)
        rgb[0::3], rgb[1::3], rgb[2::3] = row[2::4], row[1::4], row[0::4]
        rows += b"\0" + rgb
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(rows))) + chunk(b"IEND", b""))


def main():
    wheel, program = sys.argv[1:3]
    module = glob.glob(f"{wheel}/lvgl*.so")[0]
    ctypes.PyDLL(module, mode=ctypes.RTLD_GLOBAL)
    run = ctypes.CDLL(program).motion_lvgl
    run.restype = ctypes.c_void_p
    run.argtypes = [ctypes.c_int, ctypes.c_char_p]
    version = importlib.metadata.Distribution.at(glob.glob(f"{wheel}/pydevices_lvgl-*.dist-info")[0]).version
    for which, name in enumerate(("nodes", "boxes")):
        pixels = ctypes.string_at(run(which, ".".join(version.split(".")[:2]).encode()), WIDTH * HEIGHT * 4)
        if len(sys.argv) > 3:
            png(f"{sys.argv[3]}/lvgl-motion-{name}.png", pixels)


main()
