internal import CTesseraDevices
internal import Glibc

/// What a framebuffer display does with its device: the seam at which tests put a device of their own.
protocol FramebufferPort: AnyObject {
  var path: String { get }
  var info: FramebufferInfo { get }
  var memory: UnsafeMutableRawPointer { get }
  /// A file that becomes readable when a flip has ended.
  var eventFile: Int32 { get }
  /// Begins to pan to `row` (nil: does not pan) and to wait for the vertical sync. Returns 0 or errno.
  func flip(toRow row: Int?, waits: Bool) -> Int32
  /// Takes the end of a flip: errno of panning and of waiting, 0 where it went well; nil where none has ended.
  func takeFlip() -> (pan: Int32, wait: Int32)?
  func close()
}

/// A device of the kernel's.
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

  // After `close` nobody asks for it.
  var memory: UnsafeMutableRawPointer { UnsafeMutableRawPointer(td_framebuffer_memory(handle)) }
  var eventFile: Int32 { handle.map { td_framebuffer_event_file($0) } ?? -1 }

  func flip(toRow row: Int?, waits: Bool) -> Int32 {
    guard let handle else { return ENODEV }
    return td_framebuffer_flip(handle, row.map(Int64.init) ?? -1, waits ? 1 : 0)
  }

  func takeFlip() -> (pan: Int32, wait: Int32)? {
    guard let handle else { return nil }
    var (pan, wait): (Int32, Int32) = (0, 0)
    return td_framebuffer_flip_ended(handle, &pan, &wait) == 1 ? (pan, wait) : nil
  }

  func close() {
    td_framebuffer_close(handle)
    handle = nil
  }
}
