public import Tessera
internal import TesseraGeometry
internal import TesseraRender

extension Screen: PropertyAdjustingType {
  /// Default background of a sheet: `raised` of the theme.
  static let sheetBackground = Paint.theme(.raised)

  /// Gives a sheet or cover without a background the theme's. A sheet then also has round upper corners, unless the program rounds corners.
  public func adjust(_ properties: inout NodeProperties, storage: ScreenStorage, in environment: EnvironmentValues) {
    guard presentation != .page, properties.background == nil else { return }
    guard presentation == .sheet else { return properties.background = .theme(.ground) }
    properties.background = Self.sheetBackground
    guard properties.cornerRadii.isZero else { return }
    let radius = environment.theme[.radius5]
    properties.cornerRadii = CornerRadii(topLeft: radius, topRight: radius, bottomRight: 0, bottomLeft: 0)
  }
}
