internal import ControlsPlugin
internal import EditableTextPlugin
public import Tessera
internal import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// Color by a field, a slider of hues and a text, or the warmth of a lamp.
///
/// ```swift
/// ColorPicker($color, swatches: [.red, .green], label: "Light")
/// ```
public struct ColorPicker: AccessibleType, ValueObservingType, LifecycleType, ChangeSendingType {
  public typealias Storage = ColorPickerStorage

  /// Values that are chosen.
  public enum Kind: String, Sendable, CaseIterable, Hashable {
    /// Any color.
    case color
    /// Temperature of white light, from 2,200 to 6,500 kelvin.
    case warmth
  }

  public static let typeName = "color-picker"
  public static let summary = "Color picker with a field, a hue slider and text, or the warmth of a lamp."
  public static let traits: NodeTraits = .drawsNothing
  /// The user is choosing a color; each intermediate one and the last.
  public static let changing = Signal<Color>("changing")
  /// The user chose a color; the payload is the color.
  public static let change = Signal<Color>("change")
  /// The user chose a warmth; the payload is its temperature, kelvin.
  public static let changeWarmth = Signal<Double>("changeWarmth")

  public var kind = Kind.color
  /// Chosen color.
  public var color = Color(rgb: 0x10696B)
  /// Chosen temperature, kelvin.
  public var kelvin = 2700.0
  /// Whether there is a slider of opacity.
  public var showsAlpha = false
  /// Colors to choose from, at most 64.
  public var swatches: [Color] = []
  public var isEnabled = true
  /// Name for screen readers.
  public private(set) var spokenLabel: String?
  /// Value of the program that the control follows and changes.
  var binding: Binding<Color>?
  /// Hue and saturation that the user has chosen: a gray or black color does not have them.
  private var chosen: HSVColor?
  /// Color before the user has changed it.
  private var original: Color?

  /// Creates a picker.
  public init() {}

  /// Creates a picker. `label` is the name for screen readers.
  public init(_ color: Color, swatches: [Color] = [], showsAlpha: Bool = false, label: String? = nil) {
    (self.color, self.swatches, self.showsAlpha, spokenLabel) = (color, swatches, showsAlpha, label)
  }

  /// Creates a picker that follows a color of the program and changes it.
  public init(_ color: Binding<Color>, swatches: [Color] = [], showsAlpha: Bool = false, label: String? = nil) {
    self.init(color.wrappedValue, swatches: swatches, showsAlpha: showsAlpha, label: label)
    binding = color
  }

  public static var attributes: [NodeAttribute<ColorPicker>] {
    [
      .color("value", \.color, affects: [.layout, .display], help: "The color."),
      .choice("kind", \.kind, help: "Whether a color or the warmth of a lamp is selected."),
      .number("kelvin", \.kelvin, in: 1000...40_000, help: "The temperature of the kind warmth, kelvin."),
      .boolean("showsAlpha", \.showsAlpha, help: "Whether there is a slider of opacity."),
      NodeAttribute(
        "swatches", \.swatches, kind: .list(.color), affects: [.layout, .display], help: "Colors to select from.",
        get: { .list($0.swatches.map(AttributeValue.color)) },
        set: { picker, new in
          picker.swatches = (new.list ?? []).compactMap { item -> Color? in
            guard case .color(let color) = item else { return nil }
            return color
          }
        }),
      .boolean("enabled", \.isEnabled, help: "Whether the control can be used."),
    ]
  }

  public static var signals: [NodeSignal] {
    [
      NodeSignal(changing, payload: .color, sets: "value", help: "The user is selecting a color; each intermediate color and the last.") {
        .color($0)
      },
      NodeSignal(change, payload: .color, sets: "value", help: "The user selected a color; the color.") { .color($0) },
      NodeSignal(changeWarmth, payload: .number(1000...40_000), sets: "kelvin", help: "The user selected a warmth; its kelvin.") {
        .number($0)
      },
    ]
  }

  /// Hue, saturation and brightness of the color.
  var hsv: HSVColor { chosen.flatMap { $0.matches(color) ? $0 : nil } ?? HSVColor(color) }

  // MARK: layout

