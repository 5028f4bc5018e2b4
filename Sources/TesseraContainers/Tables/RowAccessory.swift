internal import Tessera
public import TesseraLayout

/// Accessory at the trailing edge of a table row, next to the row's content. A value.
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

  /// Element of the program; nil if the table draws the accessory.
  var element: (@Sendable () -> any LayoutElement)? { custom?.element }

  /// No accessory.
  public static let none = RowAccessory(.none)
  /// Arrow: the row leads to more content.
  public static let disclosure = RowAccessory(.disclosure)
  /// Check mark while the row is selected; it keeps its space while the row is not.
  public static let checkmark = RowAccessory(.checkmark)
  /// Button with an i in a circle; sends `Table.accessoryTap`.
  public static let detail = RowAccessory(.detail)

  /// Returns an accessory with an element of the program. Accessories with equal keys are equal.
  public static func custom(_ key: String, _ element: @escaping @Sendable () -> any LayoutElement) -> RowAccessory {
    RowAccessory(.custom, Custom(key, StateScope.bound(element)))
  }

  public static func == (a: RowAccessory, b: RowAccessory) -> Bool { a.kind == b.kind && a.custom?.key == b.custom?.key }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(custom?.key)
  }
}
