import Testing
@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender

/// An incremental layout must give exactly the result of a full layout.
@Suite struct RetainedSceneTests {
  /// Composite whose spec follows its value: nodes, their order and their container.
  struct Board: NodeType {
    static let typeName = "board"
    static let traits: NodeTraits = .drawsNothing
    var nodes: [PatchNode] = []
    var arrangement = 0
    var spacing = 2.0
    var keyed: Double = 0
    var pads: SafeAreaEdges = []

    func layout(in context: LayoutContext) -> (any LayoutElement)? {
      let spacing = spacing
      switch arrangement % 6 {
      case 0: return Stack(.vertical, spacing: spacing) { for node in nodes { node.flexShrink(0) } }
      case 1:
        return Stack(.horizontal, spacing: spacing) {
          Stack(.vertical) { for node in nodes { node } }.padding(.init(.points(spacing)))
          Subnode(
            "key",
            {
              var p = Patch(); p.wanted = Size(keyed, 7); return p
            }())
        }
      case 2:
        return ManualLayout(size: { $0.clamp(Size(40, 30)) }) {
          for node in nodes { node }
        } frames: { size in
          (0..<nodes.count).map { Rect(Double($0) * spacing, 1, size.width / 2, size.height / 3) }
        }
      case 3: return Stack(.vertical) { for node in nodes.reversed() { node.padding(.init(.points(1))) } }.safeAreaPadding(pads)
      case 4: return Stack(.vertical) { for node in nodes { node } }.writingDirection(.rightToLeft)
      default: return list
      }
    }

    /// Nodes in a column, as in a list. The expected positions are right for nodes of height 10.
    private var list: ManualLayout {
      let (nodes, spacing) = (nodes, spacing)
      @Sendable func origins(_ sizes: [Size]) -> [Point] {
        var y = 0.0
        return sizes.map { size in
          defer { y += size.height + spacing }
          return Point(spacing, y)
        }
      }
      return ManualLayout(
        nodes: nodes, expected: (Size(40, 30), origins(nodes.map { _ in Size(0, 10) })),
        constraints: { size in nodes.indices.map { SizeRange(max: Size(size.width, $0 % 2 == 0 ? .infinity : 10)) } },
        origins: { _, sizes in origins(sizes) })
    }
  }

  /// Tree with random changes; the same seed gives the same tree and changes.
  final class World {
    let root = BoxNode()
    var patches: [PatchNode] = []
    var boxes: [BoxNode] = []
    var boards: [Node<Board>] = []
    private var random: SplitMix
    /// Whether content extends beyond its box, or subtrees share a buffer: such a buffer does not record the extent of its content.
    private let bleeds: Bool

    init(seed: UInt64) {
      bleeds = seed % 2 == 0
      random = SplitMix(seed: seed)
      boxes = [root]
      root.style.wrap = .wrap
      for _ in 0..<8 { insert() }
    }

    private func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private func box() -> BoxNode { boxes[number(0...boxes.count - 1)] }
    private func anyNode() -> AnyNode {
      let all = boxes.dropFirst().map { $0 as AnyNode } + patches.map { $0 as AnyNode } + boards.map { $0 as AnyNode }
      return all.isEmpty ? root : all[number(0...all.count - 1)]
    }

    private func patch() -> PatchNode {
      let patch = PatchNode("p\(patches.count)", Double(number(1...30)), Double(number(1...20)), color: color())
      patches.append(patch)
      return patch
    }

    private func color() -> Color { Color(rgb: UInt32(number(0...0xFFFFFF))) }

    private func insert() {
      let parent = box()
      switch number(0...5) {
      case 0, 1:
        let made = BoxNode()
        made.style.direction = number(0...1) == 0 ? .row : .column
        boxes.append(made)
        parent.insertSubnode(made, at: number(0...4))
      case 2:
        let board = Node<Board>()
        board.arrangement = number(0...5)
        board.nodes = (0..<number(0...3)).map { _ in patch() }
        boards.append(board)
        parent.insertSubnode(board, at: number(0...4))
      default: parent.insertSubnode(patch(), at: number(0...4))
      }
    }

    private func restyle(_ node: AnyNode) {
      var style = node.style
      switch number(0...9) {
      case 0: style.padding = .init(.points(Double(number(0...3))))
      case 1: style.margin = .init(.points(Double(number(-2...4))))
      case 2: style.width = number(0...1) == 0 ? .auto : .points(Double(number(0...50)))
      case 3: style.height = number(0...1) == 0 ? .auto : .percent(Double(number(0...100)))
      case 4: style.flexGrow = Double(number(0...2))
      case 5: style.position = style.position == .absolute ? .relative : .absolute
      case 6: style.writingDirection = [.inherit, .leftToRight, .rightToLeft][number(0...2)]
      case 7: style.display = [.flex, .none, .contents][number(0...2)]
      case 8: style.inset.left = .points(Double(number(-30...60)))
      default: style.direction = [.row, .column, .rowReverse][number(0...2)]
      }
      node.style = style
    }

