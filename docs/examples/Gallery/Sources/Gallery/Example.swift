import TesseraKit

/// One screen of the gallery.
public struct Example: Sendable {
  /// Its name, that of its pictures.
  public let name: String
  /// Its size, logical units.
  public let size: Size
  /// What lies behind it.
  public let background: Color
  /// Makes it.
  public let make: @Sendable () throws -> AnyNode

  /// All of them.
  public static let all: [Example] = [photoFeed, pets, shelves, days, chat, rainforest, mosaic, home]

  /// Makes an example of the size of a phone.
  init(_ name: String, background: Color, make: @escaping @Sendable () throws -> AnyNode) {
    (self.name, size, self.background, self.make) = (name, Size(360, 640), background, make)
  }
}
