"""Writes the light and the dark style of docs/examples/map.yaml: maps/light.json and maps/dark.json."""
import json
import os

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "maps")

PALETTES = {
    "light": dict(ground="#f2efe9", land="#ebe7df", park="#cde5b5", school="#f0e4d0", water="#9bc7e0", building="#d9d0c9", edge="#c2b8ae",
                  casing="#b9b4ab", motorway="#f4a261", main="#fff3b0", street="#ffffff", place="#d32f2f", ink="#3a3a3a", halo="#ffffff"),
    "dark": dict(ground="#14181d", land="#1a1f25", park="#1f3326", school="#2a2620", water="#16324a", building="#242a31", edge="#313941",
                 casing="#0c0f12", motorway="#a5642f", main="#5f5733", street="#39414a", place="#ff8a7b", ink="#dfe3e6", halo="#14181d"),
}

PLACES = [("Union Station", -87.6403, 41.8786), ("United Center", -87.6742, 41.8807), ("Skyline Park", -87.6520, 41.8720)]


def width(motorway, main, street, scale):
    def at(factor):
        return ["match", ["get", "class"], ["motorway", "trunk"], motorway * factor, ["primary", "secondary"], main * factor, street * factor]
    return ["interpolate", ["exponential", 1.5], ["zoom"], 12, at(1), 16, at(scale)]


def style(colors):
    tiles = {"source": "city", "type": "fill"}
    road = {"source": "city", "source-layer": "road", "type": "line", "filter": ["==", ["geometry-type"], "LineString"],
            "layout": {"line-cap": "round", "line-join": "round"}}
    features = [{"type": "Feature", "properties": {"name": name}, "geometry": {"type": "Point", "coordinates": [x, y]}} for name, x, y in PLACES]
    return {
        "version": 8, "name": "City",
        "sources": {
            "city": {"type": "vector", "url": "mbtiles://chicago.mbtiles"},
            "places": {"type": "geojson", "data": {"type": "FeatureCollection", "features": features}},
        },
        "layers": [
            {"id": "ground", "type": "background", "paint": {"background-color": colors["ground"]}},
            {"id": "land", **tiles, "source-layer": "landuse", "paint": {"fill-color": [
                "match", ["get", "class"], ["park", "grass", "pitch", "cemetery"], colors["park"], ["school", "hospital"], colors["school"],
                colors["land"]]}},
            {"id": "water", **tiles, "source-layer": "water", "paint": {"fill-color": colors["water"]}},
            {"id": "waterway", "type": "line", "source": "city", "source-layer": "waterway",
             "paint": {"line-color": colors["water"], "line-width": 2}},
            {"id": "building", **tiles, "source-layer": "building", "minzoom": 14,
             "paint": {"fill-color": colors["building"], "fill-outline-color": colors["edge"]}},
            {"id": "casing", **road, "paint": {"line-color": colors["casing"], "line-width": width(5, 4, 1.5, 5)}},
            {"id": "road", **road, "paint": {"line-width": width(3.5, 2.5, 0.8, 7), "line-color": [
                "match", ["get", "class"], ["motorway", "trunk"], colors["motorway"], ["primary", "secondary"], colors["main"],
                colors["street"]]}},
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
