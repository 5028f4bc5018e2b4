public import Tessera
public import TesseraGeometry
internal import TesseraLayout
public import TesseraRender

/// Menu of edit commands, arranged horizontally in as many rows as its width requires. Texts show it above a selection. Sends `choose` when
/// a command is chosen.
public struct EditMenu: NodeType {
  /// Touched and hovered command.
  public typealias Storage = EditMenuStorage
  /// Type name in messages; not available in scene files.
  public static let typeName = "edit-menu"
  /// One line of help.
  public static let summary = "Menu of commands for the selected text."
  /// The user chose a command; the payload is the command.
  public static let choose = Signal<EditCommand>("choose")
  /// Space around titles in logical units, and its value on low screens.
  static let insets = Insets(horizontal: 13, vertical: 9)
  static let tightInsets = Insets(horizontal: 7, vertical: 2)
  /// Corner radius, logical units.
  static let radius = 9.0

  /// Commands in order.
  public var commands: [EditCommand] = []
  /// Titles of the commands.
  public var titles = EditMenuTitles()
  /// Font of the titles.
  public var font = Font(size: 15)

  /// Creates an empty menu.
  public init() {}

  /// Layout of a command.
  struct Cell {
    let command: EditCommand
    let words: String
    var frame: Rect
    let title: TextLayout
    /// Origin of the title in the frame.
    let inset: Point
  }

  /// Returns the layout of the commands in a box of `size`, logical units.
  func cells(in size: Size, _ environment: EnvironmentValues, color: Color = .black) -> [Cell] {
    let cells = cells(width: size.width, Self.insets, environment, color)
    guard let last = cells.last, last.frame.maxY > size.height + 0.01 else { return cells }
    return self.cells(width: size.width, Self.tightInsets, environment, color)
  }

  private func cells(width: Double, _ insets: Insets, _ environment: EnvironmentValues, _ color: Color) -> [Cell] {
    var cells: [Cell] = []
    var corner = Point.zero
    for command in commands {
      let words = titles.title(of: command, in: environment)
      let title = TextLayout(AttributedText(words, attributes: TextAttributes(font: font, color: color)))
      let size = Size(
        title.size.width.rounded(.up) + insets.left + insets.right,
        title.size.height.rounded(.up) + insets.top + insets.bottom)
      if corner.x > 0, corner.x + size.width > width + 0.01 { corner = Point(0, corner.y + size.height) }
      cells.append(
        Cell(
          command: command, words: words, frame: Rect(origin: corner, size: size), title: title, inset: Point(insets.left, insets.top)))
      corner.x += size.width
    }
    return cells
  }

