public import Tessera

/// Per-node state outside the value: the video, and the visibility of the controls. Any thread.
public final class VideoPlayerStorage: NodeStorage {
  let hiding = Locked(ControlsHiding())
  private let nodes = Locked(Nodes())
  private let isPlaying = Locked<Bool?>(nil)

  private struct Nodes: Sendable {
    weak var player: Node<VideoPlayer>?
    weak var video: VideoNode?
  }

  /// Creates the storage of a player that was not shown yet.
  public init() {}

  var player: Node<VideoPlayer>? { nodes.withLock { $0.player } }
  var video: VideoNode? { nodes.withLock { $0.video } }

  /// Keeps the program's wish. Returns whether there was another one.
  func isOther(isPlaying new: Bool) -> Bool {
    isPlaying.withLock { old in
      defer { old = new }
      return old.map { $0 != new } ?? false
    }
  }

  func attach(_ player: Node<VideoPlayer>) { nodes.withLock { $0.player = player } }
  func attach(_ video: VideoNode) { nodes.withLock { $0.video = video } }
}

/// Decision whether controls are shown. A value; times in seconds of the stage.
struct ControlsHiding: Sendable, Hashable {
  private var isUsed = true
  private var isDismissed = false
  private var lastUse: Double?
  private var wasPlaying = false

  /// The user touched the player, pressed a key or turned an encoder.
  mutating func use() { (isUsed, isDismissed) = (true, false) }

  /// The user dismissed the controls.
  mutating func dismiss() { (isUsed, isDismissed) = (false, true) }

  /// Decides at a time. Returns the seconds until the next decision, nil if only a use changes it.
  mutating func advance(to time: Double, after limit: Double, isPlaying: Bool) -> (isShown: Bool, delay: Double?) {
    if isUsed || (isPlaying && !wasPlaying) { lastUse = time }
    // The end of a video shows the controls.
    if !isPlaying, wasPlaying { isDismissed = false }
    (isUsed, wasPlaying) = (false, isPlaying)
    if isDismissed { return (false, nil) }
    guard isPlaying, limit > 0, limit.isFinite else { return (true, nil) }
    let left = (lastUse ?? time) + limit - time
    return left > 1e-6 ? (true, left) : (false, nil)
  }
}
