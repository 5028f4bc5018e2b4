internal import CTesseraDevices
internal import Glibc
public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Shows frames to VNC viewers, and receives their touches and keys. Loop thread; also attached to the stage as a source.
///
/// Alone it is a screen without hardware; in a ``MirrorDisplay`` it shows the content of a real screen. A stalled or malformed viewer
/// blocks neither the stage nor other viewers: each has a thread and a copy of the frame. Without viewers there is neither. Uses
/// libvncserver, loaded with the first server.
public final class VNCDisplay: Display, EventSource {
  /// Options of the server; the port is the actual one.
  public private(set) var options: VNCOptions
  private var server: OpaquePointer?
  private var viewers: [Int32: (pointer: PointerButtons, keyboard: SymbolKeyboard)] = [:]

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - options: address, and requirements for viewers.
  ///   - width: frame width in pixels until the first frame.
  ///   - height: frame height in pixels until the first frame.
  /// - Throws: ``DeviceError`` with a remedy: libvncserver is missing, the port is in use, a password is needed.
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
        device: device, reason: "a server that is reachable from other machines needs a password",
        advice:
          "use password=FILE or set \(VNCOptions.passwordVariable); without one only 127.0.0.1 is allowed (reach it through an ssh tunnel)")
    }
    let advice: String? =
      switch code {
      case ENOENT: "install libvncserver1"
      case EACCES: "ports below 1024 need root; use 5900 or above"
      case EADDRINUSE: "another program uses this address: end it (`ss -ltnp` names it) or name another port, as in vnc:\(options.port + 1)"
      case EADDRNOTAVAIL: "it is not an address of this machine; `ip address` lists its addresses, `*` means all"
      default: nil
      }
    return .unusable(device: device, reason: "\(step): \(reason.isEmpty ? String(cString: strerror(code)) : reason)", advice: advice)
  }

  /// Number of connected viewers.
  public var viewerCount: Int { server.map { Int(td_vnc_client_count($0)) } ?? 0 }

  public var descriptor: Int32 { server.map { td_vnc_file($0) } ?? -1 }
  public var deadline: Double? { nil }

  /// Copies the damage for the viewers; does nothing without viewers.
  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    guard let server, viewerCount > 0 else { return }
    try ViewerThread.hand(frame, damage: damage) { td_vnc_present(server, $0, $1, $2, $3, $4, $5) }
  }

  public func serve(_ stage: Stage) {
    guard let server else { return }
    // A new viewer needs the whole frame.
    if td_vnc_serve(server) > 0 { stage.setNeedsRepaint() }
    ViewerThread.events({ td_vnc_events(server, $0, $1) }, { handle($0, stage) })
  }

  private func handle(_ event: td_vnc_event, _ stage: Stage) {
    // Touches of viewers use ids that devices never have.
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

  /// Disconnects all viewers and stops listening.
  public func close() {
    td_vnc_close(server)
    server = nil
  }
}