  /// Returns the size of the commands in one row, or in several rows if that is too wide.
  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let cells = cells(in: range.max, context.environment)
    return range.clamp(Size(cells.map(\.frame.maxX).max() ?? 0, cells.map(\.frame.maxY).max() ?? 0))
  }

  /// Draws panel, titles and separators.
  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let isDark = context.environment.colorScheme == .dark
    let isBilevel = context.environment.textAntialiasing == .bilevel
    let (ink, paper) =
      isBilevel
      ? (isDark ? (Color.white, Color.black) : (.black, .white))
      : (context.environment.theme.ink, context.environment.theme.raised)
    let line = isBilevel ? ink : ink.opacity(0.16)
    let storage = context.storage(of: EditMenu.self)
    let (pressed, hovered) = storage.state.withLock { ($0.pressed, $0.hovered) }
    let panel = RoundedRect(Rect(size: context.size), radius: Self.radius)
    let hair = 1 / max(1, context.scale)
    canvas.fill(panel, .color(paper))
    let cells = arranged(in: context.size, context.environment, color: ink)
    for cell in cells {
      let isPressed = cell.command == pressed
      if isPressed || cell.command == hovered {
        let shape = RoundedRect(cell.frame.inset(by: 3), radius: Self.radius - 3)
        switch (isPressed, isBilevel) {
        case (true, true): canvas.fill(shape, .color(ink))
        case (false, true): canvas.drawBorder(Border(width: hair, color: ink), of: shape)
        case (_, false): canvas.fill(shape, .color(ink.opacity(isPressed ? 0.12 : 0.06)))
        }
      }
      let place = cell.frame.origin + cell.inset
      if isPressed, isBilevel {
        let title = TextLayout(AttributedText(cell.words, attributes: TextAttributes(font: font, color: paper)))
        canvas.draw(title, at: place)
      } else {
        canvas.draw(cell.title, at: place)
      }
      let isFirst = !cells.contains { $0.frame.minY == cell.frame.minY && $0.frame.minX < cell.frame.minX }
      if !isFirst {
        let gap = cell.inset.y - 1
        canvas.fill(Rect(cell.frame.minX, cell.frame.minY + gap, hair, cell.frame.height - 2 * gap), .color(line))
      }
    }
    canvas.drawBorder(Border(width: hair, color: line), of: panel)
  }

  /// Returns the commands in a box of `size`, in writing direction.
  func arranged(in size: Size, _ environment: EnvironmentValues, color: Color = .black) -> [Cell] {
    let cells = cells(in: size, environment, color: color)
    guard environment.direction == .rtl else { return cells }
    return cells.map { cell in
      var cell = cell
      cell.frame.origin.x = size.width - cell.frame.maxX
      return cell
    }
  }

  /// Tracks one touch; chooses the command on which it ends.
  public static func handle(_ event: Event, node: Node<EditMenu>) -> EventResponse {
    guard case .touch(let touch) = event else { return .ignored }
    let found = node.value.arranged(in: node.frame.size, node.environmentValues).first { $0.frame.contains(touch.location) }?.command
    let chosen: EditCommand? = node.storage.state.withLock { state in
      // One finger at a time: others change and choose nothing.
      let isHeld = touch.phase == .began || state.interaction.touch == touch.id
      let outcome = state.interaction.step(.touch(touch, isInside: found != nil, delaysPress: false), isEnabled: true)
      guard isHeld, outcome.response == .handled else { return nil }
      state.pressed = touch.phase == .began || touch.phase == .moved ? found : nil
      return outcome.action == .activate ? found : nil
    }
    node.setNeedsDisplay()
    if let chosen { node.send(choose, chosen) }
    return .handled
  }
}

extension EditMenu: HoverableType {
  /// Highlights the command under the pointer.
  public static func hover(_ node: Node<EditMenu>, at location: Point?) -> EventResponse {
    let found = location.flatMap { point in
      node.value.arranged(in: node.frame.size, node.environmentValues).first { $0.frame.contains(point) }?.command
    }
    let isOther = node.storage.state.withLock { state in
      defer { state.hovered = found }
      _ = state.interaction.step(.hover(location != nil), isEnabled: true)
      return state.hovered != found
    }
    if isOther { node.setNeedsDisplay() }
    return .handled
  }
}

extension EditMenu: AccessibleType {
  /// Returns a menu; its items are the commands.
  public static func semantics(of node: Node<EditMenu>) -> NodeSemantics { NodeSemantics(.menu) }

  public static func semanticsParts(of node: Node<EditMenu>) -> [SemanticsPart] {
    node.value.arranged(in: node.frame.size, node.environmentValues).enumerated().map { number, cell in
      var semantics = NodeSemantics(.menuItem, label: cell.words)
      semantics.actions = [.activate]
      return SemanticsPart(number, semantics, frame: cell.frame)
    }
  }

  /// Chooses the command.
  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<EditMenu>) -> Bool {
    let commands = node.commands
    guard action == .activate, let index = part, commands.indices.contains(index) else { return false }
    node.send(choose, commands[index])
    return true
  }
}

/// Touched and hovered command of an edit menu. Any thread.
public final class EditMenuStorage: NodeStorage {
  struct State: Sendable {
    var interaction = InteractionState()
    /// Command under the finger that holds the menu, and under a pointer.
    var pressed: EditCommand?
    var hovered: EditCommand?
  }
  let state = Locked(State())

  /// Creates the storage of an untouched menu.
  public init() {}
}

extension EditMenu: LayoutDescribing {
  /// Returns the titles that are wider than the menu, or below its last row; empty if all are shown.
  public func layoutDescription(in context: DrawContext) -> [(String, AttributeValue)] {
    let size = context.size
    let lines = cells(in: size, context.environment).filter { $0.frame.maxX > size.width + 0.5 || $0.frame.maxY > size.height + 0.5 }
      .map { cell -> AttributeValue in
        .map([
          ("text", .text(cell.words)), ("x", .number(cell.frame.minX)), ("y", .number(cell.frame.minY)),
          ("width", .number(cell.frame.width)), ("height", .number(cell.frame.height)),
        ])
      }
    return lines.isEmpty ? [] : [("lines", .list(lines)), ("truncated", .boolean(true))]
  }
}
