/// Point in the units of a tile's extent; y points down.
public struct TilePoint: Sendable, Hashable {
  public var x: Int32
  public var y: Int32

  /// Creates a point.
  public init(_ x: Int32, _ y: Int32) { (self.x, self.y) = (x, y) }
}

extension VectorLayer {
  /// Returns the parts of a feature's geometry: one with all points, lines, or rings without the closing point.
  public func parts(of feature: VectorFeature) -> [[TilePoint]] {
    guard feature.kind != .unknown else { return [] }
    var parts: [[TilePoint]] = []
    var part: [TilePoint] = []
    var (x, y): (Int32, Int32) = (0, 0)
    var at = feature.geometry.lowerBound
    let end = feature.geometry.upperBound
    while at < end {
      let (id, count) = (numbers[at] & 7, Int(numbers[at] >> 3))
      at += 1
      if id == 7 { continue }
      if id == 1, feature.kind != .point, !part.isEmpty {
        parts.append(part)
        part = []
      }
      part.reserveCapacity(part.count + count)
      for _ in 0..<count {
        x &+= Self.zigzag(numbers[at])
        y &+= Self.zigzag(numbers[at + 1])
        part.append(TilePoint(x, y))
        at += 2
      }
    }
    if !part.isEmpty { parts.append(part) }
    return parts
  }

  private static func zigzag(_ value: UInt32) -> Int32 { Int32(bitPattern: value >> 1) ^ -Int32(bitPattern: value & 1) }

  /// Twice the signed area of a ring; positive for an outer ring.
  public static func area(_ ring: [TilePoint]) -> Double {
    guard var last = ring.last else { return 0 }
    var sum = 0.0
    for point in ring {
      sum += Double(last.x) * Double(point.y) - Double(point.x) * Double(last.y)
      last = point
    }
    return sum
  }
}
