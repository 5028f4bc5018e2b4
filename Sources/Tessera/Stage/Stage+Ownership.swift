internal import CTesseraSystem

extension Stage {
  /// Stops debug builds if another thread owns the loop, whose state `entry` accesses.
  @inline(__always)
  func checkLoop(_ entry: StaticString = #function) {
    assert(ownership.access.isAllowed, ownership.access.message(entry, thread: ts_thread_id()))
  }

  /// Runs `body` with the loop owned by the calling thread. If another thread owns it, debug builds stop and others throw.
  func turning<Answer>(_ entry: StaticString = #function, _ body: () throws -> Answer) throws -> Answer {
    let found = ownership.acquire()
    defer { if found == .free { ownership.release() } }
    guard found.isAllowed else {
      let message = found.message(entry, thread: ts_thread_id())
      assertionFailure(message)
      throw StageError(activity: .layout, node: "", reason: message)
    }
    return try body()
  }
}
