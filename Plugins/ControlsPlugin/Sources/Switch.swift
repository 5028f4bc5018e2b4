public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Switch that is on or off: a tile on a track. A press anywhere on it switches it, and so does a drag of the tile past the middle.
///
/// ```swift
/// Switch("Boost", isOn: $boost)
/// ```
///
/// Sends `change` when the user switches it.
public struct Switch: ControlType, StateMotionType, ChangeSendingType {
  public typealias Storage = ControlStorage

  public static let typeName = "switch"
  public static let summary = "Switch that is on or off: a tile on a track."
  /// The user switched the control; the payload is true if it is on.
  public static let change = Signal<Bool>("change")

  /// Whether the switch is on.
  public var isOn = false
  /// Title at the start of the control; empty means none. A press on it switches, too.
  public var title = ""
  public var isEnabled = true
  /// Name for screen readers if there is no title.
  var spokenLabel: String?
  /// Value of the program that the control follows and changes.
  var binding: Binding<Bool>?
  /// Position of the tile while a finger drags it, 0...1; nil means by ``isOn``.
  var draggedShare: Double?
  /// Position of the tile while it moves, 0...1; nil means by ``isOn``.
  private var movingShare: Double?

  /// Creates a switch that is off.
  public init() {}

  /// Creates a switch with a title.
  public init(_ title: String = "", isOn: Bool) { (self.title, self.isOn) = (title, isOn) }

  /// Creates a switch that follows a value of the program and changes it.
  public init(_ title: String = "", isOn: Binding<Bool>) {
    (self.title, self.isOn, binding) = (title, isOn.wrappedValue, isOn)
  }

  /// Creates a switch without a title that follows a value of the program and changes it.
  ///
  /// - Parameters:
  ///   - isOn: Value of the switch.
  ///   - label: Name for screen readers.
  public init(isOn: Binding<Bool>, label: String) { (self.isOn, binding, spokenLabel) = (isOn.wrappedValue, isOn, label) }

  public static var attributes: [NodeAttribute<Switch>] {
    [
      .boolean("value", \.isOn, affects: .display, help: "Whether the switch is on."),
      .text("title", \.title, help: "Label at the start of the control."),
      .boolean("enabled", \.isEnabled, affects: .display, help: "Whether the control can be used."),
      NodeAttribute(
        "share", \.movingShare, kind: .number(0...1), affects: .display, help: "Position of the tile, as a fraction of the track.",
        get: { .number($0.share) },
        set: { $0.movingShare = $1.number }
      ).unlisted(),
      .member("draggedShare", \.draggedShare, affects: .display),
      .member("spokenLabel", \.spokenLabel, affects: .display), .member("binding", \.binding, affects: .display),
    ]
  }

  public static var signals: [NodeSignal] {
    [NodeSignal(change, payload: .boolean, sets: "value", help: "The user turned the switch on or off; whether it is on.") { .boolean($0) }]
  }

  private var share: Double { draggedShare ?? (isOn ? 1 : 0) }

  /// Animates the tile.
  public static func stateMotion(from old: Switch, to new: Switch) -> Motion? {
    new.draggedShare == nil && old.share != new.share ? .spring(duration: 0.22) : nil
  }

  // MARK: measuring and drawing

  /// Returns the size of the track, logical units.
  static func track(in environment: EnvironmentValues) -> Size {
    Size(environment.markSide(.switchWidth), environment.markSide(.switchHeight))
  }

  /// Returns the height of a control of one line: that of the theme, or more if the track has grown with the text.
  private static func height(_ track: Size, in theme: Theme) -> Double { max(theme[.control], track.height + theme[.space2]) }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let theme = context.environment.theme
    let track = Self.track(in: context.environment)
    let height = Self.height(track, in: theme)
    guard !title.isEmpty else { return range.clamp(Size(track.width, height)) }
    let text = ControlText(title, theme[.body], context.environment).size(width: range.max.width - track.width - theme[.space3])
    return Size(text.width + theme[.space3] + track.width, max(height, text.height + theme[.space2]))
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    context.plan { draw(in: $0, context: context) }
  }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let (theme, box) = (look.theme, context.contentRect)
    let track = Self.track(in: context.environment)
    let x = title.isEmpty ? box.midX - track.width / 2 : box.maxX - track.width
    if !title.isEmpty {
      let text = ControlText(title, theme[.body], context.environment).layout(
        look.mark(theme.ink), width: max(0, box.width - track.width - theme[.space3]), lineLimit: 0)
      let place = look.placed(Rect(box.minX, box.midY - text.size.height / 2, text.size.width, text.size.height), in: context.size.width)
      canvas.draw(text, at: place.origin)
    }
    let rect = look.aligned(look.placed(Rect(x, box.midY - track.height / 2, track.width, track.height), in: context.size.width))
    draw(look, rect, in: canvas)
  }

  private func draw(_ look: ControlLook, _ rect: Rect, in canvas: borrowing Canvas) {
    let theme = look.theme
    let share = min(1, max(0, movingShare ?? share))
    let scale = look.environment.markScale
    let shape = RoundedRect(rect, radius: (theme[.tileRadius] + 3) * scale)
    let isOn = share >= 0.5
    if share < 1 || !look.isEnabled {
      canvas.fill(shape, .color(theme.well))
      if look.isEnabled || look.outlinesWells { look.edge(shape, look.mark(theme.edge), in: canvas) }
    }
    if look.isEnabled, share > 0 { canvas.fill(shape, .color(look.accent.opacity(Float(share)))) }
    if look.isEnabled { look.layer(shape, isOn ? theme.onAccent : theme.ink, in: canvas) }
    let inset = rect.height / 2
    let way = (rect.width - rect.height) * (look.isRightToLeft ? 1 - share : share)
    let tile = look.tile(at: Point(rect.minX + inset + way, rect.midY), isPressed: look.isPressed, scale: scale)
    look.drawTile(tile, in: canvas)
    let color = look.mark(theme.tileMark)
    look.drawTick(at: tile.rect.center, side: theme[.tileSide] * scale, width: 2, share: 2 * share - 1, color, in: canvas)
  }
}

/// Node of a switch.
public typealias SwitchNode = Node<Switch>

extension Node where Value == Switch {
  /// Creates a switch that follows a value of the program and changes it. Any thread.
  public convenience init(_ title: String = "", isOn: Binding<Bool>) {
    self.init(Switch(title, isOn: isOn))
    bind(\.isOn) { isOn.wrappedValue }
  }

  /// Calls `perform` when the user switches the control. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (Bool) -> Void) -> HandlerToken { on(Switch.change, perform: perform) }
}
