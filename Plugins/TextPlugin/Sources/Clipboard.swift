internal import Tessera

/// Where copied text is kept: a program gives ``Clipboard/store`` one that reaches the clipboard of its system.
///
/// Any thread; called with no lock held.
public protocol ClipboardStore: Sendable {
  /// Returns what was copied last; empty: nothing.
  func read() -> String
  /// Keeps what was copied.
  func write(_ string: String)
}

/// Text that was copied or cut, shared by all text of the process.
///
/// Any thread.
public final class Clipboard: Sendable {
  /// The one that text and editable text nodes use.
  public static let shared = Clipboard()

  private struct Contents {
    var string = ""
    var store: (any ClipboardStore)?
  }
  private let held = Locked(Contents())

  /// Makes an empty clipboard of its own.
  public init() {}

  /// Where text is kept; nil, as from the start: in the process.
  public var store: (any ClipboardStore)? {
    get { held.withLock { $0.store } }
    set {
      // Let go of after the lock, as it may be the last that holds the store.
      let former = held.withLock { held in
        defer { held.store = newValue }
        return held.store
      }
      withExtendedLifetime(former) {}
    }
  }

  /// What was copied last; empty: nothing.
  public var string: String {
    get {
      let (string, store) = held.withLock { ($0.string, $0.store) }
      return store?.read() ?? string
    }
    set {
      if let store = self.store { return store.write(newValue) }
      held.withLock { $0.string = newValue }
    }
  }
}
