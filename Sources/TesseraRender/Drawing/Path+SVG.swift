internal import TesseraGeometry

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Path {
  /// Creates a path from SVG path data ("M0 0 L10 10 …", all commands); nil if the syntax is invalid.
  ///
  /// Source: SVG 2, section 9.3. Unlike in browsers, which draw the part before an error, path data with an error gives nil.
  public init?(svg: String) {
    self.init()
    var reader = SVGReader(bytes: Array(svg.utf8))
    guard reader.read(into: &self) else { return nil }
  }

  /// Creates a path from the part of SVG path data before the first error, as browsers draw it.
  ///
  /// Source: SVG 2, section 9.5.4.
  public init(svgUntilError svg: String) {
    self.init()
    var reader = SVGReader(bytes: Array(svg.utf8))
    _ = reader.read(into: &self)
  }
}

extension Path {
  /// The path as SVG path data, with absolute commands; `Path(svg:)` reads it back.
  public var svg: String {
    var parts: [String] = []
    var at = 0
    func append(_ letter: String, _ count: Int) {
      parts.append(letter + points[at..<at + count].map { "\($0.x) \($0.y)" }.joined(separator: " "))
      at += count
    }
    for verb in verbs {
      switch Verb(rawValue: verb) {
      case .move: append("M", 1)
      // Without a preceding move, lines and curves begin at the origin.
      case .line: append(parts.isEmpty ? "M0 0 L" : "L", 1)
      case .quad: append(parts.isEmpty ? "M0 0 Q" : "Q", 2)
      case .cubic: append(parts.isEmpty ? "M0 0 C" : "C", 3)
      case .close: if !parts.isEmpty { parts.append("Z") }
      case nil: break
      }
    }
    return parts.joined(separator: " ")
  }
}

private struct SVGReader {
  let bytes: [UInt8]
  var at = 0
  // State for relative commands, smooth curves and closing.
  var current = Point.zero
  var start = Point.zero
  var lastControl = Point.zero
  var previous: UInt8 = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private static func isSpace(_ b: UInt8) -> Bool { b == 32 || (b >= 9 && b <= 13) }

  private mutating func skip(comma: Bool) {
    var seen = !comma
    while at < bytes.count {
      if Self.isSpace(bytes[at]) {
        at += 1
      } else if bytes[at] == UInt8(ascii: ","), !seen {
        seen = true
        at += 1
      } else {
        return
      }
    }
  }

  private mutating func number() -> Double? {
    skip(comma: true)
    let first = at
    var digits = 0
    if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
    func isDigit(_ i: Int) -> Bool { i < bytes.count && bytes[i] >= 48 && bytes[i] <= 57 }
    while isDigit(at) { (at, digits) = (at + 1, digits + 1) }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      while isDigit(at) { (at, digits) = (at + 1, digits + 1) }
    }
    guard digits > 0 else { return nil }
    if at < bytes.count, bytes[at] | 32 == UInt8(ascii: "e") {
      var i = at + 1
      if i < bytes.count, bytes[i] == UInt8(ascii: "+") || bytes[i] == UInt8(ascii: "-") { i += 1 }
      if isDigit(i) {
        while isDigit(i) { i += 1 }
        at = i
      }
    }
    var text = String(decoding: bytes[first..<at], as: UTF8.self)
    if text.hasPrefix("+") { text.removeFirst() }
    // Swift's number parser requires a digit on both sides of the point.
    if let dot = text.firstIndex(of: ".") {
      let next = text.index(after: dot)
      if next == text.endIndex || !text[next].isNumber { text.insert("0", at: next) }
    }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  private mutating func flag() -> Bool? {
    skip(comma: true)
    guard at < bytes.count, bytes[at] == 48 || bytes[at] == 49 else { return nil }
    at += 1
    return bytes[at - 1] == 49
  }

  private mutating func point(relative: Bool) -> Point? {
    guard let x = number(), let y = number() else { return nil }
    return relative ? Point(current.x + x, current.y + y) : Point(x, y)
  }

  private func beginsNumber() -> Bool {
    guard at < bytes.count else { return false }
    let b = bytes[at]
    return (b >= 48 && b <= 57) || b == UInt8(ascii: ".") || b == UInt8(ascii: "-") || b == UInt8(ascii: "+") || b == UInt8(ascii: ",")
  }

