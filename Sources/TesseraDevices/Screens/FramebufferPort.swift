internal import CTesseraDevices
internal import Glibc

/// Access to a framebuffer device; tests replace it.
protocol FramebufferPort: AnyObject {
  var path: String { get }
  var info: FramebufferInfo { get }
  var memory: UnsafeMutableRawPointer { get }
  /// A file that becomes readable when a flip has ended.
  var eventFile: Int32 { get }
  /// Starts to pan to `row` (nil: no panning) and to wait for vertical sync. Returns 0 or errno.
  func flip(toRow row: Int?, waits: Bool) -> Int32
  /// Returns the result of a finished flip: errno of panning and of waiting, 0 on success; nil if none has finished.
  func dequeueFlip() -> (pan: Int32, wait: Int32)?
  /// Switches the panel off or on. Returns 0 or errno.
  func setPower(_ isOn: Bool) -> Int32
  func close()
}

/// Access to a kernel device.
final class KernelFramebuffer: FramebufferPort {
  let path: String
  let info: FramebufferInfo
  private var handle: OpaquePointer?

  init(path: String, doubles: Bool) throws(DeviceError) {
    var handle: OpaquePointer?
    var raw = td_framebuffer_info()
    var step: UnsafePointer<CChar>?
    let code = td_framebuffer_open(path, doubles ? 1 : 0, &handle, &raw, &step)
    guard code == 0, let handle else {
      throw .opening(path, action: step.map { String(cString: $0) } ?? "open", code: code, group: "video", kind: "framebuffer device")
    }
    self.path = path
    do {
      info = try FramebufferInfo(raw, path: path)
    } catch {
      td_framebuffer_close(handle)
      throw error
    }
    self.handle = handle
  }

  deinit { close() }

  // Not called after `close`.
  var memory: UnsafeMutableRawPointer { UnsafeMutableRawPointer(td_framebuffer_memory(handle)) }
  var eventFile: Int32 { handle.map { td_framebuffer_event_file($0) } ?? -1 }

  func flip(toRow row: Int?, waits: Bool) -> Int32 {
    guard let handle else { return ENODEV }
    return td_framebuffer_flip(handle, row.map(Int64.init) ?? -1, waits ? 1 : 0)
  }

  func dequeueFlip() -> (pan: Int32, wait: Int32)? {
    guard let handle else { return nil }
    var (pan, wait): (Int32, Int32) = (0, 0)
    return td_framebuffer_flip_ended(handle, &pan, &wait) == 1 ? (pan, wait) : nil
  }

  func setPower(_ isOn: Bool) -> Int32 { handle.map { td_framebuffer_set_power($0, isOn ? 1 : 0) } ?? ENODEV }

  func close() {
    td_framebuffer_close(handle)
    handle = nil
  }
}
