internal import CRender
internal import TesseraBase

/// The most memory that decoding one picture, one frame of a video or one bitmap in a font may take: one number for all decoders of the process, which
/// check it before they allocate.
///
/// Any thread. What the bytes of a file, its decoded pixels and the decoder's own memory take counts together, as far as they are in memory at once.
public final class DecodingBudget: Sendable {
  /// What decoders use unless they are told otherwise: 256 MiB, at most half of the memory that the process may have (`MemoryLimit` of TesseraBase).
  public static let shared: DecodingBudget = {
    let budget = DecodingBudget(byteLimit: MemoryLimit.process.capped(256 << 20, share: 0.5))
    cr_text_set_bitmap_limit(budget.byteLimit)
    return budget
  }()

  private let limit: Locked<Int>

  /// Makes a budget of 256 MiB, or of so many bytes.
  public init(byteLimit: Int = 256 << 20) { limit = Locked(max(0, byteLimit)) }

  /// Most bytes for one picture or frame; counts for what is decoded from then on. Below 0 counts as 0.
  public var byteLimit: Int {
    get { limit.withLock { $0 } }
    set {
      limit.withLock { $0 = max(0, newValue) }
      if self === DecodingBudget.shared { cr_text_set_bitmap_limit(max(0, newValue)) }
    }
  }

  /// Returns why so many bytes cannot be had, for an error message that names the file; nil: they can.
  /// - Parameters:
  ///   - bytes: what decoding takes; one that overflowed is given as `Int.max`.
  ///   - what: what takes it, as `a frame of 640 x 480`.
  public func refusal(of bytes: Int, for what: String) -> String? { Self.refusal(of: bytes, limit: byteLimit, for: what) }

  /// The same for a limit that is the caller's.
  public static func refusal(of bytes: Int, limit: Int, for what: String) -> String? {
    guard bytes > limit else { return nil }
    return "\(what) needs \(bytes) bytes of memory, and decoding may take \(limit); use a smaller one, or raise the limit "
      + "(`DecodingBudget.shared.byteLimit`)"
  }
}
