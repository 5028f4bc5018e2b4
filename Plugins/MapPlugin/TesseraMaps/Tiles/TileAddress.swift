/// Address of a tile; y counts from the top.
public struct TileAddress: Sendable, Hashable, CustomStringConvertible {
  /// Maximum zoom of an address.
  public static let maximumZoom = 30

  public var zoom: Int
  public var x: Int
  public var y: Int

  /// Creates an address.
  public init(zoom: Int, x: Int, y: Int) { (self.zoom, self.x, self.y) = (zoom, x, y) }

  /// Whether the zoom and both indices are in range.
  public var isValid: Bool { zoom >= 0 && zoom <= Self.maximumZoom && x >= 0 && y >= 0 && x < 1 << zoom && y < 1 << zoom }

  /// Ancestor at a lower zoom.
  public func ancestor(zoom: Int) -> TileAddress {
    let levels = max(0, self.zoom - max(0, zoom))
    return TileAddress(zoom: self.zoom - levels, x: x >> levels, y: y >> levels)
  }

  public var description: String { "\(zoom)/\(x)/\(y)" }
}
