public import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Settings of the table that its rows show. A value.
struct TableRowStyle: Sendable, Hashable {
  let separator: TableSeparator?
  let highlightColor: Color
  let selectionColor: Color
  let isEditing: Bool
  let deleteTitle: String
  let moveTitle: String
  let accessory: RowAccessory

  init(_ table: Table) {
    (separator, highlightColor, selectionColor) = (table.separator, table.highlightColor, table.selectionColor)
    (isEditing, deleteTitle, moveTitle) = (table.isEditing, table.deleteTitle, table.moveTitle)
    accessory = table.accessory
  }
}

extension Table {
  public static let attributes: [NodeAttribute<Table>] =
    [
      NodeAttribute<Table>(
        "rowHeight", kind: .number(0...1e6), help: "How high rows are; else as high as what they show.",
        get: { $0.rowHeight.map(AttributeValue.number) }, set: { $0.rowHeight = $1.number }),
      .number("estimatedRowHeight", \.estimatedRowHeight, in: 1...1e6, help: "How high rows are taken to be that were not measured yet."),
      .number("rowSpacing", \.rowSpacing, in: 0...1e6, help: "Room between rows."),
      .number("sectionSpacing", \.sectionSpacing, in: 0...1e6, help: "Room between sections."),
      .boolean("stickyHeaders", \.hasStickyHeaders, help: "Headers stay at the top while their section is in view."),
      .boolean("stickyFooters", \.hasStickyFooters, help: "Footers stay at the bottom while their section is in view."),
      .choice("anchoring", \.anchoring, help: "What stays where it is when rows change."),
      .boolean("separators", \.hasSeparators, help: "Whether there is a line between rows."),
      .color("separatorColor", \.separatorColor, help: "The colour of that line."),
      .number("separatorInset", \.separatorInset, in: 0...1e6, help: "How far from where rows begin that line begins."),
      .choice("selection", \.selection, help: "How many rows may be selected."),
      .color(
        "highlightColor", \.highlightColor,
        help: "Color over a row that is pressed or has the cursor: 12 % at most, stronger ones also behind it."),
      .color("selectionColor", \.selectionColor, help: "Color over a row that is selected: 12 % at most, stronger ones also behind it."),
      .boolean("editing", \.isEditing, help: "Whether rows show what deletes and moves them."),
      .text("deleteTitle", \.deleteTitle, help: "What the buttons that delete a row are called."),
      .text("moveTitle", \.moveTitle, help: "What the handle that moves a row is called."),
      .choice(
        "accessory", \.accessoryName, help: "What rows show at their end: an arrow, a tick where they are selected, a detail button."),
      NodeAttribute<Table>(
        "sectionIndexTitles", kind: .list(.text), help: "Titles at the edge, one for each section: a finger on them jumps there.",
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
}
