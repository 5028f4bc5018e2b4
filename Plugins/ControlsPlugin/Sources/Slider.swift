internal import IconPlugin
public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// Slider for a number in a range: a tile on a track.
///
/// ```swift
/// Slider($volume, in: 0...100, step: 5, label: "Volume")
/// ```
///
/// Up to two nodes, such as icons, are shown at its ends: the first at the minimum, the second at the maximum.
///
/// A drag of the tile, a tap on the track, arrow keys and an encoder change the number. Sends `changing` with each number, also during a
/// drag, and `change` with the final number.
public struct Slider: ControlType, SceneContainerType, StateMotionType, ChangeSendingType, ValueCheckingType {
  public typealias Storage = ControlStorage

  public static let typeName = "slider"
  public static let summary = "Slider for a number in a range: a tile on a track."
  /// The user changed the number, including intermediate numbers of a drag; the payload is the number.
  public static let changing = Signal<Double>("changing")
  /// The user finished changing the number, by the end of a touch or by a key; the payload is the number.
  public static let change = Signal<Double>("change")

  /// Number of the slider. Numbers outside of the range are shown at its end.
  public var amount = 0.0
  /// Number at the start.
  public var minimum = 0.0
  /// Number at the end.
  public var maximum = 100.0
  /// Size of a step; 0 allows any number.
  public var step = 0.0
  /// Number from which the track is filled; nil means the minimum.
  public var origin: Double?
  /// Direction of the track. A vertical track has its minimum at the bottom.
  public var axis = Axis.horizontal
  /// Unit after the number, in the bubble and for screen readers.
  public var unit = ""
  /// Whether a tap on the track moves the tile there; otherwise it changes the number by one step.
  public var jumps = true
  public var isEnabled = true
  /// Nodes at the minimum and at the maximum; others than the first two are not shown. They have the size of icons.
  public var ends: [AnyNode] = []
  /// Name for screen readers.
  var spokenLabel: String?
  /// Value of the program that the control follows and changes.
  var binding: Binding<Double>?

  /// Creates a slider from 0 to 100.
  public init() {}

  /// Creates a slider.
  ///
  /// - Parameters:
  ///   - amount: Number of the slider.
  ///   - range: Numbers at start and end.
  ///   - step: Size of a step; 0 allows any number.
  ///   - label: Name for screen readers.
  public init(_ amount: Double, in range: ClosedRange<Double> = 0...100, step: Double = 0, label: String? = nil) {
    (self.amount, minimum, maximum, self.step, spokenLabel) = (amount, range.lowerBound, range.upperBound, step, label)
  }

  /// Creates a slider that follows a number of the program and changes it.
  public init(_ amount: Binding<Double>, in range: ClosedRange<Double> = 0...100, step: Double = 0, label: String? = nil) {
    self.init(amount.wrappedValue, in: range, step: step, label: label)
    binding = amount
  }

  public static var attributes: [NodeAttribute<Slider>] {
    [
      .number("value", \.amount, affects: .display, help: "The number."),
      .number("minimum", \.minimum, affects: .display, help: "Number at the start of the track."),
      .number("maximum", \.maximum, affects: .display, help: "Number at the end of the track."),
      .number("step", \.step, in: 0...1e9, affects: .display, help: "Step of the number; 0 allows any number."),
      NodeAttribute(
        "origin", \.origin, kind: .number(-1e9...1e9), affects: .display,
        help: "Number from which the track is filled; unset means the minimum.",
        get: { $0.origin.map(AttributeValue.number) }, set: { $0.origin = $1.number }),
      .choice("axis", \.axis, affects: [.layout, .display], help: "Direction of the track; a vertical one has its minimum at the bottom."),
      .text("unit", \.unit, affects: .display, help: "Unit after the number, in the bubble and for screen readers."),
      .boolean(
        "jumps", \.jumps, affects: [], help: "Whether a tap on the track moves the tile there; otherwise it changes the number by one step."
      ),
      .boolean("enabled", \.isEnabled, affects: .display, help: "Whether the control can be used."),
      .member("spokenLabel", \.spokenLabel, affects: .display), .member("binding", \.binding, affects: .display),
    ]
  }

  public static var signals: [NodeSignal] {
    [
      NodeSignal(
        changing, payload: .number(-1e9...1e9), sets: "value",
        help: "The user is changing the number; each intermediate number and the last."
      ) {
        .number($0)
      },
      NodeSignal(
        change, payload: .number(-1e9...1e9), sets: "value", help: "The user changed the number and released the tile; the number."
      ) { .number($0) },
    ]
  }

  var range: ControlRange { ControlRange(minimum, maximum, step: step) }

  public func valueProblems() -> [ValueProblem] {
    ControlRange.problems(minimum, maximum, step: step, [("value", amount)] + (origin.map { [("origin", $0)] } ?? []))
  }

  /// Animates the tile.
  public static func stateMotion(from old: Slider, to new: Slider) -> Motion? {
    old.amount != new.amount ? .spring(duration: 0.3) : nil
  }

  // MARK: ends

  public static func acceptChild(_ child: AnyNode, node: Node<Slider>) -> Bool {
    guard node.ends.count < 2 else { return false }
    node.ends.append(child)
    return true
  }

  public static func sceneChildren(of node: Node<Slider>) -> [AnyNode] { node.ends }

