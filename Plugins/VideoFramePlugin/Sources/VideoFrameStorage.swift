public import Tessera

/// What a video node keeps beside its value: where the file stands that plays. Any thread.
public final class VideoFrameStorage: NodeStorage {
  private struct State: Sendable {
    /// The file that `playback` is of.
    var source: String?
    var playback = Playback()
  }

  private let state = Locked(State())

  /// Makes that of a node that has played nothing yet.
  public init() {}

  /// The frame shown of the file; nil: it has not begun.
  func position(in source: String) -> Int? { state.withLock { $0.source == source ? $0.playback.position : nil } }

  /// Changes where the file stands; another file than before has not begun. Returns what `change` returns, and whether another frame is shown.
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
  /// Changes the value with where its file stands; draws again where another frame is shown. `change` must not touch this node. Any thread.
  @discardableResult
  func updatePlayback<R>(_ change: (inout VideoFrame, inout Playback) -> R) -> R {
    let storage = storage
    let (result, isOther) = update { value in storage.update(of: value.source) { change(&value, &$0) } }
    if isOther { setNeedsDisplay() }
    return result
  }
}
