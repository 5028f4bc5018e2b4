@testable import Tessera
@testable import TesseraContainers
import TesseraKit
import TesseraTestSupport
import Testing

/// What layouts, transitions, scrolling and draws have to know of one another.
@Suite struct SeamTests {
  private static let red = Color(red: 1, green: 0, blue: 0, alpha: 1)

  private static func box(_ width: Double? = nil, _ height: Double? = nil, _ color: Color? = nil) -> BoxNode {
    let node = BoxNode()
    if let width { node.style.width = .points(width) }
    if let height { node.style.height = .points(height) }
    if let color { node.background = .color(color) }
    node.style.flexShrink = 0
    return node
  }

  private static func column(_ children: [AnyNode] = []) -> BoxNode {
    let root = BoxNode()
    root.style.direction = .column
    for child in children { root.addSubnode(child) }
    return root
  }

  @Test func aKeptNodeFindsItsMovedBuffer() throws {
    let first = Self.box(10, 10)
    first.addSubnode(Self.box(5, 5))
    let buffer = Self.box(50, 50)
    buffer.rasterizesSubtree = true
    let group = Self.box(20, 20)
    let going = Self.box(5, 5)
    group.addSubnode(going)
    group.addSubnode(Self.box(5, 5))
    let last = Self.box(20, 20, Self.red)
    buffer.addSubnode(group)
    buffer.addSubnode(last)
    let stage = try HeadlessStage(width: 100, height: 100) { Self.column([first, buffer]) }
    first.addSubnode(Self.box(5, 5))
    going.removeFromSupernode()
    try stage.settle()
    let tree = try #require(stage.stage.loop.tree)
    #expect(tree.rasterizer[try #require(tree.indexOf(last))] == Int32(try #require(tree.indexOf(buffer))))
  }

