public import Tessera

/// Per-node state outside the value: the playback position of the file. Any thread.
public final class VideoFrameStorage: NodeStorage {
  private struct State: Sendable {
    /// File that `playback` belongs to.
    var source: String?
    var playback = Playback()
  }

  private let state = Locked(State())

  /// Creates the storage of a node that has played nothing yet.
  public init() {}

  /// Returns the current frame of the file; nil before the start.
  func position(in source: String) -> Int? { state.withLock { $0.source == source ? $0.playback.position : nil } }

  /// Changes the playback state; a different file resets it. Returns the result of `change`, and whether the current frame has changed.
  fileprivate func update<R>(of source: String?, _ change: (inout Playback) -> R) -> (result: R, isOther: Bool) {
    state.withLock { state in
      if state.source != source { state = State(source: source) }
      let before = state.playback.position
      let result = change(&state.playback)
      return (result, before != state.playback.position)
    }
  }
}

extension Node where Value == VideoFrame {
  /// Changes the value together with its playback state; redraws if the current frame has changed. `change` must not access this node. Any
  /// thread.
  @discardableResult
  func updatePlayback<R>(_ change: (inout VideoFrame, inout Playback) -> R) -> R {
    let storage = storage
    let (result, isOther) = updateHoldingLock { value in storage.update(of: value.source) { change(&value, &$0) } }
    if isOther { setNeedsDisplay() }
    return result
  }
}
