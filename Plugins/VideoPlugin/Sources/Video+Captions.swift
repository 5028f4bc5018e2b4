internal import Tessera
internal import TesseraGeometry
internal import TesseraRender
internal import TesseraSubtitles
internal import TesseraVideo

/// Subtitles of a node: the file that is read, its cues, and their last layout.
struct CaptionSlot: Sendable {
  /// File that was requested last.
  var path: String?
  var timeline: CaptionTimeline?
  private var layout: (active: [Int], area: Rect, lower: Double, made: CaptionLayout)?

  /// Returns the layout of the cues that are shown now; nil for none.
  mutating func captions(in area: Rect, lower: Double) -> CaptionLayout? {
    guard let timeline, !timeline.active.isEmpty, !area.isEmpty else { return nil }
    if let layout, layout.active == timeline.active, layout.area == area, layout.lower == lower { return layout.made }
    let made = CaptionLayout(timeline.active.map { timeline.cues[$0] }, in: area, lower: lower)
    layout = (timeline.active, area, lower, made)
    return made
  }
}

extension Node where Value == Video {
  /// Reads another file if the attribute has changed, and selects the cues of a position. Returns whether the picture changes, and the seconds
  /// of the video until it changes next.
  func updateCaptions(to position: Double) -> (draws: Bool, delay: Double?) {
    let wanted = value.showsSubtitles ? value.subtitles : nil
    let (reads, draws, delay) = storage.captions.withLock { slot -> (Bool, Bool, Double?) in
      if slot.path != wanted {
        let isShown = slot.timeline?.active.isEmpty == false
        slot = CaptionSlot()
        slot.path = wanted
        return (wanted != nil, isShown, nil)
      }
      let changes = slot.timeline?.advance(to: position) ?? false
      return (false, changes, slot.timeline?.delay(after: position))
    }
    if reads, let wanted { readCaptions(wanted) }
    return (draws, delay)
  }

  /// Reads a file away from the loop.
  private func readCaptions(_ path: String) {
    let storage = storage
    let isQueued = performReading(of: path) { [weak self] in
      let result = Self.cues(of: path, storage.opener.withLock { $0 })
      if case .failure(let reason) = result { self?.send(Video.failed, "cannot show subtitles \(path): \(reason.text)") }
      storage.captions.withLock { slot in
        guard slot.path == path, case .success(let cues) = result else { return }
        slot.timeline = CaptionTimeline(cues)
      }
      self?.requestTick(after: 0)
    }
    // The next tick tries again.
    if !isQueued { storage.captions.withLock { $0.path = nil } }
  }

  private struct Reason: Error {
    let text: String
  }

  private static func cues(of path: String, _ opener: VideoOpener) -> Result<[Cue], Reason> {
    do {
      let input = try opener.open(path)
      guard input.byteCount <= SubtitleTrack.maximumSize else { throw SubtitleError.tooLarge(bytes: input.byteCount) }
      let bytes = [UInt8](unsafeUninitializedCapacity: input.byteCount) { buffer, count in
        // At most as many bytes as the buffer has.
        count = max(0, input.read(at: 0, into: UnsafeMutableRawBufferPointer(buffer)))
      }
      return .success(try SubtitleTrack(reading: bytes).cues)
    } catch let error as VideoFileError {
      if case .unreadable(_, let reason) = error { return .failure(Reason(text: reason)) }
      return .failure(Reason(text: error.description))
    } catch {
      return .failure(Reason(text: "\(error)"))
    }
  }
}
