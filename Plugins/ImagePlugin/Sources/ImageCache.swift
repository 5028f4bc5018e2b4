internal import Tessera
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

/// Decoded pictures that may be wanted again, the least recently used given up first. Any thread.
///
/// Two that ask for the same picture at the same time get it from one decoding: the second waits for the first.
public final class ImageCache: Sendable {
  /// What image nodes use: at most 32 MiB, and at most an eighth of the memory that the process may have (`MemoryLimit`).
  public static let shared: ImageCache = {
    let cache = ImageCache(byteLimit: MemoryLimit.process.capped(32 << 20, share: 1 / 8))
    MemoryHolder.register(
      MemoryHolder(name: "pictures", bytes: { cache.statistics.bytes }, trim: { cache.trim(to: $0) }))
    return cache
  }()

  /// What a cache holds and how it did.
  public struct Statistics: Sendable, Hashable {
    /// Bytes of all pictures held.
    public var bytes = 0
    /// Pictures held.
    public var pictures = 0
    /// Requests answered without making the picture.
    public var hits = 0
    /// Requests for which the picture was made.
    public var misses = 0
  }

  /// A picture at one size, after all that was done to it.
  struct Key: Hashable {
    /// Held, so that no other object can take its identity while the picture is kept.
    var source: ImageSource
    var stamp: FileStamp?
    /// The part of the picture; nil: all of it.
    var part: PixelRect?
    var width: Int
    var height: Int
    /// What was done to the decoded pixels.
    var variant = ""
  }

  /// A picture being made: nil until there is an outcome, which others wait for.
  private typealias Flight = Monitor<Result<PixelBuffer, ImageError>?>

  private struct Entry {
    var buffer: PixelBuffer
    var bytes: Int
    var lastUse: UInt64
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var flights: [Key: Flight] = [:]
    var byteLimit: Int
    var clock: UInt64 = 0
    var statistics = Statistics()
  }

  private enum Step {
    case ready(PixelBuffer)
    case wait(Flight)
    case make(Flight)
  }

  private let state: Locked<State>

  /// Makes an empty cache that holds at most `byteLimit` bytes of pixels.
  public init(byteLimit: Int = 32 << 20) { state = Locked(State(byteLimit: byteLimit)) }

  /// The most bytes of pixels that are held; lowering it gives pictures up at once.
  public var byteLimit: Int {
    get { state.withLock { $0.byteLimit } }
    set {
      state.withLock {
        $0.byteLimit = max(0, newValue)
        Self.trim(&$0)
      }
    }
  }

  /// What the cache holds and how it did.
  public var statistics: Statistics { state.withLock { $0.statistics } }

  /// Gives every picture up: for when memory is short. Pictures in use stay alive with those who use them.
  public func removeAll() {
    state.withLock {
      $0.entries.removeAll()
      $0.statistics.bytes = 0
      $0.statistics.pictures = 0
    }
  }

  /// Gives up what was used least recently until no more than so many bytes are held.
  public func trim(to bytes: Int) { state.withLock { Self.trim(&$0, to: max(0, bytes)) } }

  /// Returns the picture for `key`, made by `make` where nobody has it or is making it.
  func picture(
    for key: Key, isCancelled: () -> Bool, make: () throws(ImageError) -> PixelBuffer
  ) throws(ImageError) -> PixelBuffer {
    while true {
      switch nextStep(for: key) {
      case .ready(let buffer): return buffer
      case .make(let flight): return try run(flight, for: key, make)
      case .wait(let flight):
        switch flight.wait(until: { $0 }) {
        case .success(let buffer): return buffer
        case .failure(.cancelled):
          // Whoever was making it gave up: it is this one's turn, if it is still wanted.
          if isCancelled() { throw .cancelled(source: key.source.name) }
        case .failure(let error): throw error
        }
      }
    }
  }

  private func nextStep(for key: Key) -> Step {
    state.withLock { state in
      state.clock += 1
      if let entry = state.entries[key] {
        state.entries[key]?.lastUse = state.clock
        state.statistics.hits += 1
        return .ready(entry.buffer)
      }
      if let flight = state.flights[key] {
        state.statistics.hits += 1
        return .wait(flight)
      }
      state.statistics.misses += 1
      let flight = Flight(nil)
      state.flights[key] = flight
      return .make(flight)
    }
  }

  /// Makes the picture, with no lock held, and tells those who wait.
  private func run(_ flight: Flight, for key: Key, _ make: () throws(ImageError) -> PixelBuffer) throws(ImageError) -> PixelBuffer {
    let outcome = Result(catching: make)
    state.withLock { state in
      state.flights[key] = nil
      if case .success(let buffer) = outcome {
        let bytes = buffer.stride * buffer.height
        state.entries[key] = Entry(buffer: buffer, bytes: bytes, lastUse: state.clock)
        state.statistics.bytes += bytes
        state.statistics.pictures += 1
        Self.trim(&state)
      }
    }
    flight.withLock {
      $0 = outcome
      flight.broadcast()
    }
    return try outcome.get()
  }

  /// Gives up what was used least recently until the limit holds. O(pictures) for each that goes.
  private static func trim(_ state: inout State, to bytes: Int? = nil) {
    while state.statistics.bytes > min(bytes ?? .max, state.byteLimit),
      let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      state.entries[oldest.key] = nil
      state.statistics.bytes -= oldest.value.bytes
      state.statistics.pictures -= 1
    }
  }
}
