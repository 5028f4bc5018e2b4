public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Slider for two numbers of a range: two tiles on a track.
///
/// ```swift
/// RangeSlider(low: $from, high: $to, in: 0...30, label: "Room temperature")
/// ```
///
/// Sends `lowChange` or `highChange` with each number that the user changes, and `change` with both when the user has finished.
public struct RangeSlider: ControlType, ChangeSendingType, ValueCheckingType {
  public typealias Storage = ControlStorage

  public static let typeName = "range-slider"
  public static let summary = "Slider with two tiles for the ends of a range."
  /// The user changed the lower number, including intermediate numbers of a drag.
  public static let lowChange = Signal<Double>("lowChange")
  /// The user changed the higher number, including intermediate numbers of a drag.
  public static let highChange = Signal<Double>("highChange")
  /// The user finished a change; the payload has both numbers.
  public static let change = Signal<ClosedRange<Double>>("change")

  /// Lower number.
  public var low = 0.0
  /// Higher number.
  public var high = 100.0
  /// Number at the start.
  public var minimum = 0.0
  /// Number at the end.
  public var maximum = 100.0
  /// Size of a step; 0 allows any number.
  public var step = 0.0
  /// Smallest distance between the numbers.
  public var minimumSpan = 0.0
  /// Unit after the numbers, in the bubble and for screen readers.
  public var unit = ""
  public var isEnabled = true
  /// Name for screen readers.
  var spokenLabel: String?
  /// Values of the program that the control follows and changes.
  var lowBinding: Binding<Double>?
  var highBinding: Binding<Double>?

  /// Creates a slider from 0 to 100 with all of the range chosen.
  public init() {}

  /// Creates a slider.
  ///
  /// - Parameters:
  ///   - chosen: Both numbers.
  ///   - range: Numbers at start and end.
  ///   - step: Size of a step; 0 allows any number.
  ///   - label: Name for screen readers.
  public init(_ chosen: ClosedRange<Double>, in range: ClosedRange<Double> = 0...100, step: Double = 0, label: String? = nil) {
    (low, high, minimum, maximum) = (chosen.lowerBound, chosen.upperBound, range.lowerBound, range.upperBound)
    (self.step, spokenLabel) = (step, label)
  }

  /// Creates a slider that follows two numbers of the program and changes them.
  public init(
    low: Binding<Double>, high: Binding<Double>, in range: ClosedRange<Double> = 0...100, step: Double = 0, label: String? = nil
  ) {
    (self.low, self.high, minimum, maximum) = (low.wrappedValue, high.wrappedValue, range.lowerBound, range.upperBound)
    (self.step, spokenLabel, lowBinding, highBinding) = (step, label, low, high)
  }

  public static var attributes: [NodeAttribute<RangeSlider>] {
    [
      .number("low", \.low, affects: .display, help: "The lower number."),
      .number("high", \.high, affects: .display, help: "The higher number."),
      .number("minimum", \.minimum, affects: .display, help: "Number at the start."),
      .number("maximum", \.maximum, affects: .display, help: "Number at the end."),
      .number("step", \.step, in: 0...1e9, affects: .display, help: "Size of a step; 0: any number."),
      .number("minimumSpan", \.minimumSpan, in: 0...1e9, affects: [], help: "Smallest distance between the numbers."),
      .text("unit", \.unit, affects: .display, help: "Unit behind the numbers."),
      .boolean("enabled", \.isEnabled, affects: .display, help: "Whether the control can be used."),
    ]
  }

  public static var signals: [NodeSignal] {
    let number = AttributeKind.number(-1e9...1e9)
    return [
      NodeSignal(lowChange, payload: number, sets: "low", help: "The user is changing the lower number.") { .number($0) },
      NodeSignal(highChange, payload: number, sets: "high", help: "The user is changing the higher number.") { .number($0) },
      NodeSignal(change, payload: .list(number), help: "The user changed a number and released it; both numbers.") {
        .list([.number($0.lowerBound), .number($0.upperBound)])
      },
    ]
  }

  var range: ControlRange { ControlRange(minimum, maximum, step: step) }

  public func valueProblems() -> [ValueProblem] {
    var problems = ControlRange.problems(minimum, maximum, step: step, [("low", low), ("high", high)])
    if low > high {
      let words = (ControlRange.words(low), ControlRange.words(high))
      problems.append(ValueProblem("low", "high", reason: "`low` \(words.0) is above `high` \(words.1); both are shown as one number"))
    }
    if minimum < maximum, minimumSpan > maximum - minimum {
      problems.append(
        ValueProblem(
          "minimumSpan", related: ["minimum", "maximum"], reason: "\(ControlRange.words(minimumSpan)) is larger than the whole range"))
    }
    return problems
  }

