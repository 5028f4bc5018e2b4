"""Writes the files of docs/examples/map.yaml: the styles maps/light.json and maps/dark.json, and the sprite maps/sprite.json and .png."""
import json
import math
import os
import struct
import zlib

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "maps")

PALETTES = {
    "light": dict(ground="#f2efe9", land="#ebe7df", park="#cde5b5", school="#f0e4d0", water="#9bc7e0", building="#d9d0c9", edge="#c2b8ae",
                  casing="#b9b4ab", motorway="#f4a261", main="#fff3b0", street="#ffffff", place="#d32f2f", ink="#3a3a3a", halo="#ffffff", tint="#8a8378", grass="grass", shield="shield"),
    "dark": dict(ground="#14181d", land="#1a1f25", park="#1f3326", school="#2a2620", water="#16324a", building="#242a31", edge="#313941",
                 casing="#0c0f12", motorway="#a5642f", main="#5f5733", street="#39414a", place="#ff8a7b", ink="#dfe3e6", halo="#14181d", tint="#8b949d", grass="grass-dark", shield="shield-dark"),
}

PLACES = [("Union Station", -87.6403, 41.8786), ("United Center", -87.6742, 41.8807), ("Skyline Park", -87.6520, 41.8720)]


def width(motorway, main, street, scale):
    def at(factor):
        return ["match", ["get", "class"], ["motorway", "trunk"], motorway * factor, ["primary", "secondary"], main * factor, street * factor]
    return ["interpolate", ["exponential", 1.5], ["zoom"], 12, at(1), 16, at(scale)]


def road_symbols(layer):
    return {"type": "symbol", "source": "city", "source-layer": layer}


def style(colors):
    tiles = {"source": "city", "type": "fill"}
    road = {"source": "city", "source-layer": "road", "type": "line", "filter": ["==", ["geometry-type"], "LineString"],
            "layout": {"line-cap": "round", "line-join": "round"}}
    features = [{"type": "Feature", "properties": {"name": name}, "geometry": {"type": "Point", "coordinates": [x, y]}} for name, x, y in PLACES]
    return {
        "version": 8, "name": "City", "sprite": "sprite",
        "sources": {
            "city": {"type": "vector", "url": "mbtiles://chicago.mbtiles"},
            "places": {"type": "geojson", "data": {"type": "FeatureCollection", "features": features}},
        },
        "layers": [
            {"id": "ground", "type": "background", "paint": {"background-color": colors["ground"]}},
            {"id": "land", **tiles, "source-layer": "landuse", "paint": {"fill-color": [
                "match", ["get", "class"], ["park", "grass", "pitch", "cemetery"], colors["park"], ["school", "hospital"], colors["school"],
                colors["land"]]}},
            {"id": "meadow", **tiles, "source-layer": "landuse", "filter": ["match", ["get", "class"], ["park", "cemetery"], True, False],
             "paint": {"fill-pattern": colors["grass"]}},
            {"id": "water", **tiles, "source-layer": "water", "paint": {"fill-color": colors["water"]}},
            {"id": "waterway", "type": "line", "source": "city", "source-layer": "waterway",
             "paint": {"line-color": colors["water"], "line-width": 2}},
            {"id": "building", **tiles, "source-layer": "building", "minzoom": 14,
             "paint": {"fill-color": colors["building"], "fill-outline-color": colors["edge"]}},
            {"id": "casing", **road, "paint": {"line-color": colors["casing"], "line-width": width(5, 4, 1.5, 5)}},
            {"id": "road", **road, "paint": {"line-width": width(3.5, 2.5, 0.8, 7), "line-color": [
                "match", ["get", "class"], ["motorway", "trunk"], colors["motorway"], ["primary", "secondary"], colors["main"],
                colors["street"]]}},
            {"id": "rails", "type": "line", "source": "city", "source-layer": "road", "minzoom": 13,
             "filter": ["match", ["get", "class"], ["major_rail", "minor_rail"], True, False],
             "paint": {"line-pattern": "rails", "line-width": 4}},
            {"id": "oneway", **road_symbols("road"), "minzoom": 15, "filter": ["all", ["==", ["geometry-type"], "LineString"], [
                "==", ["get", "oneway"], "true"], ["match", ["get", "class"], ["primary", "secondary", "tertiary", "street"], True, False]],
             "layout": {"symbol-placement": "line", "icon-image": "arrow", "icon-size": 0.6, "symbol-spacing": 120},
             "paint": {"icon-color": colors["tint"], "icon-opacity": 0.8}},
            {"id": "street-name", **road_symbols("road_label"), "minzoom": 14, "layout": {
                "symbol-placement": "line", "text-field": ["get", "name"], "text-size": ["interpolate", ["linear"], ["zoom"], 14, 11, 17, 14],
                "symbol-sort-key": ["match", ["get", "class"], ["motorway", "trunk"], 0, ["primary", "secondary"], 1, 2]},
             "paint": {"text-color": colors["ink"], "text-halo-color": colors["halo"], "text-halo-width": 1.2}},
            {"id": "shield", **road_symbols("road_label"), "filter": ["all", ["has", "shield"], ["<=", ["get", "reflen"], 5]], "layout": {
                "symbol-placement": "line", "symbol-spacing": 300, "text-field": "{ref}", "text-size": 10, "text-font": ["Bold"],
                "text-rotation-alignment": "viewport", "icon-rotation-alignment": "viewport", "icon-image": colors["shield"],
                "icon-text-fit": "both", "icon-text-fit-padding": [1, 4, 1, 4]},
             "paint": {"text-color": colors["ink"]}},
            {"id": "station", **road_symbols("rail_station_label"), "minzoom": 13.5, "layout": {
                "icon-image": "rail", "text-field": ["step", ["zoom"], "", 15, ["get", "name"]], "text-size": 11, "text-optional": True,
                "text-variable-anchor": ["left", "right", "top", "bottom"], "text-radial-offset": 0.9, "text-justify": "auto"},
             "paint": {"text-color": colors["ink"], "text-halo-color": colors["halo"], "text-halo-width": 1.2}},
            {"id": "place", "type": "circle", "source": "places",
             "paint": {"circle-radius": 4, "circle-color": colors["place"], "circle-stroke-width": 1.5, "circle-stroke-color": colors["halo"]}},
            {"id": "name", "type": "symbol", "source": "places", "layout": {
                "text-field": ["get", "name"], "text-size": 13, "text-anchor": "top", "text-offset": [0, 0.5]},
             "paint": {"text-color": colors["ink"], "text-halo-color": colors["halo"], "text-halo-width": 1.5}},
        ],
    }


