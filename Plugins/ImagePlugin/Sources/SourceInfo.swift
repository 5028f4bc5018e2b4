internal import TesseraGeometry
internal import TesseraPictures

/// Properties of a source before it is decoded: its header, visible part and file stamp. A value.
struct SourceInfo: Sendable {
  var width: Int
  var height: Int
  var isOpaque: Bool
  /// Whether it is drawn at any size.
  var isVector = false
  /// Whether it is decoded in the tint.
  var drawsTint = false
  /// Whether it may have more than one frame.
  var mayMove = false
  /// Stamp of the file's content; nil for pictures in memory.
  var stamp: FileStamp?
  /// Visible part of the picture; nil means all.
  var part: PixelRect?

  init(width: Int, height: Int, isOpaque: Bool) { (self.width, self.height, self.isOpaque) = (width, height, isOpaque) }

  init(_ header: PictureHeader, stamp: FileStamp? = nil) {
    self.init(width: header.width, height: header.height, isOpaque: header.isOpaque)
    (mayMove, isVector, drawsTint, self.stamp) = (header.mayMove, header.isVector, header.drawsTint, stamp)
  }

  /// Returns the info of a part of the picture; nil if the part is empty.
  func cropped(by crop: ImageCrop?) -> SourceInfo? {
    guard let crop else { return self }
    guard let part = crop.part(width: width, height: height) else { return nil }
    var info = self
    (info.width, info.height, info.part) = (part.width, part.height, part)
    return info
  }

  /// Returns its own size in logical units.
  func logicalSize(_ imageScale: Double) -> Size {
    imageScale > 0 && imageScale.isFinite ? Size(Double(width) / imageScale, Double(height) / imageScale) : .zero
  }
}
