internal import Tessera
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

/// Cache of decoded pictures; the least recently used are evicted first. Any thread.
///
/// Concurrent requests for the same picture share one decoding: the second waits for the first.
public final class ImageCache: Sendable {
  /// Cache of image nodes: at most 32 MiB, and at most an eighth of the memory that the process may use (`MemoryLimit`).
  public static let shared: ImageCache = {
    let cache = ImageCache(byteLimit: MemoryLimit.process.capped(32 << 20, share: 1 / 8))
    MemoryHolder.register(
      MemoryHolder(name: "pictures", bytes: { cache.statistics.bytes }, trim: { cache.trim(to: $0) }))
    return cache
  }()

  /// Size and hit counts of a cache.
  public struct Statistics: Sendable, Hashable {
    /// Total size of all pictures in bytes.
    public var bytes = 0
    /// Number of pictures.
    public var pictures = 0
    /// Requests that were served from the cache.
    public var hits = 0
    /// Requests for which the picture was created.
    public var misses = 0
  }

  /// Picture at one size, with all modifications applied.
  struct Key: Hashable {
    /// Retained, so that no other object can get its identity while the picture is cached.
    var source: ImageSource
    var stamp: FileStamp?
    /// Part of the picture; nil means all.
    var part: PixelRect?
    var width: Int
    var height: Int
    /// Name of the modifications of the decoded pixels.
    var variant = ""
  }

  /// Picture being created; nil until there is a result, for which other requests wait.
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

  /// Creates an empty cache that holds at most `byteLimit` bytes of pixels.
  public init(byteLimit: Int = 32 << 20) { state = Locked(State(byteLimit: byteLimit)) }

  /// Maximum bytes of pixels; lowering it evicts pictures immediately.
  public var byteLimit: Int {
    get { state.withLock { $0.byteLimit } }
    set {
      state.withLock {
        $0.byteLimit = max(0, newValue)
        Self.trim(&$0)
      }
    }
  }

  /// Current size and hit counts.
  public var statistics: Statistics { state.withLock { $0.statistics } }

  /// Evicts all pictures, for example under memory pressure. Pictures in use are kept alive by their users.
  public func removeAll() {
    state.withLock {
      $0.entries.removeAll()
      $0.statistics.bytes = 0
      $0.statistics.pictures = 0
    }
  }

  /// Evicts the least recently used pictures until at most this many bytes are held.
  public func trim(to bytes: Int) { state.withLock { Self.trim(&$0, to: max(0, bytes)) } }

  /// Returns the picture for `key`. Calls `make` unless it is cached or being created.
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
          // The other request was cancelled: create the picture here unless this one is cancelled too.
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

  /// Creates the picture, with no lock held, and wakes the waiting requests.
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

  /// Evicts the least recently used pictures until the limit is met. O(n) in pictures for each evicted one.
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
