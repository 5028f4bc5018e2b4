public import TesseraPictures

extension PictureFormat {
  /// BMP, the bitmaps of Windows and OS/2.
  public static let bmp = PictureFormat(rawValue: "BMP")
  /// QOI, the "quite OK image format".
  public static let qoi = PictureFormat(rawValue: "QOI")
  /// PBM, PGM, PPM and PAM, the formats of netpbm.
  public static let pnm = PictureFormat(rawValue: "PNM")
  /// Icons of Windows.
  public static let ico = PictureFormat(rawValue: "ICO")
  /// Mouse pointers of Windows.
  public static let cur = PictureFormat(rawValue: "CUR")
}
