public import Tessera
public import TesseraGeometry

// Members of ``VideoFrame`` as modifiers.
extension TypedElement where ElementType == VideoFrame {
  /// Newest pushed frame; takes precedence over `source`. Push with `Node.push(_:)`, so that an older frame never replaces a
  /// newer one.
  public func picture(_ picture: VideoPicture?) -> Self { with { $0.picture = picture } }
  /// Y4M file that plays if no frame was pushed.
  public func source(_ source: String?) -> Self { with { $0.source = source } }
  /// Placement of the frame in the box.
  public func contentMode(_ contentMode: ContentMode) -> Self { with { $0.contentMode = contentMode } }
  /// Point of the frame that is aligned with the same point of the box, as fractions of width and height.
  public func focus(_ focus: Point) -> Self { with { $0.focus = focus } }
  /// Whether the file plays while the node is visible. To change it on a visible node, use `Node.play()` and
  /// `Node.pause()`, which also start the clock.
  public func playing(_ isPlaying: Bool = true) -> Self { with { $0.isPlaying = isPlaying } }
  /// Whether the file restarts after its last frame.
  public func loops(_ loops: Bool = true) -> Self { with { $0.loops = loops } }
  /// First frame shown of the file.
  public func startFrame(_ startFrame: Int) -> Self { with { $0.startFrame = startFrame } }
  /// Overrides the matrix of the frame. Y4M files do not specify one and count as BT.601.
  public func matrix(_ matrix: VideoMatrix?) -> Self { with { $0.matrix = matrix } }
  /// Overrides the range of the frame.
  public func range(_ range: VideoRange?) -> Self { with { $0.range = range } }
}

// Modifiers with the names of attributes in scenes, for members that have another name in Swift.
extension TypedElement where ElementType == VideoFrame {
  /// Whether the file restarts after its last frame.
  public func loop(_ loops: Bool = true) -> Self { with { $0.loops = loops } }
  /// First frame that is shown, from 0.
  public func frame(_ frame: Int) -> Self { with { $0.startFrame = frame } }
}
