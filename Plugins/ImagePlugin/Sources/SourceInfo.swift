internal import TesseraGeometry
internal import TesseraPictures

/// What is known of a source before it is decoded: what the header of its picture says, the part that is shown, the stamp of its file. A value.
struct SourceInfo: Sendable {
  var width: Int
  var height: Int
  var isOpaque: Bool
  /// Whether it is drawn at any size, in the tint where it says so.
  var isVector = false
  /// Whether it is decoded in the tint.
  var drawsTint = false
  /// Whether it may have more than one frame.
  var mayMove = false
  /// What tells the file's content from an earlier one; nil for what is in memory.
  var stamp: FileStamp?
  /// The part of the picture that is shown; nil: all of it.
  var part: PixelRect?

  init(width: Int, height: Int, isOpaque: Bool) { (self.width, self.height, self.isOpaque) = (width, height, isOpaque) }

  init(_ header: PictureHeader, stamp: FileStamp? = nil) {
    self.init(width: header.width, height: header.height, isOpaque: header.isOpaque)
    (mayMove, isVector, drawsTint, self.stamp) = (header.mayMove, header.isVector, header.drawsTint, stamp)
  }

  /// What is known of a part of the picture; nil where nothing is left of it.
  func cropped(by crop: ImageCrop?) -> SourceInfo? {
    guard let crop else { return self }
    guard let part = crop.part(width: width, height: height) else { return nil }
    var info = self
    (info.width, info.height, info.part) = (part.width, part.height, part)
    return info
  }

  /// Its own size, logical units.
  func logicalSize(_ imageScale: Double) -> Size {
    imageScale > 0 && imageScale.isFinite ? Size(Double(width) / imageScale, Double(height) / imageScale) : .zero
  }
}
