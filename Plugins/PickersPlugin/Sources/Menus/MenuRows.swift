internal import ControlsPlugin
internal import Tessera
internal import TesseraGeometry

/// Rows of a menu in a box: a value that maps rows to places.
struct MenuRows: Sendable {
  let size: Size
  /// Distances of the tops of the rows from the top of the first one; one more than there are rows.
  private let tops: [Double]
  /// Distance from the first row to the top of the view.
  let offset: Double

  /// Distance from the edge of the menu to its rows, logical units.
  static let padding = 4.0
  /// Height of the row of a separator, logical units.
  private static let separator = 9.0

  init(_ entries: [MenuEntry], in size: Size, offset: Double, _ environment: EnvironmentValues) {
    self.size = size
    tops = Self.tops(entries, environment)
    let limit = max(0, (tops.last ?? 0) - max(0, size.height - 2 * Self.padding))
    self.offset = min(limit, max(0, offset))
  }

  private static func tops(_ entries: [MenuEntry], _ environment: EnvironmentValues) -> [Double] {
    let theme = environment.theme
    let row = max(theme[.menuRow], (theme[.body].line * environment.textScale + theme[.space2]).rounded(.up))
    let heading = (theme[.small].line * environment.textScale + theme[.space3]).rounded(.up)
    var (y, tops) = (0.0, [0.0])
    for entry in entries {
      switch entry.kind {
      case .action: y += row
      case .separator: y += separator
      case .heading: y += heading
      }
      tops.append(y)
    }
    return tops
  }

  /// Returns the height of a menu that shows all rows.
  static func height(_ entries: [MenuEntry], _ environment: EnvironmentValues) -> Double {
    (tops(entries, environment).last ?? 0) + 2 * padding
  }

  var count: Int { tops.count - 1 }
  /// Height of all rows.
  var content: Double { tops[count] }
  /// Height of the visible part.
  var view: Double { max(0, size.height - 2 * Self.padding) }
  /// Possible offsets.
  var limits: ClosedRange<Double> { 0...max(0, content - view) }
  /// Whether there are more rows than room.
  var scrolls: Bool { limits.upperBound > 0.5 }

  /// Returns the frame of a row.
  func frame(_ index: Int) -> Rect {
    Rect(Self.padding, Self.padding + tops[index] - offset, max(0, size.width - 2 * Self.padding), tops[index + 1] - tops[index])
  }

  /// Returns the first row that ends below a distance from the top of the first row. O(log n).
  private func row(below y: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if tops[middle + 1] > y { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Indices of the rows that are at least partly visible.
  var visible: Range<Int> {
    let first = row(below: offset)
    return first..<max(first, min(count, row(below: offset + view) + 1))
  }

  /// Returns the row at a place of the menu; nil outside.
  func index(at location: Point) -> Int? {
    guard location.isFinite, location.x >= 0, location.x < size.width, location.y >= Self.padding, location.y < size.height - Self.padding
    else { return nil }
    let index = row(below: location.y - Self.padding + offset)
    return index < count ? index : nil
  }

  /// Returns the nearest offset at which a whole row is visible.
  func offset(showing index: Int) -> Double {
    min(limits.upperBound, max(0, min(tops[index], max(offset, tops[index + 1] - view))))
  }
}