    private func reshow(_ node: AnyNode) {
      switch number(0...10) {
      case 0: node.isHidden.toggle()
      case 1: node.transform = number(0...1) == 0 ? .identity : .rotation(Double(number(1...6)))
      case 2: node.clipsToBounds.toggle()
      case 3: node.shadow = number(0...1) == 0 ? nil : Shadow(color: .black, offset: Point(1, 2), radius: Double(number(1...5)))
      case 4: node.opacity = number(0...1) == 0 ? 1 : 0.5
      case 5: node.cornerRadius = Double(number(0...6))
      case 6: if !bleeds { node.rasterizesSubtree.toggle() }
      case 7: node.background = number(0...1) == 0 ? nil : .color(color())
      case 8: node.safeAreaPadding = SafeAreaEdges(rawValue: UInt8(number(0...15)))
      case 9:
        node.additionalSafeAreaInsets = [.zero, Insets(top: 4, right: 0, bottom: 3, left: 0), Insets(6)].randomElement(using: &random)!
      default: node.updateProperties { $0.backdropBlur = number(0...3) == 0 ? 2 : 0 }
      }
    }

    private func respecify() {
      guard !boards.isEmpty else { return }
      let board = boards[number(0...boards.count - 1)]
      switch number(0...8) {
      case 0: board.arrangement = number(0...5)
      case 1: board.spacing = Double(number(0...6))
      case 2: board.keyed = Double(number(0...20))
      case 3: board.nodes = board.nodes + [patch()]
      case 4: board.nodes = Array(board.nodes.reversed())
      case 5: board.pads = SafeAreaEdges(rawValue: UInt8(number(0...15)))
      // Some nodes are added and some removed, as by scrolling of a list.
      case 6: board.nodes = Array(board.nodes.dropFirst(number(0...2))) + (0..<number(0...2)).map { _ in patch() }
      case 7: board.nodes = (0..<number(0...2)).map { _ in patch() } + board.nodes.dropLast(number(0...2))
      // A node of another board, which is moved.
      default:
        if let taken = boards[number(0...boards.count - 1)].nodes.last {
          board.update {
            $0.nodes.removeAll { $0 === taken }; $0.nodes.append(taken)
          }
        }
      }
    }

    func change() {
      switch number(0...13) {
      case 0, 1: insert()
      case 2: anyNode().removeFromSupernode()
      case 3:
        let node = anyNode()
        if node !== root, !boards.contains(where: { board in board.nodes.contains { $0 === node } }) {
          box().insertSubnode(node, at: number(0...3))
        }
      case 4, 5:
        if let patch = patches.randomElement(using: &random) { patch.wanted = Size(Double(number(1...40)), Double(number(1...30))) }
      case 6: if bleeds, let patch = patches.randomElement(using: &random) { patch.bleed = Double(number(0...4)) }
      case 7, 8: restyle(anyNode())
      case 9, 10: reshow(anyNode())
      case 11:
        // Removed, changed and inserted again, without a notification of the stage.
        let node = anyNode()
        if let parent = node.supernode, node !== root {
          let at = parent.subnodes.firstIndex(of: node) ?? 0
          node.removeFromSupernode()
          restyle(anyNode())
          if let patch = patches.randomElement(using: &random) { patch.wanted = Size(Double(number(1...40)), 9) }
          parent.insertSubnode(node, at: at)
        }
      default: respecify()
      }
    }
  }

  /// Returns the result of a full layout of the current nodes.
  static func fresh(_ stage: Stage) -> PaintTree? {
    guard let tree = stage.loop.tree else { return nil }
    return LayoutJob(
      root: stage.root, space: SafeAreaSpace(size: stage.size, insets: stage.safeAreaInsets),
      environment: EnvironmentValues(scale: stage.scale, direction: stage.direction), viewport: stage.framebufferBounds,
      memory: RetainedNodes(),
      changed: [], previous: tree, previousProperties: tree.properties, reaches: stage.loop.jobs.layouts.reaches, changedReaches: []
    ).run()?.tree
  }

