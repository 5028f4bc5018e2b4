internal import Tessera

/// Text that was copied or cut, shared by all text of the process.
///
/// Any thread.
public final class Clipboard: Sendable {
  /// The one that text and editable text nodes use.
  public static let shared = Clipboard()

  private let held = Locked("")

  /// Makes an empty clipboard of its own.
  public init() {}

  /// What was copied last; empty: nothing.
  public var string: String {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}
