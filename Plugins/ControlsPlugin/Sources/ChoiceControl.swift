public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Control that shows several options and one choice of them, such as radio buttons and segments.
public protocol ChoiceControl: OptionControl {
  /// Direction of the row of options.
  var axis: Axis { get }
  /// Returns the direction of the options in a box of `size`; by default ``axis``. Any thread.
  func axis(in size: Size, _ environment: EnvironmentValues) -> Axis
  /// Returns the frames of the options in a box of `size`. Any thread; O(n).
  func frames(in size: Size, _ environment: EnvironmentValues) -> [Rect]
}

extension ChoiceControl {
  public func axis(in size: Size, _ environment: EnvironmentValues) -> Axis { axis }

  public static func handle(_ event: Event, node: Node<Self>) -> EventResponse {
    switch event {
    case .touch(let touch): handle(touch, node)
    case .key(let press): handle(press, node)
    default: node.interact(with: event)
    }
  }

  /// Presses the option under the finger. An option that the finger has left is not chosen.
  private static func handle(_ touch: Touch, _ node: Node<Self>) -> EventResponse {
    if touch.phase == .began {
      guard let part = option(at: touch.location, node) else { return .ignored }
      let response = node.interact(node.input(touch))
      if response == .handled { node.storage.state.withLock { $0.part = part } }
      return response
    }
    return node.interact(node.input(touch))
  }

  private static func option(at location: Point, _ node: Node<Self>) -> Int? {
    guard location.isFinite else { return nil }
    let frames = node.value.frames(in: node.frame.size, node.environmentValues)
    return frames.firstIndex { $0.contains(location) }
      ?? frames.indices.min { distance(frames[$0].center, location) < distance(frames[$1].center, location) }
  }

  private static func distance(_ a: Point, _ b: Point) -> Double { (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) }

  /// Chooses the pressed option.
  public static func activate(_ node: Node<Self>) {
    guard let part = node.storage.state.withLock({ $0.part }) else { return }
    choose(part, node)
  }

  /// Arrows along the axis move to the next option, and at the ends to the next control. Enter, the press of an encoder, starts and ends
  /// choosing.
  private static func handle(_ press: KeyPress, _ node: Node<Self>) -> EventResponse {
    let (value, environment, isEnabled) = (node.value, node.environmentValues, node.canBeChanged)
    let last = value.options.count - 1
    guard press.isDown, press.modifiers.isEmpty, isEnabled, last >= 0 else { return .ignored }
    let forward = environment.direction == .rtl ? -1 : 1
    let axis = value.axis(in: node.frame.size, environment)
    switch (press.key, axis) {
    case (.right, .horizontal): return move(forward, node)
    case (.left, .horizontal): return move(-forward, node)
    case (.down, .vertical): return move(1, node)
    case (.up, .vertical): return move(-1, node)
    case (.home, _), (.pageUp, _): choose(0, node)
    case (.end, _), (.pageDown, _): choose(last, node)
    case (.enter, _), (.space, _), (.escape, _), (.next, _), (.previous, _):
      let change = node.storage.state.withLock {
        $0.interaction.valueKey(press, axis: axis, direction: environment.direction, isEnabled: true)
      }
      switch change {
      case .steps(let steps): choose(min(last, max(0, (value.selectedIndex ?? -1) + steps)), node)
      case .beginEditing where value.selectedIndex == nil: choose(0, node)
      case nil: return .ignored
      default: break
      }
      node.setNeedsDisplay()
    default: return .ignored
    }
    return .handled
  }

  /// Chooses the next option. Returns `ignored` after the last one, so that the focus moves on.
  private static func move(_ step: Int, _ node: Node<Self>) -> EventResponse {
    let value = node.value
    let next = value.selectedIndex.map { $0 + step } ?? (step > 0 ? 0 : value.options.count - 1)
    guard value.options.indices.contains(next), value.isSelectable(next) else { return .ignored }
    choose(next, node)
    return .handled
  }

  // MARK: focus and semantics

  /// Returns the chosen option, or the first one without a choice.
  public static func focusArea(in node: Node<Self>) -> RoundedRect? {
    let (value, environment) = (node.value, node.environmentValues)
    let frames = value.frames(in: node.frame.size, environment)
    guard let frame = value.selectedIndex.map({ frames[$0] }) ?? frames.first else { return nil }
    return RoundedRect(frame.inset(by: 2), radius: environment.theme[.radius2])
  }

  public static func focusRingReach(in node: Node<Self>) -> Double? { 0 }

  public static func semantics(of node: Node<Self>) -> NodeSemantics {
    let value = node.value
    var semantics = NodeSemantics(.radioGroup, label: value.spokenLabel)
    semantics.value = value.selectedIndex.map { value.options[$0].title }
    if !value.isEnabled { semantics.isDisabled = true }
    return semantics
  }

  /// Each option is a radio button.
  public static func semanticsParts(of node: Node<Self>) -> [SemanticsPart] {
    let (value, environment, canBeUsed) = (node.value, node.environmentValues, node.canBeUsed)
    let frames = value.frames(in: node.frame.size, environment)
    let selected = value.selectedIndex
    return zip(value.options, frames).enumerated().map { index, part in
      var semantics = NodeSemantics(.radio, label: part.0.title)
      semantics.checked = index == selected ? .on : .off
      semantics.position = SemanticsPosition(index + 1, of: value.options.count)
      if !canBeUsed { semantics.isDisabled = true }
      semantics.actions = [.activate]
      return SemanticsPart(index, semantics, frame: part.1)
    }
  }

  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Self>) -> Bool {
    guard action == .activate, let part, node.canBeChanged, node.value.options.indices.contains(part) else { return false }
    choose(part, node)
    return true
  }
}
