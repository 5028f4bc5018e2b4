/// Something outside of the tree that a stage's loop waits for: an input device, a display, signals. Used on the loop only.
///
/// A stage that has sources still sleeps in one wait, with no timer unless one of them names a deadline.
public protocol EventSource: AnyObject {
  /// A file that is readable while there is something to do; -1: there is none. The same for as long as the source is attached; a source
  /// of many files gives an epoll file. Reading it to its end is the source's to do: a file that stays readable keeps the loop awake.
  var descriptor: Int32 { get }
  /// Time of the next call if nothing is readable, seconds of the stage's clock; nil means none. Without a default, since
  /// a default would silently replace a member of type `Double`.
  var deadline: Double? { get }
  /// Does what there is to do; called in a turn of the loop, before events are given to nodes. What is sent with ``Stage/send(_:)`` belongs
  /// to the same turn. It must not wait, nor call ``Stage/frame()``.
  func serve(_ stage: Stage)
}
