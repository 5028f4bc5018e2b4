public import Tessera
public import TesseraGeometry
public import TesseraRender

// Members of ``Table`` as modifiers.
extension TypedElement where ElementType == Table {
  /// Height of rows, logical units; nil, negative or NaN means that of their content. Fixed heights are cheaper, because no heights are
  /// estimated.
  public func rowHeight(_ rowHeight: Double?) -> Self { with { $0.rowHeight = rowHeight } }
  /// Height of rows that are not measured yet, logical units.
  public func estimatedRowHeight(_ estimatedRowHeight: Double) -> Self { with { $0.estimatedRowHeight = estimatedRowHeight } }
  /// Whether rows of texts and boxes have the margins and the minimum height of the theme. Rows with a padding, a height, a background or a border
  /// of their own are left as they are, and so are rows of other types (`NodeTraits/takesRowPadding`).
  public func padsRows(_ padsRows: Bool = true) -> Self { with { $0.padsRows = padsRows } }
  /// Gaps between rows, and between sections, logical units.
  public func rowSpacing(_ rowSpacing: Double) -> Self { with { $0.rowSpacing = rowSpacing } }
  /// Spacing between sections, logical units.
  public func sectionSpacing(_ sectionSpacing: Double) -> Self { with { $0.sectionSpacing = sectionSpacing } }
  /// Whether headers stick to the top while their section is visible.
  public func hasStickyHeaders(_ hasStickyHeaders: Bool = true) -> Self { with { $0.hasStickyHeaders = hasStickyHeaders } }
  /// Whether footers stick to the bottom while their section is visible.
  public func hasStickyFooters(_ hasStickyFooters: Bool = true) -> Self { with { $0.hasStickyFooters = hasStickyFooters } }
  /// Insets around all rows.
  public func insets(_ insets: Insets) -> Self { with { $0.insets = insets } }
  /// Scroll anchor while data change.
  public func anchoring(_ anchoring: ListAnchoring) -> Self { with { $0.anchoring = anchoring } }
  /// Separator between rows; nil means none.
  public func separator(_ separator: TableSeparator?) -> Self { with { $0.separator = separator } }
  /// Distances of separators from the edges of the row, logical units. A table without separators ignores them.
  ///
  /// - Parameters:
  ///   - start: Distance from the edge where lines start.
  ///   - end: Distance from the other edge.
  public func separatorInset(_ start: Double, end: Double = 0) -> Self {
    with { $0.separator?.inset = Insets(top: 0, right: end, bottom: 0, left: start) }
  }
  /// Number of rows that may be selected.
  public func selection(_ selection: Table.Selection) -> Self { with { $0.selection = selection } }
  /// Whether rows can be selected in editing mode.
  public func allowsSelectionWhileEditing(_ allowsSelectionWhileEditing: Bool = true) -> Self {
    with { $0.allowsSelectionWhileEditing = allowsSelectionWhileEditing }
  }
  /// Highlight of a row that is pressed or has the cursor, and of a selected row. It is painted over the content, so that rows with backgrounds show
  /// it, with an opacity of at most 0.12. The rest of a stronger color is painted behind the content.
  public func highlightColor(_ highlightColor: Color) -> Self { with { $0.highlightColor = highlightColor } }
  /// Highlight of a selected row; above 12 % opacity, the rest is painted behind the content.
  public func selectionColor(_ selectionColor: Color) -> Self { with { $0.selectionColor = selectionColor } }
  /// Whether rows show delete buttons and move handles.
  public func editing(_ isEditing: Bool = true) -> Self { with { $0.isEditing = isEditing } }
  /// Accessory of all rows. `TableHandlers.accessory` overrides it for single rows.
  public func accessory(_ accessory: RowAccessory) -> Self { with { $0.accessory = accessory } }
  /// Titles at the trailing edge, one for each section; touching one scrolls its section to the top. If empty, rows have the full width of the table.
  public func sectionIndexTitles(_ sectionIndexTitles: [String]) -> Self { with { $0.sectionIndexTitles = sectionIndexTitles } }
  /// Colour of the section index titles.
  public func sectionIndexColor(_ sectionIndexColor: Color) -> Self { with { $0.sectionIndexColor = sectionIndexColor } }
  /// Title of the delete button of a swiped row, and accessibility label of that in editing mode; nil: "Delete" in the language of the locale.
  public func deleteTitle(_ deleteTitle: String?) -> Self { with { $0.deleteTitle = deleteTitle } }
  /// Accessibility label of the handle that moves a row; nil: "Move" in the language of the locale.
  public func moveTitle(_ moveTitle: String?) -> Self { with { $0.moveTitle = moveTitle } }
}

// Modifiers with the names of attributes in scenes, for members that have another name in Swift.
extension TypedElement where ElementType == Table {
  /// Whether headers stick to the top while their section is visible.
  public func stickyHeaders(_ isSticky: Bool = true) -> Self { with { $0.hasStickyHeaders = isSticky } }
  /// Whether footers stick to the bottom while their section is visible.
  public func stickyFooters(_ isSticky: Bool = true) -> Self { with { $0.hasStickyFooters = isSticky } }
  /// Whether there are separators between rows.
  public func separators(_ areShown: Bool = true) -> Self {
    with { $0.separator = areShown ? $0.separator ?? TableSeparator() : nil }
  }
  /// Color of the separators; ignored without separators.
  public func separatorColor(_ color: Color) -> Self { with { $0.separator?.color = color } }
  /// Inset of the separators from the end of the row, logical units; ignored without separators.
  public func separatorEndInset(_ inset: Double) -> Self { with { $0.separator?.inset.right = inset } }
}
