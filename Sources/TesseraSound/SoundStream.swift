internal import CTesseraSound
internal import Synchronization

/// Sound that a thread decodes while the mixer plays it, such as that of a video: a ring of stereo frames between one producer and the mixer.
/// Without locks. A seek needs a new stream.
public final class SoundStream: @unchecked Sendable {
  // @unchecked: the producer writes only frames that are not published by `written`, and the mixer reads only frames that are.

  /// Frames of the ring.
  public static let capacity = SoundFormat.mixerRate / 2

  private let samples: UnsafeMutablePointer<Float>
  /// Frames written and consumed since the start.
  private let written = Atomic(0)
  private let consumed = Atomic(0)
  private let ended = Atomic(false)
  /// Nanoseconds of the output's clock at which frame 0 was or would have been heard; ``unknown`` while no frame is heard.
  private let anchor = Atomic(SoundStream.unknown)
  private let flowed = Atomic(false)
  private let missing = Atomic(0)

  private static let unknown = Int64.min

  /// Creates an empty stream.
  public init() {
    samples = .allocate(capacity: Self.capacity * 2)
    samples.initialize(repeating: 0, count: Self.capacity * 2)
  }

  deinit { samples.deallocate() }

  // MARK: producer

  /// Frames that ``write(_:)`` takes now.
  public var space: Int { Self.capacity - (written.load(ordering: .relaxed) - consumed.load(ordering: .acquiring)) }

  /// Adds stereo frames at the mixer's rate. Returns the number of frames taken. Producer.
  public func write(_ frames: UnsafeBufferPointer<Float>) -> Int {
    let start = written.load(ordering: .relaxed)
    let count = min(space, frames.count / 2)
    guard let base = frames.baseAddress, count > 0 else { return 0 }
    let at = start % Self.capacity
    let first = min(count, Self.capacity - at)
    (samples + at * 2).update(from: base, count: first * 2)
    samples.update(from: base + first * 2, count: (count - first) * 2)
    written.store(start + count, ordering: .releasing)
    return count
  }

  /// No frames follow. Producer.
  public func finish() { ended.store(true, ordering: .releasing) }

  // MARK: any thread

  /// Frames written so far.
  public var writtenFrames: Int { written.load(ordering: .acquiring) }
  /// Frames that the mixer has taken.
  public var consumedFrames: Int { consumed.load(ordering: .acquiring) }
  /// Whether the last frame was taken.
  public var isFinished: Bool { ended.load(ordering: .acquiring) && consumedFrames == writtenFrames }
  /// Frames of silence played because the producer was late.
  public var missingFrames: Int { missing.load(ordering: .relaxed) }

  /// Returns the seconds of the stream that were heard at a time of the output's clock in nanoseconds; negative before the first frame is
  /// heard. Nil while no frame is on its way.
  public func heardTime(at now: Int64) -> Double? {
    let start = anchor.load(ordering: .acquiring)
    guard start != Self.unknown else { return nil }
    return min(Double(now - start) * 1e-9, Double(consumedFrames) / Double(SoundFormat.mixerRate))
  }

  // MARK: mixer

  func consume(_ count: Int, _ target: MixTarget) {
    let start = consumed.load(ordering: .relaxed)
    let available = min(count, written.load(ordering: .acquiring) - start)
    let at = start % Self.capacity
    let first = min(available, Self.capacity - at)
    if first > 0 { target.add(samples + at * 2, first, at: 0) }
    if available > first { target.add(samples, available - first, at: first) }
    if available > 0 { flowed.store(true, ordering: .relaxed) }
    if available < count, !ended.load(ordering: .acquiring) { missing.add(count - available, ordering: .relaxed) }
    consumed.store(start + available, ordering: .releasing)
  }

  /// Frames were written to the device, of which `delay` nanoseconds are not heard yet.
  func publish(now: Int64, delay: Int64) {
    guard flowed.exchange(false, ordering: .relaxed) else { return }
    let played = Int64(consumed.load(ordering: .relaxed)) * 1_000_000_000 / Int64(SoundFormat.mixerRate)
    anchor.store(now + delay - played, ordering: .releasing)
  }

  func forgetTime() {
    flowed.store(false, ordering: .relaxed)
    anchor.store(Self.unknown, ordering: .releasing)
  }
}
