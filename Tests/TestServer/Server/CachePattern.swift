/// Bodies for tests of caches: each byte follows from number, size and position.
public enum CachePattern {
  /// Returns the body.
  public static func bytes(number: Int, size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number &* 7 &+ size &+ ($0 >> 8)) }
  }
}
