internal import TesseraGeometry
internal import TesseraRender

/// Painted content of a node.
enum PaintContents: Sendable {
  /// No content.
  case none
  /// No content yet: it is still loading.
  case pending
  /// A finished buffer.
  case buffer(NodeContents)
  /// Drawn during compositing.
  case direct(DirectContents)

  var isPending: Bool { if case .pending = self { true } else { false } }

  /// Returns the pixels that the content covers if the node's box is at `box`; nil if there are none.
  func rect(at box: PixelRect) -> PixelRect? {
    switch self {
    case .none, .pending: nil
    case .buffer(let contents): contents.rect(at: box)
    case .direct(let contents): contents.rect(at: box)
    }
  }
}

/// Finished content of a node. The buffer is not written any more.
final class NodeContents: @unchecked Sendable {
  // @unchecked: `picture` was written by one draw job before this object was made, and is only read from then on. `change` and `fade` are
  // set by that job, before others have the object.
  let picture: ContentPicture
  /// Size in pixels of the box, times the factor. Stored to avoid reading the buffer, which another processor has just written.
  let width: Int
  let height: Int
  /// Position of the picture relative to the top left pixel of the node's box.
  let offsetX: Int
  let offsetY: Int
  /// Colour of a coverage buffer.
  let tint: Color?
  /// Whether a coverage buffer contains text.
  let hasLetters: Bool
  let isOpaque: Bool
  /// Whether it contains the node's whole subtree.
  let showsSubtree: Bool
  /// Size of the box for which it was drawn, and whether it keeps its size if the box is shown in another size.
  let boxWidth: Int
  let boxHeight: Int
  let keepsSize: Bool
  /// Bounds of the whole content, in pixels of the node's box, if the buffer contains a part of it.
  let partOf: PixelRect?
  /// Pixels of the buffer for each pixel of the box, along each axis.
  let factor: Double
  /// Difference from other content, if the type provided it.
  var change: ContentChange?
  /// Fade over previous content, if the type provided it.
  var fade: ContentFade?
  private let pool: BufferPool
  /// Whether the buffer is shared, so that it is never reused.
  private let isShared: Bool

  init(
    picture: ContentPicture, offsetX: Int, offsetY: Int, size: (width: Int, height: Int)? = nil, tint: Color?, hasLetters: Bool = false,
    isOpaque: Bool, showsSubtree: Bool,
    box: PixelRect, keepsSize: Bool,
    partOf: PixelRect? = nil, factor: Double = 1, pool: BufferPool, isShared: Bool = false
  ) {
    self.factor = factor
    self.hasLetters = hasLetters
    boxWidth = box.width
    boxHeight = box.height
    self.keepsSize = keepsSize
    self.picture = picture
    (width, height) = size ?? picture.size
    self.offsetX = offsetX
    self.offsetY = offsetY
    self.tint = tint
    self.isOpaque = isOpaque
    self.showsSubtree = showsSubtree
    self.partOf = partOf
    self.pool = pool
    self.isShared = isShared
    if isShared { pool.recordShared(picture.byteCount) }
  }

  deinit {
    if isShared { pool.recordUnshared(picture.byteCount) } else if case .pixels(let buffer) = picture { pool.release(buffer) }
  }

  /// Draws the picture into a rectangle, scaled; with its own size and whole coordinates, pixel for pixel.
  func draw(in rect: Rect, of canvas: borrowing Canvas, quality: ImageQuality = .bilinear, opacity: Double, blend: BlendMode) {
    picture.draw(in: rect, of: canvas, quality: quality, opacity: opacity, tint: tint, blend: blend)
  }

  /// Returns the area in which it differs from the content that its node shows at `box`; nil means anywhere.
  func difference(from shown: PaintContents, at box: PixelRect) -> PixelRect? {
    guard case .buffer(let shown) = shown, let change, let base = shown.change, base.id == change.base, factor == 1, shown.factor == 1,
      tint == nil, shown.tint == nil, isOpaque == shown.isOpaque, partOf == shown.partOf, rect(at: box) == shown.rect(at: box),
      boxWidth == box.width, boxHeight == box.height, (shown.boxWidth, shown.boxHeight) == (boxWidth, boxHeight)
    else { return nil }
    return change.area.moved(box.x, box.y).intersection(rect(at: box))
  }

  /// Returns the covered pixels if the node's box is at `box`.
  func rect(at box: PixelRect) -> PixelRect {
    if factor == 1 { return PixelRect(x: box.x + offsetX, y: box.y + offsetY, width: width, height: height) }
    return exactRect(at: box).covering(scale: 1)
  }

  /// Like `rect(at:)`, without rounding to whole pixels.
  func exactRect(at box: PixelRect) -> Rect {
    Rect(Double(box.x + offsetX), Double(box.y + offsetY), Double(width) / factor, Double(height) / factor)
  }
}
