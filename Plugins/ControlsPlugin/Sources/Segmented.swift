public import Tessera
public import TesseraGeometry
public import TesseraRender

internal import IconPlugin

/// Row of a few options with a single choice, in one frame.
///
/// ```swift
/// Segmented($mode, ["Heat", "Eco", "Off"], label: "Mode")
/// ```
public struct Segmented: ChoiceControl, StateMotionType {
  public typealias Storage = ControlStorage

  public static let typeName = "segmented"
  public static let summary = "Row of options in one frame; one of them is selected."
  /// The user chose an option; the payload is its value.
  public static let change = Signal<String>("change")

  public var options: [ControlOption] = []
  public var selection: String?
  public var isEnabled = true
  public private(set) var spokenLabel: String?
  public private(set) var binding: Binding<String>?
  /// Fractional index of the option at which the tile is drawn while it moves; nil means the chosen option.
  private var movingPlace: Double?

  public var axis: Axis { .horizontal }

  /// Creates a control without options.
  public init() {}

  /// Creates a control with options.
  public init(_ selection: String?, _ options: [ControlOption], label: String? = nil) {
    (self.selection, self.options, spokenLabel) = (selection, options, label)
  }

  /// Creates a control that follows a value of the program and changes it.
  public init(_ selection: Binding<String>, _ options: [ControlOption], label: String? = nil) {
    self.init(selection.wrappedValue, options, label: label)
    binding = selection
  }

  /// Creates a control of texts that are both title and value.
  public init(_ selection: Binding<String>, _ options: some Sequence<String>, label: String? = nil) {
    self.init(selection, options.map { ControlOption($0) }, label: label)
  }

  public static var attributes: [NodeAttribute<Segmented>] {
    optionAttributes + [
      NodeAttribute(
        "place", \.movingPlace, kind: .number(0...1e6), affects: .display, help: "Position of the tile, in options from 0.",
        get: { $0.selectedIndex.map { .number(Double($0)) } }, set: { $0.movingPlace = $1.number }
      ).unlisted(),
      .member("spokenLabel", \.spokenLabel, affects: .display), .member("binding", \.binding, affects: .display),
    ]
  }

  /// Animates the tile.
  public static func stateMotion(from old: Segmented, to new: Segmented) -> Motion? {
    old.options == new.options && old.selection != new.selection ? .spring(duration: 0.22) : nil
  }

  // MARK: measuring and drawing

  private static let padding = 4.0

  private func text(_ option: ControlOption, _ environment: EnvironmentValues, isSelected: Bool) -> ControlText {
    ControlText(option.title, environment.theme[.label], environment, weight: isSelected ? 700 : nil)
  }

  /// Width of the widest option.
  private func widest(_ environment: EnvironmentValues) -> Double {
    options.map { $0.icon.isEmpty ? text($0, environment, isSelected: true).layout().size.width.rounded(.up) : environment.iconSide() }
      .max() ?? 0
  }

  /// Height of one option.
  private func height(_ environment: EnvironmentValues) -> Double {
    let theme = environment.theme
    // Large letters are further from the bar.
    let room = 2 * theme[.space2] + 8 * max(0, environment.textScale - 1)
    let icon = options.contains { !$0.icon.isEmpty } ? environment.iconSide() + 2 * theme[.space2] : 0
    return max(theme[.control], theme[.label].line * environment.textScale + room, icon) - 2 * Self.padding
  }

  /// Words that do not fit next to each other are below each other.
  public func axis(in size: Size, _ environment: EnvironmentValues) -> Axis {
    let room = (size.width - 2 * Self.padding) / Double(max(1, options.count)) - environment.theme[.space2]
    return widest(environment) > room + 0.5 && size.height > 2 * height(environment) ? .vertical : .horizontal
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let (environment, theme, count) = (context.environment, context.environment.theme, Double(options.count))
    let widest = widest(environment)
    let size = Size((widest + 2 * theme[.space3]).rounded(.up) * count + 2 * Self.padding, height(environment) + 2 * Self.padding)
    let fits = range.max.width >= (widest + theme[.space2]) * count + 2 * Self.padding - 0.5
    if fits || options.count < 2 { return range.clamp(size) }
    return range.clamp(Size(widest + 2 * theme[.space3] + 2 * Self.padding, height(environment) * count + 2 * Self.padding))
  }