  mutating func read(into path: inout Path) -> Bool {
    skip(comma: false)
    var isFirst = true
    while at < bytes.count {
      let letter = bytes[at]
      let command = letter | 32
      guard letter >= 65, !isFirst || command == UInt8(ascii: "m") else { return false }
      at += 1
      isFirst = false
      let relative = letter >= 97
      if command == UInt8(ascii: "z") {
        path.close()
        current = start
        previous = command
        skip(comma: false)
        continue
      }
      var repeated = false
      repeat {
        guard step(command == UInt8(ascii: "m") && repeated ? UInt8(ascii: "l") : command, relative, &path) else { return false }
        repeated = true
        skip(comma: false)
      } while beginsNumber()
    }
    return true
  }

  private mutating func step(_ command: UInt8, _ relative: Bool, _ path: inout Path) -> Bool {
    defer { previous = command }
    func mirrored(_ commands: UInt8...) -> Point {
      commands.contains(previous) ? Point(2 * current.x - lastControl.x, 2 * current.y - lastControl.y) : current
    }
    // After a close, drawing continues at the subpath's start.
    switch command {
    case UInt8(ascii: "m"):
      guard let p = point(relative: relative) else { return false }
      path.move(to: p)
      (current, start) = (p, p)
    case UInt8(ascii: "l"):
      guard let p = point(relative: relative) else { return false }
      path.line(to: p)
      current = p
    case UInt8(ascii: "h"):
      guard let x = number() else { return false }
      current = Point(relative ? current.x + x : x, current.y)
      path.line(to: current)
    case UInt8(ascii: "v"):
      guard let y = number() else { return false }
      current = Point(current.x, relative ? current.y + y : y)
      path.line(to: current)
    case UInt8(ascii: "c"):
      guard let a = point(relative: relative), let b = point(relative: relative), let p = point(relative: relative) else { return false }
      path.cubic(to: p, control1: a, control2: b)
      (current, lastControl) = (p, b)
    case UInt8(ascii: "s"):
      let a = mirrored(UInt8(ascii: "c"), UInt8(ascii: "s"))
      guard let b = point(relative: relative), let p = point(relative: relative) else { return false }
      path.cubic(to: p, control1: a, control2: b)
      (current, lastControl) = (p, b)
    case UInt8(ascii: "q"):
      guard let a = point(relative: relative), let p = point(relative: relative) else { return false }
      path.quad(to: p, control: a)
      (current, lastControl) = (p, a)
    case UInt8(ascii: "t"):
      let a = mirrored(UInt8(ascii: "q"), UInt8(ascii: "t"))
      guard let p = point(relative: relative) else { return false }
      path.quad(to: p, control: a)
      (current, lastControl) = (p, a)
    case UInt8(ascii: "a"):
      guard let rx = number(), let ry = number(), let angle = number(), let large = flag(), let sweep = flag(),
        let p = point(relative: relative)
      else { return false }
      arc(to: p, rx: abs(rx), ry: abs(ry), rotation: angle.truncatingRemainder(dividingBy: 360) * Double.pi / 180, large, sweep, &path)
      current = p
    default:
      return false
    }
    return true
  }

  /// Converts an arc from end-point to centre parameters. Source: SVG 2, appendix B.2.4 and B.2.5.
  private func arc(to p: Point, rx: Double, ry: Double, rotation: Double, _ large: Bool, _ clockwise: Bool, _ path: inout Path) {
    guard rx > 0, ry > 0, p != current else {
      path.line(to: p)
      return
    }
    let (c, s) = (cos(rotation), sin(rotation))
    let (dx, dy) = ((current.x - p.x) / 2, (current.y - p.y) / 2)
    let (x, y) = (c * dx + s * dy, -s * dx + c * dy)
    let grow = max(1, (x * x / (rx * rx) + y * y / (ry * ry)).squareRoot())
    let (a, b) = (rx * grow, ry * grow)
    let numerator = a * a * b * b - a * a * y * y - b * b * x * x
    var k = max(0, numerator / (a * a * y * y + b * b * x * x)).squareRoot()
    if large == clockwise { k = -k }
    let (cx, cy) = (k * a * y / b, -k * b * x / a)
    let center = Point(c * cx - s * cy + (current.x + p.x) / 2, s * cx + c * cy + (current.y + p.y) / 2)
    let from = atan2((y - cy) / b, (x - cx) / a)
    var sweep = atan2((-y - cy) / b, (-x - cx) / a) - from
    if clockwise, sweep < 0 { sweep += 2 * Double.pi }
    if !clockwise, sweep > 0 { sweep -= 2 * Double.pi }
    guard center.isFinite, from.isFinite, sweep.isFinite else {
      path.line(to: p)
      return
    }
    path.ellipticArc(center: center, radiusX: a, radiusY: b, rotation: rotation, from: from, sweep: sweep, joins: false, begins: false)
  }
}
