internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Rows of texts below a field, of which the user chooses one: completions or corrections.
struct SuggestionList: NodeType {
  typealias Storage = SuggestionListStorage
  static let typeName = "suggestion-list"
  static let summary = "Texts that a field offers."
  /// The user chose a text.
  static let choose = Signal<String>("choose")

  /// Offered texts.
  var texts: [String] = []

  /// Maximum number of rows.
  static let limit = 6
  private static let padding = 4.0

  private static func rowHeight(_ environment: EnvironmentValues) -> Double {
    let theme = environment.theme
    return max(theme[.touch], (theme[.body].line * environment.textScale + theme[.space2]).rounded(.up))
  }

  private func title(_ text: String, width: Double, _ color: Color, _ environment: EnvironmentValues) -> TextLayout {
    let type = environment.theme[.body]
    let font = Font(size: type.size * environment.textScale, weight: FontWeight(Int(type.weight)))
    var style = ParagraphStyle()
    style.lineLimit = 1
    style.alignmentDirection = environment.direction == .rtl ? .rightToLeft : .leftToRight
    return TextLayout(AttributedText(text, attributes: TextAttributes(font: font, color: color)), paragraph: style, width: width)
  }

  /// Returns the frame of a row.
  private static func frame(_ row: Int, in size: Size, _ environment: EnvironmentValues) -> Rect {
    let height = rowHeight(environment)
    return Rect(padding, padding + Double(row) * height, max(0, size.width - 2 * padding), height)
  }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let environment = context.environment
    let widths = texts.map { title($0, width: .infinity, .black, environment).size.width }
    return range.clamp(
      Size(
        (widths.max() ?? 0).rounded(.up) + 2 * (Self.padding + environment.theme[.space3]),
        Double(texts.count) * Self.rowHeight(environment) + 2 * Self.padding))
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let (environment, theme) = (context.environment, context.environment.theme)
    let chosen = context.storage(of: SuggestionList.self).highlighted.withLock { $0 }
    let panel = RoundedRect(Rect(size: context.size), radius: theme[.radius3])
    canvas.fill(panel, .color(theme.raised))
    canvas.drawBorder(Border(width: max(1, theme[.stroke].rounded(.down)), color: theme.line), of: panel)
    for (row, text) in texts.enumerated() {
      let frame = Self.frame(row, in: context.size, environment)
      if row == chosen { canvas.fill(RoundedRect(frame, radius: max(0, theme[.radius3] - Self.padding)), .color(theme.wash)) }
      let inner = max(0, frame.width - 2 * theme[.space3])
      let layout = title(text, width: inner, row == chosen ? theme.onWash : theme.ink, environment)
      canvas.draw(layout, at: Point(frame.minX + theme[.space3], frame.midY - layout.size.height / 2))
    }
  }

  /// Returns the row at a place; nil outside.
  private static func row(at location: Point, of node: Node<SuggestionList>) -> Int? {
    node.texts.indices.first { frame($0, in: node.frame.size, node.environmentValues).contains(location) }
  }

  /// Highlights the row below a touch, and chooses the one on which it ends.
  static func handle(_ event: Event, node: Node<SuggestionList>) -> EventResponse {
    guard case .touch(let touch) = event else { return .ignored }
    let row = row(at: touch.location, of: node)
    highlight(touch.phase == .ended || touch.phase == .cancelled ? nil : row, node)
    if touch.phase == .ended, let row { node.send(choose, node.texts[row]) }
    return .handled
  }

  /// Highlights a row. Any thread.
  static func highlight(_ row: Int?, _ node: Node<SuggestionList>) {
    node.storage.highlighted.withLock { $0 = row }
    node.setNeedsDisplay()
    node.setNeedsSemantics()
  }

  /// Moves the highlight by one row, and beyond the last one to none. Returns the highlighted text.
  static func move(_ step: Int, _ node: Node<SuggestionList>) -> String? {
    let count = node.texts.count
    let former = node.storage.highlighted.withLock { $0 }
    // -1 is the field itself, without a chosen row.
    let next = ((former ?? -1) + 1 + step + count + 1) % (count + 1) - 1
    highlight(next < 0 ? nil : next, node)
    return next < 0 ? nil : node.texts[next]
  }
}

extension SuggestionList: HoverableType {
  /// Highlights the row under a pointer.
  static func hover(_ node: Node<SuggestionList>, at location: Point?) -> EventResponse {
    highlight(location.flatMap { row(at: $0, of: node) }, node)
    return .handled
  }
}

extension SuggestionList: AccessibleType {
  static func semantics(of node: Node<SuggestionList>) -> NodeSemantics {
    NodeSemantics(.menu, label: node.environmentValues.word(.suggestions))
  }

  static func semanticsParts(of node: Node<SuggestionList>) -> [SemanticsPart] {
    let chosen = node.storage.highlighted.withLock { $0 }
    return node.texts.enumerated().map { row, text in
      var semantics = NodeSemantics(.menuItem, label: text)
      semantics.actions = [.activate]
      if row == chosen { semantics.isSelected = true }
      return SemanticsPart(row, semantics, frame: frame(row, in: node.frame.size, node.environmentValues))
    }
  }

  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<SuggestionList>) -> Bool {
    guard action == .activate, let part, node.texts.indices.contains(part) else { return false }
    node.send(choose, node.texts[part])
    return true
  }
}

/// Highlighted row. Any thread.
final class SuggestionListStorage: NodeStorage {
  let highlighted = Locked<Int?>(nil)
}