  /// Smallest distance between the numbers, within the range.
  var span: Double { minimumSpan.isFinite ? min(range.span, max(0, minimumSpan)) : 0 }

  /// Both numbers as shown: within the range, in order.
  var shown: (low: Double, high: Double) {
    let first = range.nearest(low)
    return (first, max(first, high.isFinite ? range.nearest(high) : range.maximum))
  }

  /// Returns the nearest number to which a tile can move. `part` is 0 for the lower one and 1 for the higher one.
  func allowed(_ number: Double, part: Int) -> Double {
    let (low, high) = shown
    return part == 0
      ? min(range.nearest(number), max(range.minimum, high - span)) : max(range.nearest(number), min(range.maximum, low + span))
  }

  // MARK: measuring and drawing

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let thickness = context.environment.theme[.control]
    return range.clamp(Size(thickness * 4, thickness))
  }

  /// Space above the box for the bubble, logical units.
  private static let bubbleReach = 48.0
  /// Distance of the tiles up to which one bubble shows both numbers, logical units.
  private static let bubbleDistance = 56.0

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    context.plan(beyond: Insets(top: Self.bubbleReach, right: 16, bottom: 4, left: 16)) { draw(in: $0, context: context) }
  }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    var look = ControlLook(self, in: context)
    let way = SliderTrack(context.contentRect, .horizontal, look.environment)
    guard way.length > 0 else { return }
    let (isDragged, part) = context.storage(of: RangeSlider.self).state.withLock { ($0.drag?.isMoving ?? false, $0.part ?? 0) }
    let (low, high) = shown
    let middles = [way.middle(range.share(low)), way.middle(range.share(high))]
    let gap = look.theme[.tileSide] / 2 + 3
    drawPart(from: 0, to: middles[0] - gap, isFilled: false, look, way, in: canvas)
    drawPart(from: middles[0] + gap, to: middles[1] - gap, isFilled: true, look, way, in: canvas)
    drawPart(from: middles[1] + gap, to: way.end, isFilled: false, look, way, in: canvas)
    let isEditing = look.isEditing
    // The tile that moves is in front.
    for index in [1 - part, part] where middles.indices.contains(index) {
      look.isEditing = isEditing && index == part
      let tile = look.tile(at: way.point(middles[index]), isPressed: look.isPressed && index == part)
      look.drawTile(tile, in: canvas)
      look.drawTileMark(tile, axis: .horizontal, in: canvas)
    }
    guard isDragged || isEditing else { return }
    let box = Rect(-16, 0, context.size.width + 32, context.size.height)
    let top = context.contentRect.midY - look.theme[.tileSide] / 2
    if middles[1] - middles[0] < Self.bubbleDistance {
      let words = range.words(low, unit: "") + " – " + range.words(high, unit: unit)
      return look.drawBubble(words, above: Point(way.point((middles[0] + middles[1]) / 2).x, top), in: box, canvas)
    }
    for (number, middle) in zip([low, high], middles) {
      look.drawBubble(range.words(number, unit: unit), above: Point(way.point(middle).x, top), in: box, canvas)
    }
  }

  private func drawPart(
    from start: Double, to end: Double, isFilled: Bool, _ look: ControlLook, _ way: SliderTrack, in canvas: borrowing Canvas
  ) {
    guard end - start >= 1 else { return }
    let height = look.theme[.trackHeight]
    let shape = RoundedRect(look.aligned(way.rect(from: start, to: end, thickness: height)), radius: height / 2)
    if isFilled { return canvas.fill(shape, .color(look.isEnabled ? look.accent : look.mark(look.theme.ink))) }
    canvas.fill(shape, .color(look.theme.well))
    look.edge(shape, look.mark(look.theme.edge), width: look.pixel, in: canvas)
  }
}

/// Node of a slider for two numbers.
public typealias RangeSliderNode = Node<RangeSlider>

extension Node where Value == RangeSlider {
  /// Creates a slider that follows two numbers of the program and changes them. Any thread.
  public convenience init(
    low: Binding<Double>, high: Binding<Double>, in range: ClosedRange<Double> = 0...100, step: Double = 0, label: String? = nil
  ) {
    self.init(RangeSlider(low: low, high: high, in: range, step: step, label: label))
    bind(\.low) { low.wrappedValue }
    bind(\.high) { high.wrappedValue }
  }

  /// Calls `perform` with both numbers when the user has finished a change. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (ClosedRange<Double>) -> Void) -> HandlerToken {
    on(RangeSlider.change, perform: perform)
  }
}