  @Test func departuresDoNotRetainAllFormerTrees() throws {
    let root = Self.column()
    root.layoutTransition = LayoutTransition(duration: 0.2)
    var rows = (0..<30).map { _ in Self.box(20, 5, Self.red) }
    for row in rows { root.addSubnode(row) }
    let stage = try HeadlessStage(width: 100, height: 400) { root }
    for _ in 0..<20 {
      rows.removeFirst().removeFromSupernode()
      try stage.settle()
      try stage.advance(by: 0.1, step: 0.05)
    }
    var trees = Set<ObjectIdentifier>()
    func walk(_ departures: [Int32: [DeparturePicture]]) {
      for picture in departures.values.joined() where trees.insert(ObjectIdentifier(picture.scene.tree)).inserted {
        walk(picture.scene.departures)
        walk(picture.scene.tree.departures)
      }
    }
    walk(try #require(stage.stage.loop.tree).departures)
    #expect(trees.count <= 3)
  }

  @Test func aLayoutAmidAChangeOfSubnodesDoesNotLoseIt() throws {
    let parent = Self.box(50, 50)
    let child = Self.box(10, 10, Self.red)
    parent.addSubnode(Self.box(5, 5))
    let stage = try HeadlessStage(width: 100, height: 100) { Self.column([parent]) }
    // The first half of an insertion by another thread; then a layout that looks at the node for something else; then the other half.
    parent.lock.withLock {
      parent.state.children.append(child)
      parent.state.childrenGeneration &+= 1
    }
    parent.clipsToBounds = true
    try stage.settle()
    let link = parent.lock.withLock { parent.state.link }
    child.lock.withLock {
      child.above = parent
      child.state.link = link
    }
    parent.invalidate(.layout)
    try stage.settle()
    #expect(stage.stage.loop.tree?.indexOf(child) != nil)
  }

  @Test func aScrollingNodeMovedOutOfSightTakesItsItemsAlong() throws {
    func list() -> ScrollNode {
      let list = ScrollNode()
      list.style.height = .points(100)
      list.style.flexShrink = 0
      list.ready = .visibleOnly
      return list
    }
    let (first, second) = (list(), list())
    let shelf = ScrollNode(Scroll(.horizontal))
    shelf.style.height = .points(50)
    shelf.ready = .visibleOnly
    let items = (0..<4).map { _ in Self.box(40, 40, Self.red) }
    for item in items { shelf.addSubnode(item) }
    first.addSubnode(shelf)
    first.addSubnode(Self.box(10, 400))
    for _ in 0..<10 { second.addSubnode(Self.box(10, 100)) }
    let stage = try HeadlessStage(width: 100, height: 200) { Self.column([first, second]) }
    #expect(items[0].interfaceState == .visible)
    second.addSubnode(shelf)
    try stage.settle()
    #expect(shelf.interfaceState == .measured && items[0].interfaceState == .measured)
  }

  @Test func nodesMovedOffTheScreenByATransitionAreNotVisible() throws {
    let spacer = Self.box(0, 10)
    let list = ScrollNode()
    list.style.width = .points(100)
    list.style.height = .points(100)
    list.style.flexShrink = 0
    let item = Self.box(50, 50, Self.red)
    list.addSubnode(item)
    let root = BoxNode()
    root.addSubnode(spacer)
    root.addSubnode(list)
    root.layoutTransition = LayoutTransition(duration: 0.2)
    let stage = try HeadlessStage(width: 100, height: 100) { root }
    spacer.style.width = .points(300)
    try stage.settle()
    try stage.advance(by: 0.5)
    #expect(list.interfaceState == .measured && item.interfaceState == .measured)
  }

  @Test func nodesAddedOffTheScreenAreNotVisible() throws {
    let spacer = Self.box(10, 0)
    let row = Self.box(20, 20, Self.red)
    let root = Self.column([spacer, row])
    root.layoutTransition = LayoutTransition(duration: 0.2)
    let stage = try HeadlessStage(width: 100, height: 100) { root }
    row.removeFromSupernode()
    try stage.settle()
    try stage.advance(by: 0.05)
    spacer.style.height = .points(500)
    root.addSubnode(row)
    try stage.settle()
    try stage.advance(by: 1)
    #expect(row.interfaceState == .measured)
  }

  @Test func drawsAheadDoNotKeepNodesOfAStageThatWent() throws {
    weak var row: AnyNode?
    do {
      let list = ScrollNode()
      list.ready = .full
      for _ in 0..<6 {
        let text = TextNode(Text("x"))
        text.style.height = .points(60)
        text.style.flexShrink = 0
        list.addSubnode(text)
      }
      row = list.subnodes[2]
      let workers = WorkerPool(threads: 0)
      let stage = try Stage(size: Size(100, 100), root: list, clock: ManualClock(), workers: workers, background: .white)
      try stage.frame()
      workers.runOne()
      try stage.frame()
      try stage.frame()
      #expect(stage.loop.tree?.states.contains { $0.waiting != nil } == true)
    }
    #expect(row == nil)
  }

  @Test func invalidNumbersAreHarmless() throws {
    let list = ScrollNode()
    list.addSubnode(Self.box(10, 300))
    let stage = try HeadlessStage(width: 100, height: 100) { list }
    list.contentInsets = Insets(top: .nan, right: 0, bottom: .infinity, left: 0)
    list.contentOffset = Point(0, 10)
    try stage.settle()
    #expect(list.contentOffset == Point(0, 10))
    var transition = LayoutTransition()
    transition.duration = .infinity
    #expect(transition.duration == 3600)
    transition.duration = .nan
    #expect(transition.duration == 0)
  }

  @Test func theBarOfAnOuterListFadesToo() throws {
    let (outer, inner) = (ScrollNode(), ScrollNode())
    inner.style.height = .points(80)
    inner.style.flexShrink = 0
    inner.addSubnode(Self.box(50, 90))
    outer.addSubnode(inner)
    outer.addSubnode(Self.box(50, 500))
    let stage = try HeadlessStage(width: 100, height: 100) { outer }
    try stage.touch(.began, at: Point(20, 60))
    for y in stride(from: 55.0, through: 5, by: -5) {
      stage.clock.advance(by: 0.02)
      try stage.touch(.moved, at: Point(20, y))
    }
    for _ in 0..<5 {
      stage.clock.advance(by: 0.1)
      try stage.touch(.moved, at: Point(20, 5))
    }
    try stage.touch(.ended, at: Point(20, 5))
    try stage.advance(by: 5)
    #expect(outer.contentOffset.y > 0 && outer.physics.state.indicatorOpacity == 0)
  }

  @Test func hidingAnItemNotifiesItsDescendantsFirst() throws {
    let log = Locked<[String]>([])
    let (item, inner) = (Node(Told(name: "item", log: log)), Node(Told(name: "inner", log: log)))
    for node in [item, inner] {
      node.style.width = .points(20)
      node.style.height = .points(20)
    }
    item.addSubnode(inner)
    let list = ScrollNode()
    list.addSubnode(item)
    list.addSubnode(Self.box(20, 20))
    let stage = try HeadlessStage(width: 100, height: 100) { list }
    log.withLock { $0 = [] }
    item.isHidden = true
    list.addSubnode(Self.box(3, 3))
    try stage.settle()
    let lines = log.withLock { $0 }
    #expect(try #require(lines.lastIndex(of: "inner measured")) < #require(lines.firstIndex(of: "item display")))
  }
}

/// Notes the interface states it goes through.
private struct Told: LifecycleType {
  static let typeName = "told"
  static let traits: NodeTraits = .drawsNothing
  var name = ""
  var log = Locked<[String]>([])

  static func == (a: Told, b: Told) -> Bool { a.name == b.name }

  static func interfaceStateDidChange(_ node: Node<Told>, from old: InterfaceState, to new: InterfaceState) {
    let (name, log) = (node.name, node.value.log)
    log.withLock { $0.append("\(name) \(new)") }
  }
}
