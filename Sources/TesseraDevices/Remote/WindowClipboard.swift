internal import CTesseraDevices
internal import Glibc
internal import Tessera

/// Clipboard of the desktop, for the window of a ``WindowDisplay``. Empty after the window was closed. Any thread.
public final class WindowClipboard: Sendable {
  /// Maximum length of a text, UTF-8 bytes.
  public static let limit = 4 << 20

  private struct Window: @unchecked Sendable {
    // @unchecked: td_window_clipboard and td_window_set_clipboard may be called on any thread, and `close` waits for their end by the lock.
    var pointer: OpaquePointer?
  }

  private let window: Locked<Window>

  init(_ window: OpaquePointer) { self.window = Locked(Window(pointer: window)) }

  /// Ends the use of the window.
  func close() { window.withLock { $0.pointer = nil } }

  /// Last copied text of any program; empty if there is none, or if it is longer than ``limit``.
  public var text: String {
    window.withLock { window in
      guard let pointer = window.pointer else { return "" }
      // Another thread may replace the text between the two calls; then it is read again.
      while true {
        var (size, length) = (0, 0)
        guard td_window_clipboard(pointer, nil, 0, &size) == 0 else { return "" }
        let text = String(unsafeUninitializedCapacity: size) { bytes in
          let result = bytes.withMemoryRebound(to: CChar.self) { td_window_clipboard(pointer, $0.baseAddress, $0.count, &length) }
          return result == 0 ? min(length, size) : 0
        }
        if length == size { return text }
      }
    }
  }

  /// Whether the desktop has a text that is longer than ``limit``.
  public var isTooLong: Bool {
    window.withLock { window in
      var size = 0
      return window.pointer.map { td_window_clipboard($0, nil, 0, &size) == EFBIG } ?? false
    }
  }

  /// Gives a text to the desktop. Returns whether it has room for it: at most ``limit`` bytes without zeros.
  @discardableResult
  public func copy(_ text: String) -> Bool {
    window.withLock { window in
      guard let pointer = window.pointer, !text.utf8.contains(0) else { return false }
      return td_window_set_clipboard(pointer, text) == 0
    }
  }
}
