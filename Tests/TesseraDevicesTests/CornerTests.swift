import Foundation
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@testable import TesseraDevices

/// A finger on a corner of the glass reaches the node whose colour is seen in that corner: on every display, turned every way, at every scale.
@Suite(.serialized) struct CornerTests {
  enum Backend: String, CaseIterable { case memory, framebuffer, card, panel }

  private static let names = ["topLeft", "topRight", "bottomLeft", "bottomRight"]
  /// Grays that a panel of 16 levels has.
  private static let grays = [0x00, 0x55, 0xAA, 0xEE]

  private final class Pipe: InputPort {
    var end: Int32 = -1
    func open(_ path: String) throws(DeviceError) -> (file: Int32, capabilities: InputCapabilities)? {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { return nil }
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      end = ends[1]
      return (ends[0], InputDecoderTests.singleTouch)
    }
    func state(of file: Int32, _ capabilities: InputCapabilities) -> InputState { InputState() }
    func write(_ events: [(UInt16, UInt16, Int32)]) {
      for (type, code, value) in events {
        var bytes = [UInt8](repeating: 0, count: 16)
        withUnsafeBytes(of: type) { bytes += $0 }
        withUnsafeBytes(of: code) { bytes += $0 }
        withUnsafeBytes(of: value) { bytes += $0 }
        _ = Foundation.write(end, bytes, bytes.count)
      }
    }
  }

  /// A display of 48 x 32 pixels as it is mounted, and how to read the lightness of one of its pixels.
  private func display(_ backend: Backend, _ rotation: Rotation) throws -> (any Display, (Int, Int) -> UInt8) {
    switch backend {
    case .memory:
      let buffer = try PixelBuffer(width: 48, height: 32, format: .gray8)
      return (MemoryDisplay(buffer, rotation: rotation, dithers: false), { x, y in UInt8(buffer.color(x: x, y: y).red * 255 + 0.5) })
    case .framebuffer:
      let port = FakeFramebuffer(FramebufferInfo(name: "", width: 48, height: 32, stride: 192, pixels: .format(.xrgb8888)))
      return (FramebufferDisplay(port, rotation: rotation), { x, y in port.page(0)[y * 192 + x * 4] })
    case .card:
      let card = FakeCard(ModeSettingOutput(connector: "X", mode: "48x32", width: 48, height: 32, period: 1.0 / 60))
      return (try ModeSettingDisplay(card, rotation: rotation, hotplug: -1), { x, y in card.page(1)[y * 192 + x * 4] })
    case .panel:
      let panel = SimulatedPanel(PanelInfo(width: 48, height: 32, format: .gray4))
      var policy = PanelPolicy()
      (policy.blackPoint, policy.whitePoint) = (0, 255)
      return (
        try PanelDisplay(panel, rotation: rotation, policy: policy),
        { x, y in (try? panel.seen().color(x: x, y: y).red * 255 + 0.5).map { UInt8($0) } ?? 1 }
      )
    }
  }

  @Test(arguments: Backend.allCases, Rotation.allCases) func aFingerHitsTheVisibleNode(backend: Backend, rotation: Rotation) throws {
    for scale in [1.0, 2, 1.5] {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tessera-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data().write(to: folder.appendingPathComponent("event0"))
      let (display, lightness) = try display(backend, rotation)
      let (width, height) = rotation.swapsAxes ? (32.0, 48.0) : (48.0, 32.0)
      let size = Size(width / scale, height / scale)
      let root = BoxNode()
      for (i, name) in Self.names.enumerated() {
        let node = BoxNode()
        node.id = name
        let gray = Float(Self.grays[i]) / 255
        node.background = .color(Color(red: gray, green: gray, blue: gray))
        node.style.position = .absolute
        node.style.inset = LayoutEdges(
          top: .points(i < 2 ? 0 : size.height / 2), left: .points(i % 2 == 0 ? 0 : size.width / 2))
        node.style.width = .points(size.width / 2)
        node.style.height = .points(size.height / 2)
        root.addSubnode(node)
      }
      let h = try HeadlessStage(width: size.width, height: size.height, scale: scale) { root }
      var options = EvdevInput.Options()
      (options.directory, options.rotation) = (folder.path, rotation)
      let port = Pipe()
      h.stage.attach(try EvdevInput(options, port: port))
      if let screen = display as? any ScreenDisplay { h.stage.attach(screen) }
      h.stage.display = display
      h.stage.setNeedsRepaint()
      try h.settle()
      let touched = Locked<[String]>([])
      for node in root.subnodes {
        node.addRecognizer(
          GestureRecognizer(TapGesture()) { tap in touched.withLock { $0.append(tap.node.id) } })
      }
      for (x, y) in [(0, 0), (1023, 0), (0, 1023), (1023, 1023)] as [(Int32, Int32)] {
        port.write([(3, 0, x), (3, 1, y), (1, 0x14A, 1), (0, 0, 0), (1, 0x14A, 0), (0, 0, 0)])
        try h.settle()
        let seen = lightness(x == 0 ? 0 : 47, y == 0 ? 0 : 31)
        let expected = try #require(Self.grays.firstIndex { abs($0 - Int(seen)) <= 1 }, "lightness \(seen)")
        let all = touched.withLock { $0 }
        #expect(all.last == Self.names[expected], "\(backend) \(rotation) scale \(scale) corner \(x),\(y)")
        touched.withLock { $0 = [] }
      }
    }
  }
}
