internal import Tessera

/// Storage of copied text. Set ``Clipboard/store`` to one that accesses the system's clipboard.
///
/// Any thread; called with no lock held.
public protocol ClipboardStore: Sendable {
  /// Returns the last copied text; empty if nothing was copied.
  func read() -> String
  /// Stores copied text.
  func write(_ string: String)
}

/// Copied or cut text, shared by all text nodes of the process.
///
/// Any thread.
public final class Clipboard: Sendable {
  /// Clipboard of text and editable text nodes.
  public static let shared = Clipboard()

  private struct Contents {
    var string = ""
    var store: (any ClipboardStore)?
  }
  private let held = Locked(Contents())

  /// Creates an empty, separate clipboard.
  public init() {}

  /// Storage of the text; nil, the default, keeps it in the process.
  public var store: (any ClipboardStore)? {
    get { held.withLock { $0.store } }
    set {
      // Release the old store after the lock: this may be its last reference.
      let former = held.withLock { held in
        defer { held.store = newValue }
        return held.store
      }
      withExtendedLifetime(former) {}
    }
  }

  /// Last copied text; empty if nothing was copied.
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
