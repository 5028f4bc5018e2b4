internal import Tessera
public import TesseraLayout

/// What a row of a table shows at its end, beside what the program made. A value.
public struct RowAccessory: Sendable, Hashable {
  enum Kind: String, Sendable { case none, disclosure, checkmark, detail, custom }
  let kind: Kind
  private let custom: Custom?

  /// One reference: rows are copied often.
  private final class Custom: Sendable {
    let key: String
    let element: @Sendable () -> any LayoutElement

    init(_ key: String, _ element: @escaping @Sendable () -> any LayoutElement) {
      self.key = key
      self.element = element
    }
  }

  private init(_ kind: Kind, _ custom: Custom? = nil) {
    self.kind = kind
    self.custom = custom
  }

  /// What the program made; nil where it is one of those that tables draw.
  var element: (@Sendable () -> any LayoutElement)? { custom?.element }

  /// Nothing.
  public static let none = RowAccessory(.none)
  /// An arrow: more is behind the row.
  public static let disclosure = RowAccessory(.disclosure)
  /// A tick while the row is selected, and its room while it is not.
  public static let checkmark = RowAccessory(.checkmark)
  /// A button of its own, an i in a circle: `Table.accessoryTap` is sent.
  public static let detail = RowAccessory(.detail)

  /// An element of the program. Two of the same key are the same.
  public static func custom(_ key: String, _ element: @escaping @Sendable () -> any LayoutElement) -> RowAccessory {
    RowAccessory(.custom, Custom(key, StateScope.bound(element)))
  }

  public static func == (a: RowAccessory, b: RowAccessory) -> Bool { a.kind == b.kind && a.custom?.key == b.custom?.key }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(custom?.key)
  }
}
