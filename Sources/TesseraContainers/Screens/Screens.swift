public import Tessera
internal import TesseraGeometry

/// Stack of screens; the topmost one is visible.
///
/// The screens are its subnodes, the lowest first. They are pushed and popped with transitions by the stage's clock, and by a swipe from
/// the leading edge. A transition can be reversed at any time. Covered screens keep less content ready with increasing visibility depth.
/// All members can be used from any thread; callbacks of screens run on the loop.
public struct Screens: ScreenHosting, GestureRecognizingType {
  public static let typeName = "screens"
  public static let summary = "Stack of screens; the last child is visible."
  public static let traits: NodeTraits = [.drawsNothing, .measuresNothing]
  public static let subnodesAppearTogether = false

  /// Default transition.
  public var transition = ScreenTransition.slide
  /// Whether a swipe from the edge dismisses the topmost page.
  public var allowsBackSwipe = true
  /// Maximum distance from the edge at which such a swipe begins, logical units.
  public var edgeWidth = 24.0
  /// Visibility depth from which a screen unloads content that it can create again: 2 or more; nil means only under memory pressure.
  public var evictsFrom: Int?

  public typealias Storage = ScreenContainerStorage

  /// Creates an empty stack.
  public init() {}

  public static let attributes: [NodeAttribute<Screens>] = [
    .choice("screenTransition", \.transition.kind, help: "Transition between screens."),
    .number("duration", \.transition.duration, in: 0...60, help: "Duration of the transition, in seconds."),
    .boolean("backSwipe", \.allowsBackSwipe, help: "Whether a swipe from the edge dismisses the topmost screen."),
    .number("edgeWidth", \.edgeWidth, in: 0...1000, help: "Maximum distance from the edge at which this swipe starts, logical units."),
  ]

  /// By hand: screens are pushed and popped; the value is read then.
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

  // Requirements of scene files.

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

  // Calls by the stage.

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
      // The position projected 0.2 seconds ahead decides.
      let goes = event.phase == .ended && share + speed * 0.2 > 0.5
      node.updateHost { $0.stack.endBack(goes: goes, velocity: event.phase == .ended ? -speed : 0) }
    default: return
    }
    node.advance()
  }
}

/// Node with a stack of screens.
public typealias ScreensNode = Node<Screens>

/// Pan that begins at an edge.
struct EdgePanGesture: Gesture {
  private let range: ClosedRange<Double>
  private var pan = PanGesture(axis: .horizontal)
  private var hasFailed = false

  /// - Parameters:
  ///   - edge: maximum distance from the edge.
  ///   - length: length of the axis.
  ///   - isFar: whether it is the far edge.
  init(edge: Double, length: Double, isFar: Bool) {
    let (edge, length) = (max(0, edge), max(0, length))
    range = isFar ? min(length, max(0, length - edge))...length : 0...edge
  }

  var phase: GesturePhase { hasFailed ? .failed : pan.phase }
  var deadline: Double? { nil }
  var reading: GestureReading { pan.reading }

  mutating func handle(_ touch: Touch) {
    if touch.phase == .began, pan.phase == .possible, pan.reading.touchCount == 0, !range.contains(touch.location.x) { hasFailed = true }
    if !hasFailed { pan.handle(touch) }
  }
}