  /// Largest number of swatches.
  static let mostSwatches = 64

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let (theme, hsv) = (context.environment.theme, hsv)
    let hex = context.storage(of: ColorPicker.self).hex
    return Column(gap: .points(theme[.space3])) {
      switch kind {
      case .warmth: Subnode("warmth", ColorTrack(.warmth, (kelvin - Warmth.range.lowerBound) / 4300, hsv, isEnabled: isEnabled))
      case .color:
        Subnode("field", ColorField(hsv, isEnabled: isEnabled)).style { ($0.minHeight, $0.flexGrow, $0.flexShrink) = (.points(80), 1, 1) }
        Subnode("hue", ColorTrack(.hue, hsv.hue, hsv, isEnabled: isEnabled)).style { $0.flexShrink = 0 }
        if showsAlpha { Subnode("alpha", ColorTrack(.alpha, hsv.alpha, hsv, isEnabled: isEnabled)).style { $0.flexShrink = 0 } }
        Row(gap: .points(theme[.space3]), align: .center) {
          Subnode("preview", ColorPreview(old: original ?? color, new: color)).style { $0.flexShrink = 0 }
          Subnode("hex", FormField("", content: hex)).style { ($0.flexGrow, $0.flexShrink, $0.minWidth) = (1, 1, .points(0)) }
        }.style { $0.flexShrink = 0 }
        if !swatches.isEmpty {
          Subnode("swatches", ColorSwatches(Array(swatches.prefix(Self.mostSwatches)), chosen: color, isEnabled: isEnabled))
            .style { $0.flexShrink = 0 }
        }
      }
    }
  }

  // MARK: changes

  /// Changes the color for the user. Frame loop.
  static func set(_ new: HSVColor, isLast: Bool, _ node: Node<ColorPicker>) {
    let color = new.color
    let isOther = node.update { picker -> Bool in
      if picker.original == nil { picker.original = picker.color }
      defer { (picker.chosen, picker.color) = (new, color) }
      return picker.color != color
    }
    if isOther {
      node.value.binding?.wrappedValue = color
      node.send(changing, color)
    }
    if isLast { node.send(change, color) }
  }

  /// Changes the warmth for the user. Frame loop.
  static func set(warmth share: Double, isLast: Bool, _ node: Node<ColorPicker>) {
    let kelvin = ((Warmth.range.lowerBound + 4300 * min(1, max(0, share))) / 50).rounded() * 50
    node.update { $0.kelvin = kelvin }
    if isLast { node.send(changeWarmth, kelvin) }
  }

  /// Shows the color as text, unless the user is writing one.
  public static func valueDidChange(_ node: Node<ColorPicker>) {
    let hex = node.storage.hex
    let isEnabled = node.value.isEnabled
    if hex.environment[\.isEnabled] != isEnabled { hex.environment[\.isEnabled] = isEnabled }
    guard !node.storage.isWriting.withLock({ $0 }), hex.string != node.value.color.hex else { return }
    hex.string = node.value.color.hex
  }

  /// Follows the text field.
  public static func interfaceStateDidChange(_ node: Node<ColorPicker>, from old: InterfaceState, to new: InterfaceState) {
    guard new == .visible else { return }
    valueDidChange(node)
    let isFirst = node.storage.isWatching.withLock { isWatching in
      defer { isWatching = true }
      return !isWatching
    }
    guard isFirst else { return }
    let hex = node.storage.hex
    hex.onFocusChange { [weak node] isFocused in
      guard let node else { return }
      node.storage.isWriting.withLock { $0 = isFocused }
      if !isFocused { valueDidChange(node) }
    }
    hex.onChange { [weak node] text in
      guard let node, let color = color(text), node.value.isEnabled else { return }
      set(HSVColor(color), isLast: true, node)
    }
    hex.onSubmit { [weak node] _ in
      guard let node else { return }
      node.storage.isWriting.withLock { $0 = false }
      valueDidChange(node)
    }
  }

  /// Returns the color of a complete text with six or eight digits, with or without `#`.
  private static func color(_ text: String) -> Color? {
    let digits = text.filter { !$0.isWhitespace && $0 != "#" }
    guard [6, 8].contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit) else { return nil }
    return Color("#" + digits)
  }

  // MARK: semantics

  public static func semantics(of node: Node<ColorPicker>) -> NodeSemantics {
    let value = node.value
    var semantics = NodeSemantics(.group, label: value.spokenLabel)
    semantics.value = value.kind == .warmth ? "\(Int(min(40_000, max(0, value.kelvin.isFinite ? value.kelvin : 0)))) K" : value.color.hex
    if !value.isEnabled { semantics.isDisabled = true }
    return semantics
  }
}

/// Text field of a color picker. Any thread.
public final class ColorPickerStorage: NodeStorage {
  let hex = EditableTextNode(EditableText())
  /// Whether the user is writing in the field.
  let isWriting = Locked(false)
  let isWatching = Locked(false)

  /// Creates the state of an untouched picker.
  public init() {}
}

/// Node of a color picker.
public typealias ColorPickerNode = Node<ColorPicker>

extension Node where Value == ColorPicker {
  /// Creates a picker that follows a color of the program and changes it. Any thread.
  public convenience init(_ color: Binding<Color>, swatches: [Color] = [], showsAlpha: Bool = false, label: String? = nil) {
    self.init(ColorPicker(color, swatches: swatches, showsAlpha: showsAlpha, label: label))
    bind(\.color) { color.wrappedValue }
  }

  /// Calls `perform` with the color that the user chooses. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (Color) -> Void) -> HandlerToken { on(ColorPicker.change, perform: perform) }
}
