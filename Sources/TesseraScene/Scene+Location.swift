extension Scene {
  /// Whether an asset is on the network rather than a file: its location begins with http:// or https://, case-insensitive.
  ///
  /// - Parameter location: Value of an attribute of kind asset.
  public static func isURL(_ location: String) -> Bool {
    if case .url = AssetLocation(location, in: "") { true } else { false }
  }
}
