public import TesseraGeometry

/// Frames of all boxes of a tree, in logical units, unrounded.
///
/// Use `snapped(scale:)` for device pixels.
public struct LayoutResult: Sendable {
  /// Border box of each box by index (document order, parents first), relative to the border box of the nearest ancestor with a box.
  ///
  /// The root's origin is relative to the available space. The frame is the empty rectangle at the origin for boxes with `display: contents`,
  /// and for boxes with `display: none` and their descendants.
  public let frames: [Rect]
  /// Parent index of each box; -1 for the root.
  public let parent: [Int32]
  /// Index of the box that each frame is relative to: the nearest ancestor without `display: contents`; -1 for the root.
  public let frameParent: [Int32]
  /// First baseline of the root, from its top; nil if it has none or baselines were not requested.
  public let firstBaseline: Double?
  /// Last baseline of the root, from its top; nil if it has none or baselines were not requested.
  public let lastBaseline: Double?
  /// Number of leaf measurements.
  public let measureCount: Int
  /// Key of each box.
  public let keys: [LayoutKey?]
  private let indexByKey: [LayoutKey: Int32]

  init(
    frames: [Rect], parent: [Int32], frameParent: [Int32], firstBaseline: Double?, lastBaseline: Double?, measureCount: Int,
    keys: [LayoutKey?], hasKeys: Bool
  ) {
    self.frames = frames
    self.parent = parent
    self.frameParent = frameParent
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
    self.measureCount = measureCount
    self.keys = keys
    var index: [LayoutKey: Int32] = [:]
    for i in 0..<(hasKeys ? keys.count : 0) {
      if let key = keys[i], index[key] == nil { index[key] = Int32(i) }
    }
    indexByKey = index
  }

  /// Size of the root's border box; zero for an empty tree.
  public var size: Size { frames.first?.size ?? .zero }

  /// Returns the index of the first box with `key`.
  public func index(of key: LayoutKey) -> Int? { indexByKey[key].map(Int.init) }

  /// Returns the frame of the first box with `key`, relative to its parent.
  public func frame(of key: LayoutKey) -> Rect? { index(of: key).map { frames[$0] } }

  /// Every frame relative to the available space of the root.
  public var absoluteFrames: [Rect] {
    var out = frames
    for i in out.indices {
      let p = Int(frameParent[i])
      if p >= 0 { out[i].origin = out[p].origin + frames[i].origin }
    }
    return out
  }

  /// Returns every frame in device pixels, absolute.
  ///
  /// This is the only rounding policy. Each edge of the absolute frame is rounded to the nearest device pixel (halves up), so adjacent boxes stay
  /// adjacent, with neither gap nor overlap. Sizes follow from the edges, so equal boxes may differ by a pixel.
  /// - Parameter scale: device pixels per logical unit.
  public func snapped(scale: Double) -> [PixelRect] { absoluteFrames.map { $0.snapped(scale: scale) } }

  /// Returns every frame in device pixels, relative to its parent's snapped frame.
  public func snappedRelative(scale: Double) -> [PixelRect] {
    let absolute = snapped(scale: scale)
    return absolute.indices.map { i in
      var r = absolute[i]
      let p = Int(frameParent[i])
      if p >= 0 {
        r.x -= absolute[p].x
        r.y -= absolute[p].y
      }
      return r
    }
  }
}
