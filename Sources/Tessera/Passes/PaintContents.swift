internal import TesseraGeometry
internal import TesseraRender

/// What the compositor paints as a node's content.
enum PaintContents: Sendable {
  /// Nothing.
  case none
  /// Nothing yet: it is still loading.
  case pending
  /// A finished buffer.
  case buffer(NodeContents)
  /// Drawn while compositing.
  case direct(DirectContents)

  var isPending: Bool { if case .pending = self { true } else { false } }

  /// The pixels that the content of a node covers when its box lies at `box`; nil where there is nothing.
  func rect(at box: PixelRect) -> PixelRect? {
    switch self {
    case .none, .pending: nil
    case .buffer(let contents): contents.rect(at: box)
    case .direct(let contents): contents.rect(at: box)
    }
  }
}

/// The finished content of a node. Nobody writes to the buffer any more.
final class NodeContents: @unchecked Sendable {
  // @unchecked: `buffer` was written by one draw job before this object was made, and is only read from then on; `change` and `fade` are set by that job, before
  // anybody else has the object.
  let buffer: PixelBuffer
  /// Its size: whoever wants to know that alone does not look into the buffer, which another processor has just written.
  private let width: Int
  private let height: Int
  /// Where the buffer lies relative to the top left pixel of the node's box.
  let offsetX: Int
  let offsetY: Int
  /// Colour of a coverage buffer.
  let tint: Color?
  /// Whether a coverage buffer has letters in it.
  let hasLetters: Bool
  let isOpaque: Bool
  /// Whether it shows the node's whole subtree.
  let showsSubtree: Bool
  /// Size of the box that it was drawn for, and whether it stays as large while the box is shown in another.
  let boxWidth: Int
  let boxHeight: Int
  let keepsSize: Bool
  /// All of the content, in pixels of the node's box, where the buffer has a part of it.
  let partOf: PixelRect?
  /// Pixels of the buffer for each pixel of the box, each way.
  let factor: Double
  /// How it differs from other content, where the type said so.
  var change: ContentChange?
  /// How it appears over other content, where the type said so.
  var fade: ContentFade?
  private let pool: BufferPool
  /// Whether others may have the buffer too, so that it is never used for anything else.
  private let isShared: Bool

  init(
    buffer: PixelBuffer, offsetX: Int, offsetY: Int, tint: Color?, hasLetters: Bool = false, isOpaque: Bool, showsSubtree: Bool,
    box: PixelRect, keepsSize: Bool,
    partOf: PixelRect? = nil, factor: Double = 1, pool: BufferPool, isShared: Bool = false
  ) {
    self.factor = factor
    self.hasLetters = hasLetters
    boxWidth = box.width
    boxHeight = box.height
    self.keepsSize = keepsSize
    self.buffer = buffer
    (width, height) = (buffer.width, buffer.height)
    self.offsetX = offsetX
    self.offsetY = offsetY
    self.tint = tint
    self.isOpaque = isOpaque
    self.showsSubtree = showsSubtree
    self.partOf = partOf
    self.pool = pool
    self.isShared = isShared
    if isShared { pool.noteShared(buffer) }
  }

  deinit { if isShared { pool.noteUnshared(buffer) } else { pool.give(buffer) } }

  /// Where it differs from the content that its node shows at `box`; nil: it may do so everywhere.
  func difference(from shown: PaintContents, at box: PixelRect) -> PixelRect? {
    guard case .buffer(let shown) = shown, let change, let base = shown.change, base.id == change.base, factor == 1, shown.factor == 1,
      tint == nil, shown.tint == nil, isOpaque == shown.isOpaque, partOf == shown.partOf, rect(at: box) == shown.rect(at: box),
      boxWidth == box.width, boxHeight == box.height, (shown.boxWidth, shown.boxHeight) == (boxWidth, boxHeight)
    else { return nil }
    return change.area.moved(box.x, box.y).intersection(rect(at: box))
  }

  /// The pixels covered when the node's box lies at `box`.
  func rect(at box: PixelRect) -> PixelRect {
    if factor == 1 { return PixelRect(x: box.x + offsetX, y: box.y + offsetY, width: width, height: height) }
    return exactRect(at: box).covering(scale: 1)
  }

  /// The same without rounding to whole pixels.
  func exactRect(at box: PixelRect) -> Rect {
    Rect(Double(box.x + offsetX), Double(box.y + offsetY), Double(width) / factor, Double(height) / factor)
  }
}
