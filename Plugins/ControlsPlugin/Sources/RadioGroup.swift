public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Group of options with a single choice, each with a mark and a label.
///
/// ```swift
/// RadioGroup($mode, ["Air", "Fan"], label: "Mode")
/// ```
public struct RadioGroup: ChoiceControl {
  public typealias Storage = ControlStorage

  public static let typeName = "radio"
  public static let summary = "Options with a mark and a label each; one of them is selected."
  /// The user chose an option; the payload is its value.
  public static let change = Signal<String>("change")

  public var options: [ControlOption] = []
  public var selection: String?
  /// Direction of the row of options.
  public var axis = Axis.vertical
  public var isEnabled = true
  public private(set) var spokenLabel: String?
  public private(set) var binding: Binding<String>?

  /// Creates a group without options.
  public init() {}

  /// Creates a group.
  public init(_ selection: String?, _ options: [ControlOption], axis: Axis = .vertical, label: String? = nil) {
    (self.selection, self.options, self.axis, spokenLabel) = (selection, options, axis, label)
  }

  /// Creates a group that follows a value of the program and changes it.
  public init(_ selection: Binding<String>, _ options: [ControlOption], axis: Axis = .vertical, label: String? = nil) {
    self.init(selection.wrappedValue, options, axis: axis, label: label)
    binding = selection
  }

  /// Creates a control of texts that are both title and value.
  public init(_ selection: Binding<String>, _ options: some Sequence<String>, label: String? = nil) {
    self.init(selection, options.map { ControlOption($0) }, label: label)
  }

  public static var attributes: [NodeAttribute<RadioGroup>] {
    optionAttributes + [
      .choice("axis", \.axis, help: "Direction in which the options follow one another."),
      .member("spokenLabel", \.spokenLabel, affects: .display), .member("binding", \.binding, affects: .display),
    ]
  }

  // MARK: measuring and drawing

  private func width(of option: ControlOption, _ environment: EnvironmentValues) -> Double {
    let theme = environment.theme
    let words =
      option.title.isEmpty ? 0 : ControlText(option.title, theme[.body], environment).layout().size.width.rounded(.up) + theme[.space3]
    return environment.markSide(.checkboxSide) + words
  }

  /// Returns the height of an option with one line.
  private func height(_ environment: EnvironmentValues) -> Double {
    max(environment.theme[.control], environment.theme[.body].line * environment.textScale + environment.theme[.space2])
  }

  /// Returns the height of an option whose words wrap in a box of `width`.
  private func height(of option: ControlOption, width: Double, _ environment: EnvironmentValues) -> Double {
    let theme = environment.theme
    let room = max(0, width - environment.markSide(.checkboxSide) - theme[.space3])
    // No letter is wider than it is high, so that short words need no measuring.
    guard Double(option.title.utf8.count) * theme[.body].size * environment.textScale > room else { return height(environment) }
    return max(height(environment), ControlText(option.title, theme[.body], environment).size(width: room).height + theme[.space2])
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let (environment, count) = (context.environment, Double(options.count))
    let widths = options.map { width(of: $0, environment) }
    guard axis == .horizontal else {
      let width = min(widths.max() ?? 0, range.max.width)
      return range.clamp(Size(width, options.reduce(0) { $0 + height(of: $1, width: width, environment) }))
    }
    return range.clamp(Size(widths.reduce(0, +) + environment.theme[.space6] * max(0, count - 1), height(environment)))
  }

