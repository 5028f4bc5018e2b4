public import TesseraLayout
public import TesseraRender

// Names of other frameworks. The compiler replaces them or names the way to write it here.

/// Renamed: ``Column``.
@available(*, unavailable, renamed: "Column")
public typealias VStack = Column
/// Renamed: ``Row``.
@available(*, unavailable, renamed: "Row")
public typealias HStack = Row
/// Renamed: ``Overlay``.
@available(*, unavailable, renamed: "Overlay")
public typealias ZStack = Overlay

extension Column {
  /// Renamed: `gap`.
  @available(*, unavailable, renamed: "init(gap:align:justify:_:)")
  public init(spacing: Dimension, align: ItemAlignment = .normal, @LayoutElementBuilder _ children: () -> [any LayoutElement]) {
    self.init(gap: spacing, align: align, children)
  }
}

extension Row {
  /// Renamed: `gap`.
  @available(*, unavailable, renamed: "init(gap:align:justify:_:)")
  public init(spacing: Dimension, align: ItemAlignment = .normal, @LayoutElementBuilder _ children: () -> [any LayoutElement]) {
    self.init(gap: spacing, align: align, children)
  }
}

extension NodeElement {
  /// Renamed: `color` of texts, `tint` of icons.
  @available(*, unavailable, message: "use 'color' of a text, 'tint' of an icon, or '.environment(\\.tint, …)' for everything below")
  public func foregroundColor(_ color: Color) -> Described { describing { _ in } }
  /// Renamed: `size`, `width`, `height`.
  @available(*, unavailable, message: "use 'size(_:_:)', 'width(_:)' or 'height(_:)'")
  public func frame(width: Double? = nil, height: Double? = nil) -> Described { describing { _ in } }
}
