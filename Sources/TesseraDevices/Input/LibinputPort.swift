#if Libinput
  internal import CTesseraDevices
  internal import Glibc

  /// A source of libinput events; tests supply fake devices through it. One thread.
  protocol LibinputPort: AnyObject {
    /// A file that is readable when events are waiting.
    var descriptor: Int32 { get }
    /// Takes the next event. Returns false if none is waiting.
    func next(_ event: inout td_libinput_event) -> Bool
    /// Returns how many devices could not be opened since the last call, and errno of the last one.
    func refused() -> (count: Int, code: Int32)
    /// Closes the devices.
    func suspend()
    /// Opens the devices again. Returns 0 or errno.
    func resume() -> Int32
  }

  /// The libinput library, loaded with the first instance.
  final class SystemLibinput: LibinputPort {
    private let context: OpaquePointer

    /// - Parameters:
    ///   - seat: seat of the devices that udev finds; nil: the devices at `paths`.
    ///   - directory: device folder to name in an error.
    init(seat: String?, paths: [String], grabs: Bool, directory: String) throws(DeviceError) {
      let copies = paths.map { strdup($0) }
      defer { for copy in copies { free(copy) } }
      var made: OpaquePointer?
      let (status, reason) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
        message.initialize(repeating: 0)
        let pointers = copies.map { $0.map { UnsafePointer($0) } }
        let status = pointers.withUnsafeBufferPointer {
          td_libinput_create(
            seat == nil ? 0 : 1, seat ?? "", $0.baseAddress, Int32(clamping: paths.count), grabs ? 1 : 0, &made, message.baseAddress,
            message.count)
        }
        return (status, String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
      }
      guard status == 0, let made else { throw LibinputInput.error(status, reason, directory: directory) }
      context = made
    }

    deinit { td_libinput_destroy(context) }

    var descriptor: Int32 { td_libinput_file(context) }

    func next(_ event: inout td_libinput_event) -> Bool { td_libinput_next(context, &event) > 0 }

    func refused() -> (count: Int, code: Int32) {
      var code: Int32 = 0
      return (Int(td_libinput_refused(context, &code)), code)
    }

    func suspend() { _ = td_libinput_suspend(context, 1) }

    func resume() -> Int32 { td_libinput_suspend(context, 0) }
  }
#endif
