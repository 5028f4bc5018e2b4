import TesseraGeometry
import TesseraPictures
import TesseraRender
import TesseraTestSupport
import Testing

@testable import LottieCodec
@testable import TesseraMaps

/// Expressions, styles and pictures of MapLibre (Fixtures/README.md).
@Suite struct StyleConformanceTests {
  /// Entries whose results differ: German collation of umlauts, the last digits of a distance, an array as projection.
  private static let left: Set<String> = [
    "collator/accent-equals-de", "collator/variable-gt", "collator/variable-lteq", "distance/from-line/to-point-on-line",
    "distance/from-simple-polygon/to-point-on-edge", "step/projection/step-array",
  ]

  @Test func expressionsHaveTheirResults() throws {
    let archive = try MapCases.archive()
    let cases = try #require(try MapCases.json(archive, "expressions.json").members)
    #expect(cases.count == 469)
    let failed = cases.filter { !Self.passes($0.value) }.map(\.key)
    #expect(Set(failed) == Self.left, "\(failed)")
  }

  private static func passes(_ entry: MapValue) -> Bool {
    let result = ExpressionCheck.result(of: entry)
    let (own, wanted) = (result["compiled"], entry["expected"]?["compiled"])
    guard let own, let wanted, own["result"] == wanted["result"] else { return false }
    if wanted["result"]?.text == "error" {
      return own["errors"]?.list?.map { $0["key"] } == wanted["errors"]?.list?.map { $0["key"] }
    }
    guard own["type"] == wanted["type"], own["isFeatureConstant"] == wanted["isFeatureConstant"],
      own["isZoomConstant"] == wanted["isZoomConstant"]
    else { return false }
    let (outputs, expected) = (result["outputs"]?.list ?? [], entry["expected"]?["outputs"]?.list ?? [])
    return outputs.count == expected.count && zip(outputs, expected).allSatisfy(isEqual)
  }

  private static func isEqual(_ own: MapValue, _ wanted: MapValue) -> Bool {
    if wanted["error"] != nil { return own["error"] != nil }
    switch (own, wanted) {
    case (.number(let a), .number(let b)): return abs(a - b) <= 1e-5 * max(abs(a), abs(b)) + 1e-9
    case (.list(let a), .list(let b)): return a.count == b.count && zip(a, b).allSatisfy(isEqual)
    case (.map(let a), .map(let b)):
      return a.count == b.count && b.allSatisfy { member in own[member.key].map { isEqual($0, member.value) } ?? false }
    default: return own == wanted
    }
  }

  @Test func invalidStylesHaveErrors() throws {
    let archive = try MapCases.archive()
    var count = 0
    for name in archive.names where name.hasPrefix("styles/") && name.hasSuffix(".input.json") {
      let bytes = try #require(try archive.bytes(of: name))
      let wanted = try #require(try MapCases.json(archive, name.replacing(".input.", with: ".output.")).list)
      let errors = try MapStyleCheck.errors(in: bytes, source: name)
      #expect(errors.isEmpty == wanted.isEmpty, "\(name): \(errors)")
      count += 1
    }
    #expect(count == 31)
  }

  /// Fills of lines and points, which have no defined picture.
  private static let leftPictures: Set<String> = ["fill-sort-key"]

  @Test func picturesMatchMapLibre() throws {
    let archive = try MapCases.archive()
    let tiles = try MapCases.temporary(#require(try archive.bytes(of: "render/chicago.mbtiles")), ".mbtiles")
    defer { MapCases.remove(tiles) }
    var failed: [String] = []
    for member in try #require(try MapCases.json(archive, "render/views.json").members) {
      let style = try MapStyle(reading: #require(try archive.bytes(of: "render/\(member.key).style.json")), source: member.key)
      let reference = PictureData(try #require(try archive.bytes(of: "render/\(member.key).png")))
      if try !RenderCase(view: member.value, style: style, tiles: tiles).isLike(reference, name: member.key) { failed.append(member.key) }
    }
    #expect(Set(failed) == Self.leftPictures)
  }
}

/// View of a style that is compared with a picture.
struct RenderCase {
  let view: MapValue
  let style: MapStyle
  let tiles: String

  func isLike(_ reference: PictureData, name: String) throws -> Bool {
    let numbers = { (key: String) in (view[key]?.list ?? []).compactMap(\.number) }
    let (size, center, ratio) = (numbers("size"), numbers("center"), view["ratio"]?.number ?? 1)
    let mapView = MapView(
      longitude: center[0], latitude: center[1], zoom: view["zoom"]?.number ?? 0, bearing: view["bearing"]?.number ?? 0,
      size: Size(size[0], size[1]))
    let buffer = try PixelBuffer(width: Int(size[0] * ratio), height: Int(size[1] * ratio))
    do {
      let canvas = try Canvas(buffer, scale: ratio)
      MapRenderer(style, mapView, tiles: MapTiles(style) { _ in tiles }, scale: ratio).draw(in: canvas)
      canvas.flush()
    }
    let codecs = PictureCodecs()
    let header = try codecs.header(of: reference)
    let wanted = try codecs.decode(reference, header, PictureRequest(width: header.width, height: header.height))
    var (near, sum) = (0, 0.0)
    for y in 0..<buffer.height {
      for x in 0..<buffer.width {
        let (a, b) = (buffer.color(x: x, y: y), wanted.color(x: x, y: y))
        let distances = [a.red - b.red, a.green - b.green, a.blue - b.blue].map { Double(abs($0)) * 255 }
        if distances.allSatisfy({ $0 <= 32.5 }) { near += 1 }
        sum += distances.reduce(0, +)
      }
    }
    let count = Double(buffer.width * buffer.height)
    let isBlurred = ["line-blur", "circle-blur"].contains(name) || name.hasPrefix("line-dash")
    return Double(near) / count >= (isBlurred ? 0.94 : 0.97) && sum / count / 3 < 3
  }
}
