internal import TesseraGeometry

/// What the header of a picture says.
public struct PictureHeader: Sendable, Hashable {
  /// How the file is encoded.
  public var format: PictureFormat
  /// Width in pixels, as shown: after the orientation that the file notes. Vector pictures: their own size in CSS pixels, rounded.
  public var width: Int
  /// Height in pixels, as shown.
  public var height: Int
  /// EXIF orientation, 1...8; 1: as stored. ``PictureCodecs`` turns what a codec decodes.
  public var orientation: Int
  /// Whether no pixel can have alpha below 1.
  public var isOpaque: Bool
  /// Whether the file may hold more than one frame; `PictureCodecs.frames(of:)` tells how many.
  public var mayMove = false
  /// Whether the picture has no pixels of its own and is drawn at any size.
  public var isVector = false
  /// Whether its codec draws it in the tint of a request; the colours of others are replaced.
  public var drawsTint = false
  /// Name of the embedded colour profile; nil: none, and colours are sRGB.
  public var profile: String?

  /// Makes a header of a picture of `width` x `height` pixels as shown.
  public init(format: PictureFormat, width: Int, height: Int, orientation: Int = 1, isOpaque: Bool) {
    self.format = format
    self.width = width
    self.height = height
    self.orientation = orientation
    self.isOpaque = isOpaque
  }

  /// Width in pixels before the orientation is applied.
  public var storedWidth: Int { isTurned ? height : width }
  /// Height in pixels before the orientation is applied.
  public var storedHeight: Int { isTurned ? width : height }
  /// Returns a part of the picture as shown in the pixels that are stored.
  func stored(_ part: PixelRect) -> PixelRect {
    let (left, top) = (part.x, part.y), (right, bottom) = (width - part.maxX, height - part.maxY)
    let (x, y) =
      switch orientation {
      case 2: (right, top)
      case 3: (right, bottom)
      case 4: (left, bottom)
      case 5: (top, left)
      case 6: (top, right)
      case 7: (bottom, right)
      case 8: (bottom, left)
      default: (left, top)
      }
    return PixelRect(x: x, y: y, width: isTurned ? part.height : part.width, height: isTurned ? part.width : part.height)
  }

  /// Whether the orientation swaps width and height.
  public var isTurned: Bool { orientation >= 5 }
}
