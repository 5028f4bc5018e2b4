import CTesseraDevices
import Foundation
import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraDevices

/// A pipe with events beside it, in place of libinput.
private final class FakeLibinput: LibinputPort {
  private var ends: [Int32] = [-1, -1]
  private var events: [td_libinput_event] = []
  private(set) var calls: [String] = []
  var refuses: (count: Int, code: Int32) = (0, 0)
  var resumes: Int32 = 0

  init() {
    #expect(pipe(&ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
  }
  deinit { for end in ends { close(end) } }

  func send(_ new: [td_libinput_event]) {
    events += new
    #expect(write(ends[1], "!", 1) == 1)
  }

  var descriptor: Int32 { ends[0] }
  func next(_ event: inout td_libinput_event) -> Bool {
    guard !events.isEmpty else {
      var byte: UInt8 = 0
      while read(ends[0], &byte, 1) > 0 {}
      return false
    }
    event = events.removeFirst()
    return true
  }
  func refused() -> (count: Int, code: Int32) {
    defer { refuses = (0, 0) }
    return refuses
  }
  func suspend() { calls.append("suspend") }
  func resume() -> Int32 {
    calls.append("resume")
    return resumes
  }
}

/// Notes the touches of one test.
private struct TouchRecorder: NodeType {
  static let typeName = "touch-recorder"
  static let log = Locked<[String]>([])
  static func handle(_ event: Event, node: Node<TouchRecorder>) -> EventResponse {
    guard case .touch(let touch) = event else { return .ignored }
    log.withLock { $0.append("\(touch.phase) \(Int(touch.location.x)),\(Int(touch.location.y))") }
    return .handled
  }
}

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

  private func device(_ kind: td_libinput_kind, _ name: String, _ abilities: Int) -> td_libinput_event {
    var event = event(kind, state: abilities)
    withUnsafeMutableBytes(of: &event.name) { $0.copyBytes(from: name.utf8) }
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

  @Test func invalidEventsGiveValidActions() {
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

  @Test func aFailedOpenIsReportedWithARemedy() throws {
    let missing = "/nonexistent/event0"
    for devices in [LibinputInput.Devices.paths([missing]), .paths([])] {
      do throws(DeviceError) {
        _ = try LibinputInput(devices: devices)
        Issue.record("no such device")
      } catch {
        let text = "\(error)"
        #expect(text.hasPrefix("cannot use libinput: "), "\(text)")
        // Without the library that is what is said; else that there is no device.
        #expect(text.contains("apt-get install libinput10") || text.contains("device"), "\(text)")
      }
    }
    #expect("\(LibinputInput.error(EACCES, "2 of 2 devices could not be opened", directory: "/dev/input"))".contains("group input"))
  }

  private func input(_ port: FakeLibinput) -> (LibinputInput, problems: Locked<[String]>) {
    var options = EvdevInput.Options()
    options.directory = "/dev/input"
    let input = LibinputInput(options, port: port)
    let problems = Locked<[String]>([])
    input.onProblem = { problem in problems.withLock { $0.append("\(problem)") } }
    return (input, problems)
  }

  /// A seat without devices is used all the same: the loop waits for its file, and nothing happens.
  @Test func aSeatWithoutDevicesIsWaitedFor() throws {
    let port = FakeLibinput()
    let (input, problems) = input(port)
    let h = try HeadlessStage(width: 10, height: 10) { BoxNode() }
    h.stage.attach(input)
    try h.settle()
    input.reportProblems()
    #expect(input.descriptor == port.descriptor && input.deviceNames.isEmpty)
    #expect(problems.withLock { $0.count == 1 && $0[0].contains("no input device found") })
    input.pause(h.stage)
    input.resume()
    try h.settle()
    #expect(port.calls == ["suspend", "resume"] && problems.withLock { $0.count } == 1)
  }

  @Test func addedDevicesAreUsedAndRemovedOnesReleased() throws {
    let port = FakeLibinput()
    let (input, problems) = input(port)
    input.reportProblems()
    problems.withLock { $0 = [] }
    let h = try HeadlessStage(width: 100, height: 50) { Node(TouchRecorder()) }
    h.stage.attach(input)
    try h.settle()
    port.send([device(TD_LIBINPUT_ADDED, "panel", 4), device(TD_LIBINPUT_ADDED, "mouse", 2), event(TD_LIBINPUT_DOWN, slot: 0, 0.5, 0.5)])
    try h.settle()
    #expect(input.deviceNames == ["mouse", "panel"])
    port.send([event(TD_LIBINPUT_MOVE, slot: 0, 0.75, 0.5)])
    try h.settle()
    input.pause(h.stage)
    try h.settle()
    input.resume()
    port.send([device(TD_LIBINPUT_REMOVED, "panel", 4)])
    port.refuses = (2, EACCES)
    try h.settle()
    input.reportProblems()
    #expect(TouchRecorder.log.withLock { $0 } == ["began 50,25", "moved 75,25", "cancelled 75,25"])
    #expect(input.deviceNames == ["mouse"])
    #expect(problems.withLock { $0.count == 1 && $0[0].contains("2 of the devices in /dev/input") && $0[0].contains("group input") })
  }

  @Test func devicesThatCannotBeOpenedAgainAreReported() throws {
    let port = FakeLibinput()
    port.resumes = EIO
    let (input, problems) = input(port)
    input.reportProblems()
    let h = try HeadlessStage(width: 10, height: 10) { BoxNode() }
    input.pause(h.stage)
    input.resume()
    input.reportProblems()
    #expect(problems.withLock { $0.last?.contains("its devices could not be opened again") } == true)
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
