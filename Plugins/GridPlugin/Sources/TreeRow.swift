internal import EditableTextPlugin
internal import IconPlugin
internal import Tessera
internal import TesseraContainers
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Row of a tree: indent, triangle, words.
struct TreeRow: AccessibleType {
  static let typeName = "tree-row"
  /// The triangle was pressed.
  static let toggle = Signal<String>("toggle")
  /// Indent of a level, logical units.
  static let indent = 24.0

  var entry = TreeEntry(id: "", title: "", detail: "", icon: "", level: 0, hasItems: false, isOpen: false, position: 1, count: 1)
  var state = ListItemState()
  /// Field in place of the title while the entry is renamed.
  var field: EditableTextNode?
  /// Whether a carried row would move into the entry.
  var isTarget = false

  /// Creates an empty row; the tree creates its rows.
  init() {}
  init(_ entry: TreeEntry) { self.entry = entry }

  /// By hand: its members are no attributes, and it is laid out with a field only.
  static func invalidation(from old: TreeRow, to new: TreeRow) -> Invalidation {
    old.field !== new.field || new.field != nil ? [.layout, .display] : .display
  }

  static func height(_ environment: EnvironmentValues) -> Double { max(environment.theme[.touch], GridText.rowHeight(environment) - 8) }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.clamp(Size(range.max.width.isFinite ? range.max.width : 320, Self.height(context.environment)))
  }

  /// Places the field of a title that is changed.
  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    guard let field else { return nil }
    let (left, isRightToLeft) = (titleStart, context.environment.direction == .rtl)
    return ManualLayout {
      field
    } frames: { size in
      let start = start(size.width) + left
      return [Rect(isRightToLeft ? 4 : start, 2, max(0, size.width - start - 4), max(0, size.height - 4))]
    }
  }

  /// Distance from the start of the triangle's area to the title, logical units; without the space after an icon.
  private var titleStart: Double { entry.icon.isEmpty ? 28 - 8 : 28 + 20 }

  /// Returns the start of the triangle's area, at most half way through the row.
  private func start(_ width: Double) -> Double { min(8 + Double(entry.level) * Self.indent, max(0, width / 2)) }

  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    guard context.environment.textAntialiasing == .bilevel else { return .pixels(isOpaque: true) { draw(in: $0, context: context) } }
    return .direct { draw(in: $0, context: context) }
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let (environment, size) = (context.environment, context.size)
    let (theme, isRightToLeft) = (environment.theme, environment.direction == .rtl)
    canvas.fill(Rect(size: size), .color(state.isSelected ? theme.wash : theme.surface))
    let color = state.isSelected ? theme.onWash : theme.ink
    func x(_ start: Double, _ width: Double) -> Double { isRightToLeft ? size.width - start - width : start }
    let start = start(size.width)
    if entry.hasItems {
      let middle = Point(x(start, 20) + 10, size.height / 2)
      let way = isRightToLeft ? -1.0 : 1.0
      var path = Path()
      if entry.isOpen {
        path.move(to: Point(middle.x - 5, middle.y - 3))
        path.line(to: Point(middle.x, middle.y + 3))
        path.line(to: Point(middle.x + 5, middle.y - 3))
      } else {
        path.move(to: Point(middle.x - 3 * way, middle.y - 5))
        path.line(to: Point(middle.x + 3 * way, middle.y))
        path.line(to: Point(middle.x - 3 * way, middle.y + 5))
      }
      path.close()
      canvas.fill(path, .color(theme.inkSoft))
    }
    var left = start + 28
    if !entry.icon.isEmpty {
      // A name without an icon is reported where the attribute is set.
      let side = environment.iconSide(20)
      try? Icon.draw(
        entry.icon, in: Rect(x(left, side), (size.height - side) / 2, side, side), state.isSelected ? color : theme.inkSoft, context, canvas
      )
      left += side + theme[.space2]
    }
    if isTarget {
      canvas.drawBorder(Border(width: 2, color: theme.accent), of: RoundedRect(Rect(size: size).inset(by: 2), radius: theme[.radius1]))
    }
    guard field == nil else { return }
    let detail =
      entry.detail.isEmpty ? nil : GridText.layout(entry.detail, theme[.small], environment, theme.inkSoft, width: size.width / 3)
    let room = max(0, size.width - left - theme[.space3] - (detail.map { $0.size.width + theme[.space2] } ?? 0))
    let words = GridText.layout(entry.title, theme[.body], environment, color, weight: state.isSelected ? 500 : nil, width: room)
    canvas.draw(words, at: Point(x(left, words.size.width), (size.height - words.size.height) / 2))
    if let detail {
      let place = x(size.width - theme[.space3] - detail.size.width, detail.size.width)
      canvas.draw(detail, at: Point(place, (size.height - detail.size.height) / 2))
    }
    if state.isSelected { canvas.fill(Rect(x(0, theme[.bar]), 0, theme[.bar], size.height), .color(theme.accent)) }
  }

  static func handle(_ event: Event, node: Node<TreeRow>) -> EventResponse {
    guard case .touch(let touch) = event, node.value.entry.hasItems, touch.location.isFinite else { return .ignored }
    let width = node.frame.width
    let place = node.environmentValues.direction == .rtl ? width - touch.location.x : touch.location.x
    let start = node.value.start(width)
    if touch.phase == .began { return place >= start - 12 && place < start + 28 ? .handled : .ignored }
    if touch.phase == .ended, Rect(size: node.frame.size).inset(by: -20).contains(touch.location) { node.send(toggle, node.value.entry.id) }
    return .handled
  }

  static func semantics(of node: Node<TreeRow>) -> NodeSemantics {
    let entry = node.value.entry
    var semantics = NodeSemantics(.treeItem, label: entry.title)
    if !entry.detail.isEmpty { semantics.value = entry.detail }
    (semantics.level, semantics.position) = (entry.level + 1, SemanticsPosition(entry.position, of: entry.count))
    if entry.hasItems {
      semantics.isExpanded = entry.isOpen
      semantics.actions = [entry.isOpen ? .collapse : .expand]
    }
    return semantics
  }

  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<TreeRow>) -> Bool {
    let entry = node.value.entry
    guard part == nil, entry.hasItems, action == (entry.isOpen ? .collapse : .expand) else { return false }
    node.send(toggle, entry.id)
    return true
  }
}
