import CTesseraDevices
import Foundation
import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraDevices

/// What can be known of libinput without devices: what it says is understood, and what it cannot do is said.
@Suite struct LibinputTests {
  private func event(_ kind: td_libinput_kind, slot: Int = 0, code: Int = 0, state: Int = 0, _ x: Double = 0, _ y: Double = 0)
    -> td_libinput_event
  {
    var event = td_libinput_event()
    event.kind = Int32(bitPattern: kind.rawValue)
    (event.slot, event.code, event.state) = (Int32(slot), Int32(code), Int32(state))
    (event.x, event.y) = (x, y)
    return event
  }

  @Test func eventsBecomeActions() {
    var translation = LibinputTranslation()
    let actions = [
      event(TD_LIBINPUT_DOWN, slot: 1, 0.25, 0.5), event(TD_LIBINPUT_MOVE, slot: 1, 2, 0.5), event(TD_LIBINPUT_UP, slot: 1),
      event(TD_LIBINPUT_MOTION, 0.6, 0), event(TD_LIBINPUT_MOTION, 0.6, -3.5), event(TD_LIBINPUT_PLACE, 0.5, -1),
      event(TD_LIBINPUT_BUTTON, code: 0x110, state: 1), event(TD_LIBINPUT_WHEEL, 0, 1), event(TD_LIBINPUT_SCROLL, 0, 30),
      event(TD_LIBINPUT_KEY, code: 30, state: 1), event(TD_LIBINPUT_NONE), event(TD_LIBINPUT_UP, slot: 7),
    ].compactMap { translation.action($0) }
    let expected: [InputAction] = [
      .contact(slot: 1, .began, x: 0.25, y: 0.5), .contact(slot: 1, .moved, x: 1, y: 0.5), .contact(slot: 1, .ended, x: 1, y: 0.5),
      .moved(dx: 1, dy: -3), .placed(x: 0.5, y: 0), .button(code: 0x110, isDown: true), .wheel(dx: 0, dy: 1), .wheel(dx: 0, dy: 2),
      .key(code: 30, state: 1),
    ]
    #expect(actions == expected)
    let ended: [InputAction] = [.key(code: 30, state: 0)]
    #expect(translation.end() == ended && translation.end().isEmpty)
  }

  @Test func absurdEventsGiveSensibleActions() {
    let extremes = [0.0, 1, -1, .nan, .infinity, -.infinity, 1e308, -1e308, 0.5]
    for seed in UInt64(1)...100 {
      var random = SeededGenerator(seed: seed)
      var translation = LibinputTranslation()
      var down = Set<Int>()
      for _ in 0..<500 {
        var event = td_libinput_event()
        event.kind = Int32.random(in: -1...14, using: &random)
        event.slot = Bool.random(using: &random) ? Int32.random(in: -2...40, using: &random) : .max
        event.code = Int32.random(in: Int32.min...Int32.max, using: &random)
        event.state = Int32.random(in: -1...3, using: &random)
        (event.x, event.y) = (extremes.randomElement(using: &random)!, extremes.randomElement(using: &random)!)
        switch translation.action(event) {
        case .contact(let slot, let phase, let x, let y):
          #expect((0...1).contains(x) && (0...1).contains(y) && (0..<32).contains(slot), "seed \(seed)")
          if phase == .began { #expect(down.insert(slot).inserted) } else { #expect(down.contains(slot)) }
          if phase == .ended || phase == .cancelled { down.remove(slot) }
        case .placed(let x, let y): #expect((0...1).contains(x) && (0...1).contains(y), "seed \(seed)")
        case .wheel(let x, let y): #expect(abs(x) <= 1e6 && abs(y) <= 1e6, "seed \(seed)")
        default: break
        }
      }
      for case .contact(let slot, .cancelled, _, _) in translation.end() { down.remove(slot) }
      #expect(down.isEmpty, "seed \(seed)")
    }
  }

  @Test func whatCannotBeOpenedIsSaidWithWhatToDo() throws {
    let missing = "/nonexistent/event0"
    for devices in [LibinputInput.Devices.paths([missing]), .paths([])] {
      do throws(DeviceError) {
        _ = try LibinputInput(devices: devices)
        Issue.record("there is no such device")
      } catch {
        let text = "\(error)"
        #expect(text.hasPrefix("cannot use libinput: "), "\(text)")
        // Without the library that is what is said; else that there is no device.
        #expect(text.contains("apt-get install libinput10") || text.contains("device"), "\(text)")
      }
    }
    #expect("\(LibinputInput.error(EACCES, "2 of 2 devices could not be opened", directory: "/dev/input"))".contains("group input"))
  }

  /// A seat without devices is one all the same: the loop waits for its file, and nothing happens.
  @Test func aSeatWithoutDevicesIsWaitedFor() throws {
    guard let input = try? LibinputInput(devices: .seat("seat0")) else { return }
    var problems: [String] = []
    input.onProblem = { problems.append("\($0)") }
    let h = try HeadlessStage(width: 10, height: 10) { BoxNode() }
    h.stage.attach(input)
    try h.settle()
    input.reportProblems()
    #expect(input.descriptor >= 0)
    #expect(!input.deviceNames.isEmpty || problems.contains { $0.contains("there is no input device") }, "\(problems)")
    input.pause(h.stage)
    input.resume()
    try h.settle()
  }

  @Test func devicesAreThoseWithANumber() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tessera-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["event3", "event0", "mouse0", "event", "eventx", "js0"] { try Data().write(to: folder.appendingPathComponent(name)) }
    #expect(LibinputInput.paths(in: folder.path) == ["\(folder.path)/event0", "\(folder.path)/event3"])
    #expect(LibinputInput.paths(in: "/nonexistent").isEmpty)
  }
}
