internal import TesseraBase
internal import TesseraPictures

/// Sprites of a style, read at their first use. Any thread.
final class MapSprites: Sendable {
  /// Sprite in files with the suffixes `.json`, `.png`, `@2x.json` and `@2x.png`.
  struct Part: Sendable {
    var prefix: String
    /// Path without suffix.
    var file: String
  }

  private struct State {
    /// Sprites of screens with one and with two pixels per point.
    var sprites: [Bool: MapSprite] = [:]
    var failures: [String] = []
  }

  private let parts: [Part]
  private let codecs: PictureCodecs
  private let state = Locked(State())

  init(_ parts: [Part], _ codecs: PictureCodecs) { (self.parts, self.codecs) = (parts, codecs) }

  var failures: [String] { state.withLock { $0.failures } }

  /// Returns the icons for a scale; nil if there are none.
  func sprite(scale: Double) -> MapSprite? {
    guard !parts.isEmpty else { return nil }
    let isDense = scale > 1
    if let known = state.withLock({ $0.sprites[isDense] }) { return known }
    var sprite = MapSprite()
    var failures: [String] = []
    for part in parts {
      // A sprite may have one density only.
      let files = isDense ? [part.file + "@2x", part.file] : [part.file, part.file + "@2x"]
      var first: MapError?
      for file in files {
        do throws(MapError) {
          try sprite.add(
            index: MapDocument.read(file + ".json"), picture: MapDocument.read(file + ".png"), source: file, prefix: part.prefix,
            codecs: codecs)
          first = nil
          break
        } catch { first = first ?? error }
      }
      if let first { failures.append("sprite: \(first)") }
    }
    let (read, problems) = (sprite, failures + sprite.problems)
    return state.withLock { state in
      state.sprites[isDense] = read
      state.failures += problems.prefix(max(0, 40 - state.failures.count))
      return read
    }
  }
}
