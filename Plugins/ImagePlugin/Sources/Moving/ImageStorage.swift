public import Tessera
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

/// Per-node state outside the value: loads, and the playback of an animated image. Any thread.
public final class ImageStorage: NodeStorage {
  /// State of the shown picture's animation.
  enum Motion: Sendable {
    /// Still picture, or no picture.
    case still
    /// Possibly animated; not examined yet.
    case unknown
    /// Being examined by a worker.
    case opening
    case moving(FrameTrack)
  }

  struct State: Sendable {
    var source: ImageSource?
    var stamp: FileStamp?
    var motion = Motion.still
    /// Required size of the frames of a vector picture, and the last requested one; nil means the file's own.
    var size: FrameSize?
    var sizeAsked: FrameSize?
    /// The same frames at the requested size, which the next tick uses.
    var resized: FrameTrack?
    /// Whether the shot has another size than the frames of the track.
    var isStale = false
    var playback = PicturePlayback()
    /// Whether the node has joined the track.
    var hasJoined = false
    /// Target of a seek while the file is not open.
    var seek: SeekTarget?
    /// Frame to draw; nil means the poster frame.
    var shot: FrameTrack.Shot?
    /// Whether a frame must be shown although nothing plays, after a seek.
    var wantsFrame = false
    /// Frame that a worker decodes for this node, and whether it is overdue.
    var decoding: Int?
    var isLate = false
    var isVisible = false
    var reducesMotion = false
    /// Frame of the last draw, and the frame whose signal was sent.
    var drawn: DrawnFrame?
    var told: Int?
    var draws: UInt64 = 0
    /// Incremented with each new picture.
    var pictures: UInt64 = 0
  }

  /// Target of a seek.
  enum SeekTarget: Sendable {
    case frame(Int)
    case time(Double)
  }

  /// Result of a draw.
  struct DrawnFrame: Sendable {
    var id: UInt64
    var frame: Int
    var track: ObjectIdentifier
    var image: Image
    var pixels: PixelRect
    /// Size of the frame itself.
    var size: FrameSize
  }

  let state = Locked(State())
  #if Network
    let loads = ImageLoads()
  #endif

  /// Creates the storage of a node that has shown nothing yet.
  public init() {}

  /// Records the source of a draw. Returns the frame to draw; nil means the poster frame.
  func recordDraw(
    _ source: ImageSource, stamp: FileStamp?, mayMove: Bool, size: FrameSize?, reducesMotion: Bool
  ) -> (FrameTrack, FrameTrack.Shot)? {
    state.withLock { state in
      state.reducesMotion = reducesMotion
      if state.source != source || state.stamp != stamp {
        if state.hasJoined, case .moving(let track) = state.motion { track.leave() }
        // Its scans and the complete picture count as the same picture.
        let isSame = if case .url(let url)? = state.source, case .encoded(let whole) = source { whole.url == url } else { false }
        let (isVisible, seek) = (state.isVisible, state.source == nil ? state.seek : nil)
        state = State(
          source: source, stamp: stamp, motion: mayMove ? .unknown : .still, seek: seek, draws: state.draws,
          pictures: isSame ? state.pictures : state.pictures &+ 1)
        (state.isVisible, state.reducesMotion, state.wantsFrame) = (isVisible, reducesMotion, seek != nil)
      }
      state.size = size
      guard !reducesMotion, case .moving(let track) = state.motion, let shot = state.shot else { return nil }
      return (track, shot)
    }
  }

  /// Number that identifies the current picture.
  var pictureNumber: UInt64 { state.withLock { $0.pictures } }

  /// Returns the change of a drawn frame from the previous one.
  ///
  /// - Parameters:
  ///   - image: the drawn value, without its playback settings.
  ///   - pixels: placement of the picture in device pixels.
  ///   - area: maps a changed part of the picture to the changed part of the box; nil means all.
  func change(
    _ shot: FrameTrack.Shot, of track: FrameTrack, image: Image, pixels: PixelRect, area: (PixelRect) -> PixelRect?
  ) -> ContentChange {
    state.withLock { state in
      state.draws += 1
      let before = state.drawn
      state.drawn = DrawnFrame(
        id: state.draws, frame: shot.frame, track: ObjectIdentifier(track), image: image, pixels: pixels, size: shot.size)
      guard let before, before.track == ObjectIdentifier(track), before.pixels == pixels, before.image == image, before.size == shot.size,
        let change = track.change(from: before.frame, to: shot.frame), let part = area(change)
      else { return ContentChange(id: state.draws, base: .max, area: .zero) }
      return ContentChange(id: state.draws, base: before.id, area: part)
    }
  }
}
