"""Writes the animations of docs/examples: `python3 make_lottie.py` in this folder."""
import json, math, os, zipfile


def st(v):
    return {"a": 0, "k": v}


def key(t, s, ease=(0.42, 0, 0.58, 1), **more):
    d = {"t": t, "s": s if isinstance(s, list) else [s], "o": {"x": [ease[0]], "y": [ease[1]]}, "i": {"x": [ease[2]], "y": [ease[3]]}}
    d.update(more)
    return d


def an(*keys):
    return {"a": 1, "k": list(keys)}


def prop(v):
    return v if isinstance(v, dict) else st(v)


def ks(p=[0, 0], a=[0, 0], s=[100, 100], r=0, o=100):
    return {"p": prop(p), "a": prop(a), "s": prop(s), "r": prop(r), "o": prop(o)}


def group(name, *items, **t):
    return {"ty": "gr", "nm": name, "it": list(items) + [dict(ks(**t), ty="tr")]}


def fill(c, o=100):
    return {"ty": "fl", "nm": "fill", "c": st(c), "o": st(o), "r": 1}


def gradient(stops, start, end, kind=1):
    return {"ty": "gf", "nm": "fill", "t": kind, "s": st(start), "e": st(end), "o": st(100), "r": 1, "g": {"p": len(stops) // 4, "k": st(stops)}}


def stroke(c, w):
    return {"ty": "st", "nm": "stroke", "c": st(c), "o": st(100), "w": st(w), "lc": 2, "lj": 2}


def ellipse(p, s):
    return {"ty": "el", "p": st(p), "s": st(s)}


def rect(p, s, r=0):
    return {"ty": "rc", "p": st(p), "s": st(s), "r": st(r)}


def line(points, closed=False):
    return {"ty": "sh", "ks": st({"v": points, "i": [[0, 0]] * len(points), "o": [[0, 0]] * len(points), "c": closed})}


def trim(s, e):
    return {"ty": "tm", "s": prop(s), "e": prop(e), "o": st(0), "m": 1}


def layer(index, name, shapes, transform, op):
    return {"ty": 4, "ind": index, "nm": name, "ks": transform, "shapes": shapes, "ip": 0, "op": op, "st": 0}


def write(name, side, op, layers, **more):
    os.makedirs("lottie", exist_ok=True)
    with open(f"lottie/{name}.json", "w") as file:
        json.dump(dict({"v": "5.7.0", "fr": 30, "ip": 0, "op": op, "w": side, "h": side, "nm": name, "layers": layers}, **more), file, separators=(",", ":"))
        file.write("\n")


def weather():
    """A sun whose rays turn, a cloud that drifts before it, and rain."""
    op = 120
    ray = [
        rect([0, -150], [16, 52], 8),
        {"ty": "rp", "c": st(12), "o": st(0), "m": 1, "tr": dict(ks(r=30), ty="tr", so=st(100), eo=st(100))},
        fill([0.98, 0.72, 0.16]),
    ]
    sun = [
        group("disc", ellipse([0, 0], [190, 190]), gradient([0, 1, 0.93, 0.5, 1, 0.98, 0.66, 0.1], [-30, -40], [80, 60], 2), s=an(key(0, [100, 100]), key(60, [106, 106]), key(op, [100, 100]))),
        group("rays", *ray, r=an(key(0, 0, (0, 0, 1, 1)), key(op, 90))),
    ]
    cloud = [
        group("front", ellipse([-70, 20], [150, 130]), ellipse([30, -20], [190, 170]), ellipse([120, 30], [130, 110]), rect([20, 55], [300, 66], 33),
              gradient([0, 1, 1, 1, 1, 0.86, 0.9, 0.96], [0, -90], [0, 90])),
    ]
    drops = []
    for i in range(7):
        start = i * 13 % 40
        x = 150 + i * 38
        move = an(key(start, [x, 330], (0.5, 0, 1, 1)), key(start + 40, [x - 24, 450], h=1), key(start + 41, [x, 330], (0.5, 0, 1, 1)), key(start + 79, [x - 24, 450]))
        fade = an(key(start, 0), key(start + 8, 100), key(start + 32, 100), key(start + 40, 0), key(start + 48, 100), key(start + 70, 100), key(start + 79, 0))
        drops.append(layer(10 + i, f"drop {i}", [group("drop", line([[0, 0], [-6, 30]]), stroke([0.25, 0.55, 0.9], 9))], ks(p=move, o=fade), op))
    drift = an(key(0, [250, 290], to=[20, -10], ti=[-10, 0]), key(60, [290, 280], to=[-20, 10], ti=[10, 0]), key(op, [250, 290]))
    write("weather", 512, op, [layer(1, "cloud", cloud, ks(p=drift), op)] + drops + [layer(2, "sun", sun, ks(p=[210, 190]), op)],
          markers=[{"cm": "second half", "tm": 60, "dr": 60}])


def done():
    """A ring that closes, and a tick in it."""
    op = 90
    green = [0.13, 0.64, 0.4]
    tick = [group("tick", line([[62, 102], [90, 130], [140, 74]]), trim(0, an(key(24, 0), key(48, 100))), stroke(green, 14))]
    ring = [group("ring", ellipse([100, 100], [160, 160]), trim(0, an(key(0, 0), key(36, 100))), stroke(green, 12))]
    glow = [group("glow", ellipse([0, 0], [180, 180]), fill(green, 16), s=an(key(30, [0, 0]), key(54, [112, 112]), key(66, [100, 100])))]
    write("done", 200, op, [layer(1, "tick", tick, ks(), op), layer(2, "ring", ring, ks(), op), layer(3, "glow", glow, ks(p=[100, 100]), op)])


def archive(name):
    """The animation in a dotLottie archive: the same bytes each time."""
    with zipfile.ZipFile(f"lottie/{name}.lottie", "w", zipfile.ZIP_DEFLATED) as out:
        manifest = json.dumps({"version": "1", "generator": "make_lottie.py", "animations": [{"id": name}]})
        with open(f"lottie/{name}.json") as file:
            for path, text in [("manifest.json", manifest), (f"animations/{name}.json", file.read())]:
                out.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED, 9)


weather()
done()
archive("done")