  /// Places the ends. A slider without ends is measured.
  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    guard !ends.isEmpty else { return nil }
    let theme = context.environment.theme
    let (side, axis) = (context.environment.iconSide(), axis)
    let thickness = max(theme[.control], side)
    return Stack(
      axis, justifyContent: ends.count == 1 ? .start : .spaceBetween, alignItems: .center, reversed: axis == .vertical
    ) {
      for end in ends.prefix(2) {
        (end as any LayoutElement).style {
          $0.width = .points(side)
          $0.height = .points(side)
          $0.flexShrink = 0
        }
      }
    }.style {
      $0.minWidth = .points(axis == .horizontal ? 4 * thickness : thickness)
      $0.minHeight = .points(axis == .horizontal ? thickness : 4 * thickness)
    }
  }

  /// Returns the track in a box: between the ends.
  func track(in box: Rect, _ environment: EnvironmentValues) -> SliderTrack {
    let theme = environment.theme
    let reach = environment.iconSide() + theme[.space3]
    let (first, second) = (ends.isEmpty ? 0 : reach, ends.count < 2 ? 0 : reach)
    var inset = Insets.zero
    if axis == .vertical {
      (inset.bottom, inset.top) = (first, second)
    } else if environment.direction == .rtl {
      (inset.right, inset.left) = (first, second)
    } else {
      (inset.left, inset.right) = (first, second)
    }
    return SliderTrack(box.inset(by: inset), axis, environment)
  }

  // MARK: measuring and drawing

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let thickness = context.environment.theme[.control]
    return range.clamp(axis == .horizontal ? Size(thickness * 4, thickness) : Size(thickness, thickness * 4))
  }

  /// Space above the box for the bubble, logical units.
  private static let bubbleReach = 48.0

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    context.plan(beyond: Insets(top: Self.bubbleReach, right: 16, bottom: 4, left: 16)) { draw(in: $0, context: context) }
  }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let way = track(in: context.contentRect, look.environment)
    guard way.length > 0 else { return }
    let theme = look.theme
    let middle = way.middle(range.share(amount))
    let tile = look.tile(at: way.point(middle), isPressed: look.isPressed)
    let gap = theme[.tileSide] / 2 + (look.isPressed && !look.isBilevel ? 2 : 0) + 3
    let start = origin.map { way.middle(range.share($0)) } ?? 0
    let (low, high) = (min(start, middle), max(start, middle))
    // The track is filled from the origin to the tile; the rest is empty.
    drawPart(from: 0, to: min(low, middle - gap), isFilled: false, look, way, in: canvas)
    drawPart(from: low == middle ? middle + gap : low, to: high == middle ? middle - gap : high, isFilled: true, look, way, in: canvas)
    drawPart(from: max(high, middle + gap), to: way.end, isFilled: false, look, way, in: canvas)
    drawNotches(look, way, around: middle, gap: gap, in: canvas)
    look.drawTile(tile, in: canvas)
    look.drawTileMark(tile, axis: axis, in: canvas)
    let isDragged = context.storage(of: Slider.self).state.withLock { $0.drag?.isMoving ?? false }
    if isDragged || look.isEditing {
      let box = Rect(-16, 0, context.size.width + 32, context.size.height)
      look.drawBubble(range.words(amount, unit: unit), above: Point(tile.rect.midX, tile.rect.minY), in: box, canvas)
    }
  }

  private func drawPart(
    from start: Double, to end: Double, isFilled: Bool, _ look: ControlLook, _ way: SliderTrack, in canvas: borrowing Canvas
  ) {
    guard end - start >= 1 else { return }
    let height = look.theme[.trackHeight]
    let shape = RoundedRect(look.aligned(way.rect(from: start, to: end, thickness: height)), radius: height / 2)
    guard isFilled else {
      canvas.fill(shape, .color(look.theme.well))
      return look.edge(shape, look.mark(look.theme.edge), width: look.pixel, in: canvas)
    }
    canvas.fill(shape, .color(look.isEnabled ? look.accent : look.mark(look.theme.ink)))
  }

  private func drawNotches(
    _ look: ControlLook, _ way: SliderTrack, around middle: Double, gap: Double, in canvas: borrowing Canvas
  ) {
    let range = range
    guard (2...20).contains(range.stepCount) else { return }
    for i in 0...range.stepCount {
      let at = way.middle(range.share(min(range.maximum, range.minimum + Double(i) * range.step)))
      guard abs(at - middle) > gap + 2 else { continue }
      let isFilled = at < middle && origin == nil
      let color = isFilled ? look.theme.onAccent : look.mark(look.theme.edge)
      canvas.fill(look.aligned(way.rect(from: at - 1, to: at + 1, thickness: 2)), .color(color))
    }
  }
}

/// Node of a slider.
public typealias SliderNode = Node<Slider>

extension Node where Value == Slider {
  /// Creates a slider that follows a number of the program and changes it. Any thread.
  public convenience init(
    _ amount: Binding<Double>, in range: ClosedRange<Double> = 0...100, step: Double = 0, label: String? = nil
  ) {
    self.init(Slider(amount, in: range, step: step, label: label))
    bind(\.amount) { amount.wrappedValue }
  }

  /// Calls `perform` with the final number of a change. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (Double) -> Void) -> HandlerToken { on(Slider.change, perform: perform) }
}
