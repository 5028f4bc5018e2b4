import Testing
@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender

/// Nodes displayed through nested transforms.
@Suite struct NestedLayerTests {
  /// Creates nested boxes, each changed by `change`, around a black box.
  private func nested(_ depth: Int, width: Double = 320, height: Double = 240, _ change: (BoxNode) -> Void) -> AnyNode {
    var node: AnyNode = PatchNode("inner", color: .black).placed(width / 2 - 5, height / 2 - 5, 10, 10)
    for _ in 0..<depth {
      let box = BoxNode()
      box.style.position = .absolute
      box.style.inset = LayoutEdges(top: .points(0), right: .auto, bottom: .auto, left: .points(0))
      (box.style.width, box.style.height) = (.points(width), .points(height))
      change(box)
      box.addSubnode(node)
      node = box
    }
    return node
  }

  private func painted(_ root: AnyNode, _ width: Double = 320, _ height: Double = 240) throws -> (stage: Stage, visited: Int) {
    let holder = BoxNode()
    holder.addSubnode(root)
    let stage = try manualStage(width, height, root: holder)
    try stage.settle()
    return (stage, stage.statistics.visitedNodes)
  }

  @Test func transformsOfEmptyBoxesAreOneTransform() throws {
    func turned(_ degrees: Double) -> (BoxNode) -> Void { { $0.transform = .rotation(degrees * .pi / 180) } }
    let many = try painted(nested(30, turned(1))).stage
    let one = try painted(nested(1, turned(30))).stage
    // The product of many rotations differs in its last bits.
    let differences = zip(bytes(many.framebuffer), bytes(one.framebuffer)).map { abs(Int($0) - Int($1)) }
    #expect(differences.max() ?? 0 <= 2)
  }

  @Test(arguments: [0.0, 0.04]) func deepTransformsAreVisitedOnceEach(share: Double) throws {
    func turned(_ box: BoxNode) {
      box.transform = .rotation(.pi / 180)
      if share > 0 { box.background = .color(Color(rgb: 0x3366CC).opacity(Float(share))) }
    }
    let (few, more) = (try painted(nested(40, turned)).visited, try painted(nested(160, turned)).visited)
    #expect(more < few * 5, "\(few) and \(more)")
  }

  @Test func aPartIsPaintedAsTheWholeIs() throws {
    let root = nested(60) { box in
      box.transform = .rotation(.pi / 180)
      box.background = .color(Color(rgb: 0x3366CC).opacity(0.05))
    }
    let stage = try painted(root).stage
    let whole = bytes(stage.framebuffer)
    for (x, y) in [(0, 0), (150, 110), (310, 230)] {
      stage.loop.surface.damage(PixelRect(x: x, y: y, width: 9, height: 7))
      try stage.settle()
      #expect(bytes(stage.framebuffer) == whole)
    }
  }

  @Test func growingTransformsPaintTheVisiblePart() throws {
    // Each level is larger than the maximum size of a layer.
    let root = nested(60) { box in
      box.transform = .scale(1.2, 1.2)
      box.background = .color(Color(rgb: 0x3366CC).opacity(0.05))
    }
    let (stage, visited) = try painted(root)
    #expect(stage.framebuffer.color(x: 160, y: 120) == .black && visited < 60 * 40)
  }

  @Test func groupsInOneAnotherArePaintedInSmallerBands() throws {
    func translucent(_ box: BoxNode) {
      box.opacity = 0.99
      box.background = .color(Color(rgb: 0x3366CC).opacity(0.02))
    }
    let (stage, _) = try painted(nested(300, width: 640, height: 480, translucent), 640, 480)
    let whole = bytes(stage.framebuffer)
    stage.loop.surface.damage(PixelRect(x: 300, y: 200, width: 40, height: 40))
    try stage.settle()
    #expect(bytes(stage.framebuffer) == whole)
  }

  @Test func layersBeyondTheBudgetAreReported() throws {
    let errors = Locked<[StageError]>([])
    let holder = BoxNode()
    for number in 0..<40 {
      let box = BoxNode()
      box.style.position = .absolute
      (box.style.width, box.style.height) = (.points(3000), .points(2500))
      box.background = .color(number % 2 == 0 ? .black : .white)
      box.transform = .rotation(0.1)
      holder.addSubnode(box)
    }
    let stage = try manualStage(3000, 2500, root: holder)
    stage.onError = { error in errors.withLock { $0.append(error) } }
    try stage.settle()
    #expect(errors.withLock { $0.contains { $0.reason.contains("million pixels in one frame; this one is left out") } })
  }
}
