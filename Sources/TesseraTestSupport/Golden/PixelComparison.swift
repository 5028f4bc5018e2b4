internal import Glibc
public import TesseraGeometry
public import TesseraRender

/// Permitted difference of two pictures that count as equal.
public enum PixelTolerance: Sendable, Hashable, CustomStringConvertible {
  /// No difference.
  case exact
  /// Each channel of each pixel by this difference, of 255.
  case perChannel(Int)
  /// Each channel by `beyond`, of 255, except for up to `pixels` pixels in total.
  case fewPixels(_ pixels: Int, beyond: Int)

  /// Description in words.
  public var description: String {
    switch self {
    case .exact: "exact"
    case .perChannel(let d): "\(d) of 255 a channel"
    case .fewPixels(let n, let d): "\(d) of 255 a channel, and \(n) pixels beyond that"
    }
  }

  var difference: Int {
    switch self {
    case .exact: 0
    case .perChannel(let d), .fewPixels(_, let d): d
    }
  }

  /// The same tolerance limited to 2 of 255, without exceptions.
  var limited: PixelTolerance { self == .exact ? .exact : .perChannel(min(2, difference)) }

  /// The same tolerance with at least 1 of 255: pixman rounds differently from the kernels when it samples pictures.
  var withOneLevel: PixelTolerance { self == .exact ? .perChannel(1) : self }

  var pixels: Int { if case .fewPixels(let n, _) = self { n } else { 0 } }
}

/// Difference of two pictures of the same size.
public struct PixelDifference: Sendable, Hashable {
  /// Number of pixels with a channel that differs by more than allowed.
  public var count = 0
  /// Largest difference of any channel, of 255.
  public var largest = 0
  /// Area that contains these pixels.
  public var area = PixelRect.zero
  /// Column of the first of these pixels, in reading order.
  public var firstX = 0
  /// Row of the first of these pixels, in reading order.
  public var firstY = 0
}

/// Throws if two pictures differ by more than `tolerance`. The message has the number of differing pixels, the difference, and the area.
///
/// - Parameters:
///   - a: One picture.
///   - b: The other.
///   - tolerance: Permitted difference.
///   - what: Prefix of the message.
public func expectEqualPixels(
  _ a: PixelBuffer, _ b: PixelBuffer, tolerance: PixelTolerance = .exact, _ what: String = "the two pictures"
) throws {
  guard a.width == b.width, a.height == b.height else {
    throw TestFailure("\(what): \(a.width) x \(a.height) against \(b.width) x \(b.height)")
  }
  guard a.format == b.format else { throw TestFailure("\(what): format \(a.format.rawValue) against \(b.format.rawValue)") }
  let found = try pixelDifference(a, b, beyond: tolerance.difference)
  if found.count > tolerance.pixels {
    let (x, y) = (found.firstX, found.firstY)
    throw TestFailure(
      "\(what): \(found.count) pixels differ by up to \(found.largest) (allowed: \(tolerance)), all of them in x \(found.area.x), y \(found.area.y), "
        + "\(found.area.width) x \(found.area.height); the first at \(x), \(y): \(a.color(x: x, y: y).hex) against \(b.color(x: x, y: y).hex)"
    )
  }
}

/// Compares pictures of the same size, in premultiplied ARGB; counts the pixels with a channel that differs by more than `beyond`.
public func pixelDifference(_ a: PixelBuffer, _ b: PixelBuffer, beyond: Int = 0) throws -> PixelDifference {
  guard a.width == b.width, a.height == b.height else {
    throw TestFailure("\(a.width) x \(a.height) cannot be compared with \(b.width) x \(b.height)")
  }
  let (p, q) = (try argb(a), try argb(b))
  return p.withUnsafeBytes { x in q.withUnsafeBytes { y in compare(x, p.stride, y, q.stride, p.width, p.height, beyond) } }
}

private func compare(
  _ a: UnsafeRawBufferPointer, _ aStride: Int, _ b: UnsafeRawBufferPointer, _ bStride: Int, _ width: Int, _ height: Int, _ beyond: Int
) -> PixelDifference {
  var result = PixelDifference()
  guard let aBase = a.baseAddress, let bBase = b.baseAddress else { return result }
  var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
  for row in 0..<height {
    let (p, q) = (aBase + row * aStride, bBase + row * bStride)
    if memcmp(p, q, width * 4) == 0 { continue }
    for column in 0..<width {
      var largest = 0
      for byte in column * 4..<column * 4 + 4 {
        largest = max(largest, abs(Int(p.load(fromByteOffset: byte, as: UInt8.self)) - Int(q.load(fromByteOffset: byte, as: UInt8.self))))
      }
      result.largest = max(result.largest, largest)
      guard largest > beyond else { continue }
      if result.count == 0 { (result.firstX, result.firstY) = (column, row) }
      result.count += 1
      (left, top, right, bottom) = (min(left, column), min(top, row), max(right, column + 1), max(bottom, row + 1))
    }
  }
  if result.count > 0 { result.area = PixelRect(x: left, y: top, width: right - left, height: bottom - top) }
  return result
}

/// Returns the picture as premultiplied ARGB; the same buffer if it already has this format.
func argb(_ buffer: PixelBuffer) throws -> PixelBuffer {
  buffer.format == .argb8888 ? buffer : try buffer.converted(to: .argb8888)
}
