public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

internal import IconPlugin

/// Column of destinations at the side of a screen, with a single choice.
///
/// ```swift
/// Rail($page, [ControlOption("home", title: "Home", icon: "home"), ControlOption("wifi", title: "Wi-Fi", icon: "wifi")])
/// ```
///
/// It is 88 units wide, with the words below the icons, or 240 with the words after them (``isWide``). A child is its ``head``.
public struct Rail: ChoiceControl, SceneContainerType, StateMotionType {
  public typealias Storage = ControlStorage

  public static let typeName = "rail"
  public static let summary = "Column of destinations at the side of a screen; one of them is selected."
  /// The user chose an option; the payload is its value.
  public static let change = Signal<String>("change")

  public var options: [ControlOption] = []
  public var selection: String?
  /// Whether the words follow the icons in one line.
  public var isWide = false
  /// Number of the last options that are at the lower end, such as the settings.
  public var footCount = 0
  /// Node above the options, such as a logo or a menu; nil means none.
  public var head: AnyNode?
  public var isEnabled = true
  public private(set) var spokenLabel: String?
  public private(set) var binding: Binding<String>?
  /// Fractional index of the option at which the bar is drawn while it moves; nil means the chosen option.
  private var movingPlace: Double?

  public var axis: Axis { .vertical }

  /// Creates a rail without options.
  public init() {}

  /// Creates a rail with options.
  public init(_ selection: String?, _ options: [ControlOption], isWide: Bool = false, label: String? = nil) {
    (self.selection, self.options, self.isWide, spokenLabel) = (selection, options, isWide, label)
  }

  /// Creates a rail that follows a value of the program and changes it.
  public init(_ selection: Binding<String>, _ options: [ControlOption], isWide: Bool = false, label: String? = nil) {
    self.init(selection.wrappedValue, options, isWide: isWide, label: label)
    binding = selection
  }

  public static var attributes: [NodeAttribute<Rail>] {
    optionAttributes + [
      .boolean(
        "wide", \.isWide, help: "Whether the words follow the icons in one line, 240 units wide; otherwise they are below them, 88 wide."),
      .integer("foot", \.footCount, in: 0...1000, help: "Number of the last options that are at the lower end."),
      NodeAttribute(
        "place", \.movingPlace, kind: .number(0...1e6), affects: .display, help: "Position of the bar, in options from 0.",
        get: { $0.selectedIndex.map { .number(Double($0)) } }, set: { $0.movingPlace = $1.number }
      ).unlisted(),
      .member("spokenLabel", \.spokenLabel, affects: .display), .member("binding", \.binding, affects: .display),
    ]
  }

  /// Animates the bar.
  public static func stateMotion(from old: Rail, to new: Rail) -> Motion? {
    old.options == new.options && old.selection != new.selection ? .spring(duration: 0.22) : nil
  }

  // MARK: measuring

  private static let (width, wideWidth) = (88.0, 240.0)

  private func words(_ option: ControlOption, _ environment: EnvironmentValues, isSelected: Bool) -> ControlText {
    ControlText(option.title, environment.theme[isWide ? .label : .micro], environment, weight: isSelected ? 700 : nil)
  }

  private func cellHeight(_ environment: EnvironmentValues) -> Double {
    let (theme, scale) = (environment.theme, environment.textScale)
    if isWide { return max(48, theme[.label].line * scale + 2 * theme[.space3]) }
    return max(72, environment.iconSide() + theme[.micro].line * scale + 2 * theme[.space3])
  }

  /// Height of the head.
  private func headHeight(_ environment: EnvironmentValues) -> Double { head == nil ? 0 : environment.theme[.rowTall] }

  private func leastSize(_ environment: EnvironmentValues) -> Size {
    let height = cellHeight(environment) * Double(options.count) + 2 * environment.theme[.space2] + headHeight(environment)
    // Large letters get more room, but not all of it: the rail is there to leave the width to the page.
    let factor = max(1, min(environment.textScale, 2) * (isWide ? 0.65 : 0.75))
    return Size((isWide ? Self.wideWidth : Self.width) * factor, height.rounded(.up))
  }

  public static func acceptChild(_ child: AnyNode, node: Node<Rail>) -> Bool {
    guard node.head == nil else { return false }
    node.head = child
    return true
  }

  public static func sceneChildren(of node: Node<Rail>) -> [AnyNode] { node.head.map { [$0] } ?? [] }

