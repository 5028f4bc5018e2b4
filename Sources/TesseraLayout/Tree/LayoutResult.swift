public import TesseraGeometry

/// Where every box of a tree went.
///
/// Logical units, unrounded; device pixels come from `snapped(scale:)`.
public struct LayoutResult: Sendable {
  /// Border box of each box by index (document order, parents first), relative to the border box of the nearest ancestor that has a box.
  ///
  /// The root's origin is relative to the space it was laid out in. Boxes with `display: none` and everything below them, and boxes with
  /// `display: contents`, have the empty rectangle at the origin.
  public let frames: [Rect]
  /// Index of the parent of each box; -1 for the root.
  public let parent: [Int32]
  /// Index of the box that each frame is relative to: the parent, unless that is `display: contents`; -1 for the root.
  public let frameParent: [Int32]
  /// First baseline of the root, from its top; nil where it has none or nobody asked.
  public let firstBaseline: Double?
  /// Last baseline of the root, from its top; nil where it has none or nobody asked.
  public let lastBaseline: Double?
  /// How often leaves were asked for their size.
  public let measureCount: Int
  /// The key of each box.
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

  /// Size of the root's border box; nothing for an empty tree.
  public var size: Size { frames.first?.size ?? .zero }

  /// Returns the index of the first box with `key`.
  public func index(of key: LayoutKey) -> Int? { indexByKey[key].map(Int.init) }

  /// Returns the frame of the first box with `key`, relative to its parent.
  public func frame(of key: LayoutKey) -> Rect? { index(of: key).map { frames[$0] } }

  /// Returns every frame relative to the space that the root was laid out in.
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
  /// The one rounding policy: each edge of the absolute frame goes to the nearest device pixel (halves up), so that boxes that touch before
  /// touch after, with neither gap nor overlap. Sizes follow from the edges, so equal boxes may differ by a pixel.
  /// - Parameter scale: device pixels a logical unit.
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
