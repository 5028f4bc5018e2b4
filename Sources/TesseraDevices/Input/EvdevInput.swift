internal import CTesseraDevices
internal import Glibc
public import Tessera
public import TesseraRender

/// Input from kernel devices (`/dev/input/event*`): touch screens, mice, wheels, keyboards, knobs. Loop thread.
///
/// Added and removed devices are detected through inotify. One descriptor covers all devices, so an idle stage still sleeps in a single
/// wait.
public final class EvdevInput: InputSource {
  /// Input settings.
  public struct Options: Sendable {
    /// Directory of the devices.
    public var directory = "/dev/input"
    /// Rotation from the frame to the panel; touches are rotated back.
    public var rotation = Rotation.none
    /// Maps touch panel positions to screen positions.
    public var calibration = Calibration.identity
    /// Keyboard layout.
    public var keyboard = KeyboardNames()
    /// Scroll distance per wheel notch, logical units.
    public var wheelStep = 48.0
    /// Whether wheels are rotary encoders that move the focus instead of scrolling.
    public var wheelIsEncoder = false
    /// Factor from mouse movement to cursor movement.
    public var pointerSpeed = 1.0
    /// Whether devices are grabbed, so that other programs get no events.
    public var grabs = false
    /// Creates the default options.
    public init() {}
  }

  private struct Device {
    var path: String
    var decoder: InputDecoder
    /// Distinguishes its contacts from those of other devices.
    var number: Int
    var pressedKeys: Set<Int> = []
  }

  /// Handler for problems, each reported once: a device without permission, a missing keymap.
  public var onProblem: ((DeviceError) -> Void)? {
    get { actor.onProblem }
    set { actor.onProblem = newValue }
  }

  public var onCursor: (((x: Int, y: Int)?, Stage) -> Void)? {
    get { actor.onCursor }
    set { actor.onCursor = newValue }
  }
  public var onTerminalSwitch: ((Int) -> Void)? {
    get { actor.onTerminalSwitch }
    set { actor.onTerminalSwitch = newValue }
  }

  private let options: Options
  private let actor: InputActor
  private let port: any InputPort
  private let poll: Int32
  private let watcher: Int32
  private var devices: [Int32: Device] = [:]
  /// Paths that could not be opened; retried when their permissions change.
  private var refused: Set<String> = []
  private var nextNumber = 0
  private var actions: [InputAction] = []

  /// Opens the existing devices.
  ///
  /// - Throws: ``DeviceError`` if epoll or inotify is not available. Missing or inaccessible devices are
  ///   reported to ``onProblem`` in the first loop iteration.
  public convenience init(_ options: Options = Options()) throws(DeviceError) {
    try self.init(options, port: KernelInput(grabs: options.grabs))
  }

  init(_ options: Options, port: any InputPort) throws(DeviceError) {
    (self.options, self.port) = (options, port)
    actor = InputActor(options)
    poll = td_poll_create()
    guard poll >= 0 else { throw .system(action: "wait for", path: options.directory, code: -poll) }
    watcher = td_watch_open()
    if watcher >= 0 {
      _ = td_poll_add(poll, watcher)
      // A directory that does not exist yet cannot be watched: there has never been an input device.
      _ = td_watch_directory(watcher, options.directory)
    }
    scan()
  }

  deinit {
    for file in devices.keys { td_close(file) }
    if watcher >= 0 { td_close(watcher) }
    td_close(poll)
  }

  public var descriptor: Int32 { poll }
  public var deadline: Double? { nil }

  /// Names of the open devices, by path.
  public var deviceNames: [String: String] {
    Dictionary(devices.values.map { ($0.path, $0.decoder.capabilities.name) }, uniquingKeysWith: { a, _ in a })
  }

  /// Reports problems found while opening the devices to ``onProblem``.
  public func reportProblems() { actor.reportProblems() }

  // MARK: Hotplug

  private func scan() {
    guard let names = InputActor.devices(in: options.directory) else {
      let code = errno
      actor.report(.opening(options.directory, action: "list", code: code, group: "input", kind: "directory"))
      return
    }
    for name in names { open(name) }
    if devices.isEmpty, refused.isEmpty {
      actor.report(
        .unusable(device: options.directory, reason: "no input device found", advice: "a device that is plugged in later is used"))
    }
  }

  static func isDevice(_ name: String) -> Bool {
    name.hasPrefix("event") && name.count > 5 && name.dropFirst(5).allSatisfy { $0.isASCII && $0.isNumber }
  }

  private func open(_ name: String) {
    let path = "\(options.directory)/\(name)"
    guard !devices.values.contains(where: { $0.path == path }) else { return }
    do throws(DeviceError) {
      guard let (file, capabilities) = try port.open(path) else { return }
      refused.remove(path)
      guard !capabilities.kinds.isEmpty, td_poll_add(poll, file) == 0 else {
        td_close(file)
        return
      }
      devices[file] = Device(path: path, decoder: InputDecoder(capabilities), number: nextNumber)
      nextNumber += 1
      if capabilities.kinds.contains(.keyboard) { actor.loadKeyboard() }
    } catch {
      // A new device belongs to root until udev rules set its group: it is retried then.
      if refused.insert(path).inserted { actor.report(error) }
    }
  }