  static func expectSame(_ tree: PaintTree, _ fresh: PaintTree, _ note: String) {
    #expect(tree.nodes.elementsEqual(fresh.nodes), "\(note)")
    guard tree.nodes.elementsEqual(fresh.nodes) else { return }
    #expect(tree.parent == fresh.parent && tree.end == fresh.end && tree.index == fresh.index, "\(note)")
    #expect(tree.directions == fresh.directions, "\(note)")
    #expect(tree.frames == fresh.frames, "\(note)")
    #expect(tree.insets == fresh.insets && tree.boxes == fresh.boxes, "\(note)")
    #expect(tree.isOnScreen == fresh.isOnScreen, "\(note)")
    #expect(tree.isInGroup == fresh.isInGroup && tree.rasterizer == fresh.rasterizer, "\(note)")
    #expect(
      tree.hasBackdropBlur == fresh.hasBackdropBlur && tree.hasTransforms == fresh.hasTransforms
        && tree.hasPlaceholders == fresh.hasPlaceholders, "\(note)")
    #expect((0..<tree.count).allSatisfy { tree.properties[$0] === fresh.properties[$0] }, "\(note)")
    #expect((0..<tree.count).allSatisfy { tree.states[$0] === fresh.states[$0] }, "\(note)")
  }

  /// Returns the limits of the safe area in node `i`, from those of its parent.
  private static func safeAreaLimits(_ tree: PaintTree, _ i: Int) -> SafeAreaLimits {
    let limits = tree.parent[i] < 0 ? SafeAreaLimits(tree.space) : safeAreaLimits(tree, Int(tree.parent[i]))
    return limits.adding(tree.properties[i].value.additionalSafeAreaInsets, to: tree.frames[i])
  }

  @Test(arguments: 0..<60) func anIncrementalLayoutEqualsAFullLayout(seed: Int) throws {
    let world = World(seed: UInt64(seed))
    let stage = try manualStage(120, 100, scale: seed % 6 == 0 ? 1.5 : 1, root: world.root)
    if seed % 4 < 2 { stage.safeAreaInsets = Insets(top: 8, right: 3, bottom: 12, left: 5) }
    stage.onError = { _ in }
    try stage.settle()
    for round in 0..<25 {
      let layouts = stage.statistics.layouts
      for _ in 0...(round % 3) { world.change() }
      try stage.settle()
      if stage.statistics.layouts == layouts {
        // Changed properties without a layout are marked by the next layout.
        world.root.setNeedsLayout()
        try stage.settle()
      }
      let (tree, fresh) = (try #require(stage.loop.tree), try #require(Self.fresh(stage)))
      Self.expectSame(tree, fresh, "seed \(seed), round \(round)")
      #expect(
        (0..<tree.count).allSatisfy { tree.nodes[$0].safeAreaInsets == Self.safeAreaLimits(tree, $0).overlap(tree.frames[$0]) },
        "seed \(seed), round \(round)")
      // Result of the layout, before contents of draws enlarged the areas.
      let made = try #require(stage.loop.jobs.layouts.retained.scene)
      if stage.loop.jobs.layouts.retained.tree === tree, stage.loop.jobs.layouts.changedReaches.isEmpty {
        #expect(made.ownBounds == fresh.ownBounds && made.localBounds == fresh.localBounds, "seed \(seed), round \(round)")
        #expect(made.subtreeBounds == fresh.subtreeBounds, "seed \(seed), round \(round)")
      }
      if round % 5 == 4 {
        let whole = try Stage(
          size: stage.size, scale: stage.scale, root: BoxNode(), clock: ManualClock(), workers: WorkerPool(threads: 0), background: .white)
        whole.onError = { _ in }
        whole.safeAreaInsets = stage.safeAreaInsets
        let picture = bytes(stage.framebuffer)
        stage.root = BoxNode()
        whole.root = world.root
        try whole.settle()
        #expect(bytes(whole.framebuffer) == picture, "seed \(seed), round \(round)")
        whole.root = BoxNode()
        stage.root = world.root
        try stage.settle()
      }
    }
  }

  @Test func onlyNewRowsOfAListAreCollected() throws {
    let board = Node<Board>()
    board.arrangement = 5
    board.style.width = .points(40)
    board.style.height = .points(30)
    let all = (0..<120).map { PatchNode("\($0)", 20, 10, color: .black) }
    board.nodes = Array(all[0..<100])
    let stage = try manualStage(60, 60, root: board)
    try stage.settle()
    for first in 1...20 {
      let before = stage.statistics
      board.nodes = Array(all[first..<first + 100])
      try stage.settle()
      // The list itself, and the row.
      #expect(stage.statistics.layouts == before.layouts + 1 && stage.statistics.collectedNodes == before.collectedNodes + 2)
      let (tree, fresh) = (try #require(stage.loop.tree), try #require(Self.fresh(stage)))
      Self.expectSame(tree, fresh, "\(first)")
    }
    // A node that changed in the meantime is visited.
    all[50].wanted = Size(20, 17)
    board.nodes = Array(all[19..<119])
    try stage.settle()
    Self.expectSame(try #require(stage.loop.tree), try #require(Self.fresh(stage)), "changed")
    #expect(all[52].frame.minY - all[51].frame.minY == all[51].frame.height + board.spacing)
  }
}
