public import Tessera
public import TesseraGeometry
internal import TesseraRender

/// Shows the newest frame pushed by a camera or decoder, or plays a Y4M file.
///
/// Frames are converted on a worker at the size at which they are shown. The screen always shows one complete frame.
public struct VideoFrame: AccessibleType, LifecycleType, TickingType {
  /// Playback state of the file.
  public typealias Storage = VideoFrameStorage

  public static let typeName = "video-frame"
  public static let summary = "Video: frames pushed by the program, or a Y4M file."

  /// Newest pushed frame; takes precedence over ``source``. Push with ``Tessera/Node/push(_:)``, so that an older frame never replaces a
  /// newer one.
  public var picture: VideoPicture?
  /// Y4M file that plays if no frame was pushed.
  public var source: String?
  /// Placement of the frame in the box.
  public var contentMode = ContentMode.fit
  /// Point of the frame that is aligned with the same point of the box, as fractions of width and height.
  public var focus = Point(0.5, 0.5)
  /// Whether the file plays while the node is visible. To change it on a visible node, use ``Tessera/Node/play()`` and
  /// ``Tessera/Node/pause()``, which also start the clock.
  public var isPlaying = true
  /// Whether the file restarts after its last frame.
  public var loops = true
  /// First frame shown of the file.
  public var startFrame = 0
  /// Overrides the matrix of the frame. Y4M files do not specify one and count as BT.601.
  public var matrix: VideoMatrix?
  /// Overrides the range of the frame.
  public var range: VideoRange?

  /// Creates the value without a video.
  public init() {}

  /// Creates the value that plays a Y4M file.
  public init(source: String, contentMode: ContentMode = .fit) {
    self.source = source
    self.contentMode = contentMode
  }

  /// The accessibility label is set by the program.
  public static func semantics(of node: Node<Self>) -> NodeSemantics { NodeSemantics(.video) }

  /// By hand: a picture affects the layout only if it has another size.
  public static func invalidation(from old: Self, to new: Self) -> Invalidation {
    if old.source != new.source || old.picture?.width != new.picture?.width || old.picture?.height != new.picture?.height {
      return [.layout, .display]
    }
    var same = old
    same.isPlaying = new.isPlaying
    same.loops = new.loops
    return same == new ? [] : .display
  }

  /// Returns the frame's own size, shrunk in proportion if it exceeds the maximum. If one side is fixed, the other follows in proportion.
  /// Zero without a frame.
  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.proportional(ownSize ?? .zero)
  }

  /// Width and height in pixels, one to a logical unit. Opens the file.
  var ownSize: Size? {
    if let picture { return Size(Double(picture.width), Double(picture.height)) }
    guard let source, let header = (try? Y4MStore.shared.open(source))?.header else { return nil }
    return Size(Double(header.width), Double(header.height))
  }

  public static func interfaceStateDidChange(_ node: Node<Self>, from old: InterfaceState, to new: InterfaceState) {
    guard new == .visible else { return }
    let plays = node.updatePlayback { value, playback in
      playback.resume()
      return value.plays
    }
    if plays { node.requestTick(after: 0) }
  }

  /// Shows the frame that is due. Never accesses the file, which `draw` reads.
  public static func tick(_ node: Node<Self>, at time: Double) -> Double? {
    guard node.interfaceState == .visible else { return nil }
    let seen = node.frameTime?.presentation ?? time
    return node.updatePlayback { $0.advance(&$1, to: seen) }
  }

  var plays: Bool { isPlaying && picture == nil && source != nil }

  private func advance(_ playback: inout Playback, to time: Double) -> Double? {
    guard plays, let source, let known = Y4MStore.shared.known(source) else {
      if !plays { return nil }
      if playback.requested == nil { playback.requested = time }
      return 1.0 / 30  // a worker will open it soon
    }
    guard case .success(let file) = known else { return nil }
    return playback.advance(
      to: time, from: startFrame, of: file.frameCount, framesPerSecond: file.header.framesPerSecond, loops: loops)
  }
}

/// Node that shows video.
public typealias VideoFrameNode = Node<VideoFrame>

extension Node where Value == VideoFrame {
  /// Creates a node that plays a Y4M file while it is visible.
  public convenience init(source: String, contentMode: ContentMode = .fit) {
    self.init(VideoFrame(source: source, contentMode: contentMode))
  }

  /// Shows `picture` unless a newer one is already shown. Any thread, concurrently; returns immediately.
  public func push(_ picture: VideoPicture) {
    update { value in
      if let shown = value.picture, shown.order > picture.order { return }
      value.picture = picture
    }
  }

  /// Resumes the file from its current position. Any thread.
  public func play() {
    updatePlayback { value, playback in
      value.isPlaying = true
      playback.resume()
    }
    if interfaceState == .visible { requestTick(after: 0) }
  }

  /// Pauses at the current frame. Any thread.
  public func pause() { update { $0.isPlaying = false } }
}
