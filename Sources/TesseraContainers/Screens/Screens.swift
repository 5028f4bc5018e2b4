public import Tessera
internal import TesseraGeometry

/// A stack of screens: the topmost is seen, the others wait beneath it.
///
/// The screens are its subnodes, the lowest first. They are pushed and popped with transitions that go by the stage's clock, can be turned round
/// at any moment, and by a swipe from the edge where lines start. What is covered keeps as little ready as its distance from being seen allows.
/// Every member can be used from any thread; screens are told what happens on the loop.
public struct Screens: ScreenHosting, GestureRecognizingType {
  public static let typeName = "screens"
  public static let summary = "A stack of screens, of which the last child is seen."
  public static let traits: NodeTraits = [.drawsNothing, .measuresNothing]
  public static let subnodesAppearTogether = false

  /// How screens change places where the program does not say.
  public var transition = ScreenTransition.slide
  /// Whether a swipe from the edge sends the topmost page away.
  public var allowsBackSwipe = true
  /// How far from the edge such a swipe may begin, logical units.
  public var edgeWidth = 24.0
  /// From how many actions away on a screen gives up its content, if it can make it again: 2 or more; nil: never by itself.
  public var evictsFrom: Int?

  public typealias Storage = ScreenContainerStorage

  /// Makes an empty stack.
  public init() {}

  public static let attributes: [NodeAttribute<Screens>] = [
    .choice("screenTransition", \.transition.kind, help: "How screens change places."),
    .number("duration", \.transition.duration, in: 0...60, help: "Seconds that this takes."),
    .boolean("backSwipe", \.allowsBackSwipe, help: "Whether a swipe from the edge sends the topmost screen away."),
    .number("edgeWidth", \.edgeWidth, in: 0...1000, help: "How far from the edge such a swipe may begin."),
  ]

  public static func invalidation(from old: Screens, to new: Screens) -> Invalidation { [] }

  public static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    properties.clipsToBounds = true
    return properties
  }

  public static func subnodePlacements(of node: Node<Screens>) -> [SubnodePlacement] { node.host.stack.placements }

  public static func makeRanging(for node: Node<Screens>) -> (any SubnodeRanging)? {
    ScreenRanging { ($0 as? Node<Screens>)?.host.stack }
  }

  var evictionDepth: Int { evictsFrom.map { max(2, $0) } ?? .max }
  func adopt(_ screens: [ScreenNode], in host: inout ScreenHost) {}

  // What a scene file tells.

  public static func acceptChild(_ child: AnyNode, node: Node<Screens>) -> Bool {
    guard let screen = child as? ScreenNode else { return false }
    node.pushImmediately(screen)
    return true
  }

  public static func push(_ screen: AnyNode, node: Node<Screens>) -> Bool {
    guard let screen = screen as? ScreenNode else { return false }
    node.push(screen)
    return true
  }

  public static func pop(node: Node<Screens>) -> Bool { node.pop() != nil }

  public static func sceneChildren(of node: Node<Screens>) -> [AnyNode] { node.screens }

  // What the stage tells.

  public static func layoutDidFinish(_ node: Node<Screens>) { node.advance() }

  public static func interfaceStateDidChange(_ node: Node<Screens>, from old: InterfaceState, to new: InterfaceState) {
    if old == .idle || new == .visible { node.handSheets() }
    if new == .idle { node.dismissHandedSheets() }
    if old == .visible || new == .visible { node.advance(isVisible: new == .visible) }
  }

  public static func tick(_ node: Node<Screens>, at time: Double) -> Double? {
    node.advance(to: time)
    return node.host.stack.isMoving ? 0.004 : nil
  }

  public static func isSettling(_ node: Node<Screens>) -> Bool { node.host.stack.isMoving }

  public static func handle(_ event: Event, node: Node<Screens>) -> EventResponse {
    guard case .key(let press) = event, press.key == .escape, press.isDown, !press.isRepeat else { return .ignored }
    return node.goBack() ? .handled : .ignored
  }

  public static var recognizers: [GestureRecognizer] {
    [
      GestureRecognizer(
        priority: 1,
        make: { node in
          guard let node = node as? Node<Screens> else { return nil }
          let (value, host) = (node.value, node.host)
          guard value.allowsBackSwipe, host.stack.canGoBack, let top = host.stack.top, host.stack.held == nil,
            host.stack.entries[top].presentation == .page
          else { return nil }
          return EdgePanGesture(edge: value.edgeWidth, length: host.stack.size.width, isFar: host.isRightToLeft)
        },
        perform: { event in
          if let node = event.node as? Node<Screens> { swipe(node, event) }
        }),
      sheetRecognizer,
    ]
  }

  private static func swipe(_ node: Node<Screens>, _ event: GestureEvent) {
    let host = node.host
    let width = max(1, host.stack.size.width)
    let forward = host.isRightToLeft ? -1.0 : 1
    let share = event.reading.translation.x * forward / width
    switch event.phase {
    case .began: node.updateHost { $0.stack.beginBack() }
    case .changed: node.updateHost { $0.stack.moveBack(to: 1 - share) }
    case .ended, .cancelled:
      let speed = event.reading.velocity.x * forward / width
      // Where it would be a fifth of a second later decides.
      let goes = event.phase == .ended && share + speed * 0.2 > 0.5
      node.updateHost { $0.stack.endBack(goes: goes, velocity: event.phase == .ended ? -speed : 0) }
    default: return
    }
    node.advance()
  }
}

/// A node that holds a stack of screens.
public typealias ScreensNode = Node<Screens>

/// A pan that begins at an edge.
struct EdgePanGesture: Gesture {
  private let range: ClosedRange<Double>
  private var pan = PanGesture(axis: .horizontal)
  private var hasFailed = false

  /// - Parameters:
  ///   - edge: how far from the edge it may begin.
  ///   - length: of the axis.
  ///   - isFar: whether it is the far edge.
  init(edge: Double, length: Double, isFar: Bool) {
    let (edge, length) = (max(0, edge), max(0, length))
    range = isFar ? min(length, max(0, length - edge))...length : 0...edge
  }

  var phase: GesturePhase { hasFailed ? .failed : pan.phase }
  var deadline: Double? { nil }
  var reading: GestureReading { pan.reading }

  mutating func take(_ touch: Touch) {
    if touch.phase == .began, pan.phase == .possible, pan.reading.touchCount == 0, !range.contains(touch.location.x) { hasFailed = true }
    if !hasFailed { pan.take(touch) }
  }
}
