internal import EditableTextPlugin
internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// State that the head and the rows of a data table share: columns, widths, scroll distance, order. Any thread.
final class GridShared: Sendable, Equatable {
  struct State: Sendable {
    var columns: [GridColumn] = []
    var rows = GridRows.empty
    /// Rows in the shown order; nil: their own.
    var order: [Int]?
    var sort: GridSort?
    /// Whether the first column stays.
    var keepsFirst = false
    /// Widths that the user has set, by column.
    var resized: [Int: Double] = [:]
    /// Distance of horizontal scrolling, logical units.
    var offset = 0.0
    /// Widths of columns by content, for one text scale.
    var widths: [Int: Double] = [:]
    var widthsScale = 0.0
    /// Cell that the user edits.
    var editing: GridPlace?
    /// Whether the field has not yet the focus in that cell.
    var isMoving = false
    /// Cell of the last touch.
    var touched: GridPlace?
  }

  /// Field of the cell that is edited, a child of its row.
  let field: EditableTextNode = {
    // The row draws the frame.
    let field = EditableTextNode(EditableText())
    field.kind = .plain
    field.focusRing = FocusRing(color: .clear, width: 0, offset: 0)
    return field
  }()
  let tip = GridTip()

  let state = Locked(State())

  static func == (a: GridShared, b: GridShared) -> Bool { a === b }

  /// Least width of a column, logical units.
  static let least = 40.0

  /// Returns the row of the data at a place.
  func row(at place: Int) -> Int { state.withLock { $0.order.flatMap { $0.indices.contains(place) ? $0[place] : nil } ?? place } }

  /// Returns the places of the columns in a width.
  func places(_ width: Double, _ environment: EnvironmentValues) -> GridPlaces {
    let content = contentWidths(environment)
    return state.withLock { state in
      let usable = width.isFinite ? max(0, width) : 0
      var widths = state.columns.enumerated().map { index, column -> Double? in
        if let width = state.resized[index] { return width }
        switch column.width {
        case .fixed(let width): return width.isFinite ? min(1e5, max(Self.least, width)) : Self.least
        case .content: return content[index] ?? Self.least
        case .share: return nil
        }
      }
      func share(_ index: Int) -> Double {
        guard widths[index] == nil, case .share(let share) = state.columns[index].width, share.isFinite else { return 0 }
        return max(0, share)
      }
      let room = usable - widths.reduce(0) { $0 + ($1 ?? 0) }
      let sum = state.columns.indices.reduce(0) { $0 + share($1) }
      for index in widths.indices where widths[index] == nil {
        widths[index] = max(96, sum > 0 ? room * share(index) / sum : 96).rounded(.down)
      }
      return GridPlaces(
        widths.map { $0 ?? 0 }, in: usable, offset: state.offset, keepsFirst: state.keepsFirst, isRightToLeft: environment.direction == .rtl
      )
    }
  }

  private func contentWidths(_ environment: EnvironmentValues) -> [Int: Double] {
    let scale = environment.textScale * environment.theme[.body].size
    let (columns, rows, known) = state.withLock { ($0.columns, $0.rows, $0.widthsScale == scale ? $0.widths : nil) }
    if let known { return known }
    var widths: [Int: Double] = [:]
    for (index, column) in columns.enumerated() where column.width == .content {
      let head = GridText.layout(column.title, environment.theme[.small], environment, .black, weight: 700).size.width + 20
      let cells = (0..<min(100, rows.count)).map {
        GridText.layout(rows.cell($0, index).words(column), environment.theme[.body], environment, .black).size.width
      }
      widths[index] = min(400, max(Self.least, max(head, cells.max() ?? 0).rounded(.up) + 2 * environment.theme[.space3]))
    }
    state.withLock { ($0.widths, $0.widthsScale) = (widths, scale) }
    return widths
  }
}

/// Places of the columns of a data table. A value.
struct GridPlaces: Hashable {
  /// Column in the box: its frame without height, and the part of the box that it may cover.
  struct Place: Hashable {
    let index: Int
    let x: Double
    let width: Double
  }

  /// Columns that are seen, the fixed one last.
  let places: [Place]
  /// Width of the column that stays; 0 without one.
  let fixed: Double
  /// Largest scroll distance.
  let reach: Double
  let widths: [Double]
  let isRightToLeft: Bool
  let width: Double

  init(_ widths: [Double], in width: Double, offset: Double, keepsFirst: Bool, isRightToLeft: Bool) {
    (self.widths, self.isRightToLeft, self.width) = (widths, isRightToLeft, width)
    reach = max(0, widths.reduce(0, +) - width)
    fixed = keepsFirst && reach > 0 ? min(widths.first ?? 0, width / 2) : 0
    let offset = min(reach, max(0, offset.isFinite ? offset : 0))
    var (places, x) = ([Place](), -offset)
    for (index, own) in widths.enumerated() {
      let left = fixed > 0 && index == 0 ? 0 : x
      if left + own > (index == 0 ? 0 : fixed), left < width || index == 0 {
        let mirrored = isRightToLeft ? width - left - own : left
        places.append(Place(index: index, x: mirrored, width: own))
      }
      x += own
    }
    if fixed > 0, !places.isEmpty { places.append(places.removeFirst()) }
    self.places = places
  }

  /// Returns the range that a column may cover: those that scroll are hidden below the one that stays.
  func clip(_ place: Place, height: Double) -> Rect {
    guard fixed > 0, place.index > 0 else { return Rect(place.x, 0, place.width, height) }
    let (low, high) = isRightToLeft ? (0, width - fixed) : (fixed, width)
    let (left, right) = (max(low, place.x), min(high, place.x + place.width))
    return Rect(left, 0, max(0, right - left), height)
  }

  /// Returns the column at a coordinate; the one that stays is above the others.
  func column(at x: Double) -> Int? { places.last { x >= $0.x && x < $0.x + $0.width }?.index }

  /// Returns the column whose end is near a coordinate.
  func edge(near x: Double) -> Int? {
    places.reversed().first { abs((isRightToLeft ? $0.x : $0.x + $0.width) - x) <= 12 }?.index
  }
}

/// Words of a data table.
enum GridText {
  static func layout(
    _ words: String, _ type: ThemeType, _ environment: EnvironmentValues, _ color: Color, weight: Double? = nil, width: Double = .infinity
  ) -> TextLayout {
    var font = Font(size: type.size * environment.textScale, weight: FontWeight(Int(weight ?? type.weight)))
    font.features["tnum"] = 1
    var paragraph = ParagraphStyle()
    (paragraph.lineLimit, paragraph.alignment) = (1, .left)
    return TextLayout(
      AttributedText(String(words.prefix(1000)), attributes: TextAttributes(font: font, color: color)), paragraph: paragraph,
      width: width.isFinite ? max(0, width) : .infinity)
  }

  /// Height of a row, logical units.
  static func rowHeight(_ environment: EnvironmentValues) -> Double {
    let theme = environment.theme
    return max(theme[.touch], (theme[.body].line * environment.textScale + theme[.space3]).rounded(.up))
  }

  /// Height of the head, logical units.
  static func headHeight(_ environment: EnvironmentValues) -> Double {
    let theme = environment.theme
    return max(theme[.control] - 8, (theme[.small].line * environment.textScale + theme[.space3]).rounded(.up))
  }
}
