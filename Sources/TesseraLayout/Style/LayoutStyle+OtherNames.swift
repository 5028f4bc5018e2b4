// Names of CSS and scene files that have another name in Swift. The compiler replaces them.

extension LayoutStyle {
  /// Renamed: ``direction``.
  @available(*, unavailable, renamed: "direction")
  public var flexDirection: FlexDirection {
    get { direction }
    set { direction = newValue }
  }

  /// Renamed: ``wrap``.
  @available(*, unavailable, renamed: "wrap")
  public var flexWrap: FlexWrap {
    get { wrap }
    set { wrap = newValue }
  }
}
