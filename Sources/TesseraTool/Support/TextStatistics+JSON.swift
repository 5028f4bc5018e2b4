internal import TesseraJSON
internal import TesseraKit
internal import TesseraScene

extension TextStatistics {
  /// Counts with their names, and the hit rate of each cache.
  var json: JSONValue {
    .map([
      (
        "fonts",
        .map([
          ("registered", .number(Double(fonts.registered))), ("removed", .number(Double(fonts.removed))),
          ("bytes", .number(Double(fonts.bytes))),
        ])
      ),
      ("glyphs", glyphs.json), ("words", words.json), ("characters", characters.json), ("texts", texts.json),
      ("layouts", .number(Double(layouts))), ("laidOutGlyphs", .number(Double(laidOutGlyphs))),
    ])
  }
}

extension TextStatistics.Cache {
  fileprivate var json: JSONValue {
    let counts = [("bytes", bytes), ("limit", limit), ("entries", entries), ("hits", hits), ("misses", misses)]
    var fields: [(String, JSONValue)] = counts.map { ($0.0, .number(Double($0.1))) }
    fields.append(("hitRate", .number((hitRate * 1000).rounded() / 1000)))
    return .map(fields)
  }
}
