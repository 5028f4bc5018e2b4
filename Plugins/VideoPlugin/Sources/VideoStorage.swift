public import Tessera
internal import TesseraVideo

/// Per-node state outside the value: the open file or the live session, pictures and the clock. Any thread.
public final class VideoStorage: NodeStorage {
  let playback = Locked(VideoPlayback())
  let sound = Locked(VideoSoundSlot())
  let captions = Locked(CaptionSlot())
  let opener = Locked(VideoOpener())
  /// Camera or live stream. Sessions that wait for room in its queue hold it, and not the storage.
  let live = Monitor(LivePlayback())
  /// Last position that the attribute `position` has requested.
  let requested = Locked<Double?>(nil)

  /// Creates the storage of a node that has shown nothing yet.
  public init() {}

  deinit {
    let session = live.withLock { $0.drop() }
    live.broadcast()
    session?.stop()
    // The session's thread may hold it longer.
    sound.withLock { $0.live }?.stop()
  }
}
