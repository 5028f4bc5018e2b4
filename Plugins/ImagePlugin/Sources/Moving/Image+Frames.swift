internal import Tessera
internal import TesseraPictures

// Frames of animated images: reading the file, and resizing vector pictures to the size at which they are shown.
extension Node where Value == Image {
  /// Reads the file of a picture that may be animated, and decodes its first frame. A worker.
  func open() {
    let (source, stamp, size) = storage.state.withLock { ($0.source, $0.stamp, $0.sizeAsked) }
    guard let source else { return }
    do throws(PictureError) {
      let track = try FrameTrackStore.shared.track(of: source, stamp: stamp, size: size)
      storage.state.withLock { state in
        guard state.source == source, state.stamp == stamp, case .opening = state.motion else { return }
        state.motion = track.map(ImageStorage.Motion.moving) ?? .still
      }
      if track != nil { requestTick(after: 0) }
    } catch {
      storage.state.withLock { if $0.source == source { $0.motion = .still } }
      report(.draw, error.description)
    }
  }

  /// Draws frames of another size from the next tick on. A worker.
  func resize(_ track: FrameTrack, to size: FrameSize) {
    let (source, stamp) = storage.state.withLock { ($0.source, $0.stamp) }
    guard let source else { return }
    do throws(PictureError) {
      guard let resized = try FrameTrackStore.shared.track(of: source, stamp: stamp, size: size, from: track.frames), resized !== track
      else { return }
      storage.state.withLock { state in
        guard state.source == source, state.stamp == stamp, case .moving(let current) = state.motion, current === track else { return }
        state.resized = resized
      }
      requestTick(after: 0)
    } catch {
      report(.draw, error.description)
    }
  }
}

extension ImageStorage.State {
  /// Switches to frames of another size, if there are any; they continue at the position of the others at `time`.
  mutating func adoptResized(at time: Double, of track: FrameTrack) -> FrameTrack? {
    guard let resized else { return nil }
    self.resized = nil
    if hasJoined { track.leave() }
    hasJoined = false
    if let origin = playback.origin { playback.start(at: time, from: max(0, time - origin)) }
    playback.stop()
    (motion, isStale, wantsFrame) = (.moving(resized), shot != nil, true)
    return resized
  }
}
