#!/usr/bin/env python3
"""Makes the sounds of the examples: short WAV files, 16 bits, one channel. They are in the public domain (CC0)."""
import math
import pathlib
import struct
import wave

FOLDER = pathlib.Path(__file__).parent / "sounds"


def write(name, rate, seconds, sample):
    with wave.open(str(FOLDER / name), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        count = int(rate * seconds)
        file.writeframes(b"".join(struct.pack("<h", round(sample(i / rate) * 32767)) for i in range(count)))


def click(t):
    return 0.5 * math.exp(-t * 180) * math.sin(2 * math.pi * 1800 * t)


def chime(t):
    return 0.35 * math.exp(-t * 5) * (math.sin(2 * math.pi * 880 * t) + 0.5 * math.sin(2 * math.pi * 1320 * t))


def alarm(t):
    # Two tones that begin and end with 0, so that the loop does not click.
    return 0.4 * math.sin(2 * math.pi * (800 if t < 0.25 else 600) * t)


FOLDER.mkdir(exist_ok=True)
write("click.wav", 16000, 0.03, click)
write("chime.wav", 16000, 0.6, chime)
write("alarm.wav", 8000, 0.5, alarm)
