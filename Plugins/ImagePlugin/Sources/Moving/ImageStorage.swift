public import Tessera
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

/// What an image node keeps beside its value: what it loads, and where a moving picture stands. Any thread.
public final class ImageStorage: NodeStorage {
  /// What is known of the picture that the node shows.
  enum Motion: Sendable {
    /// Nothing, or that it does not move.
    case still
    /// It may move; nobody has looked.
    case unknown
    /// A worker is looking.
    case opening
    case moving(FrameTrack)
  }

  struct State: Sendable {
    var source: ImageSource?
    var stamp: FileStamp?
    var motion = Motion.still
    /// Pixels that the frames of a vector picture should have, and those that were asked for last; nil: as the file says.
    var size: FrameSize?
    var sizeAsked: FrameSize?
    /// The same frames at the size asked for, of which the next tick makes use.
    var resized: FrameTrack?
    /// Whether the shot has another size than the frames of the track.
    var isStale = false
    var playback = PicturePlayback()
    /// Whether the node is one of those for which the track is decoded ahead.
    var hasJoined = false
    /// Where a seek leads while the file is not open.
    var seek: SeekTarget?
    /// The frame that is to be drawn; nil: the cover.
    var shot: FrameTrack.Shot?
    /// Whether a frame is to be shown although nothing plays: after a seek.
    var wantsFrame = false
    /// The frame that a worker decodes for this node, and whether it is waited for.
    var decoding: Int?
    var isLate = false
    var isVisible = false
    var reducesMotion = false
    /// The frame of the last draw, and the one that was told to be shown.
    var drawn: DrawnFrame?
    var told: Int?
    var draws: UInt64 = 0
    /// Raised with every other picture.
    var pictures: UInt64 = 0
  }

  /// A place to seek to.
  enum SeekTarget: Sendable {
    case frame(Int)
    case time(Double)
  }

  /// What a draw drew.
  struct DrawnFrame: Sendable {
    var id: UInt64
    var frame: Int
    var track: ObjectIdentifier
    var image: Image
    var pixels: PixelRect
    /// Of the frame itself.
    var size: FrameSize
  }

  let state = Locked(State())
  #if Network
    let loads = ImageLoads()
  #endif

  /// Makes that of a node that has shown nothing yet.
  public init() {}

  /// Notes what a draw is about to show. Returns the frame to be drawn; nil: the cover.
  func noteDraw(
    _ source: ImageSource, stamp: FileStamp?, mayMove: Bool, size: FrameSize?, reducesMotion: Bool
  ) -> (FrameTrack, FrameTrack.Shot)? {
    state.withLock { state in
      state.reducesMotion = reducesMotion
      if state.source != source || state.stamp != stamp {
        if state.hasJoined, case .moving(let track) = state.motion { track.leave() }
        // From its scans to the whole it is one picture.
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

  /// Tells the picture that is drawn from those before.
  var pictureNumber: UInt64 { state.withLock { $0.pictures } }

  /// Says of a draw of a frame how it differs from the one before.
  ///
  /// - Parameters:
  ///   - image: the value drawn, but for how it plays.
  ///   - pixels: where the picture lies, device pixels.
  ///   - area: the part of the box that changes where a part of the picture does; nil: all.
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
