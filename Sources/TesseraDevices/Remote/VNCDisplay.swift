internal import CTesseraDevices
internal import Glibc
public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Shows frames to VNC viewers, and takes their touches and keys. Loop thread; attached to the stage as a source, too.
///
/// Alone it is a screen without hardware; put into a ``MirrorDisplay`` it shows what a real screen shows. A viewer that stops reading, or talks
/// nonsense, holds nobody up: each has a thread and a copy of the frame. Without viewers there is neither. libvncserver does the work; it is
/// loaded when the first server is made.
public final class VNCDisplay: Display, EventSource {
  /// What it was made with; the port is the one that it listens on.
  public private(set) var options: VNCOptions
  private var server: OpaquePointer?
  private var viewers: [Int32: (pointer: PointerButtons, keyboard: SymbolKeyboard)] = [:]

  /// Listens.
  ///
  /// - Parameters:
  ///   - options: where, and what is asked of viewers.
  ///   - width: pixels of the frame until the first one comes.
  ///   - height: rows of the frame until the first one comes.
  /// - Throws: ``DeviceError`` with what to do: libvncserver is missing, the port is taken, a password is needed.
  public init(_ options: VNCOptions = VNCOptions(), width: Int, height: Int) throws(DeviceError) {
    self.options = options
    let password = try options.password()
    var server: OpaquePointer?
    var step: UnsafePointer<CChar>?
    let (code, reason) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
      message.initialize(repeating: 0)
      func open(_ password: UnsafePointer<CChar>?) -> Int32 {
        options.address.withCString { address in
          options.name.withCString { name in
            var raw = td_vnc_options(
              address: address, port: Int32(clamping: options.port), password: password, name: name, width: Int32(clamping: width),
              height: Int32(clamping: height), takes_input: options.takesInput ? 1 : 0)
            return td_vnc_open(&raw, &server, &step, message.baseAddress, message.count)
          }
        }
      }
      let code = password.map { $0.withCString(open) } ?? open(nil)
      return (code, String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    guard code == 0, let server else { throw Self.error(options, code, step.map { String(cString: $0) } ?? "open", reason) }
    self.server = server
    self.options.port = Int(td_vnc_port(server))
  }

  deinit { close() }

  private static func error(_ options: VNCOptions, _ code: Int32, _ step: String, _ reason: String) -> DeviceError {
    let host = options.address.isEmpty ? "127.0.0.1" : options.address
    let device = "VNC at \(host.contains(":") ? "[\(host)]" : host):\(options.port)"
    if code == EACCES, step.hasSuffix("password") {
      return .unusable(
        device: device, reason: "a server that others can reach needs a password",
        advice:
          "use password=FILE or set \(VNCOptions.passwordVariable); without one only 127.0.0.1 is allowed (reach it through an ssh tunnel)")
    }
    let advice: String? =
      switch code {
      case ENOENT: "install libvncserver1"
      case EACCES: "ports below 1024 need root; use 5900 or above"
      case EADDRINUSE: "another program listens there: end it (`ss -ltnp` names it) or name another port, as in vnc:\(options.port + 1)"
      case EADDRNOTAVAIL: "no such address is the machine's own; `ip address` lists those that are, `*` is all of them"
      default: nil
      }
    return .unusable(device: device, reason: "\(step): \(reason.isEmpty ? String(cString: strerror(code)) : reason)", advice: advice)
  }

  /// Viewers that are connected.
  public var viewerCount: Int { server.map { Int(td_vnc_client_count($0)) } ?? 0 }

  public var descriptor: Int32 { server.map { td_vnc_file($0) } ?? -1 }
  public var deadline: Double? { nil }

  /// Copies what changed for the viewers; without viewers nothing is done.
  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    guard let server, viewerCount > 0 else { return }
    try ViewerThread.hand(frame, damage: damage) { td_vnc_present(server, $0, $1, $2, $3, $4, $5) }
  }

  public func serve(_ stage: Stage) {
    guard let server else { return }
    // Who comes wants to see everything.
    if td_vnc_serve(server) > 0 { stage.setNeedsRepaint() }
    ViewerThread.events({ td_vnc_events(server, $0, $1) }, { take($0, stage) })
  }

  private func take(_ event: td_vnc_event, _ stage: Stage) {
    // Their touches are told from those of devices by numbers that devices do not have.
    var viewer = viewers[event.client] ?? (PointerButtons(touch: -1000 - Int(event.client)), SymbolKeyboard())
    switch Int(event.kind) {
    case TD_VNC_POINTER: viewer.pointer.update(x: Double(event.x), y: Double(event.y), buttons: event.buttons, on: stage)
    case TD_VNC_KEY:
      for event in viewer.keyboard.press(event.symbol, isDown: event.is_down != 0) { stage.send(event) }
    default:
      viewer.pointer.cancel(on: stage)
      for event in viewer.keyboard.releaseAll() { stage.send(event) }
      viewers[event.client] = nil
      return
    }
    viewers[event.client] = viewer
  }

  /// Sends all viewers away and stops listening.
  public func close() {
    td_vnc_close(server)
    server = nil
  }
}
