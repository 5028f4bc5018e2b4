#if Window
  internal import TesseraDevices
  internal import TesseraKit

  /// Clipboard of text nodes that is the desktop's. Any thread.
  struct DesktopClipboard: ClipboardStore {
    private let window: WindowClipboard
    private let say: Once

    /// - Parameters:
    ///   - window: Clipboard of the window.
    ///   - message: Gets a message about a text that is too long.
    init(_ window: WindowClipboard, _ message: @escaping @Sendable (String) -> Void) { (self.window, say) = (window, Once(message)) }

    func read() -> String {
      if window.isTooLong {
        say("warning: the text of the desktop's clipboard has more than \(WindowClipboard.limit >> 20) MiB and is not pasted")
      }
      return window.text
    }

    func write(_ string: String) {
      if !window.copy(string) { say("warning: a text of more than \(WindowClipboard.limit >> 20) MiB is not copied") }
    }
  }
#endif
