internal import CTesseraDevices
internal import Glibc

/// A connected output of a card with its mode.
struct ModeSettingOutput: Equatable {
  var connector: String
  var mode: String
  var width: Int
  var height: Int
  /// Interval between vertical blanks in seconds; 0 if unknown.
  var period = 0.0
}

/// Events of a card.
struct ModeSettingEvents: Equatable {
  /// Whether a flip has ended.
  var flipped = false
  /// Seconds since the vertical blank at which it ended; 0 if unknown.
  var age = 0.0
  /// Whether the card is gone.
  var isGone = false
}

/// Access to a card for mode setting; tests replace it.
protocol ModeSettingPort: AnyObject {
  var path: String { get }
  /// A file that is readable when a flip has ended.
  var file: Int32 { get }
  /// Finds the connected output; nil if nothing is connected.
  func find() throws(DeviceError) -> ModeSettingOutput?
  /// Creates pages for an output and shows the first, black.
  func show(_ output: ModeSettingOutput) throws(DeviceError) -> [(memory: UnsafeMutableRawPointer, stride: Int)]
  /// Shows a page at the next vertical blank. Returns 0 or errno.
  func flip(_ page: Int) -> Int32
  /// Shows a page immediately. Returns 0 or errno.
  func set(_ page: Int) -> Int32
  /// Reports the changed areas of a page. Returns 0 or errno.
  func dirty(_ page: Int, _ areas: [(x1: Int, y1: Int, x2: Int, y2: Int)]) -> Int32
  /// Processes the card's events.
  func dequeueEvents() -> ModeSettingEvents
  /// Switches the output off; `show` switches it on. Returns 0 or errno.
  func switchOff() -> Int32
  func dropMaster()
  func setMaster() -> Int32
  func close()
  /// Reopens a card that was closed because it was gone. Returns 0 or errno; `file` then changes.
  func reopen() -> Int32
}

/// A kernel card, or, if another display of the process has opened it, a lease of one of its outputs.
final class KernelCard: ModeSettingPort {
  private(set) var path: String
  /// Path requested by the program; empty: the first with connectors.
  private let wanted: String
  private var handle: OpaquePointer?
  private let connector: String
  private let mode: String
  private let depth: Int32
  private var found = td_drm_output()

  init(path: String, connector: String, mode: String, depth: Int) throws(DeviceError) {
    let (code, name, handle, step) = Self.open(path)
    guard code == 0, let handle else {
      if code == EOPNOTSUPP {
        throw .unusable(
          device: name, reason: "it has no display that the processor can draw to", advice: "another card, or fb:/dev/fb0, may")
      }
      throw .opening(
        name, action: step, code: code, group: "video", kind: "display card with mode setting")
    }
    (wanted, self.path, self.connector, self.mode, self.depth) = (path, name, connector, mode, depth == 16 ? 16 : 32)
    self.handle = handle
  }

  private static func open(_ path: String) -> (code: Int32, name: String, handle: OpaquePointer?, step: String) {
    var handle: OpaquePointer?
    var step: UnsafePointer<CChar>?
    let (code, name) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      buffer.initialize(repeating: 0)
      let code = td_drm_open(path.isEmpty ? nil : path, &handle, buffer.baseAddress, buffer.count, &step)
      return (code, String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    return (code, name, handle, step.map { String(cString: $0) } ?? "open")
  }

  func reopen() -> Int32 {
    close()
    let (code, name, handle, _) = Self.open(wanted)
    guard code == 0, let handle else { return code == 0 ? ENODEV : code }
    (path, self.handle) = (name, handle)
    return 0
  }

  deinit { close() }

  var file: Int32 { handle.map { td_drm_file($0) } ?? -1 }

  func find() throws(DeviceError) -> ModeSettingOutput? {
    guard let handle else { return nil }
    let code = td_drm_find(handle, connector, mode, &found)
    func text<T>(_ field: T) -> String { withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) } }
    let name = text(found.connector)
    switch code {
    case 0: break
    case ENOLINK: return nil
    case EINVAL:
      let modes = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2048) { buffer in
        buffer.initialize(repeating: 0)
        td_drm_modes(handle, found.connector_id, buffer.baseAddress, buffer.count)
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
      throw .unusable(
        device: "\(path) \(name)",
        reason: modes.isEmpty ? "the monitor reports no mode" : "it has no mode `\(mode)`",
        advice: modes.isEmpty ? "the kernel's argument video=\(name):800x480 sets one" : "it has \(modes)")
    case EBUSY:
      throw .unusable(
        device: "\(path) \(name)", reason: "another display of this program shows pictures on it",
        advice: "name another connector for one of them")
    case ENOSPC: throw .unusable(device: "\(path) \(name)", reason: "no part of the card is free to drive it", advice: nil)
    default: throw .unusable(device: path, reason: String(cString: strerror(code)), advice: nil)
    }
    guard (1...16384).contains(found.width), (1...16384).contains(found.height) else {
      throw .unusable(device: "\(path) \(name)", reason: "its mode has \(found.width) x \(found.height) pixels", advice: nil)
    }
    let rate = Double(found.refresh_millihertz) / 1000
    return ModeSettingOutput(
      connector: name, mode: text(found.mode), width: Int(found.width), height: Int(found.height), period: rate > 1 ? 1 / rate : 0)
  }

  func show(_ output: ModeSettingOutput) throws(DeviceError) -> [(memory: UnsafeMutableRawPointer, stride: Int)] {
    var pages = [td_drm_page](repeating: td_drm_page(), count: 2)
    let code = pages.withUnsafeMutableBufferPointer { td_drm_show(handle, &found, depth, 2, $0.baseAddress) }
    guard code == 0 else {
      throw .opening("\(path) \(output.connector)", action: "show \(output.mode) on", code: code, group: "video", kind: "display")
    }
    return pages.map { (UnsafeMutableRawPointer($0.memory), Int($0.stride)) }
  }

  func flip(_ page: Int) -> Int32 { handle.map { td_drm_flip($0, Int32(page)) } ?? ENODEV }
  func set(_ page: Int) -> Int32 { handle.map { td_drm_set($0, Int32(page)) } ?? ENODEV }

  func dirty(_ page: Int, _ areas: [(x1: Int, y1: Int, x2: Int, y2: Int)]) -> Int32 {
    guard let handle else { return ENODEV }
    let clips = areas.map { td_drm_clip(x1: Int32($0.x1), y1: Int32($0.y1), x2: Int32($0.x2), y2: Int32($0.y2)) }
    return td_drm_dirty(handle, Int32(page), clips, Int32(clips.count))
  }

  func dequeueEvents() -> ModeSettingEvents {
    guard let handle else { return ModeSettingEvents(isGone: true) }
    var age: UInt64 = 0
    let seen = td_drm_take_events(handle, &age)
    return ModeSettingEvents(
      flipped: seen & Int32(TD_DRM_FLIPPED) != 0, age: Double(age) / 1e9, isGone: seen & Int32(TD_DRM_GONE) != 0)
  }

  func switchOff() -> Int32 { handle.map { td_drm_switch_off($0) } ?? ENODEV }

  func dropMaster() { if let handle { _ = td_drm_drop_master(handle) } }
  func setMaster() -> Int32 { handle.map { td_drm_set_master($0) } ?? ENODEV }

  func close() {
    td_drm_close(handle)
    handle = nil
  }
}
