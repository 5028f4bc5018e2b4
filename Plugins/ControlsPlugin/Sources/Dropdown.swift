internal import IconPlugin
public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Field that shows the chosen option. A press opens a menu of all options above the screen.
///
/// ```swift
/// Dropdown($mode, ["Air", "Grill"], label: "Mode")
/// ```
public struct Dropdown: OptionControl, ValueObservingType {
  public typealias Storage = ControlStorage

  public static let typeName = "dropdown"
  public static let summary = "Selected option in a field; a press opens a menu of all options."
  /// The user chose an option; the payload is its value.
  public static let change = Signal<String>("change")

  public var options: [ControlOption] = []
  public var selection: String?
  /// Shown without a choice.
  public var placeholderText = ""
  public var isEnabled = true
  public private(set) var spokenLabel: String?
  public private(set) var binding: Binding<String>?

  /// Creates a dropdown without options.
  public init() {}

  /// Creates a dropdown. `label` is the name for screen readers.
  public init(_ selection: String?, _ options: [ControlOption], label: String? = nil) {
    (self.selection, self.options, spokenLabel) = (selection, options, label)
  }

  /// Creates a dropdown that follows a value of the program and changes it.
  public init(_ selection: Binding<String>, _ options: [ControlOption], label: String? = nil) {
    self.init(selection.wrappedValue, options, label: label)
    binding = selection
  }

  /// Creates a control of texts that are both title and value.
  public init(_ selection: Binding<String>, _ options: some Sequence<String>, label: String? = nil) {
    self.init(selection, options.map { ControlOption($0) }, label: label)
  }

  public static var attributes: [NodeAttribute<Dropdown>] {
    optionAttributes + [
      .text("placeholderText", \.placeholderText, help: "Text that is shown if no option is selected."),
      .member("spokenLabel", \.spokenLabel, affects: .display), .member("binding", \.binding, affects: .display),
    ]
  }

  /// Draws the frame of a field again, which shows whether the dropdown can be used.
  public static func valueDidChange(_ node: Node<Dropdown>) { node.supernode(of: FieldFrame.self)?.setNeedsDisplay() }

  /// Displayed title of the chosen option; nil without a choice.
  var selectedTitle: String? { selectedIndex.map { options[$0].title } }

  // MARK: measuring and drawing

  /// Number of options that are measured for the preferred width.
  static let measuredOptions = 50

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let environment = context.environment
    let theme = environment.theme
    let limit = 320 * max(1, environment.textScale)
    let titles = options.prefix(Self.measuredOptions).map(\.title) + [placeholderText]
    let widest = titles.map { ControlText($0, theme[.body], environment).layout(width: limit).size.width }.max() ?? 0
    let inset = environment.framesFields ? theme[.space3] : 0
    let width = min(limit, max(120, widest.rounded(.up) + environment.iconSide() + theme[.space2] + 2 * inset))
    let line = theme[.body].line * environment.textScale
    guard environment.framesFields else { return range.clamp(Size(width, max(environment.iconSide(), line))) }
    return range.clamp(Size(width, max(theme[.control], line + 2 * theme[.space2])))
  }

  /// Extends the area that a finger hits to that of the frame that a container draws, unless the program sets a slop.
  public func adjust(_ properties: inout NodeProperties, storage: ControlStorage, in environment: EnvironmentValues) {
    guard properties.hitTestSlop == .zero else { return }
    let (theme, isFramed) = (environment.theme, environment.framesFields)
    let height = isFramed ? theme[.control] : max(environment.iconSide(), theme[.body].line * environment.textScale)
    let slop = max(0, (theme[.touch] - height) / 2)
    properties.hitTestSlop = Insets(horizontal: isFramed ? slop : theme[.space3], vertical: slop)
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let (theme, box) = (look.theme, Rect(size: context.size))
    let isOpen = context.storage(of: Dropdown.self).state.withLock { $0.overlay != nil }
    let shape = RoundedRect(box, radius: theme[.radius3])
    let isInverted = look.isBilevel && look.isPressed
    let isFramed = context.environment.framesFields
    if isFramed || isInverted {
      canvas.fill(shape, .color(isInverted ? theme.ink : look.isEnabled ? theme.surface : theme.well))
    }
    look.layer(shape, theme.ink, in: canvas)
    if isFramed, look.isEnabled || look.isBilevel || look.outlinesWells {
      let isMarked = isOpen && look.isEnabled
      let width = look.isEnabled ? isMarked ? max(2, look.stroke) : look.stroke : look.pixel
      look.edge(shape, isMarked ? theme.accent : look.mark(theme.edge), width: width, in: canvas)
    }
    let (inset, icon) = (isFramed ? theme[.space3] : 0, context.environment.iconSide())
    let ink = isInverted ? theme.ground : look.mark(theme.ink)
    let chevron = look.placed(Rect(box.maxX - inset - icon, box.midY - icon / 2, icon, icon), in: box.width)
    look.drawChevron(at: chevron.center, side: icon, isInverted ? ink : look.mark(theme.inkSoft), in: canvas)
    let title = selectedTitle
    let color = title == nil && !isInverted ? look.mark(theme.inkFaint) : ink
    let text = ControlText(title ?? placeholderText, theme[.body], context.environment)
      .layout(color, width: max(0, box.width - 2 * inset - icon - theme[.space2]))
    let place = Rect(inset, box.midY - text.size.height / 2, text.size.width, text.size.height)
    canvas.draw(text, at: look.placed(place, in: box.width).origin)
  }
}

/// Node of a dropdown.
public typealias DropdownNode = Node<Dropdown>

extension Node where Value == Dropdown {
  /// Creates a dropdown that follows a value of the program and changes it. Any thread.
  public convenience init(_ selection: Binding<String>, _ options: [ControlOption], label: String? = nil) {
    self.init(Dropdown(selection, options, label: label))
    bind(\.selection) { selection.wrappedValue }
  }

  /// Whether the menu is shown. Any thread.
  public var isOpen: Bool { storage.state.withLock { $0.overlay } != nil }
}
