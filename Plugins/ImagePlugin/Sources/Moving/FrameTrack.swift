internal import Tessera
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

/// Frames of one animated image, decoded once for all nodes that play it in sync. Any thread.
///
/// Keeps the current and the next frame, and a spare buffer. The following frame is decoded into the spare when no node shows it any
/// longer.
final class FrameTrack: Sendable {
  /// A decoded frame.
  struct Shot: Sendable {
    let frame: Int
    let pixels: PixelBuffer
  }

  let frames: any PictureFrames
  /// Name in error messages.
  let name: String
  private let state: Monitor<State>

  private static let keptShots = 2

  private struct State: Sendable {
    /// Decoded frames, newest last.
    var shots: [Shot] = []
    var spare: PixelBuffer?
    var reader: (any PictureFrameReader)?
    /// Last frame that the reader decoded, whose pixels are those of a shot.
    var readerFrame: Int?
    var isDecoding = false
    /// Difference of each frame from the previous one, if decoded.
    var changes: [PixelRect?]
    /// Number of nodes that play it together, and the time at which they started.
    var players = 0
    var origin = 0.0
  }

  private enum Step {
    case ready(Shot)
    case decode(reader: (any PictureFrameReader)?, after: Shot?, into: PixelBuffer?)
  }

  init(_ frames: any PictureFrames, name: String) {
    self.frames = frames
    self.name = name
    state = Monitor(State(changes: Array(repeating: nil, count: frames.delays.count)))
  }

  /// Returns a track of the same frames for a node that plays them at another time.
  func makeOther() -> FrameTrack { FrameTrack(frames, name: name) }

  /// Returns the frame if it is decoded.
  func shot(_ frame: Int) -> Shot? { state.withLock { $0.shots.last { $0.frame == frame } } }

  /// Returns the newest decoded frame after `shown` (nil means from the beginning) and before `frame`; nil if there is none.
  func newest(upTo frame: Int, after shown: Int?) -> Shot? {
    let count = frames.delays.count
    func distance(_ to: Int) -> Int { (to - (shown ?? 0) + count) % count }
    return state.withLock { state in
      state.shots.last { $0.frame != shown && distance($0.frame) < distance(frame) }
    }
  }

  /// Returns the area in which frame `to` differs from frame `from`; nil if it is unknown.
  func change(from: Int, to: Int) -> PixelRect? {
    if from == to { return .zero }
    guard from < to else { return nil }
    return state.withLock { state in
      var area = PixelRect.zero
      for frame in from + 1...to {
        guard let change = state.changes[frame] else { return nil }
        area = area.union(change)
      }
      return area
    }
  }

  /// Size of the decoded frames and of the compressed file in bytes.
  var byteCount: Int {
    state.withLock { state in
      (state.shots.map(\.pixels) + [state.spare].compactMap { $0 }).reduce(frames.byteCount) { $0 + $1.stride * $1.height }
    }
  }

  // MARK: Players

  /// Adds a node that is at `position` at `time`. Returns its new position. Returns nil if other nodes play the track at another time, so
  /// that the node needs its own track.
  func join(at time: Double, position: Double, isEndless: Bool) -> Double? {
    state.withLock { state in
      if state.players == 0 { state.origin = time - position }
      let shared = time - state.origin
      // A node at the beginning joins others that loop without end; any other must have their position.
      guard abs(shared - position) < 1e-3 || (position == 0 && isEndless && shared >= 0) else { return nil }
      state.players += 1
      return shared
    }
  }

  /// Removes a node that joined. Without players only the last decoded frame is kept.
  func leave() {
    state.withLock { state in
      state.players = max(0, state.players - 1)
      guard state.players == 0 else { return }
      state.spare = nil
      state.shots.removeFirst(max(0, state.shots.count - 1))
    }
  }

  // MARK: Decoding

  /// Returns the frame, decoded by this call or by a concurrent one. A worker.
  func decode(_ frame: Int, isCancelled: @escaping () -> Bool) throws(PictureError) -> Shot {
    let step = state.wait { state -> Step? in
      if let shot = state.shots.last(where: { $0.frame == frame }) { return .ready(shot) }
      guard !state.isDecoding else { return nil }
      state.isDecoding = true
      let before = state.readerFrame.flatMap { at in state.shots.last { $0.frame == at } }
      defer { state.spare = nil }
      return .decode(reader: state.reader, after: before, into: state.spare)
    }
    switch step {
    case .ready(let shot): return shot
    case .decode(let reader, let before, let spare):
      let result = Result { () throws(PictureError) in
        let known = reader != nil
        let reader = if let reader { reader } else { try frames.makeReader() }
        return try decode(frame, with: reader, after: known ? before : nil, into: spare, isCancelled)
      }
      finish(result)
      return try result.get().shot
    }
  }

  private typealias Decoded = (shot: Shot, reader: any PictureFrameReader, changes: [(frame: Int, area: PixelRect)])

  private func decode(
    _ frame: Int, with reader: any PictureFrameReader, after before: Shot?, into spare: consuming PixelBuffer?, _ isCancelled: () -> Bool
  ) throws(PictureError) -> Decoded {
    var buffer: PixelBuffer
    // A spare that is still displayed is not reused.
    if spare != nil, isKnownUniquelyReferenced(&spare) {
      buffer = spare!
    } else {
      buffer = try PictureRequest(width: frames.width, height: frames.height).makeBuffer(for: name)
    }
    var first = frames.start(for: frame)
    if let before, before.frame < frame, before.frame >= first {
      first = before.frame + 1
      buffer.put(before.pixels, x: 0, y: 0)
    }
    var changes: [(frame: Int, area: PixelRect)] = []
    for at in first...frame { changes.append((at, try reader.decode(at, into: buffer, isCancelled: isCancelled))) }
    return (Shot(frame: frame, pixels: buffer), reader, changes)
  }

  private func finish(_ result: Result<Decoded, PictureError>) {
    state.withLock { state in
      state.isDecoding = false
      switch result {
      case .success(let decoded):
        (state.reader, state.readerFrame) = (decoded.reader, decoded.shot.frame)
        for change in decoded.changes { state.changes[change.frame] = change.area }
        state.shots.append(decoded.shot)
        if state.shots.count > Self.keptShots { state.spare = state.shots.removeFirst().pixels }
      case .failure: (state.reader, state.readerFrame) = (nil, nil)
      }
      self.state.broadcast()
    }
  }
}
