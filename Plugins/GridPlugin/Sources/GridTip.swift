internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Bubble next to a cell: the words of a cell that is cut off, or the message of an invalid one. Any thread.
final class GridTip: Sendable {
  private struct State: Sendable {
    var overlay: StageOverlay?
    var task: NodeTask?
    var place: GridPlace?
  }

  private let state = Locked(State())

  /// Shows the words of the cell under a resting pointer, if they are cut off; hides them if the pointer has left.
  func point(at column: Int?, _ row: Node<GridRow>) {
    let place = column.map { GridPlace(row: row.value.row, column: $0) }
    guard state.withLock({ $0.place }) != place else { return }
    dismiss()
    guard let column, let words = row.cutWords(column) else { return state.withLock { $0.place = place } }
    let task = row.after(0.5) { [weak self] row in self?.show(words, isProblem: false, at: row.cellFrame(column), row) }
    state.withLock { ($0.place, $0.task) = (place, task) }
  }

  func show(_ words: String, isProblem: Bool, at anchor: Rect, _ row: Node<GridRow>) {
    // The pointer still rests on the same cell.
    let place = state.withLock { $0.place }
    dismiss()
    state.withLock { $0.place = place }
    let overlay = row.present(
      overlay: Node(GridBubble(words, isProblem: isProblem)), at: anchor,
      placement: OverlayPlacement([.below, .above], alignment: .start, spacing: 4, margin: 8),
      options: isProblem ? [.dismissesWhenAnchorMoves] : [.dismissesWhenAnchorMoves, .dismissesOnOutsideTouch])
    state.withLock { $0.overlay = overlay }
  }

  func dismiss() {
    let (overlay, task) = state.withLock { state in
      defer { state = State() }
      return (state.overlay, state.task)
    }
    task?.cancel()
    overlay?.dismiss()
  }
}

/// Content of a bubble.
struct GridBubble: AccessibleType {
  static let typeName = "grid-bubble"
  private var words = ""
  private var isProblem = false

  /// Creates an empty bubble.
  init() {}
  init(_ words: String, isProblem: Bool) { (self.words, self.isProblem) = (words, isProblem) }

  private func layout(_ color: Color, _ environment: EnvironmentValues) -> TextLayout {
    let theme = environment.theme
    let font = Font(size: theme[.small].size * environment.textScale)
    var paragraph = ParagraphStyle()
    paragraph.lineLimit = 4
    return TextLayout(
      AttributedText(String(words.prefix(1000)), attributes: TextAttributes(font: font, color: color)), paragraph: paragraph, width: 280)
  }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let (size, theme) = (layout(.black, context.environment).size, context.environment.theme)
    return range.clamp(Size(size.width.rounded(.up) + 2 * theme[.space3], size.height.rounded(.up) + 2 * theme[.space2]))
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let theme = context.environment.theme
    let shape = RoundedRect(Rect(size: context.size), radius: theme[.radius2])
    canvas.fill(shape, .color(isProblem ? theme.danger : theme.inverse))
    let text = layout(isProblem ? theme.onDanger : theme.onInverse, context.environment)
    canvas.draw(text, at: Point(theme[.space3], theme[.space2]))
  }

  static func semantics(of node: Node<GridBubble>) -> NodeSemantics {
    var semantics = NodeSemantics(node.value.isProblem ? .alert : .tooltip, label: node.value.words)
    if node.value.isProblem { semantics.liveRegion = .assertive }
    return semantics
  }
}
