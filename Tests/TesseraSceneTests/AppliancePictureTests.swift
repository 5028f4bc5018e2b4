import Foundation
import TesseraKit
import TesseraRender
import TesseraTestSupport
import Testing

@testable import TesseraScene

/// Pictures of docs/examples/appliances.
@Suite struct AppliancePictureTests {
  private static let reason = "versions of FreeType round outlines, versions of libjpeg-turbo round colors differently"

  /// 10:08 of a day in the time zone of the machine.
  private static var morning: Double {
    var parts = tm()
    (parts.tm_year, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_isdst) = (127, 15, 10, 8, -1)
    return Double(mktime(&parts))
  }

  private func stage(_ name: String, mode: String) throws -> HeadlessStage {
    let file = try PackageFolder.root() + "/docs/examples/appliances/\(name).yaml"
    let scene = try Scene.load(file: file, registry: .standard)
    #expect(scene.warnings.isEmpty, "\(scene.warnings)")
    let size = try #require(scene.size)
    let (data, time) = (SceneData(), Self.morning)
    data.wallClock = { time }
    data.onProblem = { Issue.record("\(name): \($0)") }
    data.begin(in: SceneEnvironment(of: scene, size: size, scale: nil))
    let h = try HeadlessStage(width: size.width, height: size.height, background: .theme(.ground), threads: 0, settled: false) {
      try scene.makeRoot(data: data)
    }
    let family = h.root.environmentValues.theme.name
    try data.set(.map(["name": .text(family), "mode": .text(mode)]), at: DataPath(["env", "theme"]))
    try h.settle()
    return h
  }

  /// Stored at half their size if they are large.
  @Test(arguments: [
    "thermostat-light", "thermostat-dark", "coffee-machine-light", "coffee-machine-dark", "washing-machine-light", "washing-machine-dark",
    "music-player-light", "music-player-dark", "lift-panel-light", "lift-panel-dark", "car-cluster-light", "car-cluster-dark",
    "medical-monitor-light", "medical-monitor-dark", "settings-light", "settings-dark", "point-of-sale-light", "point-of-sale-dark",
    "remote-control-light", "remote-control-dark", "room-sign-paper", "room-sign-contrastDark",
  ]) func eachMatchesItsGoldenPicture(picture: String) throws {
    let dash = try #require(picture.lastIndex(of: "-"))
    let frame = try stage(String(picture[..<dash]), mode: String(picture[picture.index(after: dash)...])).framebuffer
    let shown = frame.width > 480 ? try frame.resized(width: frame.width / 2, height: frame.height / 2) : frame
    try expectGolden(shown, picture, tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
  }

  /// Tab alone, and the steps of an encoder alone, reach each control that a screen reader can use. A row, a cell or a part belongs to the control
  /// around it.
  @Test(
    arguments: [
      "thermostat", "coffee-machine", "washing-machine", "music-player", "lift-panel", "car-cluster", "medical-monitor", "settings",
      "point-of-sale", "remote-control",
    ], [KeyPress.Key.tab, .next])
  func eachControlIsReachedByKeys(name: String, key: KeyPress.Key) throws {
    let h = try stage(name, mode: "light")
    var nodes: [UInt64: AnyNode] = [:]
    var stack: [AnyNode] = [h.root]
    while let node = stack.popLast() {
      nodes[node.serial] = node
      stack += node.subnodes
    }
    let controls = h.stage.semanticsTree.all(includesHidden: false).filter { $0.role.isInteractive && $0.semantics.isDisabled != true }
    #expect(controls.count >= 3)
    var reached: Set<UInt64> = []
    for _ in 0..<120 {
      try h.key(key)
      guard let focused = h.stage.focusedNode else { continue }
      reached.insert(focused.serial)
    }
    for control in controls {
      let node = try #require(nodes[control.id.node])
      var around = [node] + node.subnodes
      var above = node.supernode
      for _ in 0..<3 {
        guard let next = above, !(next is ScrollNode) else { break }
        around.append(next)
        above = next.supernode
      }
      #expect(around.contains { reached.contains($0.serial) }, "\(name): \(control.line)")
    }
  }
}
