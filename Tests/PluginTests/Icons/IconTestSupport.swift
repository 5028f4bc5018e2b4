import Foundation
import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

/// Icon of the design.
struct ListedIcon: Sendable {
  var name: String
  var hasSolid = false
  var hasSmall = false
  var isMirrored = false

  static func all() throws -> [ListedIcon] {
    let text = try String(contentsOfFile: PackageFolder.root() + "/Tests/PluginTests/Fixtures/icon-names.txt", encoding: .utf8)
    return text.split(separator: "\n").filter { $0.first != "#" }.map { line in
      let words = line.split(separator: " ")
      let signs = words.count > 1 ? words[1] : ""
      return ListedIcon(
        name: String(words[0]), hasSolid: signs.contains("s"), hasSmall: signs.contains("o"), isMirrored: signs.contains("m"))
    }
  }
}

/// Coverage of an icon in a picture that has `margin` pixels around its box.
struct IconPicture: Equatable {
  let side: Int
  let coverage: [UInt8]
  static let margin = 4

  init(_ icon: Icon, side: Double, scale: Double = 1, direction: LayoutDirection = .ltr, isBilevel: Bool = false) throws {
    let environment = EnvironmentValues(scale: scale, direction: direction, textAntialiasing: isBilevel ? .bilevel : .grayscale)
    let context = DrawContext(size: Size(side, side), environment: environment)
    self.side = Int(side * scale) + 2 * Self.margin
    let buffer = try PixelBuffer(width: self.side, height: self.side, format: .coverage8)
    let corner = -Double(Self.margin) / scale
    try Self.draw(
      icon, context, try Canvas(buffer, scale: scale, origin: Point(corner, corner), textAntialiasing: environment.textAntialiasing))
    let width = self.side
    coverage = buffer.withUnsafeBytes { bytes in
      var coverage: [UInt8] = []
      for y in 0..<width { coverage += bytes[y * buffer.stride..<y * buffer.stride + width] }
      return coverage
    }
  }

  private static func draw(_ icon: Icon, _ context: DrawContext, _ canvas: consuming Canvas) throws {
    try icon.tint(.black).draw(in: canvas, context: context)
    if let failure = canvas.failure { throw failure }
  }

  subscript(x: Int, y: Int) -> UInt8 { coverage[(y + Self.margin) * side + x + Self.margin] }

  private var inner: Range<Int> { 0..<side - 2 * Self.margin }
  /// Sum of the coverage in pixels.
  var ink: Double { coverage.reduce(0) { $0 + Double($1) / 255 } }
  /// Number of covered pixels outside of the box.
  var outside: Int {
    var count = 0
    for (i, value) in coverage.enumerated() where value > 0 {
      let (x, y) = (i % side, i / side)
      if min(x, y) < Self.margin || max(x, y) >= side - Self.margin { count += 1 }
    }
    return count
  }
  /// Number of partly covered pixels.
  var partial: Int { coverage.count { $0 > 0 && $0 < 255 } }
  /// Coverage of the middle column by rows.
  var middleColumn: [UInt8] { inner.map { self[inner.count / 2, $0] } }
}
