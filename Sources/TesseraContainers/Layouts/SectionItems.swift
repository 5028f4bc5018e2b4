internal import TesseraGeometry

/// Items of one section in any arrangement. Coordinates begin at the first item.
enum SectionItems: Sendable {
  case rows(LinearItems)
  case grid(GridItems)
  case lines(LineItems)
  case waterfall(WaterfallItems)

  init(_ arrangement: ItemArrangement, count: Int, breadth: Double, space: ListSpace) {
    func room(_ value: Double) -> Double { value > 0 ? min(space.rounded(value), ListMetrics.longest) : 0 }
    switch arrangement {
    case .rows(let length, let spacing):
      let length = length.resolved(breadth: breadth, space)
      self = .rows(
        LinearItems(count: count, breadth: breadth, estimate: length.value, isFixed: length.isFixed, spacing: room(spacing)))
    case .grid(let grid):
      let columns = ColumnEdges(grid.columns, breadth: breadth, spacing: room(grid.columnSpacing), scale: space.scale)
      let length = grid.length.resolved(breadth: columns.place(0).breadth, space)
      if grid.spans == .none {
        self = .grid(
          GridItems(
            count: count, columns: columns, breadth: breadth, estimate: length.value, isFixed: length.isFixed,
            spacing: room(grid.lineSpacing)))
      } else {
        self = .lines(
          LineItems(
            count: count, kind: .spans(columns, grid.spans), breadth: breadth, estimate: (0, length.value), isFixed: length.isFixed,
            lineSpacing: room(grid.lineSpacing)))
      }
    case .flow(var flow):
      flow.itemSpacing = room(flow.itemSpacing)
      let size = Size(room(flow.estimatedSize.width), room(flow.estimatedSize.height))
      self = .lines(
        LineItems(
          count: count, kind: .flow(flow), breadth: breadth, estimate: (size[space.axis.cross], size[space.axis]), isFixed: flow.isFixed,
          lineSpacing: room(flow.lineSpacing)))
    case .waterfall(let waterfall):
      let columns = ColumnEdges(
        waterfall.columns, breadth: breadth, spacing: room(waterfall.columnSpacing), scale: space.scale, isUniform: true)
      let length = waterfall.length.resolved(breadth: columns.place(0).breadth, space)
      self = .waterfall(
        WaterfallItems(
          count: count, columns: columns, estimate: length.value, isFixed: length.isFixed, spacing: room(waterfall.itemSpacing)))
    }
  }

  var count: Int {
    switch self {
    case .rows(let items): items.count
    case .grid(let items): items.count
    case .lines(let items): items.count
    case .waterfall(let items): items.count
    }
  }

  var length: Double {
    switch self {
    case .rows(let items): items.length
    case .grid(let items): items.length
    case .lines(let items): items.length
    case .waterfall(let items): items.length
    }
  }

  func frame(of item: Int) -> FlowRect {
    switch self {
    case .rows(let items): items.frame(of: item)
    case .grid(let items): items.frame(of: item)
    case .lines(let items): items.frame(of: item)
    case .waterfall(let items): items.frame(of: item)
    }
  }

  func constraint(for item: Int) -> FlowRange {
    switch self {
    case .rows(let items): items.constraint(for: item)
    case .grid(let items): items.constraint(for: item)
    case .lines(let items): items.constraint(for: item)
    case .waterfall(let items): items.constraint(for: item)
    }
  }

  /// Calls `body` with all items that touch the range between `from` and `to`, and possibly with neighbours, ascending.
  func visit(_ from: Double, _ to: Double, _ body: (Int, FlowRect) -> Void) {
    switch self {
    case .rows(let items): items.visit(from, to, body)
    case .grid(let items): items.visit(from, to, body)
    case .lines(let items): items.visit(from, to, body)
    case .waterfall(let items): items.visit(from, to, body)
    }
  }

  /// Sets sizes; all items belong to the section.
  mutating func set(_ sizes: [(item: Int, length: Double, breadth: Double)]) {
    switch self {
    case .rows(var items):
      self = .waterfall(Self.nothing)
      items.set(sizes.lazy.map { (item: $0.item, length: $0.length) })
      self = .rows(items)
    case .grid(var items):
      self = .waterfall(Self.nothing)
      items.set(sizes.lazy.map { (item: $0.item, length: $0.length) })
      self = .grid(items)
    case .lines(var items):
      self = .waterfall(Self.nothing)
      items.set(sizes)
      self = .lines(items)
    case .waterfall(var items):
      self = .waterfall(Self.nothing)
      items.set(sizes)
      self = .waterfall(items)
    }
  }

  /// Placeholder while items change in place, so that they have one owner and are not copied.
  private static let nothing = WaterfallItems(
    count: 0, columns: ColumnEdges(.fixed(1), breadth: 0, spacing: 0, scale: 1), estimate: 0, isFixed: true, spacing: 0)

  /// Breadth of the lines in which items have individual breadths.
  var lineBreadth: Double? {
    if case .lines(let items) = self { items.breadth } else { nil }
  }

  /// Calls `body` with each known size; the breadth is NaN if the arrangement determines it.
  func forEachKnown(_ body: (_ item: Int, _ length: Double, _ breadth: Double) -> Void) {
    switch self {
    case .rows(let items): items.known.forEach { body($0, $1, .nan) }
    case .grid(let items): items.known.forEach { body($0, $1, .nan) }
    case .lines(let items): items.known.forEach { body($0, $1, items.knownBreadths[$0]) }
    case .waterfall(let items): items.known.forEach { body($0, $1, .nan) }
    }
  }
}

extension ElementLength {
  /// Returns the length of an element of this breadth, and whether it is final.
  func resolved(breadth: Double, _ space: ListSpace) -> (value: Double, isFixed: Bool) {
    func ok(_ value: Double) -> Double { value > 0 ? min(space.roundedUp(value), ListMetrics.longest) : 0 }
    switch self {
    case .fixed(let length): return (ok(length), true)
    case .viewport(let share): return (ok(space.extent * share), true)
    case .ratio(let ratio): return (ok(breadth * ratio), true)
    case .measured(let estimate): return (ok(estimate), false)
    }
  }
}
