/// External event source for a stage's loop: an input device, a display, signals. Used on the loop only.
///
/// A stage with sources still sleeps in a single wait, without a timer unless a source has a deadline.
public protocol EventSource: AnyObject {
  /// File descriptor that is readable while there is work; -1 means none. It must not change while the source is attached; a source with
  /// many files provides an epoll file. The source must read it completely, because a file that stays readable keeps the loop awake.
  var descriptor: Int32 { get }
  /// Time of the next call if nothing is readable, seconds of the stage's clock; nil means none. Without a default, since
  /// a default would silently replace a member of type `Double`.
  var deadline: Double? { get }
  /// Processes pending work. Called in an iteration of the loop before events are delivered to nodes; events sent with ``Stage/send(_:)``
  /// belong to the same iteration. It must not block, nor call ``Stage/frame()``.
  func serve(_ stage: Stage)
}
