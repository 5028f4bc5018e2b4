internal import TesseraBase

/// Addresses of tiles on the web. A value.
///
/// Source: TileJSON 3.0.0.
public struct WebTileSet: Sendable, Equatable {
  /// Maximum number of templates.
  static let maximumTemplates = 16

  /// URLs with `{z}`, `{x}` and `{y}`.
  var templates: [String]
  var zooms: ClosedRange<Int>
  /// Whether y counts from the bottom, as in TMS.
  var isBottomUp = false
  var attribution = ""

  /// Creates a set; nil without a template that is an http or https URL.
  init?(_ templates: [String], zooms: ClosedRange<Int>, isBottomUp: Bool = false, attribution: String = "") {
    self.templates = Array(templates.filter(Self.isWeb).prefix(Self.maximumTemplates))
    (self.zooms, self.isBottomUp, self.attribution) = (zooms, isBottomUp, attribution)
    if self.templates.isEmpty { return nil }
  }

  /// Reads a TileJSON document.
  /// - Throws: `MapError` if it is malformed or has no URLs of tiles.
  init(reading bytes: [UInt8], source: String) throws(MapError) {
    let value = try MapValue.read(bytes, source: source)
    func zoom(_ key: String, _ other: Int) -> Int {
      min(max(value[key]?.number.map { Int(saturating: $0) } ?? other, 0), TileAddress.maximumZoom)
    }
    let low = zoom("minzoom", 0)
    guard
      let set = WebTileSet(
        (value["tiles"]?.list ?? []).compactMap(\.text), zooms: low...max(low, zoom("maxzoom", 22)),
        isBottomUp: value["scheme"]?.text == "tms", attribution: value["attribution"]?.text ?? "")
    else { throw MapError(source: source, reason: "`tiles` must have http or https URLs with {z}, {x} and {y}") }
    self = set
  }

  /// Whether a URL is on the web.
  static func isWeb(_ url: String) -> Bool { url.hasPrefix("https://") || url.hasPrefix("http://") }

  /// Returns the URL of a tile. Of several templates, a tile always has the same one, so that caches find it.
  func url(_ address: TileAddress) -> String {
    let template = templates[(address.x + address.y) % templates.count]
    let y = isBottomUp ? (1 << address.zoom) - 1 - address.y : address.y
    var result = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      switch rest[rest.index(after: open)..<close] {
      case "z": result += "\(address.zoom)"
      case "x": result += "\(address.x)"
      case "y": result += "\(y)"
      case "quadkey": result += Self.quadKey(address)
      case "ratio", "r": break
      default: result += rest[open...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private static func quadKey(_ address: TileAddress) -> String {
    (0..<address.zoom).reversed().map { "\((address.x >> $0 & 1) + (address.y >> $0 & 1) * 2)" }.joined()
  }
}
