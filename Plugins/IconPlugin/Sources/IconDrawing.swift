internal import TesseraGeometry
internal import TesseraRender

/// Drawing in units of its grid.
///
/// Its text consists of parts separated by `|`. A part is SVG path data, which is stroked, or a letter with data:
/// - `c x y r`: a circle
/// - `r x y w h radius`: a rectangle by its top left corner
/// - `t x y w h radius`: a filled tile by its middle
/// - `f` with path data: a filled area
///
/// Marks before a part:
/// - `*` fills it in the solid variant
/// - `-` cuts it out of the solid variant
/// - `!` cuts a gap into the parts before it
/// - `_` makes it thin
struct IconDrawing: Sendable {
  struct Part: Sendable {
    enum Kind: Sendable { case line, area, tile }
    var kind = Kind.line
    var path = Path()
    /// Rectangle of a tile.
    var rect = RoundedRect(Rect.zero, radius: 0)
    /// Coordinates of straight lines and of the sides of circles.
    var columns: [Double] = []
    var rows: [Double] = []
    var isOutline = false
    var isInner = false
    var isGap = false
    var isThin = false
  }

  private(set) var parts: [Part] = []
  let grid: Double

  /// Maximum size of a drawing's text, bytes.
  private static let maximumLength = 16_384
  /// Maximum distance of coordinates outside of the grid, for control points of curves.
  private static let reach = 48.0

  /// Parses a drawing. O(length of the text).
  init(_ source: IconSource) throws(IconError) {
    grid = source.grid
    let text = source.data.utf8
    guard text.count <= Self.maximumLength else {
      throw IconError("must be a drawing of at most \(Self.maximumLength) bytes, got \(text.count)")
    }
    for part in text.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
      guard let read = Self.part(part, grid: grid) else {
        throw IconError(
          "must be a drawing within \(Int(grid)) by \(Int(grid)) units, with parts such as `M4 12H20`, `c12 12 9`, `r4 4 16 16 3` or `t12 12`, got `"
            + String(decoding: part, as: UTF8.self).prefix(80) + "`")
      }
      parts.append(read)
    }
  }

  /// Returns whether any part is cut out.
  func hasCuts(isSolid: Bool) -> Bool { parts.contains { $0.isGap || isSolid && $0.isInner } }

  private static func part(_ text: Substring.UTF8View, grid: Double) -> Part? {
    var (part, text) = (Part(), text)
    while let mark = text.first {
      switch mark {
      case UInt8(ascii: "*"): part.isOutline = true
      case UInt8(ascii: "-"): part.isInner = true
      case UInt8(ascii: "!"): part.isGap = true
      case UInt8(ascii: "_"): part.isThin = true
      default: return read(text, first: mark, grid: grid, into: &part) ? part : nil
      }
      text = text.dropFirst()
    }
    return nil
  }

  private static func read(_ text: Substring.UTF8View, first: UInt8, grid: Double, into part: inout Part) -> Bool {
    switch first {
    case UInt8(ascii: "c"):
      guard let n = numbers(text.dropFirst(), 3...3), n[2] > 0 else { return false }
      part.path.addEllipse(in: Rect(n[0] - n[2], n[1] - n[2], 2 * n[2], 2 * n[2]))
      (part.columns, part.rows) = ([n[0] - n[2], n[0] + n[2]], [n[1] - n[2], n[1] + n[2]])
    case UInt8(ascii: "r"):
      guard let n = numbers(text.dropFirst(), 4...5), n[2] > 0, n[3] > 0 else { return false }
      part.path = Path(RoundedRect(Rect(n[0], n[1], n[2], n[3]), radius: n.count > 4 ? max(0, n[4]) : 0))
      (part.columns, part.rows) = ([n[0], n[0] + n[2]], [n[1], n[1] + n[3]])
    case UInt8(ascii: "t"):
      guard let n = numbers(text.dropFirst(), 2...5) else { return false }
      let width = n.count > 2 ? n[2] : grid == 24 ? 3 : 2
      let height = n.count > 3 ? n[3] : width
      guard width > 0, height > 0 else { return false }
      part.kind = .tile
      part.rect = RoundedRect(
        Rect(n[0] - width / 2, n[1] - height / 2, width, height), radius: n.count > 4 ? max(0, n[4]) : min(grid / 24, width / 2, height / 2)
      )
    default:
      let isArea = first == UInt8(ascii: "f")
      let data = isArea ? text.dropFirst() : text
      guard let path = Path(svg: String(decoding: data, as: UTF8.self)), !path.isEmpty, isNear(path) else { return false }
      (part.kind, part.path) = (isArea ? .area : .line, path)
      (part.columns, part.rows) = straightLines(of: path)
    }
    return true
  }

  private static func isNear(_ path: Path) -> Bool {
    path.allPoints.allSatisfy { $0.isFinite && abs($0.x) <= reach && abs($0.y) <= reach }
  }

  private static func numbers(_ text: Substring.UTF8View, _ count: ClosedRange<Int>) -> [Double]? {
    let words = text.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }
    guard count.contains(words.count) else { return nil }
    let numbers = words.compactMap { Double(Substring($0)) }.filter { abs($0) <= reach }
    return numbers.count == words.count ? numbers : nil
  }

  /// Returns the columns and rows of axis-parallel lines that are at least 2 units long.
  private static func straightLines(of path: Path) -> (columns: [Double], rows: [Double]) {
    var (columns, rows): ([Double], [Double]) = ([], [])
    var (current, start) = (Point.zero, Point.zero)
    func add(_ a: Point, _ b: Point) {
      if abs(a.x - b.x) < 0.01, abs(a.y - b.y) >= 2 { columns.append(a.x) }
      if abs(a.y - b.y) < 0.01, abs(a.x - b.x) >= 2 { rows.append(a.y) }
    }
    for element in path.elements {
      switch element {
      case .move(let p): (current, start) = (p, p)
      case .line(let p):
        add(current, p)
        current = p
      case .quad(let p, _), .cubic(let p, _, _): current = p
      case .close:
        add(current, start)
        current = start
      }
    }
    return (columns, rows)
  }
}