  public func frames(in size: Size, _ environment: EnvironmentValues) -> [Rect] {
    let count = Double(max(1, options.count))
    let (width, height) = (max(0, size.width - 2 * Self.padding), max(0, size.height - 2 * Self.padding))
    if axis(in: size, environment) == .vertical {
      return options.indices.map { Rect(Self.padding, Self.padding + Double($0) * height / count, width, height / count) }
    }
    return options.indices.map { index in
      let place = environment.direction == .rtl ? count - 1 - Double(index) : Double(index)
      return Rect(Self.padding + place * width / count, Self.padding, width / count, height)
    }
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let theme = look.theme
    let box = RoundedRect(Rect(size: context.size), radius: theme[.radius3])
    canvas.fill(box, .color(theme.well))
    if look.outlinesWells { look.edge(box, look.mark(theme.edge), width: look.pixel, in: canvas) }
    let frames = frames(in: context.size, context.environment)
    let selected = selectedIndex
    if let selected { drawTile(look, frames, movingPlace ?? Double(selected), in: canvas) }
    let pressed = look.isPressed ? context.storage(of: Segmented.self).state.withLock { $0.part } : nil
    for (index, frame) in frames.enumerated() {
      if index == pressed, !look.isBilevel {
        canvas.fill(RoundedRect(look.aligned(frame), radius: theme[.radius2]), .color(theme.ink.opacity(0.12)))
      }
      let isSelected = index == selected
      let color = look.mark(isSelected ? theme[.onSegment] : theme.ink)
      if !options[index].icon.isEmpty {
        let side = min(context.environment.iconSide(), frame.height)
        let square = Rect(frame.midX - side / 2, frame.midY - side / 2 - (isSelected ? 2 : 0), side, side)
        // A name without an icon is reported where the attribute is set.
        try? Icon.draw(options[index].icon, in: square, color, context, canvas)
        if isSelected, movingPlace == nil { drawBar(look, frame, width: side, in: canvas) }
        continue
      }
      let text = text(options[index], context.environment, isSelected: isSelected)
        .layout(color, width: max(0, frame.width - theme[.space2]))
      canvas.draw(text, at: Point(frame.midX - text.size.width / 2, frame.midY - text.size.height / 2))
      if isSelected, movingPlace == nil { drawBar(look, frame, width: text.size.width, in: canvas) }
    }
  }

  private func drawTile(_ look: ControlLook, _ frames: [Rect], _ place: Double, in canvas: borrowing Canvas) {
    guard let first = frames.first, let last = frames.last, place.isFinite else { return }
    let share = frames.count > 1 ? min(1, max(0, place / Double(frames.count - 1))) : 0
    let theme = look.theme
    let (x, y) = (first.minX + (last.minX - first.minX) * share, first.minY + (last.minY - first.minY) * share)
    let frame = look.aligned(Rect(x, y, first.width, first.height))
    let tile = RoundedRect(frame, radius: theme[.radius2])
    let elevation = theme[.elevation1]
    if look.isEnabled, elevation.radius > 0, !look.isBilevel {
      canvas.drawShadow(Shadow(color: theme[.shadow], offset: Point(0, elevation.y), radius: elevation.radius), of: tile)
    }
    // Faint letters, and on 1-bit displays whole letters, have no contrast to the tile of modes without wells.
    let isHollow = !look.isEnabled && (look.outlinesWells || look.isBilevel)
    canvas.fill(tile, .color(isHollow ? theme.well : theme[.segment]))
    if look.outlinesWells || look.isEditing || isHollow {
      let color = look.isEditing ? theme.accent : look.mark(theme.edge)
      look.edge(tile, color, width: look.isEditing ? 3 : look.pixel, in: canvas)
    }
  }

  /// Draws the bar below the label of the chosen option; on 1-bit displays a black tile is drawn instead.
  private func drawBar(_ look: ControlLook, _ frame: Rect, width: Double, in canvas: borrowing Canvas) {
    guard look.isEnabled, !look.isBilevel else { return }
    let height = look.theme[.bar]
    let bar = look.aligned(Rect(frame.midX - width / 2, frame.maxY - 3 - height, width, height))
    canvas.fill(RoundedRect(bar, radius: height / 2), .color(look.theme.accent))
  }
}

/// Node of a row of options with a single choice.
public typealias SegmentedNode = Node<Segmented>

extension Node where Value == Segmented {
  /// Creates a control that follows a value of the program and changes it. Any thread.
  public convenience init(_ selection: Binding<String>, _ options: [ControlOption], label: String? = nil) {
    self.init(Segmented(selection, options, label: label))
    bind(\.selection) { selection.wrappedValue }
  }
}
