internal import CTesseraDevices
internal import Glibc
public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Shows frames in a desktop window, Wayland or X11, for development, and receives its mouse, touches, keys and text. Loop thread; also
/// attached to the stage as a source.
///
/// The stage follows the size of the window. Uses SDL 2 on a separate thread, loaded when the window is opened.
public final class WindowDisplay: ScreenDisplay {
  private var window: OpaquePointer?
  /// Clipboard of the desktop.
  public let clipboard: WindowClipboard
  private var pointer = PointerButtons(touch: WindowDisplay.mouseTouch)
  private var fingers: [Int64: Int] = [:]
  private var isSuspended = false
  public var onResize: (() -> Void)?
  /// Handler for closing by the user. The window stays open until ``close()``.
  public var onClose: ((Stage) -> Void)?

  /// Touch id of the left mouse button; fingers have the ids below.
  private static let mouseTouch = -100
  private static let maximumFingers = 32

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - title: window title.
  ///   - width: desktop units, 1 to 16384.
  ///   - height: desktop units, 1 to 16384.
  /// - Throws: ``DeviceError`` with a remedy: SDL 2 is missing, there is no desktop, a window is open already.
  public init(title: String = "Tessera", width: Int, height: Int) throws(DeviceError) {
    var window: OpaquePointer?
    let (code, reason) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
      message.initialize(repeating: 0)
      let code = td_window_open(
        title, Int32(clamping: width), Int32(clamping: height), &window, message.baseAddress, message.count)
      return (code, String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    guard code == 0, let window else {
      let advice: String? =
        switch code {
        case ENOENT: "install libsdl2-2.0-0"
        case ENOSYS: "install libsdl2-dev and build again"
        case ENODEV: "use `xvfb-run` on a server"
        case EBUSY: "a process can have at most one window"
        default: nil
        }
      let isUnset = code == ENODEV && getenv("WAYLAND_DISPLAY") == nil && getenv("DISPLAY") == nil
      let problem = isUnset ? "no desktop found (WAYLAND_DISPLAY and DISPLAY are unset)" : reason
      throw .unusable(device: "a window", reason: problem.isEmpty ? String(cString: strerror(code)) : problem, advice: advice)
    }
    self.window = window
    clipboard = WindowClipboard(window)
  }

  deinit { close() }

  public var name: String { "window" }
  public var rotation: Rotation { .none }
  /// Size of the window in pixels, and pixels per desktop unit.
  private var measure: (width: Int, height: Int, scale: Double)? {
    guard let window else { return nil }
    var (width, height, scale) = (Int32(0), Int32(0), 1.0)
    td_window_size(window, &width, &height, &scale)
    return (Int(width), Int(height), scale)
  }
  public var frameSize: (width: Int, height: Int)? { measure.map { ($0.width, $0.height) } }
  /// Pixels per desktop unit: 2 on a high-density screen.
  public var contentScale: Double { measure?.scale ?? 1 }

  public var descriptor: Int32 { window.map { td_window_file($0) } ?? -1 }
  public var deadline: Double? { nil }
  public var isReady: Bool { !isSuspended && window != nil }
  public var isAsleep: Bool { isSuspended || window == nil }

  /// Copies the damage for the window's thread.
  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    guard let window else { return }
    try ViewerThread.hand(frame, damage: damage) { td_window_present(window, $0, $1, $2, $3, $4, $5) }
  }

  public func serve(_ stage: Stage) {
    guard let window else { return }
    ViewerThread.events({ td_window_events(window, $0, $1) }, { handle($0, stage) })
  }

  private func handle(_ event: td_window_event, _ stage: Stage) {
    switch Int(event.kind) {
    case TD_WINDOW_POINTER: pointer.update(x: event.x, y: event.y, buttons: event.buttons, on: stage)
    case TD_WINDOW_LEFT: pointer.leave(stage)
    case TD_WINDOW_WHEEL: pointer.wheel(event.x, event.y, stage)
    case TD_WINDOW_TOUCH: touch(event, stage)
    case TD_WINDOW_KEY:
      guard let key = Self.key(event.key) else { return }
      stage.send(
        .key(
          KeyPress(key, modifiers: Self.modifiers(event.modifiers), isDown: event.is_down != 0, isRepeat: event.is_repeat != 0)))
    case TD_WINDOW_TEXT:
      let text = withUnsafeBytes(of: event.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if let first = text.unicodeScalars.first, first.value >= 0x20, first.value != 0x7F { stage.send(.text(text)) }
    case TD_WINDOW_RESIZED: onResize?()
    default: onClose?(stage)
    }
  }

  private func touch(_ event: td_window_event, _ stage: Stage) {
    let number: Int
    if let known = fingers[event.finger] {
      number = known
    } else {
      guard event.phase == 0, let free = (1...Self.maximumFingers).first(where: { !fingers.values.contains($0) }) else { return }
      number = free
      fingers[event.finger] = free
    }
    if event.phase == 2 { fingers[event.finger] = nil }
    let phase: Touch.Phase = event.phase == 0 ? .began : event.phase == 1 ? .moved : .ended
    stage.send(
      .touch(
        Touch(
          id: Self.mouseTouch - number, phase: phase, location: Point(event.x / stage.scale, event.y / stage.scale), time: stage.now)))
  }

  /// Converts SDL's keycodes: characters, and above bit 30 keys by position. Source: SDL_keycode.h.
  static func key(_ code: Int32) -> KeyPress.Key? {
    switch code {
    case 8: return .backspace
    case 9: return .tab
    case 13, 0x4000_0058: return .enter
    case 27: return .escape
    case 32: return .space
    case 127: return .delete
    case 0x4000_004A: return .home
    case 0x4000_004B: return .pageUp
    case 0x4000_004D: return .end
    case 0x4000_004E: return .pageDown
    case 0x4000_004F: return .right
    case 0x4000_0050: return .left
    case 0x4000_0051: return .down
    case 0x4000_0052: return .up
    case 0x4000_003A...0x4000_0045: return .function(Int(code - 0x4000_0039))
    case 0x21..<0x4000_0000: return Unicode.Scalar(UInt32(code)).map { .character(Character($0)) }
    default: return nil
    }
  }

  /// Converts SDL's modifiers, including the right Alt key unless it is AltGr. Source: SDL_keycode.h.
  static func modifiers(_ bits: UInt32) -> KeyPress.Modifiers {
    var modifiers: KeyPress.Modifiers = []
    if bits & 0x3 != 0 { modifiers.insert(.shift) }
    if bits & 0xC0 != 0 { modifiers.insert(.control) }
    if bits & 0x300 != 0, bits & 0x4000 == 0 { modifiers.insert(.alt) }
    if bits & 0xC00 != 0 { modifiers.insert(.meta) }
    return modifiers
  }

  public func suspend() { isSuspended = true }
  public func resume() { isSuspended = false }

  public func close() {
    clipboard.close()
    td_window_close(window)
    window = nil
  }
}
