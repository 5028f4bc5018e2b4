package import Tessera

/// Highlight and scroll position of a menu of options. Any thread.
package final class OptionMenuStorage: NodeStorage {
  package struct State: Sendable {
    /// Highlighted row, by keys or a pointer.
    package var highlighted: Int?
    /// Press of a finger.
    var interaction = InteractionState()
    /// Row under that finger.
    var pressed: Int?
    /// Letters that the titles of the shown options contain.
    var filter = ""
    /// Indices of the shown options; nil means all.
    var shown: [Int]?
    /// Scroll position; nil until the user scrolls: the highlighted or chosen option is in the middle then.
    var scroll: RowScroll?
  }

  package let state = Locked(State())

  /// Creates the state of an untouched menu.
  package init() {}
}
