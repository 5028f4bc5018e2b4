import Foundation
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraRender
import TesseraTestSupport
import Testing

@testable import TesseraDevices

/// Pipes that stand for devices: a file in a folder for each.
private final class FakeInput: InputPort {
  var capabilities: [String: InputCapabilities] = [:]
  var refused: Set<String> = []
  var down = InputState()
  /// The writing end of each device that was opened.
  var ends: [String: Int32] = [:]

  func open(_ path: String) throws(DeviceError) -> (file: Int32, capabilities: InputCapabilities)? {
    let name = (path as NSString).lastPathComponent
    if refused.contains(name) { throw .opening(path, action: "open", code: EACCES, group: "input", kind: "input device") }
    guard let capabilities = capabilities[name] else { return nil }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    self.ends[name] = ends[1]
    return (ends[0], capabilities)
  }

  func state(of file: Int32, _ capabilities: InputCapabilities) -> InputState { down }

  /// Writes events as the kernel does: 16 bytes of time, type, code, value.
  func write(_ name: String, _ events: [(UInt16, Int, Int32)]) {
    var bytes: [UInt8] = []
    for (type, code, value) in events {
      bytes += [UInt8](repeating: 0, count: 16)
      withUnsafeBytes(of: type) { bytes += $0 }
      withUnsafeBytes(of: UInt16(code)) { bytes += $0 }
      withUnsafeBytes(of: value) { bytes += $0 }
    }
    #expect(Foundation.write(ends[name]!, bytes, bytes.count) == bytes.count)
  }

  func unplug(_ name: String) { if let end = ends.removeValue(forKey: name) { close(end) } }
}

/// Notes what it is told.
private struct Recorder: NodeType {
  static let typeName = "recorder"
  static let log = Locked<[String]>([])
  static func handle(_ event: Event, node: Node<Recorder>) -> EventResponse {
    let text: String? =
      switch event {
      case .touch(let t): "\(t.phase) \(t.id) \(Int(t.location.x)),\(Int(t.location.y))"
      case .contextMenu(let p): "menu \(Int(p.x)),\(Int(p.y))"
      case .pointerButton(let b): "\(b.button) \(b.isDown ? "down" : "up") \(Int(b.location.x)),\(Int(b.location.y))"
      case .wheel(_, let d): "wheel \(Int(d.x)),\(Int(d.y))"
      case .key(let k): "\(k.isDown ? "down" : "up") \(k.key) \(k.modifiers.rawValue)"
      case .text(let t): "text \(t)"
      case .composition(let t): "composition \(t)"
      case .focus: nil
      }
    if let text { log.withLock { $0.append(text) } }
    return .handled
  }
}

@Suite(.serialized) struct EvdevInputTests {
  private let folder: URL
  private let port = FakeInput()
  private let report: (UInt16, Int, Int32) = (0, 0, 0)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("tessera-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    Recorder.log.withLock { $0 = [] }
  }

  private func plug(_ name: String, _ capabilities: InputCapabilities) throws {
    port.capabilities[name] = capabilities
    try Data().write(to: folder.appendingPathComponent(name))
  }

  private func options(_ change: (inout EvdevInput.Options) -> Void = { _ in }) -> EvdevInput.Options {
    var options = EvdevInput.Options()
    options.directory = folder.path
    options.keyboard = KeyboardNames(layout: "us")
    change(&options)
    return options
  }

  private func stage(_ input: EvdevInput) throws -> HeadlessStage {
    let node = Node(Recorder())
    let h = try HeadlessStage(width: 200, height: 100) { node }
    node.becomeFocused()
    try h.settle()
    h.stage.attach(input)
    return h
  }

  private var log: [String] {
    Recorder.log.withLock { log in
      defer { log = [] }
      return log
    }
  }

