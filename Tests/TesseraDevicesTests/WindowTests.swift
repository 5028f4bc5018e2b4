import Foundation
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraRender
import TesseraTestSupport
import Testing

@testable import TesseraDevices

@Suite struct WindowTests {
  @Test func keycodesAreKeys() {
    let keys: [(Int32, KeyPress.Key)] = [
      (8, .backspace), (13, .enter), (97, .character("a")), (0xE4, .character("ä")), (0x4000_0050, .left), (32, .space),
      (0x4000_003B, .function(2)),
    ]
    for (code, key) in keys { #expect(WindowDisplay.key(code) == key) }
  }

  // Caps Lock, a modifier, a surrogate, nothing.
  @Test(arguments: [Int32(0x4000_0039), 0x4000_00E1, 0xD800, 0, -1])
  func otherValuesAreNil(code: Int32) { #expect(WindowDisplay.key(code) == nil) }

  @Test func modifiersAreThoseOfBothSides() {
    #expect(WindowDisplay.modifiers(0x1 | 0x80) == [.shift, .control])
    #expect(WindowDisplay.modifiers(0x200) == .alt)
    #expect(WindowDisplay.modifiers(0x4200) == [], "AltGr types")
    #expect(WindowDisplay.modifiers(0x800) == .meta)
  }

  /// SDL's own driver without a screen stands for the desktop; what is seen on one is checked by `Tests/Window/run`.
  @Test func aWindowTakesFramesAndOneIsAll() throws {
    setenv("SDL_VIDEODRIVER", "dummy", 1)
    defer { unsetenv("SDL_VIDEODRIVER") }
    let window: WindowDisplay
    do throws(DeviceError) {
      window = try WindowDisplay(title: "test", width: 40, height: 30)
    } catch {
      // Without SDL 2 the error says what to install.
      #expect("\(error)".contains("install libsdl2"))
      return
    }
    #expect(window.frameSize! == (40, 30))
    #expect(window.contentScale == 1)
    #expect(throws: DeviceError.self) { _ = try WindowDisplay(title: "second", width: 40, height: 30) }
    let stage = try Stage(size: Size(40, 30), root: BoxNode(), clock: ManualClock(), workers: WorkerPool(threads: 0), background: .white)
    stage.attach(window)
    stage.display = window
    for i in 0..<100 {
      stage.root.background = .color(Color(rgb: UInt32(i)))
      try stage.settle()
    }
    try stage.resize(to: Size(50, 20), scale: 1)
    try stage.settle()
    window.close()
    #expect(window.frameSize == nil)
    // A second one after the first.
    let next = try WindowDisplay(title: "next", width: 10, height: 10)
    next.close()
  }
}
