internal import TesseraBase
internal import TesseraPictures

/// Sprites of a style, read at their first use. Any thread.
final class MapSprites: Sendable {
  /// Sprite in files, or on the web, with the suffixes `.json`, `.png`, `@2x.json` and `@2x.png`.
  struct Part: Sendable {
    var prefix: String
    /// Path or URL without suffix.
    var base: String

    /// Name of a file; a query of a URL follows the suffix.
    func name(_ suffix: String) -> String {
      guard WebTileSet.isWeb(base), let query = base.firstIndex(of: "?") else { return base + suffix }
      return base[..<query] + suffix + base[query...]
    }
  }

  private struct State {
    /// Sprites of screens with one and with more pixels per point.
    var sprites: [Bool: MapSprite] = [:]
    var failures: [String] = []
    /// Files from the web by URL; nil if the load failed.
    var bodies: [String: [UInt8]?] = [:]
  }

  private let parts: [Part]
  private let codecs: PictureCodecs
  private let state = Locked(State())

  init(_ parts: [Part], _ codecs: PictureCodecs) { (self.parts, self.codecs) = (parts, codecs) }

  var failures: [String] { state.withLock { $0.failures } }

  /// Files on the web that are not loaded.
  func requests(scale: Double) -> [MapRequest] {
    let suffix = scale > 1 ? "@2x" : ""
    let urls = parts.filter { WebTileSet.isWeb($0.base) }.flatMap { [$0.name(suffix + ".json"), $0.name(suffix + ".png")] }
    return state.withLock { state in
      urls.filter { state.bodies[$0] == nil }.map { MapRequest(url: $0, urgency: .visible, content: .sprite) }
    }
  }

  /// Takes a file from the web; nil if it could not be loaded.
  func supply(_ url: String, _ bytes: [UInt8]?) {
    state.withLock { state in
      state.bodies[url] = .some(bytes)
      state.sprites = [:]
    }
  }

  /// Allows failed requests again.
  func forgetFailures() { state.withLock { state in state.bodies = state.bodies.filter { $0.value != nil } } }

  /// Returns the icons for a scale; nil if there are none.
  func sprite(scale: Double) -> MapSprite? {
    guard !parts.isEmpty else { return nil }
    let isDense = scale > 1
    let (known, bodies) = state.withLock { ($0.sprites[isDense], $0.bodies) }
    if let known { return known }
    var sprite = MapSprite()
    var failures: [String] = []
    for part in parts {
      do throws(MapError) {
        if WebTileSet.isWeb(part.base) {
          let suffix = isDense ? "@2x" : ""
          guard let index = bodies[part.name(suffix + ".json")] ?? nil, let picture = bodies[part.name(suffix + ".png")] ?? nil else {
            continue
          }
          try sprite.add(index: index, picture: picture, source: part.name(suffix), prefix: part.prefix, codecs: codecs)
        } else {
          try add(part, to: &sprite, isDense: isDense)
        }
      } catch { failures.append("sprite: \(error)") }
    }
    let (read, problems) = (sprite, failures + sprite.problems)
    return state.withLock { state in
      state.sprites[isDense] = read
      for problem in problems where state.failures.count < 40 && !state.failures.contains(problem) { state.failures.append(problem) }
      return read
    }
  }

  private func add(_ part: Part, to sprite: inout MapSprite, isDense: Bool) throws(MapError) {
    func add(_ file: String) throws(MapError) {
      try sprite.add(
        index: MapDocument.read(file + ".json"), picture: MapDocument.read(file + ".png"), source: file, prefix: part.prefix,
        codecs: codecs)
    }
    let (first, second) = isDense ? ("@2x", "") : ("", "@2x")
    do throws(MapError) { try add(part.base + first) } catch {
      // A sprite may have one density only.
      do throws(MapError) { try add(part.base + second) } catch let other { throw other.source == error.source ? other : error }
    }
  }
}
