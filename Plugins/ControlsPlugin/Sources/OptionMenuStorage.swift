internal import Tessera

/// Highlight and scroll position of a menu of options. Any thread.
final class OptionMenuStorage: NodeStorage {
  struct State: Sendable {
    /// Highlighted option, by keys or a pointer.
    var highlighted: Int?
    /// Option under a finger.
    var pressed: Int?
    /// Scroll position; nil until the user scrolls: the highlighted or chosen option is in the middle then.
    var scroll: RowScroll?
  }

  let state = Locked(State())

  /// Creates the state of an untouched menu.
  init() {}
}
