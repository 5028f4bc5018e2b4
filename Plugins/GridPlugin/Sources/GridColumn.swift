internal import Tessera

/// Column of a data table. A value.
public struct GridColumn: Sendable, Hashable {
  /// Width of a column.
  public enum Width: Sendable, Hashable {
    /// A number of logical units.
    case fixed(Double)
    /// A share of the room that the other columns leave, 96 at least.
    case share(Double)
    /// The widest of the title and the first 100 cells, at most 400.
    case content
  }

  /// Name of the column, which `sort` has.
  public var id: String
  /// Words in the head.
  public var title: String
  public var width: Width
  /// Whether the cells are at the end side, as numbers are.
  public var isNumeric: Bool
  /// Format of numbers, as for printf; empty: as many decimals as they have, at most 2.
  public var format: String
  /// Whether a press on the head sorts.
  public var isSortable: Bool
  /// Whether the user edits the cells in place.
  public var isEditable = false
  /// Smallest number that the user can type.
  public var minimum = -Double.greatestFiniteMagnitude
  /// Largest number that the user can type.
  public var maximum = Double.greatestFiniteMagnitude
  /// Whether a cell must not be empty.
  public var isRequired = false
  /// Message of an invalid cell; empty means the range of the numbers.
  public var message = ""

  /// Creates a column. A nil `title` means the id.
  public init(
    _ id: String, title: String? = nil, width: Width = .share(1), isNumeric: Bool = false, format: String = "", isSortable: Bool = true
  ) {
    (self.id, self.title, self.width) = (id, title ?? id, width)
    (self.isNumeric, self.format, self.isSortable) = (isNumeric, format, isSortable)
  }

  // MARK: attributes

  static let kind = AttributeKind.list(
    .either([
      .text,
      .map([
        "id": .text, "title": .text, "width": .either([.number(0...1e5), .choice(["content"])]), "share": .number(0...1e5),
        "numeric": .boolean,
        "format": .text, "sortable": .boolean, "editable": .boolean, "required": .boolean, "message": .text,
        "minimum": .number(-1e15...1e15), "maximum": .number(-1e15...1e15),
      ]),
    ]))

  init(_ value: AttributeValue) throws {
    if let text = value.text {
      self.init(text)
      return
    }
    guard let id = value["id"]?.text ?? value["title"]?.text else {
      throw AttributeError(attribute: "columns", reason: "each must be a text, or a map with id and title")
    }
    let width: Width =
      value["width"]?.number.map(Width.fixed) ?? (value["width"]?.text != nil ? .content : .share(value["share"]?.number ?? 1))
    self.init(
      id, title: value["title"]?.text, width: width, isNumeric: value["numeric"]?.boolean ?? false, format: value["format"]?.text ?? "",
      isSortable: value["sortable"]?.boolean ?? true)
    isEditable = value["editable"]?.boolean ?? false
    isRequired = value["required"]?.boolean ?? false
    message = value["message"]?.text ?? ""
    if let given = value["minimum"]?.number { minimum = given }
    if let given = value["maximum"]?.number { maximum = given }
  }

  var attributeValue: AttributeValue {
    let size: (String, AttributeValue) =
      switch width {
      case .fixed(let width): ("width", .number(width))
      case .share(let share): ("share", .number(share))
      case .content: ("width", .text("content"))
      }
    var pairs: [(String, AttributeValue)] = [
      ("id", .text(id)), ("title", .text(title)), size, ("numeric", .boolean(isNumeric)), ("format", .text(format)),
      ("sortable", .boolean(isSortable)),
    ]
    if isEditable { pairs.append(("editable", .boolean(true))) }
    if isRequired { pairs.append(("required", .boolean(true))) }
    if !message.isEmpty { pairs.append(("message", .text(message))) }
    if minimum > -.greatestFiniteMagnitude { pairs.append(("minimum", .number(minimum))) }
    if maximum < .greatestFiniteMagnitude { pairs.append(("maximum", .number(maximum))) }
    return .map(pairs)
  }
}

/// Column that sorts the rows, and the direction. A value.
public struct GridSort: Sendable, Hashable {
  /// Name of the column.
  public var column: String
  public var isAscending: Bool

  /// Creates an order.
  public init(_ column: String, isAscending: Bool = true) { (self.column, self.isAscending) = (column, isAscending) }

  /// Reads `size` or `-size`; nil for an empty text.
  init?(text: String) {
    guard !text.isEmpty, text != "-" else { return nil }
    self.init(text.hasPrefix("-") ? String(text.dropFirst()) : text, isAscending: !text.hasPrefix("-"))
  }

  var text: String { (isAscending ? "" : "-") + column }
}