  @Test func touchesOfTwoScreensReachTheirPlaces() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try plug("event0", InputDecoderTests.touchScreen)
    try plug("event1", InputDecoderTests.touchScreen)
    try plug("mouse0", InputDecoderTests.mouse)  // another interface to the same devices
    let h = try stage(try EvdevInput(options(), port: port))
    port.write("event0", [(3, 0x39, 1), (3, 0x35, 50), (3, 0x36, 200), report])
    port.write("event1", [(3, 0x39, 1), (3, 0x35, 0), (3, 0x36, 100), report])
    try h.stage.frame()
    #expect(Set(log) == ["began 0 101,50", "began 32 1,0"])
    port.write("event0", [(3, 0x35, 99), report, (3, 0x39, -1), report])
    try h.stage.frame()
    #expect(log == ["moved 0 199,50", "ended 0 199,50"])
  }

  @Test func rotationTurnsTouches() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try plug("event0", InputDecoderTests.touchScreen)
    let h = try stage(try EvdevInput(options { $0.rotation = .quarter }, port: port))
    // The top right of the panel is the top left of the picture.
    port.write("event0", [(3, 0x39, 1), (3, 0x35, 99), (3, 0x36, 100), report])
    try h.stage.frame()
    #expect(log == ["began 0 0,0"])
  }

  @Test func devicesAreAddedAndRemovedWhileTheStageRuns() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = try EvdevInput(options(), port: port)
    var problems: [String] = []
    input.onProblem = { problems.append("\($0)") }
    let h = try stage(input)
    try h.stage.frame()
    try plug("event3", InputDecoderTests.touchScreen)
    try h.stage.frame()
    #expect(problems.contains { $0.contains("no input device found") })
    #expect(input.deviceNames.count == 1)
    port.write("event3", [(3, 0x39, 1), (3, 0x35, 50), (3, 0x36, 200), report])
    try h.stage.frame()
    #expect(log == ["began 0 101,50"])
    port.unplug("event3")
    try h.stage.frame()
    #expect(log == ["cancelled 0 101,50"], "a finger on a screen that is gone is let go")
    #expect(input.deviceNames.isEmpty)
  }

  @Test func aDeviceWithoutPermissionIsReportedAndTriedAgain() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    port.refused = ["event0"]
    try plug("event0", InputDecoderTests.touchScreen)
    let input = try EvdevInput(options(), port: port)
    var problems: [String] = []
    input.onProblem = { problems.append("\($0)") }
    let h = try stage(input)
    try h.stage.frame()
    #expect(problems == [] || problems.count == 1)
    input.reportProblems()
    #expect(problems.count == 1 && problems[0].contains("add the user to the group input"), "\(problems)")
    port.refused = []
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.appendingPathComponent("event0").path)
    try h.stage.frame()
    #expect(input.deviceNames.count == 1)
  }

  @Test func aMouseDragsAndTurnsAtTheCursor() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try plug("event0", InputDecoderTests.mouse)
    let input = try EvdevInput(options { $0.wheelStep = 10 }, port: port)
    var cursor: [String] = []
    input.onCursor = { place, _ in cursor.append(place.map { "\($0.x),\($0.y)" } ?? "none") }
    let h = try stage(input)
    port.write("event0", [(2, 0, -1), report, (2, 0, 1), report])
    try h.stage.frame()
    #expect(log == [] && h.stage.hoveredNode != nil)
    cursor = []
    port.write(
      "event0", [(2, 0, -90), (2, 1, -500), report, (1, 0x110, 1), report, (2, 0, 5), report, (1, 0x110, 0), report, (2, 8, -1), report])
    try h.stage.frame()
    #expect(log == ["began -1 10,0", "moved -1 15,0", "ended -1 15,0", "wheel 0,10"])
    #expect(cursor == ["10,0", "15,0"])
    // Nodes get the other buttons by their names.
    port.write("event0", [(1, 0x111, 1), report, (1, 0x111, 0), report, (1, 0x112, 1), report, (1, 0x112, 0), report])
    try h.stage.frame()
    #expect(log == ["secondary down 15,0", "secondary up 15,0", "middle down 15,0", "middle up 15,0"])
    port.write("event0", [(1, 0x113, 1), report, (1, 0x113, 0), report, (1, 0x115, 1), report, (1, 0x117, 1), report])
    try h.stage.frame()
    #expect(log == ["back down 15,0", "back up 15,0", "forward down 15,0"])
    port.write("event0", [(1, 0x110, 1), report])
    try h.stage.frame()
    port.unplug("event0")
    try h.stage.frame()
    #expect(log == ["began -1 15,0", "cancelled -1 15,0"])
    #expect(cursor.last == "none" && h.stage.hoveredNode == nil)
  }

  /// Needs libxkbcommon and xkb-data, which `.ci/deps test` installs.
  @Test func keysTypeWithModifiersAndRepeat() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try plug("event0", InputDecoderTests.keyboard)
    let h = try stage(try EvdevInput(options(), port: port))
    // Shift, a, a again by itself, let go; left.
    port.write(
      "event0", [(1, 42, 1), report, (1, 30, 1), report, (1, 30, 2), report, (1, 30, 0), report, (1, 42, 0), report, (1, 57, 1), report])
    try h.stage.frame()
    let a = KeyPress.Key.character("a")
    #expect(log == ["down \(a) 1", "text A", "down \(a) 1", "text A", "up \(a) 1", "down space 0", "text  "])
    // A command types nothing.
    port.write("event0", [(1, 29, 1), report, (1, 46, 1), report])
    try h.stage.frame()
    #expect(log == ["down \(KeyPress.Key.character("c")) 2"])
    port.unplug("event0")
    try h.stage.frame()
    #expect(log == ["up \(KeyPress.Key.character("c")) 0", "up space 0"], "keys of a keyboard that is gone are let go")
  }

  /// Needs libxkbcommon, xkb-data and libx11-data, which `.ci/deps test` installs.
  @Test func layoutsDeadKeysAndCompose() throws {
    let german = try KeyboardLayout(KeyboardNames(layout: "de", locale: "en_US.UTF-8"))
    #expect(german.press(code: 26, state: 1).text == "ü")
    // The acute accent waits for its letter.
    #expect(german.press(code: 13, state: 1).text == "")
    #expect(german.press(code: 13, state: 0).text == "")
    #expect(german.press(code: 18, state: 1).text == "é")
    let compose = try KeyboardLayout(KeyboardNames(layout: "us", options: "compose:ralt", locale: "en_US.UTF-8"))
    var typed = ""
    for code in [100, 30, 18] {  // Compose a e
      typed += compose.press(code: code, state: 1).text
      _ = compose.press(code: code, state: 0)
    }
    #expect(typed == "æ")
    #expect(throws: DeviceError.self) { try KeyboardLayout(KeyboardNames(layout: "no-such-layout", locale: "C")) }
  }

  /// The field shows the signs of a sequence until it ends. A wrong key or Escape removes them and does nothing else.
  @Test func fieldsShowIncompleteSequences() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try plug("event0", InputDecoderTests.keyboard)
    let field = Node(EditableText("ab"))
    let h = try HeadlessStage(width: 300, height: 60) { field }
    h.stage.attach(
      try EvdevInput(
        options { $0.keyboard = KeyboardNames(layout: "de", options: "compose:ralt", locale: "en_US.UTF-8") }, port: port))
    field.becomeFocused()
    try h.settle()
    func press(_ codes: Int...) throws -> String {
      for code in codes { port.write("event0", [(1, code, 1), report, (1, code, 0), report]) }
      try h.settle()
      return field.string
    }
    #expect(try press(13) == "ab´")
    #expect(try press(18) == "abé")
    #expect(try press(41, 16) == "abé", "no letter has this accent")
    #expect(try press(100) == "abé·")
    #expect(try press(30) == "abéa")
    #expect(try press(18) == "abéæ")
    #expect(try press(13, 1) == "abéæ" && h.stage.focusedNode === field, "Escape")
    #expect(try press(13, 14) == "abéæ", "Backspace")
    #expect(try press(13, 57) == "abéæ'")
    while field.undo() {}
    #expect(field.string == "ab")
    try h.key(.character("a"), modifiers: .control)
    #expect(try press(13) == "´")
    field.resignFocus()
    try h.settle()
    #expect(field.string == "" && field.undo() && field.string == "ab", "the focus moved")
  }

  @Test func badComposeFilesAreReported() throws {
    let file = folder.appendingPathComponent("compose")
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("<Multi_key> <a> <b> : \"x\"\n<Multi_key> <nothing> : \"y\"\n".utf8).write(to: file)
    setenv("XCOMPOSEFILE", file.path, 1)
    defer { unsetenv("XCOMPOSEFILE") }
    let names = KeyboardNames(layout: "us", options: "compose:ralt", locale: "en_US.UTF-8")
    let keyboard = try KeyboardLayout(names)
    let problem = try #require(keyboard.composeProblem)
    #expect("\(problem)".contains("\(file.path):2:"))
    #expect([100, 30, 48].map { keyboard.press(code: $0, state: 1).text } == ["", "", "x"])
    try Data("<Multi_key> <a> <b> : \"x\"\n".utf8).write(to: file)
    #expect(try KeyboardLayout(names).composeProblem == nil)
    unsetenv("XCOMPOSEFILE")
    #expect(try KeyboardLayout(KeyboardNames(layout: "us", locale: "no_SUCH.locale")).composeProblem == nil, "no file is no error")
  }

  /// What is done on another terminal is not this stage's to hear, and nothing stays down behind it.
  @Test func aPauseReleasesAllKeysAndIgnoresEvents() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try plug("event0", InputDecoderTests.touchScreen)
    try plug("event1", HatTests.pad)
    try plug("event2", InputDecoderTests.mouse)
    let input = try EvdevInput(options(), port: port)
    let h = try stage(input)
    port.write("event0", [(3, 0x39, 1), (3, 0x35, 50), (3, 0x36, 200), report])
    port.write("event1", [(3, 0x10, -1), report])
    port.write("event2", [(1, 0x110, 1), report])
    try h.stage.frame()
    #expect(Set(log) == ["began 0 101,50", "down left 0", "began -1 100,50"])
    input.pause(h.stage)
    try h.stage.frame()
    #expect(Set(log) == ["cancelled 0 101,50", "up left 0", "cancelled -1 100,50"])
    port.write("event0", [(3, 0x35, 60), report, (3, 0x39, -1), report, (3, 0x39, 2), report])
    port.write("event1", [(3, 0x10, 0), report, (3, 0x11, 1), report])
    port.write("event2", [(1, 0x110, 0), (2, 0, 20), report, (1, 0x110, 1), report])
    try h.stage.frame()
    #expect(log.isEmpty)
    input.resume()
    // A finger that lay there all the while is none of this stage's; the next one is.
    port.write("event0", [(3, 0x39, -1), report, (3, 0x39, 3), (3, 0x35, 0), (3, 0x36, 100), report])
    port.write("event1", [(3, 0x11, 0), report, (3, 0x10, 1), report])
    try h.stage.frame()
    let after = log
    #expect(after.contains("began 0 1,0") && after.contains("down right 0"), "\(after)")
    #expect(!after.contains { $0.hasPrefix("moved") })
  }

  /// A pointer that says where it is says so only when it is moved: what it said meanwhile counts.
  @Test func anAbsolutePointerIsWhereItWasMovedToDuringAPause() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try plug("event0", InputDecoderTests.tablet)
    let input = try EvdevInput(options(), port: port)
    let h = try stage(input)
    port.write("event0", [(3, 0, 16384), (3, 1, 16384), report])
    try h.stage.frame()
    input.pause(h.stage)
    port.write("event0", [(3, 0, 0), (3, 1, 0), (1, 0x110, 1), report, (1, 0x110, 0), report])
    try h.stage.frame()
    input.resume()
    port.write("event0", [(1, 0x110, 1), report])
    try h.stage.frame()
    #expect(log == ["began -1 0,0"])
  }

  @Test func aKnobAndAWheelAsEncoderMoveTheFocusByTheirSteps() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try plug("event0", HatTests.knob)
    try plug("event1", InputDecoderTests.mouse)
    let h = try stage(try EvdevInput(options { $0.wheelIsEncoder = true }, port: port))
    port.write("event0", [(2, 7, -2), report, (1, 0x100, 1), report])
    try h.stage.frame()
    #expect(log == ["down previous 0", "up previous 0", "down previous 0", "up previous 0", "down enter 0"])
    port.write("event1", [(2, 8, 1), report])
    try h.stage.frame()
    #expect(log == ["down next 0", "up next 0"])
    // A knob that claims to have turned a million times does not keep the loop.
    port.write("event0", [(2, 7, .max), report])
    try h.stage.frame()
    #expect(log.count == 128)
  }

  /// A wheel that tells of its way in pieces moves the focus by whole notches.
  @Test func partsOfANotchAddUpToAStep() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var capabilities = InputDecoderTests.mouse
    capabilities.relative |= 1 << 11
    try plug("event0", capabilities)
    let h = try stage(try EvdevInput(options { $0.wheelIsEncoder = true }, port: port))
    for part in 1...16 {
      port.write("event0", [(2, 11, -15), report])
      try h.stage.frame()
      #expect(log.filter { $0.hasPrefix("down") }.count == (part % 8 == 0 ? 1 : 0), "\(part)")
    }
  }

  /// The six numbers of libinput: the panel is mirrored and smaller than the glass; the rotation comes after.
  @Test(arguments: Rotation.allCases) func calibrationIsAppliedBeforeRotation(rotation: Rotation) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try plug("event0", InputDecoderTests.singleTouch)
    let matrix = try #require(Calibration([-1.25, 0, 1.125, 0, 1.25, -0.125]))
    let h = try stage(
      try EvdevInput(
        options {
          $0.rotation = rotation
          $0.calibration = matrix
        }, port: port))
    // On the glass a tenth from the left is the right edge of the panel.
    port.write("event0", [(3, 0, 102), (3, 1, 512), (1, 0x14A, 1), report])
    try h.stage.frame()
    let (x, y) = (-1.25 * 102.5 / 1024 + 1.125, 1.25 * 512.5 / 1024 - 0.125)
    let place = rotation.unturned(x: x, y: y)
    #expect(log == ["began 0 \(Int(place.x * 200)),\(Int(place.y * 100))"])
    #expect(Calibration([1, 2, 3]) == nil && Calibration([.nan, 0, 0, 0, 1, 0]) == nil)
    let wild = try #require(Calibration([1e300, 1e300, -1e300, 0, 0, 5])).apply(x: 0.5, y: 0.5)
    #expect((0...1).contains(wild.x) && wild.y == 1)
  }

  @Test func noEventIsLostInABurstOfAThousand() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try plug("event0", InputDecoderTests.touchScreen)
    let h = try stage(try EvdevInput(options(), port: port))
    var events: [(UInt16, Int, Int32)] = [(3, 0x39, 1), (3, 0x35, 0), report]
    for i in 1...1000 { events += [(3, 0x35, Int32(i % 100)), report] }
    port.write("event0", events)
    for _ in 0..<10 { try h.stage.frame() }
    let log = log
    #expect(log.count == 1001 && log.last == "moved 0 1,0")
  }
}