  /// Places the head. A rail without a head is measured.
  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    guard let head else { return nil }
    let (environment, least) = (context.environment, leastSize(context.environment))
    let start = isWide ? environment.theme[.margin] + 8 : 0
    return Stack(.vertical, alignItems: .stretch) {
      Stack(.horizontal, justifyContent: isWide ? .start : .center, alignItems: .center) { head }.style {
        $0.height = .points(environment.theme[.rowTall])
        $0.padding.start = .points(start)
        $0.boxSizing = .borderBox
      }
    }.style {
      $0.minWidth = .points(least.width)
      $0.minHeight = .points(least.height)
    }
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(leastSize(context.environment)) }

  /// The last options are at the lower end.
  public func frames(in size: Size, _ environment: EnvironmentValues) -> [Rect] {
    let (space, head) = (environment.theme[.space2], headHeight(environment))
    let room = max(0, size.height - 2 * space - head)
    let height = min(cellHeight(environment), room / Double(max(1, options.count)))
    let firstOfFoot = options.count - min(options.count, max(0, footCount))
    return options.indices.map { index in
      let y = index < firstOfFoot ? head + space + Double(index) * height : size.height - space - Double(options.count - index) * height
      return Rect(0, y, size.width, height)
    }
  }

  // MARK: drawing

  public func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan(beyond: .zero) { draw(in: $0, context: context) } }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let (theme, box) = (look.theme, Rect(size: context.size))
    canvas.fill(box, .color(theme.surface))
    let line = look.placed(Rect(box.width - look.pixel, 0, look.pixel, box.height), in: box.width)
    canvas.fill(line, .color(theme.line))
    let frames = frames(in: context.size, context.environment)
    let selected = selectedIndex
    let pressed = look.isPressed ? context.storage(of: Rail.self).state.withLock { $0.part } : nil
    for (index, frame) in frames.enumerated() {
      let wash = RoundedRect(look.aligned(frame.inset(by: Insets(top: 2, right: 8, bottom: 2, left: 8))), radius: theme[.radius2])
      if index == selected, look.isEnabled { canvas.fill(wash, .color(theme.wash)) }
      if index == pressed, !look.isBilevel { canvas.fill(wash, .color(theme.ink.opacity(0.12))) }
      drawCell(options[index], frame, isSelected: index == selected, look, context, in: canvas)
    }
    if let selected { drawBar(look, frames, movingPlace ?? Double(selected), in: canvas) }
  }

  private func drawCell(
    _ option: ControlOption, _ frame: Rect, isSelected: Bool, _ look: ControlLook, _ context: DrawContext, in canvas: borrowing Canvas
  ) {
    let theme = look.theme
    let gap = option.icon.isEmpty ? 0 : theme[isWide ? .space3 : .space1]
    // Options that share too little height keep their words.
    let height = isWide ? frame.height : frame.height - gap - (theme[.micro].line * context.environment.textScale).rounded(.up)
    let side = option.icon.isEmpty ? 0 : max(theme[.icon], min(context.environment.iconSide(), height - theme[.space2]))
    let start = isWide ? theme[.margin] + 8 : theme[.space2]
    let room = isWide ? frame.width - 2 * start - side - gap : frame.width - 2 * start
    let text = words(option, context.environment, isSelected: isSelected).layout(look.mark(theme.ink), width: max(0, room))
    let icon: Rect
    let place: Point
    if isWide {
      icon = look.placed(Rect(start, frame.midY - side / 2, side, side), in: frame.width)
      let words = look.placed(Rect(start + side + gap, 0, text.size.width, 0), in: frame.width)
      place = Point(words.minX, frame.midY - text.size.height / 2)
    } else {
      let top = frame.midY - (side + gap + text.size.height) / 2
      icon = Rect(frame.midX - side / 2, top, side, side)
      place = Point(frame.midX - text.size.width / 2, top + side + gap)
    }
    if !option.icon.isEmpty {
      // A name without an icon is reported where the attribute is set.
      try? Icon.draw(option.icon, in: icon, look.mark(isSelected ? theme.accent : theme.inkSoft), context, canvas)
    }
    canvas.draw(text, at: place)
  }

  /// Draws the bar at the start of the chosen option.
  private func drawBar(_ look: ControlLook, _ frames: [Rect], _ place: Double, in canvas: borrowing Canvas) {
    guard let first = frames.first, place.isFinite else { return }
    // Between two options, which may be far from each other.
    let place = min(Double(frames.count - 1), max(0, place))
    let (above, below) = (frames[Int(place.rounded(.down))], frames[Int(place.rounded(.up))])
    let (theme, top) = (look.theme, above.minY + (below.minY - above.minY) * (place - place.rounded(.down)))
    let length = min(32, max(0, first.height - 8))
    let bar = look.placed(Rect(0, top + (first.height - length) / 2, theme[.bar], length), in: first.width)
    canvas.fill(RoundedRect(look.aligned(bar), radius: theme[.bar] / 2), .color(look.mark(theme.accent)))
  }

  // MARK: semantics

  public static func semantics(of node: Node<Rail>) -> NodeSemantics {
    var semantics = NodeSemantics(.tabList, label: node.value.spokenLabel)
    if !node.value.isEnabled { semantics.isDisabled = true }
    return semantics
  }

  /// Each option is a tab.
  public static func semanticsParts(of node: Node<Rail>) -> [SemanticsPart] {
    let (value, canBeUsed) = (node.value, node.canBeUsed)
    let frames = value.frames(in: node.frame.size, node.environmentValues)
    let selected = value.selectedIndex
    return zip(value.options, frames).enumerated().map { index, part in
      var semantics = NodeSemantics(.tab, label: part.0.title)
      semantics.isSelected = index == selected
      semantics.position = SemanticsPosition(index + 1, of: value.options.count)
      if !canBeUsed { semantics.isDisabled = true }
      semantics.actions = [.activate]
      return SemanticsPart(index, semantics, frame: part.1)
    }
  }
}

/// Node of a column of destinations.
public typealias RailNode = Node<Rail>

extension Node where Value == Rail {
  /// Creates a rail that follows a value of the program and changes it. Any thread.
  public convenience init(_ selection: Binding<String>, _ options: [ControlOption], isWide: Bool = false, label: String? = nil) {
    self.init(Rail(selection, options, isWide: isWide, label: label))
    bind(\.selection) { selection.wrappedValue }
  }
}
