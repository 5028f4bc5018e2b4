import Foundation
import GaugePlugin
import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

@Suite struct GaugeTests {
  static let registry: NodeRegistry = {
    var registry = NodeRegistry.standard
    try! registry.add(GaugeNodePlugin.self)  // The name is free in a registry of the standard types.
    return registry
  }()

  @Test func theNeedleMovesWithTheValueAndNothingIsLaidOutAgain() throws {
    let gauge = GaugeNode()
    let h = try HeadlessStage(width: 200, height: 200) { gauge }
    let before = try h.snapshot()
    let layouts = h.stage.statistics.layouts
    gauge.reading = 50
    try h.settle()
    #expect(h.stage.statistics.layouts == layouts)
    #expect(try pixelDifference(before, h.snapshot()).count > 100)
  }

  @Test func modifiersWorkBeforeAndAfterThoseOfNodes() throws {
    let before = Gauge().maximum(40).reading(12).padding(8).makeNode()
    let after = Gauge().padding(8).maximum(40).reading(12).makeNode()
    #expect(before.value == after.value && before.style == after.style)
    #expect((before.maximum, before.reading, before.style.padding.left) == (40, 12, .points(8)))
  }

  @Test func theSceneFileRendersEachGauge() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    let h = try HeadlessStage(sceneFile: folder + "/gauge.yaml", registry: Self.registry)
    for id in ["speed", "engine", "water"] {
      #expect(try h.frame(of: id).size == Size(208, 208))
      let box = try h.frame(of: id).scaled(by: h.stage.scale)
      // The hub of the needle, and the corner outside of the dial.
      let hub = h.framebuffer.color(x: Int(box.midX), y: Int(box.midY))
      let corner = h.framebuffer.color(x: Int(box.minX) + 4, y: Int(box.minY) + 4)
      #expect(hub.red > 0.9 && hub.green < 0.5, "\(id): \(hub.hex)")
      #expect(corner.red < 0.3, "\(id): \(corner.hex)")
    }
    #expect(try h.node("engine").resolvedSemantics.label == "ENGINE" && h.node("engine").resolvedSemantics.value == "6.9 ×1000 /min")
  }

  @Test(arguments: [(-50.0, 0.0), (0, 0), (50, 0), (120, 0)])
  func aValueBeyondTheScaleIsLimited(value: Double, _: Double) throws {
    func picture(_ value: Double) throws -> PixelBuffer {
      var gauge = Gauge()
      // The number is not limited to the scale, so hide it: this test compares the needle.
      gauge.ink = .clear
      gauge.reading = value
      return try HeadlessStage(width: 120, height: 120) { GaugeNode(gauge) }.snapshot()
    }
    try expectEqualPixels(picture(value), picture(min(100, max(0, value))))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func anyNumberGivesAPicture(number: Double) throws {
    for path in [\Gauge.reading, \Gauge.minimum, \Gauge.maximum] as [WritableKeyPath<Gauge, Double>] {
      var gauge = Gauge()
      gauge[keyPath: path] = number
      let h = try HeadlessStage(width: 100, height: 100) { GaugeNode(gauge) }
      #expect(h.errors.isEmpty)
    }
  }

  @Test func aWrongAttributeIsAnErrorThatNamesTheRightOne() throws {
    let error = try #require(throws: SceneErrors.self) {
      try Scene.parse(text: "tessera: 1\nroot: {type: gauge, valeu: 3}", registry: Self.registry)
    }
    #expect("\(error)".contains("value"))
  }
}