for name, colors in PALETTES.items():
    with open(os.path.join(FOLDER, name + ".json"), "w", encoding="utf-8") as file:
        json.dump(style(colors), file, indent=1)
        file.write("\n")


# Icons: signed distances in points, negative inside, painted in order.


def box(x, y, w, h, r):
    dx, dy = abs(x) - w / 2 + r, abs(y) - h / 2 + r
    return math.hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - r


def segment(x, y, ax, ay, bx, by, r):
    t = min(max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2), 0), 1)
    return math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)) - r


def rail(x, y):
    wagon = max(box(x, y + 0.8, 6.5, 8, 2), -box(x, y + 1.8, 4.5, 2.6, 0.6))
    return [(box(x, y, 15, 15, 3.5), (255, 255, 255, 255)), (box(x, y, 13.4, 13.4, 3), (38, 84, 160, 255)), (wagon, (255, 255, 255, 255)),
            (min(segment(x, y, -2.2, 4.4, -3.2, 5.6, 0.5), segment(x, y, 2.2, 4.4, 3.2, 5.6, 0.5)), (255, 255, 255, 255))]


def shield(fill, edge):
    return lambda x, y: [(box(x, y, 15, 13, 3), edge), (box(x, y, 13, 11, 2.2), fill)]


def grass(color):
    def paint(x, y):
        # Marks reach over the borders, so that the pattern repeats without a seam.
        near = [segment((x + dx + 24) % 12 - 6, (y + dy + 24) % 12 - 6, 0, 1.2, 0, -1.2, 0.5) for dx, dy in [(0, 0), (6, 6)]]
        return [(min(near), color)]
    return paint


def rails(x, y):
    return [(max(abs(y) - 1, -9), (112, 112, 118, 255)), (box(x, y, 1.6, 6, 0), (112, 112, 118, 255))]


def arrow(x, y):
    return min(segment(x, y, -5, 0, 4, 0, 0.9), segment(x, y, 4.6, 0, 1.5, -3, 0.9), segment(x, y, 4.6, 0, 1.5, 3, 0.9))


ICONS = [
    ("rail", 16, 16, rail, {}), ("shield", 16, 14, shield((255, 255, 255, 255), (120, 112, 100, 255)), "stretch"),
    ("shield-dark", 16, 14, shield((38, 46, 54, 255), (120, 130, 140, 255)), "stretch"),
    ("grass", 12, 12, grass((96, 150, 72, 110)), {}), ("grass-dark", 12, 12, grass((110, 170, 120, 70)), {}),
    ("rails", 8, 6, rails, {}), ("arrow", 22, 18, arrow, "sdf"),
]


def pixels(width, height, ratio, paint, kind):
    """Rows of straight RGBA; distance fields have the distance as alpha: 8 pixels are the whole range, the edge is at 191."""
    rows = []
    for j in range(height * ratio):
        row = bytearray()
        for i in range(width * ratio):
            x, y = (i + 0.5) / ratio - width / 2, (j + 0.5) / ratio - height / 2
            if kind == "sdf":
                row += bytes((0, 0, 0, round(min(max(191 - paint(x, y) * ratio * 255 / 8, 0), 255))))
                continue
            color, alpha = (0.0, 0.0, 0.0), 0.0
            for distance, (r, g, b, a) in paint(x, y):
                part = min(max(0.5 - distance * ratio, 0), 1) * a / 255
                total = part + alpha * (1 - part)
                if total > 0:
                    color = tuple((new * part + old * alpha * (1 - part)) / total for new, old in zip((r, g, b), color))
                alpha = total
            row += bytes(round(c) for c in color) + bytes((round(alpha * 255),))
        rows.append(bytes(row))
    return rows


def png(rows, width):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 8, 6, 0, 0, 0)) + chunk(
        b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)) + chunk(b"IEND", b"")


def sprite(ratio, name):
    index, x, height = {}, 0, max(icon[2] for icon in ICONS) * ratio
    rows = [b""] * height
    for icon, w, h, paint, kind in ICONS:
        entry = {"x": x, "y": 0, "width": w * ratio, "height": h * ratio, "pixelRatio": ratio}
        if kind == "sdf":
            entry["sdf"] = True
        if kind == "stretch":
            entry.update(stretchX=[[4 * ratio, 12 * ratio]], stretchY=[[4 * ratio, 10 * ratio]])
        index[icon] = entry
        drawn = pixels(w, h, ratio, paint, kind)
        for j in range(height):
            rows[j] += drawn[j] if j < len(drawn) else bytes(4 * w * ratio)
        x += w * ratio
    with open(os.path.join(FOLDER, name + ".json"), "w", encoding="utf-8") as file:
        json.dump(index, file, indent=1)
        file.write("\n")
    with open(os.path.join(FOLDER, name + ".png"), "wb") as file:
        file.write(png(rows, x))


sprite(1, "sprite")
sprite(2, "sprite@2x")