  public func frames(in size: Size, _ environment: EnvironmentValues) -> [Rect] {
    guard axis == .horizontal else {
      var y = 0.0
      return options.map { option in
        let height = height(of: option, width: size.width, environment)
        defer { y += height }
        return Rect(0, y, size.width, height)
      }
    }
    var x = 0.0
    return options.map { option in
      let width = width(of: option, environment)
      defer { x += width + environment.theme[.space6] }
      let start = environment.direction == .rtl ? size.width - x - width : x
      return Rect(start, 0, width, size.height)
    }
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let pressed = look.isPressed ? context.storage(of: RadioGroup.self).state.withLock { $0.part } : nil
    let selected = selectedIndex
    for (index, frame) in frames(in: context.size, context.environment).enumerated() {
      if context.isCancelled { return }
      draw(options[index], frame, isSelected: index == selected, isPressed: index == pressed, look, in: canvas)
    }
  }

  private func draw(
    _ option: ControlOption, _ frame: Rect, isSelected: Bool, isPressed: Bool, _ look: ControlLook, in canvas: borrowing Canvas
  ) {
    let theme = look.theme
    let side = look.environment.markSide(.checkboxSide)
    let x = look.isRightToLeft ? frame.maxX - side : frame.minX
    let room = max(0, frame.width - side - theme[.space3])
    let text = ControlText(option.title, theme[.body], look.environment)
      .layout(look.mark(theme.ink), width: room, lineLimit: axis == .vertical ? 0 : 1)
    // The mark is next to the first line.
    let line = (text.size.height / Double(max(1, text.lineCount))).rounded()
    let middle = Point(x + side / 2, frame.midY - (text.size.height - line) / 2)
    let outer = diamond(at: middle, side: side * 17 / 24, radius: side * 5 / 24)
    canvas.fill(outer, .color(look.isEnabled ? theme.surface : theme.well))
    if isPressed, !look.isBilevel { canvas.fill(outer, .color(theme.ink.opacity(0.12))) }
    let width = isSelected && look.isEnabled ? max(2, look.stroke) : look.stroke
    let edge = diamond(at: middle, side: side * 17 / 24 - width, radius: side * 5 / 24 - width / 2)
    let color = look.isEnabled ? (isSelected ? look.accent : theme.edge) : look.mark(theme.ink)
    let dashes = look.isBilevel && !look.isEnabled ? [look.pixel, look.pixel] : []
    canvas.stroke(edge, .color(color), StrokeStyle(width: width, dashes: dashes))
    if isSelected { canvas.fill(diamond(at: middle, side: side * 9 / 24, radius: side * 2.5 / 24), .color(color)) }
    let start = look.isRightToLeft ? frame.maxX - side - theme[.space3] - text.size.width : frame.minX + side + theme[.space3]
    canvas.draw(text, at: Point(start, frame.midY - text.size.height / 2))
  }

  /// Returns a square rotated by 45 degrees.
  private func diamond(at middle: Point, side: Double, radius: Double) -> Path {
    Path(RoundedRect(Rect(-side / 2, -side / 2, side, side), radius: radius))
      .transformed(Transform.rotation(.pi / 4).then(.translation(middle.x, middle.y)))
  }
}

extension RadioGroup {
  /// Option with the ring around it: inside, the ring would cross the mark.
  public static func focusArea(in node: Node<RadioGroup>) -> RoundedRect? {
    let (value, environment) = (node.value, node.environmentValues)
    let frames = value.frames(in: node.frame.size, environment)
    guard let frame = value.selectedIndex.map({ frames[$0] }) ?? frames.first else { return nil }
    return RoundedRect(frame.inset(by: Insets(horizontal: -3, vertical: 4)), radius: environment.theme[.radius2])
  }

  public static func focusRingReach(in node: Node<RadioGroup>) -> Double? { 2 }
}

/// Node of a group of options with a single choice.
public typealias RadioGroupNode = Node<RadioGroup>

extension Node where Value == RadioGroup {
  /// Creates a group that follows a value of the program and changes it. Any thread.
  public convenience init(_ selection: Binding<String>, _ options: [ControlOption], axis: Axis = .vertical, label: String? = nil) {
    self.init(RadioGroup(selection, options, axis: axis, label: label))
    bind(\.selection) { selection.wrappedValue }
  }
}
