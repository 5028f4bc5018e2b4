public import Tessera

/// Per-node state outside the value: the open file, decoded frames and the clock. Any thread.
public final class VideoStorage: NodeStorage {
  let playback = Locked(VideoPlayback())
  let sound = Locked(VideoSoundSlot())
  let captions = Locked(CaptionSlot())
  let opener = Locked(VideoOpener())
  /// Last position that the attribute `position` has requested.
  let requested = Locked<Double?>(nil)

  /// Creates the storage of a node that has shown nothing yet.
  public init() {}
}
