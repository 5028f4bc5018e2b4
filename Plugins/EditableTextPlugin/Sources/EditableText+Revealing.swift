public import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

// Button at the end of a secure field that makes its text readable.

extension EditableText {
  /// Whether the field has the button.
  var hasEye: Bool { isSecure && isRevealable }

  /// Makes room for the button behind the text.
  func addEyeRoom(to style: inout LayoutStyle, in environment: EnvironmentValues) {
    guard hasEye, style.padding.end == nil else { return }
    let isRightToLeft = environment.direction == .rtl
    var room = 0.0
    if case .points(let given) = isRightToLeft ? style.padding.left : style.padding.right { room = given }
    style.padding.end = .points(room + environment.theme[.space2] + environment.theme[.icon])
  }

  /// Returns the square of the eye in a box, next to the content of the field.
  static func eye(nextTo content: Rect, in environment: EnvironmentValues) -> Rect {
    let (side, gap) = (environment.theme[.icon], environment.theme[.space2])
    let x = environment.direction == .rtl ? content.minX - gap - side : content.maxX + gap
    return Rect(x, content.midY - side / 2, side, side)
  }

  /// Returns whether a point of the node's box is on the button, which is as high as the box.
  static func isOnEye(_ point: Point, _ node: Node<EditableText>) -> Bool {
    guard node.value.hasEye else { return false }
    let content = node.contentRect
    return node.environmentValues.direction == .rtl ? point.x < content.minX : point.x > content.maxX
  }

  /// Makes a secure text readable, or hides it again. Frame loop.
  static func reveal(_ isRevealed: Bool, _ node: Node<EditableText>) {
    node.updateKeeping { _, state in state.interaction.isRevealed = isRevealed }
    node.setNeedsSemantics()
    trackSelection(node)
  }

  /// Handles a touch of the button. Returns whether the touch belongs to it.
  static func touchEye(_ touch: Touch, _ node: Node<EditableText>) -> Bool {
    if touch.phase == .began {
      let isOnEye = isOnEye(touch.location, node)
      node.updateKeeping { _, state in state.interaction.touch.isOnEye = isOnEye }
      return isOnEye
    }
    guard node.storage.interaction.touch.isOnEye else { return false }
    if touch.phase == .ended || touch.phase == .cancelled {
      node.updateKeeping { _, state in state.interaction.touch.isOnEye = false }
      if touch.phase == .ended, isOnEye(touch.location, node) { reveal(!node.isRevealed, node) }
    }
    return true
  }

  /// Returns the button for screen readers.
  public static func semanticsParts(of node: Node<EditableText>) -> [SemanticsPart] {
    let (environment, content) = (node.environmentValues, node.contentRect)
    guard node.value.hasEye else { return [] }
    var semantics = NodeSemantics(.button, label: environment.word(node.isRevealed ? .hidePassword : .showPassword))
    semantics.actions = [.activate]
    return [SemanticsPart(0, semantics, frame: eye(nextTo: content, in: environment))]
  }
}

extension Node where Value == EditableText {
  /// Whether the text of a secure field is readable, because the user pressed the button of a field that is ``EditableText/isRevealable``. Any thread.
  public var isRevealed: Bool { storage.interaction.isRevealed }
}

/// Eye of the button, with a line through it if the text is readable.
enum EyeDrawing {
  /// Drawings in a square of 24 units.
  private static let outline = "M2 12C4.6 7.4 8 5 12 5s7.4 2.4 10 7c-2.6 4.6-6 7-10 7s-7.4-2.4-10-7zM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"
  private static let line = "M4 4L20 20"

  static func draw(isCrossed: Bool, in square: Rect, _ color: Color, in canvas: borrowing Canvas) {
    canvas.save()
    canvas.translate(square.minX, square.minY)
    canvas.concatenate(.scale(square.width / 24, square.height / 24))
    var style = StrokeStyle(width: 1.75)
    (style.cap, style.join) = (.round, .round)
    canvas.stroke(Path(svgUntilError: outline), .color(color), style)
    if isCrossed { canvas.stroke(Path(svgUntilError: line), .color(color), style) }
    canvas.restore()
  }
}