  private func readChanges() {
    var changes = [td_change](repeating: td_change(), count: 64)
    var isIncomplete = false
    while true {
      let count = changes.withUnsafeMutableBufferPointer { Int(td_watch_read(watcher, $0.baseAddress, Int32($0.count))) }
      guard count > 0 else { break }
      for change in changes.prefix(count) {
        if change.directory < 0 { isIncomplete = true }
        let name = withUnsafeBytes(of: change.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        // Removed devices are detected by reading them.
        if change.is_gone == 0, Self.isDevice(name) { open(name) }
      }
    }
    if isIncomplete { scan() }
  }

  private func remove(_ file: Int32, _ stage: Stage) {
    guard var device = devices.removeValue(forKey: file) else { return }
    td_poll_remove(poll, file)
    td_close(file)
    actions.removeAll(keepingCapacity: true)
    device.decoder.end(&actions)
    for code in device.pressedKeys.sorted() { actions.append(.key(code: code, state: 0)) }
    actor.perform(actions, device.number, at: 0, stage)
    guard !devices.values.contains(where: { $0.decoder.capabilities.kinds.contains(.pointer) }) else { return }
    actor.losePointer(stage)
  }

  // MARK: Suspending

  /// Cancels touches and releases keys, and drops input until ``resume()``: another terminal is active, and input there is not meant
  /// for this stage.
  public func pause(_ stage: Stage) {
    for file in devices.keys.sorted() {
      guard var device = devices.removeValue(forKey: file) else { continue }
      actions.removeAll(keepingCapacity: true)
      device.decoder.end(&actions)
      for code in device.pressedKeys.sorted() { actions.append(.key(code: code, state: 0)) }
      device.pressedKeys = []
      devices[file] = device
      actor.perform(actions, device.number, at: 0, stage)
    }
    reset(stage)
    actor.isPaused = true
  }

  /// Accepts input again.
  public func resume() {
    for file in devices.keys { devices[file]?.pressedKeys = [] }
    actor.resume()
  }

  // MARK: Events

  public func serve(_ stage: Stage) {
    reportProblems()
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 32) { ready in
      let count = Int(td_poll_ready(poll, ready.baseAddress, 32))
      for file in ready.prefix(count) {
        if file == watcher { readChanges() } else { read(file, stage) }
      }
    }
  }

  private func read(_ file: Int32, _ stage: Stage) {
    withUnsafeTemporaryAllocation(of: td_input_event.self, capacity: 64) { events in
      // Bounded: a device that sends events without end must not block the loop. The rest is read in the next iteration.
      for _ in 0..<32 {
        let count = Int(td_input_read(file, events.baseAddress, 64))
        if count < 0 {
          remove(file, stage)
          return
        }
        guard count > 0 else { return }
        for event in events.prefix(count) {
          handle(
            RawInputEvent(time: Double(event.time_ns) / 1e9, type: event.type, code: event.code, value: event.value), file, stage)
        }
        if count < 64 { return }
      }
    }
  }

  private func handle(_ event: RawInputEvent, _ file: Int32, _ stage: Stage) {
    guard var device = devices.removeValue(forKey: file) else { return }
    actions.removeAll(keepingCapacity: true)
    device.decoder.feed(event, &actions)
    if actions.contains(.lost) { resume(&device, file) }
    for case .key(let code, let state) in actions {
      if state == 0 { device.pressedKeys.remove(code) } else { device.pressedKeys.insert(code) }
    }
    devices[file] = device
    actor.perform(actions, device.number, at: event.time, stage)
  }

  /// Resynchronizes after lost events: releases what is no longer down, and adopts the current state.
  private func resume(_ device: inout Device, _ file: Int32) {
    let state = port.state(of: file, device.decoder.capabilities)
    func isDown(_ code: Int) -> Bool { code / 8 < state.keys.count && state.keys[code / 8] >> UInt8(code % 8) & 1 == 1 }
    actions.removeAll { $0 == .lost }
    for code in device.pressedKeys.sorted() where !isDown(code) { actions.append(.key(code: code, state: 0)) }
    if actor.buttonIsDown, device.decoder.capabilities.kinds.contains(.pointer), !isDown(InputCode.left) {
      actions.append(.button(code: InputCode.left, isDown: false))
    }
    device.decoder.resume(
      ids: state.ids, xs: state.xs, ys: state.ys, slot: state.slot, isTouching: isDown(InputCode.touch), x: state.x, y: state.y, &actions)
  }

  /// Forgets the pressed keys: they may have been released while another terminal was active.
  public func reset(_ stage: Stage) {
    for file in devices.keys { devices[file]?.pressedKeys = [] }
    actor.reset(stage)
  }
}
