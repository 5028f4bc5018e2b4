import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

// The container of docs/containers.md, by public functions only.

private struct Filmstrip: ScrollContainerType, GestureRecognizingType, StyleAdjustingType {
  /// State of one strip that is not part of its value.
  final class Storage: NodeStorage {
    /// Largest travel, and that at which the drag began.
    let farthest = Locked(0.0), start = Locked(0.0)
    init() {}
  }

  static let typeName = "filmstrip"
  /// The last frame is being loaded; the number of frames.
  static let fetch = Signal<Int>("fetch")
  static let attributes: [NodeAttribute<Filmstrip>] = [
    .number("travel", \.travel, in: 0...1e6, affects: .scroll, help: "Length of the strip to the left of the box.")
  ]

  var travel = 0.0

  func adjust(_ style: inout LayoutStyle, storage: Storage, in environment: EnvironmentValues) { style.direction = .row }

  static func scrollOffset(of node: Node<Filmstrip>) -> Point { Point(node.presentedValue.travel, 0) }
  static func makeRanging(for node: Node<Filmstrip>) -> FilmstripRanging { FilmstripRanging() }

  static var recognizers: [GestureRecognizer] {
    [
      GestureRecognizer(PanGesture(axis: .horizontal)) { pan in
        guard let strip = pan.node as? Node<Filmstrip> else { return }
        if pan.phase == .began { strip.storage.start.withLock { $0 = strip.presentedValue.travel } }
        let wanted = strip.storage.start.withLock { $0 } - pan.reading.translation.x
        guard pan.phase == .ended else { return strip.move(to: wanted) }
        animate(.spring(duration: 0.5)) { strip.move(to: wanted - pan.reading.velocity.x * 0.2) }
      }
    ]
  }
}

extension Node where Value == Filmstrip {
  /// Moves the strip by a length within its own.
  fileprivate func move(to length: Double) { self.travel = max(0, min(length, storage.farthest.withLock { $0 })) }
}

private struct FilmstripRanging: SubnodeRanging {
  private var controller = RangeController(axes: [.horizontal])
  private var items = ItemFrames([])
  private var fetchedAt = 0

  mutating func place(_ frames: [Rect], former: [Int?]?) {
    items = ItemFrames(frames)
    if let former { controller.renumber(former) }
  }

  /// A shorter strip ends at the edge of its box.
  mutating func arrange(_ node: AnyNode, subnodes: [AnyNode], direction: LayoutDirection) {
    guard let strip = node as? Node<Filmstrip> else { return }
    strip.storage.farthest.withLock { $0 = max(0, (items.frames.last?.maxX ?? 0) - strip.frame.width) }
    strip.move(to: strip.travel)
  }

  mutating func update(_ node: AnyNode, size: Size, state: InterfaceState) -> [RangeAction] {
    guard let strip = node as? Node<Filmstrip> else { return [] }
    let visible = Rect(origin: Point(strip.presentedValue.travel, 0), size: size)
    let actions = controller.update(RangeController.Viewport(visible: visible, containerState: state), items: items)
    if items.count > fetchedAt, controller.state(of: items.count - 1) >= .preload {
      fetchedAt = items.count
      strip.send(Filmstrip.fetch, items.count)
    }
    return actions
  }
}

@Suite struct FilmstripTests {
  private func frames(_ numbers: Range<Int>) -> [Node<Row>] {
    numbers.map {
      let frame = row($0, width: 50)
      frame.style.flexShrink = 0
      return frame
    }
  }

  private func strip(_ count: Int, into fetches: Locked<[Int]>) throws -> (Node<Filmstrip>, HeadlessStage) {
    let strip = Node(Filmstrip())
    strip.clipsToBounds = true
    strip.on(Filmstrip.fetch) { number in fetches.withLock { $0.append(number) } }
    frames(0..<count).forEach(strip.addSubnode)
    let h = try HeadlessStage(width: 200, height: 100) { strip }
    return (strip, h)
  }

  @Test func framesNearTheScreenAreLoadedAndDrawn() throws {
    let (strip, h) = try strip(60, into: Locked([]))
    let states = strip.subnodes.map(\.interfaceState)
    #expect(states[0..<4].allSatisfy { $0 == .visible } && states[4] == .display && states[59] == .measured)
    #expect(states.contains(.preload))
    let layouts = h.stage.statistics.layouts
    strip.move(to: 1000)
    try h.settle()
    let moved = strip.subnodes.map(\.interfaceState)
    #expect(moved[20..<24].allSatisfy { $0 == .visible } && moved[0] == .measured && moved[59] == .measured)
    #expect(h.stage.statistics.layouts == layouts)
    // Frames in front of the others keep their states at their new places.
    for frame in frames(60..<64).reversed() { strip.insertSubnode(frame, at: 0) }
    strip.move(to: 1200)
    try h.settle()
    #expect(strip.subnodes[24..<28].allSatisfy { $0.interfaceState == .visible } && strip.subnodes[0].interfaceState == .measured)
  }

  @Test func aFingerMovesAndThrowsTheStrip() throws {
    let (strip, h) = try strip(60, into: Locked([]))
    try h.touch(.began, at: Point(150, 50))
    try h.touch(.moved, at: Point(130, 50))
    try h.touch(.moved, at: Point(50, 50))
    #expect(strip.travel > 50 && strip.travel <= 100)
    try h.touch(.ended, at: Point(50, 50))
    try h.advance(by: 1)
    let pulled = strip.travel
    try h.drag(from: Point(150, 50), to: Point(50, 50), steps: 2, over: 0.05)
    try h.advance(by: 1)
    #expect(strip.travel > pulled + 100 && abs(strip.presentedValue.travel - strip.travel) < 1)
    try h.drag(from: Point(10, 50), to: Point(190, 50), steps: 2, over: 0.05)
    try h.advance(by: 1)
    try h.drag(from: Point(10, 50), to: Point(190, 50), steps: 2, over: 0.05)
    try h.advance(by: 1)
    #expect(strip.travel == 0)
  }

  @Test func moreIsFetchedOnceBeforeTheEnd() throws {
    let fetches = Locked<[Int]>([])
    let (strip, h) = try strip(60, into: fetches)
    #expect(fetches.withLock { $0 } == [])
    strip.move(to: 2600)
    try h.settle()
    strip.move(to: 2700)
    try h.settle()
    #expect(fetches.withLock { $0 } == [60])
    frames(60..<80).forEach(strip.addSubnode)
    try h.settle()
    #expect(fetches.withLock { $0 } == [60])
    strip.move(to: 10_000)
    try h.settle()
    #expect(strip.travel == 80 * 50 - 200 && fetches.withLock { $0 } == [60, 80])
    // A shorter strip ends at the edge of its box.
    for frame in strip.subnodes.suffix(50) { frame.removeFromSupernode() }
    try h.settle()
    #expect(strip.travel == 30 * 50 - 200)
  }
}
