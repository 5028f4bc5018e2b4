#if Libinput
  internal import CTesseraDevices
  internal import Glibc
  public import Tessera
  internal import TesseraGeometry
  internal import TesseraRender

  /// Input through libinput: the devices of ``EvdevInput``, and touch pads, with libinput's pointer acceleration, device quirks
  /// and udev settings. Loop thread.
  ///
  /// The library is loaded at run time by the initializer; nothing links it. If udev runs, it reports added and removed devices.
  public final class LibinputInput: InputSource {
    /// Selection of devices.
    public enum Devices: Sendable, Hashable {
      /// Devices of a seat in udev; by default "seat0".
      case seat(String)
      /// Only the devices at these paths.
      case paths([String])
      /// Devices of `seat0` if udev runs, else all in ``EvdevInput/Options/directory``.
      case automatic
    }

    /// Maximum number of distinguishable contacts.
    static let maximumSlots = InputDecoder.maximumSlots

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

    private let port: any LibinputPort
    private let directory: String
    private let actor: InputActor
    private var pointers = 0
    private var translation = LibinputTranslation()
    /// Names of the open devices, sorted.
    public private(set) var deviceNames: [String] = []

    /// Opens the existing devices.
    ///
    /// - Parameters:
    ///   - options: input settings. A calibration is applied after udev's calibration of a device.
    ///   - devices: selection of devices.
    /// - Throws: ``DeviceError``: libinput is not installed, no permission for any device, no devices.
    public convenience init(_ options: EvdevInput.Options = EvdevInput.Options(), devices: Devices = .automatic) throws(DeviceError) {
      var paths: [String] = []
      var seat: String?
      switch devices {
      case .seat(let name): seat = name
      case .paths(let given): paths = given
      case .automatic:
        // This folder exists if udev runs.
        if access("/run/udev/data", R_OK) == 0 { seat = "seat0" } else { paths = Self.paths(in: options.directory) }
      }
      self.init(options, port: try SystemLibinput(seat: seat, paths: paths, grabs: options.grabs, directory: options.directory))
    }

    init(_ options: EvdevInput.Options, port: any LibinputPort) {
      self.port = port
      directory = options.directory
      actor = InputActor(options)
      handleEvents(nil)
      if deviceNames.isEmpty {
        actor.report(
          .unusable(device: options.directory, reason: "no input device found", advice: "a device that is plugged in later is used"))
      }
      reportRefused()
    }

    static func error(_ status: Int32, _ reason: String, directory: String) -> DeviceError {
      let advice: String? =
        switch status {
        case ENOENT: "install it (`apt-get install libinput10`), or use evdev"
        case EACCES, EPERM: "add the user to the group input (`usermod -aG input NAME`, then log in again)"
        case ENODEV: "`ls \(directory)` lists the existing ones; evdev waits for devices that are plugged in later"
        default: nil
        }
      return .unusable(device: "libinput", reason: reason, advice: advice)
    }

    /// Returns the devices in a folder, sorted.
    static func paths(in directory: String) -> [String] {
      (InputActor.devices(in: directory) ?? []).map { "\(directory)/\($0)" }
    }

    public var descriptor: Int32 { port.descriptor }
    public var deadline: Double? { nil }

    public func reportProblems() { actor.reportProblems() }

    private func reportRefused() {
      let (count, code) = port.refused()
      if count > 0 {
        actor.report(.opening("\(count) of the devices in \(directory)", action: "open", code: code, group: "input", kind: "input device"))
      }
    }

    public func serve(_ stage: Stage) {
      reportProblems()
      handleEvents(stage)
      reportRefused()
    }

    private func handleEvents(_ stage: Stage?) {
      var event = td_libinput_event()
      // Bounded: devices that send events without end must not block the loop.
      for _ in 0..<2048 {
        guard port.next(&event) else { return }
        handle(event, stage)
      }
    }

    private func handle(_ event: td_libinput_event, _ stage: Stage?) {
      switch td_libinput_kind(UInt32(bitPattern: event.kind)) {
      case TD_LIBINPUT_ADDED, TD_LIBINPUT_REMOVED:
        let isAdded = event.kind == Int32(bitPattern: TD_LIBINPUT_ADDED.rawValue)
        let name = withUnsafeBytes(of: event.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if isAdded {
          deviceNames.append(name)
          deviceNames.sort()
          if event.state & 1 != 0 { actor.loadKeyboard() }
        } else if let index = deviceNames.firstIndex(of: name) {
          deviceNames.remove(at: index)
        }
        guard event.state & 2 != 0 else { return }
        pointers = max(0, pointers + (isAdded ? 1 : -1))
        if pointers == 0, let stage { actor.losePointer(stage) }
      default:
        guard let stage, let action = translation.action(event) else { return }
        actor.perform([action], 0, at: Double(event.time_ns) / 1e9, stage)
      }
    }

    public func pause(_ stage: Stage) {
      // libinput releases everything that is down when it closes the devices.
      port.suspend()
      handleEvents(stage)
      actor.perform(translation.end(), 0, at: 0, stage)
      actor.reset(stage)
      actor.isPaused = true
    }

    public func resume() {
      actor.resume()
      let code = port.resume()
      if code != 0 { actor.report(Self.error(code, "its devices could not be opened again", directory: directory)) }
    }
  }

  /// Converts libinput events to actions of the device decoder, and tracks contacts and keys. A value, so that tests can pass any events.
  struct LibinputTranslation {
    private var contacts: [Int: (x: Double, y: Double)] = [:]
    private var keys: Set<Int> = []
    /// Accumulated movement of less than a pixel.
    private var left = (x: 0.0, y: 0.0)

    mutating func action(_ event: td_libinput_event) -> InputAction? {
      func share(_ v: Double) -> Double { v > 0 ? min(1, v) : 0 }
      func finite(_ v: Double) -> Double { v.isFinite ? min(1e6, max(-1e6, v)) : 0 }
      let (slot, code) = (Int(event.slot), Int(event.code))
      switch td_libinput_kind(UInt32(bitPattern: event.kind)) {
      case TD_LIBINPUT_KEY:
        guard code >= 0 else { return nil }
        if event.state == 0 { keys.remove(code) } else { keys.insert(code) }
        return .key(code: code, state: event.state == 0 ? 0 : 1)
      case TD_LIBINPUT_MOTION:
        let (x, y) = (finite(event.x) + left.x, finite(event.y) + left.y)
        let (dx, dy) = (x.rounded(.towardZero), y.rounded(.towardZero))
        left = (x - dx, y - dy)
        return dx == 0 && dy == 0 ? nil : .moved(dx: Int(dx), dy: Int(dy))
      case TD_LIBINPUT_PLACE: return .placed(x: share(event.x), y: share(event.y))
      case TD_LIBINPUT_BUTTON: return .button(code: code, isDown: event.state != 0)
      case TD_LIBINPUT_WHEEL: return .wheel(dx: finite(event.x), dy: finite(event.y))
      // In libinput, fifteen units of finger scrolling equal one wheel notch.
      case TD_LIBINPUT_SCROLL: return .wheel(dx: finite(event.x) / 15, dy: finite(event.y) / 15)
      case TD_LIBINPUT_DOWN:
        guard (0..<LibinputInput.maximumSlots).contains(slot), contacts[slot] == nil else { return nil }
        contacts[slot] = (share(event.x), share(event.y))
        return .contact(slot: slot, .began, x: share(event.x), y: share(event.y))
      case TD_LIBINPUT_MOVE:
        guard contacts[slot] != nil else { return nil }
        contacts[slot] = (share(event.x), share(event.y))
        return .contact(slot: slot, .moved, x: share(event.x), y: share(event.y))
      case TD_LIBINPUT_UP, TD_LIBINPUT_CANCEL:
        guard let place = contacts.removeValue(forKey: slot) else { return nil }
        let isEnd = event.kind == Int32(bitPattern: TD_LIBINPUT_UP.rawValue)
        return .contact(slot: slot, isEnd ? .ended : .cancelled, x: place.x, y: place.y)
      default: return nil
      }
    }

    /// Ends all contacts and keys.
    mutating func end() -> [InputAction] {
      let actions =
        contacts.sorted { $0.key < $1.key }.map { InputAction.contact(slot: $0.key, .cancelled, x: $0.value.x, y: $0.value.y) }
        + keys.sorted().map { .key(code: $0, state: 0) }
      self = LibinputTranslation()
      return actions
    }
  }
#endif
