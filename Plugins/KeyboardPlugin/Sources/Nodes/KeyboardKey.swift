internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Look of one key. Touches are handled by the keyboard, so that there are no gaps between keys.
struct KeyboardKey: AccessibleType {
  /// Type name in messages; not available in scene files.
  static let typeName = "keyboard-key"

  /// Mark below the icon of Shift.
  enum Mark: Sendable, Equatable { case none, on, locked }

  var label = ""
  var icon: KeyIcon?
  var hint = ""
  var ground = BoardKey.Ground.letter
  var spoken = ""
  /// Words in place of label and name, in the language of the environment.
  var word: StandardWord?
  var spokenWord: StandardWord?
  var isPressed = false
  var isRinged = false
  var mark = Mark.none
  /// Whether the key is a word of the strip, with a line at its start.
  var hasLine = false

  init() {}

  init(_ key: BoardKey) {
    (label, icon, hint, ground) = (key.label, key.icon, key.hint, key.ground)
    (spoken, word, spokenWord) = (key.label, key.word, key.spoken)
    if key.role == .gap { ground = .none }
    // Between two words only.
    if case .suggestion(let number) = key.role { hasLine = number > 0 && !key.label.isEmpty }
  }

  /// By hand: its members are no attributes, and its size depends on none of them.
  static func invalidation(from old: KeyboardKey, to new: KeyboardKey) -> Invalidation { .display }

  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    if label.isEmpty, word == nil, icon == nil, ground == .none, !hasLine, !isRinged { return .nothing }
    let draw: DrawPlan.Drawing = { self.draw(in: $0, context: context) }
    return context.environment.textAntialiasing == .bilevel ? .direct(draw) : .pixels(draw)
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = KeyLook(context)
    let shape = RoundedRect(Rect(size: context.size), radius: look.theme[.radius2])
    let (fill, ink) = look.colors(of: ground, isPressed: isPressed)
    if let fill {
      canvas.fill(shape, .color(fill))
      if look.hasEdges { canvas.drawBorder(Border(width: look.pixel, color: look.theme.edge), of: shape) }
    }
    if hasLine {
      let x = context.environment.direction == .rtl ? context.size.width - look.pixel : 0
      canvas.fill(Rect(x, context.size.height * 0.2, look.pixel, context.size.height * 0.6), .color(look.theme.edge))
    }
    drawSign(look, ink, in: canvas, context: context)
    if !hint.isEmpty { drawHint(look, isPressed ? ink : look.theme.inkSoft, in: canvas, context: context) }
    guard isRinged else { return }
    let inner = RoundedRect(shape.rect.inset(by: look.theme[.ring]), radius: max(3, look.theme[.radius2] - look.theme[.ring]))
    canvas.drawBorder(Border(width: look.theme[.ring], color: look.theme.focus), of: shape)
    canvas.drawBorder(Border(width: 1, color: look.theme.focusContrast), of: inner)
  }

  private func drawSign(_ look: KeyLook, _ ink: Color, in canvas: borrowing Canvas, context: DrawContext) {
    let size = context.size
    let label = word.map { context.environment.word($0) } ?? label
    let side = min(look.theme[.icon], size.width - 4, size.height - 4)
    if let icon, side > 4 {
      var place = Rect((size.width - side) / 2, (size.height - side) / 2, side, side)
      if mark != .none { place.origin.y -= 2 }
      var width = 0.0
      if !label.isEmpty {
        let text = look.words(label, ink, width: max(0, size.width - side - 16))
        width = text.size.width + 6
        canvas.draw(text, at: Point((size.width - side - width) / 2 + side + 6, (size.height - text.size.height) / 2))
      }
      place.origin.x -= width / 2
      icon.draw(in: place, ink, isFilled: icon == .shift && mark != .none, mirrored: context.environment.direction == .rtl, canvas)
      if mark == .locked {
        let bar = look.theme[.bar]
        canvas.fill(Rect((size.width - side * 0.6) / 2, min(place.maxY + 1, size.height - bar - 2), side * 0.6, bar), .color(ink))
      }
      return
    }
    guard !label.isEmpty else { return }
    let text =
      ground == .letter && label.unicodeScalars.count <= 3
      ? look.letter(label, ink, room: size) : look.words(label, ink, width: max(0, size.width - 4))
    canvas.draw(text, at: Point((size.width - text.size.width) / 2, (size.height - text.size.height) / 2))
  }

  private func drawHint(_ look: KeyLook, _ ink: Color, in canvas: borrowing Canvas, context: DrawContext) {
    let text = look.hint(hint, ink)
    // All signs of a board are left out if the wide ones have no room.
    let width = max(text.size.width, look.hint("0", ink).size.width)
    guard context.size.height >= text.size.height * 2.2, context.size.width >= width * 4.5 else { return }
    let x = context.environment.direction == .rtl ? 4 : context.size.width - text.size.width - 4
    canvas.draw(text, at: Point(x, 1))
  }

  // MARK: semantics

  static func semantics(of node: Node<KeyboardKey>) -> NodeSemantics {
    let key = node.value
    let spoken = key.spokenWord.map { node.environmentValues.word($0) } ?? key.spoken
    guard !spoken.isEmpty else { return NodeSemantics() }
    var semantics = NodeSemantics(.button, label: spoken)
    semantics.actions = [.activate]
    return semantics
  }
}
