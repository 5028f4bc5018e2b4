/// Stage whose loop runs animations: it is woken for each request. Any thread.
protocol AnimationHost: AnyObject, Sendable {
  /// Wakes the loop without a message.
  func wakeLoop()
  /// Adds a transition whose changes are about to begin.
  func begin(_ handle: TransitionHandle)
  /// Marks the changes of a transition as complete.
  func transitionDidClose(_ handle: TransitionHandle)
}
