import TesseraKit

/// One screen of the gallery.
public struct Example: Sendable {
  /// Name of the example and of its pictures.
  public let name: String
  /// Size in logical units.
  public let size: Size
  /// Background color.
  public let background: Color
  /// Creates the tree of nodes.
  public let make: @Sendable () throws -> AnyNode

  /// All examples.
  public static let all: [Example] = [photoFeed, pets, shelves, days, chat, rainforest, mosaic, home]

  /// Creates an example with the size of a phone.
  init(_ name: String, background: Color, make: @escaping @Sendable () throws -> AnyNode) {
    (self.name, size, self.background, self.make) = (name, Size(360, 640), background, make)
  }
}
