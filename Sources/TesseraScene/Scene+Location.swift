extension Scene {
  /// Whether an asset lies on the network rather than among files: it begins with http:// or https://, in letters of any case.
  ///
  /// - Parameter location: What an attribute of kind asset says.
  public static func isURL(_ location: String) -> Bool {
    if case .url = AssetLocation(location, in: "") { true } else { false }
  }
}
