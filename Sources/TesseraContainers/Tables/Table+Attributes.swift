public import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Settings of the table that its rows show. A value.
struct TableRowStyle: Sendable, Hashable {
  let separator: TableSeparator?
  let highlightColor: Color
  let selectionColor: Color
  let isEditing: Bool
  let deleteTitle: String?
  let moveTitle: String?
  let accessory: RowAccessory
  let padding: RowPadding?

  init(_ table: Table) {
    (separator, highlightColor, selectionColor) = (table.separator, table.highlightColor, table.selectionColor)
    (isEditing, deleteTitle, moveTitle) = (table.isEditing, table.deleteTitle, table.moveTitle)
    (accessory, padding) = (table.accessory, table.rowPadding)
  }
}

extension Table {
  public static let attributes: [NodeAttribute<Table>] =
    [
      NodeAttribute<Table>(
        "rowHeight", kind: .number(0...1e6), help: "Height of rows, logical units; unset means that of their content.",
        get: { $0.rowHeight.map(AttributeValue.number) }, set: { $0.rowHeight = $1.number }),
      .number(
        "estimatedRowHeight", \.estimatedRowHeight, in: 1...1e6, help: "Estimated height of rows that are not measured yet, logical units."),
      .boolean(
        "padsRows", \.padsRows,
        help: "Whether rows of texts and boxes without padding, height, background and border have the margins and the height of the theme."
      ),
      .number("rowSpacing", \.rowSpacing, in: 0...1e6, help: "Spacing between rows, logical units."),
      .number("sectionSpacing", \.sectionSpacing, in: 0...1e6, help: "Spacing between sections, logical units."),
      .boolean("stickyHeaders", \.hasStickyHeaders, help: "Whether headers stick to the top while their section is visible."),
      .boolean("stickyFooters", \.hasStickyFooters, help: "Whether footers stick to the bottom while their section is visible."),
      .choice("anchoring", \.anchoring, help: "Scroll anchor when rows change."),
      .boolean("separators", \.hasSeparators, help: "Whether there are separators between rows."),
      .color("separatorColor", \.separatorColor, help: "Color of the separators."),
      .number(
        "separatorInset", \.separatorInset, in: 0...1e6,
        help: "Inset of the separators from the start of the row, logical units; unset: where the text of the row begins."),
      .number(
        "separatorEndInset", \.separatorEndInset, in: 0...1e6, help: "Inset of the separators from the end of the row, logical units."),
      .choice("selection", \.selection, help: "Number of rows that can be selected."),
      .color(
        "highlightColor", \.highlightColor,
        help: "Highlight of a row that is pressed or has the cursor; above 12 % opacity, the rest is painted behind the content."),
      .color(
        "selectionColor", \.selectionColor, help: "Highlight of a selected row; above 12 % opacity, the rest is painted behind the content."
      ),
      .boolean("editing", \.isEditing, help: "Whether rows show delete buttons and move handles."),
      .text("deleteTitle", \.deleteTitle, help: "Title of delete buttons; unset: Delete in the locale's language."),
      .text("moveTitle", \.moveTitle, help: "Label of move handles for screen readers; unset: Move in the locale's language."),
      .choice(
        "accessory", \.accessoryName, help: "Accessory at the end of rows: an arrow, a check mark if selected, or a detail button."),
      NodeAttribute<Table>(
        "sectionIndexTitles", kind: .list(.text),
        help: "Titles of the section index at the edge, one per section; touching a title scrolls to its section.",
        get: { .list($0.sectionIndexTitles.map(AttributeValue.text)) },
        set: { table, new in
          guard case .list(let titles) = new else {
            throw AttributeError(attribute: "sectionIndexTitles", reason: "must be a list of texts")
          }
          table.sectionIndexTitles = titles.compactMap { if case .text(let title) = $0 { title } else { nil } }
        }),
    ] + scrollingAttributes

  private enum AccessoryName: String, CaseIterable, Sendable { case none, disclosure, checkmark, detail }
  private var accessoryName: AccessoryName {
    get { AccessoryName(rawValue: accessory.kind.rawValue) ?? .none }
    set {
      switch newValue {
      case .none: accessory = .none
      case .disclosure: accessory = .disclosure
      case .checkmark: accessory = .checkmark
      case .detail: accessory = .detail
      }
    }
  }

  /// Attributes of the separator between rows.
  private var hasSeparators: Bool {
    get { separator != nil }
    set { separator = newValue ? separator ?? TableSeparator() : nil }
  }
  private var separatorColor: Color {
    get { (separator ?? TableSeparator()).color }
    set { separator?.color = newValue }
  }
  private var separatorInset: Double {
    get { (separator ?? TableSeparator()).inset.left }
    set { separator?.inset.left = newValue }
  }
  private var separatorEndInset: Double {
    get { (separator ?? TableSeparator()).inset.right }
    set { separator?.inset.right = newValue }
  }
}
