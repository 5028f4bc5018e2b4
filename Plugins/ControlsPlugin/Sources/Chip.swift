internal import IconPlugin
public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Chip: a small part with a word that can be chosen, removed, or both.
///
/// ```swift
/// Chip("Vegan", isSelected: $isVegan)
/// ```
///
/// Sends `change` when the user chooses it or not, `remove` when the user removes it, and `tap` at each press.
public struct Chip: ControlType, StateMotionType, ChangeSendingType {
  public typealias Storage = ControlStorage

  public static let typeName = "chip"
  public static let summary = "Small element with a word, which can be selected or removed."
  public static let traits: NodeTraits = .sendsTaps
  /// The user chose the chip (true) or no longer.
  public static let change = Signal<Bool>("change")
  /// The user removed the chip. The program removes its node.
  public static let remove = Signal<Void>("remove")

  /// Word in the chip.
  public var title = ""
  /// Name of an icon before the word; empty means none.
  public var icon = ""
  /// Whether the chip is chosen.
  public var isSelected = false
  /// Whether a press chooses the chip; otherwise it only sends `tap`.
  public var isSelectable = true
  /// Whether the chip has a cross that removes it.
  public var isRemovable = false
  public var isEnabled = true
  /// Value of the program that the control follows and changes.
  var binding: Binding<Bool>?
  /// Share of the tick that is drawn while it moves; nil means the final state.
  private var movingShare: Double?

  /// Creates a chip without a word.
  public init() {}

  /// Creates a chip.
  public init(_ title: String, isSelected: Bool = false, isRemovable: Bool = false) {
    (self.title, self.isSelected, self.isRemovable) = (title, isSelected, isRemovable)
  }

  /// Creates a chip that follows a value of the program and changes it.
  public init(_ title: String, isSelected: Binding<Bool>) {
    self.init(title, isSelected: isSelected.wrappedValue)
    binding = isSelected
  }

  public static var attributes: [NodeAttribute<Chip>] {
    [
      .boolean("value", \.isSelected, help: "Whether it is selected."),
      .text("title", \.title, help: "The word in it."),
      NodeAttribute(
        "icon", \.icon, kind: .text, affects: [.layout, .display], help: "Name of an icon before the word.", get: { .text($0.icon) },
        set: { chip, new in
          let name = new.text ?? ""
          if let reason = IconName.problem(name) { throw AttributeError(attribute: "icon", reason: reason) }
          chip.icon = name
        }),
      .boolean("selectable", \.isSelectable, help: "Whether a press chooses it."),
      .boolean("removable", \.isRemovable, help: "Whether it has a cross that removes it."),
      .boolean("enabled", \.isEnabled, affects: .display, help: "Whether the control can be used."),
      NodeAttribute(
        "share", kind: .number(0...1), affects: .display, help: "Share of the tick that is drawn.",
        get: { .number($0.isSelected ? 1 : 0) }, set: { $0.movingShare = $1.number }
      ).unlisted(),
    ]
  }

  public static var signals: [NodeSignal] {
    [
      NodeSignal(change, payload: .boolean, sets: "value", help: "The user selected or deselected the chip.") { .boolean($0) },
      NodeSignal(remove, help: "The user removed the chip."),
    ]
  }

  /// Animates the tick.
  public static func stateMotion(from old: Chip, to new: Chip) -> Motion? {
    old.isSelected != new.isSelected ? .easeOut(0.22) : nil
  }

  // MARK: measuring and drawing

  /// Sides of tick and cross, and of the icon, at a text scale of 1, logical units.
  private static let (markSide, iconSide) = (16.0, 20.0)
  private var hasTick: Bool { isSelected && isSelectable }

  private func text(_ look: ControlLook) -> ControlText { text(look.environment, isBold: look.isBilevel && isSelected) }

  private func text(_ environment: EnvironmentValues, isBold: Bool = true) -> ControlText {
    ControlText(title, environment.theme[.small], environment, weight: isBold ? 700 : 500)
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let theme = context.environment.theme
    let mark = context.environment.iconSide(Self.markSide) + theme[.space2]
    let size = text(context.environment).layout().size
    let icon = icon.isEmpty ? 0 : context.environment.iconSide(Self.iconSide) + theme[.space2]
    let width = size.width.rounded(.up) + 2 * theme[.space3] + icon + (hasTick ? mark : 0) + (isRemovable ? mark : 0)
    return range.clamp(Size(min(width, range.max.width), max(theme[.controlSmall], size.height + theme[.space2])))
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let (theme, box, width) = (look.theme, context.contentRect, context.size.width)
    let shape = RoundedRect(look.aligned(box), radius: min(theme[.radius3], box.height / 2))
    let letters = look.mark(isSelected && look.isEnabled ? theme.onWash : theme.ink)
    canvas.fill(shape, .color(isSelected && look.isEnabled ? theme.wash : theme.well))
    if look.outlinesWells { look.edge(shape, look.mark(theme.edge), in: canvas) }
    if look.isEnabled { look.layer(shape, theme.ink, in: canvas) }
    let (side, padding) = (look.environment.iconSide(Self.markSide), theme[.space3])
    var (start, end) = (box.minX + padding, box.maxX - padding)
    if hasTick {
      let place = look.placed(Rect(start, box.midY - side / 2, side, side), in: width)
      look.drawTick(at: place.center, side: side * 1.25, width: 2.5, share: movingShare ?? 1, letters, in: canvas)
      start += side + theme[.space2]
    }
    if !icon.isEmpty {
      let side = look.environment.iconSide(Self.iconSide)
      let square = Rect(start, box.midY - side / 2, side, side)
      // A name that is no icon is reported where the attribute is set.
      try? Icon.draw(icon, in: look.placed(square, in: width), letters, context, canvas)
      start += side + theme[.space2]
    }
    if isRemovable {
      let place = look.placed(Rect(end - side, box.midY - side / 2, side, side), in: width)
      ControlMark.cross.draw(in: place.inset(by: -side / 8), letters, canvas)
      end -= side + theme[.space2]
    }
    let (words, room) = (text(look), max(0, end - start))
    let layout = words.layout(letters, width: room)
    // Words that are cut begin at the start.
    let isCut = words.layout().size.width > room
    let x = isCut ? start : start + max(0, room - layout.size.width) / 2
    canvas.draw(
      layout, at: look.placed(Rect(x, box.midY - layout.size.height / 2, layout.size.width, layout.size.height), in: width).origin)
  }
}

/// Node of a chip.
public typealias ChipNode = Node<Chip>

extension Node where Value == Chip {
  /// Creates a chip that follows a value of the program and changes it. Any thread.
  public convenience init(_ title: String, isSelected: Binding<Bool>) {
    self.init(Chip(title, isSelected: isSelected))
    bind(\.isSelected) { isSelected.wrappedValue }
  }

  /// Calls `perform` when the user chooses the chip or no longer. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (Bool) -> Void) -> HandlerToken { on(Chip.change, perform: perform) }

  /// Calls `perform` when the user removes the chip. Frame loop.
  @discardableResult
  public func onRemove(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Chip.remove, perform: perform) }
}
