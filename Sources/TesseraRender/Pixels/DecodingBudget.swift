internal import CRender
internal import TesseraBase

/// Memory limit for decoding one picture, one video frame or one bitmap in a font. All decoders of the process check it before they
/// allocate.
///
/// Any thread. The limit applies to the sum of the file's bytes, its decoded pixels and the decoder's own memory, while they are in memory
/// together.
public final class DecodingBudget: Sendable {
  /// Default budget of decoders: 256 MiB, at most half of the memory available to the process (`MemoryLimit` of TesseraBase).
  public static let shared: DecodingBudget = {
    let budget = DecodingBudget(byteLimit: MemoryLimit.process.capped(256 << 20, share: 0.5))
    cr_text_set_bitmap_limit(budget.byteLimit)
    return budget
  }()

  private let limit: Locked<Int>

  /// Creates a budget of `byteLimit` bytes; default: 256 MiB.
  public init(byteLimit: Int = 256 << 20) { limit = Locked(max(0, byteLimit)) }

  /// Maximum bytes for one picture or frame, for subsequent decoding. Negative values count as 0.
  public var byteLimit: Int {
    get { limit.withLock { $0 } }
    set {
      limit.withLock { $0 = max(0, newValue) }
      if self === DecodingBudget.shared { cr_text_set_bitmap_limit(max(0, newValue)) }
    }
  }

  /// Returns the reason why `bytes` exceed the budget, for an error message with the file name; nil if they don't.
  /// - Parameters:
  ///   - bytes: memory needed for decoding; pass `Int.max` after an overflow.
  ///   - what: user of the memory, such as `a frame of 640 x 480`.
  public func refusal(of bytes: Int, for what: String) -> String? { Self.refusal(of: bytes, limit: byteLimit, for: what) }

  /// Returns the reason why `bytes` exceed the caller's `limit`; nil if they don't.
  public static func refusal(of bytes: Int, limit: Int, for what: String) -> String? {
    guard bytes > limit else { return nil }
    return "\(what) requires \(bytes) bytes of memory, and the limit for decoding is \(limit); use a smaller one, or raise the limit "
      + "(`DecodingBudget.shared.byteLimit`)"
  }
}
