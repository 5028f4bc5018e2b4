internal import TesseraGeometry

/// Parsed header of a picture.
public struct PictureHeader: Sendable, Hashable {
  /// File format.
  public var format: PictureFormat
  /// Width in pixels, with the orientation of the file applied. For vector pictures, the own width in CSS pixels, rounded.
  public var width: Int
  /// Height in pixels, orientation applied.
  public var height: Int
  /// EXIF orientation, 1...8; 1 means as stored. ``PictureCodecs`` applies it to the result of a codec.
  public var orientation: Int
  /// Whether all pixels have alpha 1.
  public var isOpaque: Bool
  /// Whether the file may have more than one frame; see `PictureCodecs.frames(of:)`.
  public var mayMove = false
  /// Whether the picture is a vector picture, which is drawn at any size.
  public var isVector = false
  /// Whether its codec draws it in the tint of a request. For other codecs the colours are replaced afterwards.
  public var drawsTint = false
  /// Name of the embedded colour profile; nil if there is none and colours are sRGB.
  public var profile: String?

  /// Creates a header of a picture of `width` x `height` pixels, orientation applied.
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
  /// Converts a part of the oriented picture to stored pixels.
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
