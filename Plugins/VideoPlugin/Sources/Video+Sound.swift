internal import Tessera
internal import TesseraVideo
#if Sound
  internal import TesseraSound
#endif

/// Sound of a node: the track that plays, or is being opened.
struct VideoSoundSlot: Sendable {
  /// Sound of the session of a live stream.
  var live: LiveSoundtrack?
  #if Sound
    /// Output instead of that of the process, for tests.
    var output: SoundOutput?
    /// Start that was requested last, and its track once it is open.
    var start: VideoPlayback.SoundStart?
    var track: VideoSoundtrack?
    /// Whether a worker opens or fills the track.
    var isBusy = false
    var hasFailed = false
  #endif
}

extension Node where Value == Video {
  #if Sound
    /// Output of the node's sound.
    var soundOutput: SoundOutput { storage.sound.withLock { $0.output } ?? .shared }
  #endif

  /// Whether there is an output for sound.
  var hasSoundOutput: Bool {
    #if Sound
      return !soundOutput.isSilent
    #else
      return false
    #endif
  }

  /// Returns the sound of a session of a live stream.
  func makeLiveSoundtrack() -> LiveSoundtrack {
    #if Sound
      return LiveSoundtrack(volume: value.limitedVolume, output: soundOutput)
    #else
      return LiveSoundtrack()
    #endif
  }

  /// State of the sound for the next decision.
  var heardSound: VideoPlayback.Sound {
    #if Sound
      let (start, track, hasFailed) = storage.sound.withLock { ($0.start, $0.track, $0.hasFailed) }
      guard start != nil, !hasFailed else { return .none }
      return track?.heard ?? .pending
    #else
      return .none
    #endif
  }

  /// Starts, continues or ends the sound as a tick decided.
  func updateSound(_ step: VideoPlayback.Step, volume: Double) {
    #if Sound
      let wanted = hasSoundOutput ? step.sound : nil
      let (old, track) = storage.sound.withLock { slot -> (VideoSoundtrack?, VideoSoundtrack?) in
        if let wanted, let start = slot.start, wanted.isSame(as: start) { return (nil, slot.track) }
        let old = slot.track
        (slot.start, slot.track, slot.hasFailed) = (wanted, nil, false)
        return (old, nil)
      }
      old?.stop()
      track?.setRunning(step.runsSound)
      track?.setVolume(volume)
      guard let wanted, track?.wantsFilling ?? true else { return }
      fillSound(wanted, volume)
    #endif
  }

  /// Whether the open file or stream has a sound track, and there is an output for it.
  var hasSound: Bool {
    #if Sound
      let info = value.liveTarget == nil ? storage.playback.withLock { $0.info } : storage.live.withLock { $0.info }
      return hasSoundOutput && (info?.audioTrackCount ?? 0) > 0
    #else
      return false
    #endif
  }

  /// Ends the sound of a node that is not visible any more.
  func stopSound() {
    stopLiveSound()
    #if Sound
      let old = storage.sound.withLock { slot in
        defer { (slot.start, slot.track) = (nil, nil) }
        return slot.track
      }
      old?.stop()
    #endif
  }

  /// Ends the sound of a live stream whose session ends.
  func stopLiveSound() {
    let old = storage.sound.withLock { slot in
      defer { slot.live = nil }
      return slot.live
    }
    old?.stop()
  }

  #if Sound
    /// Opens the track if needed, and decodes, away from the loop.
    private func fillSound(_ start: VideoPlayback.SoundStart, _ volume: Double) {
      let begins = storage.sound.withLock { slot in
        guard !slot.isBusy, !slot.hasFailed else { return false }
        slot.isBusy = true
        return true
      }
      guard begins else { return }
      let (storage, output) = (storage, soundOutput)
      let isQueued = performReading(of: start.path) { [weak self] in
        let known = storage.sound.withLock { $0.track }
        do throws(VideoFileError) {
          let track: VideoSoundtrack
          if let known {
            track = known
          } else {
            track = try VideoSoundtrack(start, volume: volume, output: output, opener: storage.opener.withLock { $0 })
          }
          let (loops, length) = (self?.value.loops ?? false, storage.playback.withLock { $0.feed?.decodedEnd })
          track.fill(loops: loops, length: length)
          let isWanted = storage.sound.withLock { slot in
            slot.isBusy = false
            guard slot.start.map({ $0.isSame(as: track.start) }) == true else { return false }
            slot.track = track
            return true
          }
          if !isWanted { track.stop() }
        } catch {
          // The picture plays without sound.
          storage.sound.withLock { slot in
            slot.isBusy = false
            if slot.start.map({ $0.isSame(as: start) }) == true { slot.hasFailed = true }
          }
        }
        if known == nil { self?.requestTick(after: 0) }
      }
      if !isQueued { storage.sound.withLock { $0.isBusy = false } }
    }
  #endif
}
