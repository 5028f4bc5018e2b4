internal import ControlsPlugin
internal import Tessera
internal import TesseraGeometry

/// Places of the columns of a roller in a box. A value.
struct RollerFrames: Sendable {
  /// Frames of the columns, as high as the box.
  let columns: [Rect]
  /// Height of a row, logical units.
  let row: Double
  let size: Size

  /// Number of rows of which the widest is measured.
  private static let measured = 60
  private static let gap = 8.0

  init(_ columns: [RollerColumn], in size: Size, isMirrored: Bool, _ environment: EnvironmentValues) {
    self.size = size
    row = Self.rowHeight(environment)
    let widths = columns.map { Self.width($0, environment) }
    let gaps = columns.map { Self.gap(before: $0, environment) }
    let total = Self.total(widths, gaps)
    let scale = total > size.width && total > 0 ? size.width / total : 1
    var (x, frames): (Double, [Rect]) = (max(0, (size.width - total * scale) / 2), [])
    for (i, width) in widths.enumerated() {
      if i > 0 { x += gaps[i] * scale }
      frames.append(Rect(isMirrored ? size.width - x - width * scale : x, 0, width * scale, size.height))
      x += width * scale
    }
    self.columns = frames
  }

  private static func total(_ widths: [Double], _ gaps: [Double]) -> Double { widths.reduce(0, +) + gaps.dropFirst().reduce(0, +) }

  /// Returns the height of a row.
  static func rowHeight(_ environment: EnvironmentValues) -> Double {
    let theme = environment.theme
    return max(theme[.rollerRow], (theme[.heading].line * environment.textScale + theme[.space2]).rounded(.up))
  }

  /// Returns the number of rows that are seen.
  static func visibleRows(_ environment: EnvironmentValues) -> Double { environment.density == .compact ? 3 : 5 }

  /// Returns the preferred size of columns.
  static func size(_ columns: [RollerColumn], _ environment: EnvironmentValues) -> Size {
    let width = total(columns.map { Self.width($0, environment) }, columns.map { gap(before: $0, environment) })
    return Size(width.rounded(.up), rowHeight(environment) * visibleRows(environment))
  }

  /// Returns the width of a unit with its distance from the number.
  static func unitWidth(_ column: RollerColumn, _ environment: EnvironmentValues) -> Double {
    column.unit.isEmpty ? 0 : 4 + ControlText(column.unit, environment.theme[.small], environment).layout().size.width.rounded(.up)
  }

  private static func width(_ column: RollerColumn, _ environment: EnvironmentValues) -> Double {
    let titles: [String]
    switch column.rows {
    case .words(let words): titles = Array(words.prefix(measured))
    case .numbers: titles = [column.title(column.count - 1)]
    }
    let (type, scale) = (environment.theme[.heading], max(1, environment.textScale))
    let widest =
      titles.map { ControlText($0, type, environment, weight: 700, isTabular: true).layout(width: 320 * scale).size.width }.max() ?? 0
    return max(72, widest.rounded(.up) + unitWidth(column, environment) + 2 * environment.theme[.space2])
  }

  private static func gap(before column: RollerColumn, _ environment: EnvironmentValues) -> Double {
    guard !column.separator.isEmpty else { return gap }
    let text = ControlText(column.separator, environment.theme[.heading], environment, weight: 700).layout()
    return max(gap, text.size.width.rounded(.up) + 4)
  }

  /// Returns the place of the chosen row of a column.
  func band(_ column: Int) -> Rect {
    let frame = columns[column]
    return Rect(frame.minX, frame.midY - row / 2, frame.width, row)
  }

  /// Returns the column at a place; nil if there are no columns.
  func column(at location: Point) -> Int? {
    columns.indices.min { abs(columns[$0].midX - location.x) < abs(columns[$1].midX - location.x) }
  }
}
