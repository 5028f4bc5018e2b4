internal import Tessera
internal import TesseraLayout

/// Distances that a table adds around the content of its rows. A value.
struct RowPadding: Sendable, Hashable {
  /// Whether the rows of the table have a height of the program, so that only the sides are padded.
  var isFixed = false
  /// Whether the content is a header or footer of a section: it has its own height, and its ground reaches the edges.
  var isEdge = false

  /// Returns whether the program left the distances of a row to its table.
  static func isBare(_ content: AnyNode) -> Bool {
    guard content.descriptor.traits.contains(.takesRowPadding) else { return false }
    let (style, properties) = (content.style, content.properties)
    return style.padding == .zero && style.height == .auto && style.minHeight == .auto && properties.background == nil
      && properties.border == nil
  }

  /// Returns the distance of the first words of a row from its start edge, logical units; nil if it is not known.
  static func textStart(of content: AnyNode, in environment: EnvironmentValues) -> Double? {
    let padding = content.style.padding
    if padding != .zero {
      guard case .points(let start) = padding.start ?? (environment.direction == .rtl ? padding.right : padding.left) else { return nil }
      return start
    }
    // Rows of other types have the margins of the theme.
    return isBare(content) || !content.descriptor.traits.contains(.takesRowPadding) ? environment.theme[.margin] : nil
  }

  /// Returns the content of a row with the margins and the minimum height of the theme, if the program gave it none.
  func around(_ content: AnyNode, in environment: EnvironmentValues) -> any LayoutElement {
    let theme = environment.theme
    if isEdge {
      guard content.descriptor.traits.contains(.takesRowPadding), content.style.padding == .zero else { return content }
      return (content as any LayoutElement).style {
        // Its text begins where that of the rows begins.
        $0.padding = LayoutEdges(horizontal: .points(theme[.margin]), vertical: .points($0.height == .auto ? theme[.space1] : 0))
        $0.boxSizing = .borderBox
      }
    }
    guard Self.isBare(content) else { return content }
    return Row(align: .center) {
      (content as any LayoutElement).style {
        $0.flexGrow = 1
        $0.flexShrink = 1
        $0.minWidth = .points(0)
      }
    }.style {
      $0.padding = LayoutEdges(horizontal: .points(theme[.margin]), vertical: .points(isFixed ? 0 : theme[.space2]))
      $0.boxSizing = .borderBox
      if !isFixed { $0.minHeight = .points(theme[.row]) }
    }
  }
}
