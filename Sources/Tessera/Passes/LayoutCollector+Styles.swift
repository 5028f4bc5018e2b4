internal import TesseraLayout

// Styles of the own boxes of nodes.

extension LayoutCollector {
  /// Style of the content box inside a padded node's own box.
  static let contentStyle = LayoutStyle {
    $0.flexGrow = 1
    $0.minWidth = .points(0)
    $0.minHeight = .points(0)
  }

  /// Returns the style of the own box of a node of `kind`. It is the node's style; for a spec or for content in a separate box it also
  /// makes that fill the node.
  static func style(_ base: LayoutStyle, of kind: Kind) -> LayoutStyle {
    guard kind == .padded || kind == .manual || kind == .spec else { return base }
    var style = base
    style.direction = .row
    style.wrap = .noWrap
    style.alignItems = .stretch
    style.justifyContent = .start
    return style
  }
}
