#if Network
  internal import Tessera
  internal import TesseraLoading

  /// Pictures that were loaded from URLs, as their encoded bytes: one for each URL, whoever shows it, so that it is decoded once. Any thread.
  ///
  /// Those that nodes show are kept; of the others the least recently used go where they are too many.
  final class RemotePictures: Sendable {
    static let shared: RemotePictures = {
      let pictures = RemotePictures()
      MemoryHolder.register(MemoryHolder(name: "network pictures", bytes: { pictures.bytes }, trim: { pictures.trim(to: $0) }))
      return pictures
    }()

    /// Whose picture: loaders may have other headers, and get other answers.
    struct Key: Hashable {
      var loader: UInt64
      var url: String
    }

    private struct Entry {
      var picture: EncodedImage
      /// Until when the server is not asked again, seconds since 1970.
      var freshUntil: Double
      var users = 0
      var lastUse: UInt64 = 0
    }

    private struct State {
      var entries: [Key: Entry] = [:]
      var bytes = 0
      var clock: UInt64 = 0
    }

    private let state = Locked(State())
    private let byteLimit: Int

    /// Seconds for which what is in memory is shown without a question, whatever the server said.
    static let restTime = 60.0

    init(byteLimit: Int = 8 << 20) { self.byteLimit = byteLimit }

    var bytes: Int { state.withLock { $0.bytes } }

    /// Returns the picture where it is in memory, and counts one user more; ``release(_:)`` takes it back.
    func take(_ key: Key, now: Double) -> (picture: EncodedImage, isFresh: Bool)? {
      state.withLock { state in
        guard let entry = state.entries[key] else { return nil }
        state.entries[key]?.users += 1
        return (entry.picture, now < entry.freshUntil)
      }
    }

    /// Returns the picture where it is in memory.
    func peek(_ key: Key) -> EncodedImage? { state.withLock { $0.entries[key]?.picture } }

    /// Keeps what was loaded, for one user more. Bytes that are there already stay the picture that they were.
    func adopt(_ data: LoadedData, for key: Key, now: Double) -> EncodedImage {
      let known = state.withLock { $0.entries[key]?.picture }
      // Comparing and reading the header take time: not under the lock.
      let picture = if let known, known.bytes == data.bytes { known } else { EncodedImage(data.bytes, name: key.url) }
      return state.withLock { state in
        let former = state.entries[key]
        // Somebody else may have brought the same meanwhile.
        let kept = if let other = former?.picture, other != known, other.bytes == data.bytes { other } else { picture }
        state.bytes += kept.bytes.count - (former?.picture.bytes.count ?? 0)
        state.entries[key] = Entry(
          picture: kept, freshUntil: max(data.freshUntil, now + Self.restTime), users: (former?.users ?? 0) + 1,
          lastUse: former?.lastUse ?? 0)
        return kept
      }
    }

    /// A user shows the picture no more.
    func release(_ key: Key) {
      state.withLock { state in
        state.clock += 1
        state.entries[key]?.users -= 1
        state.entries[key]?.lastUse = state.clock
        Self.trim(&state, to: byteLimit)
      }
    }

    /// Gives up what nobody shows until no more than so many bytes are held.
    func trim(to bytes: Int) { state.withLock { Self.trim(&$0, to: bytes) } }

    private static func trim(_ state: inout State, to limit: Int) {
      while state.bytes > limit, let oldest = state.entries.filter({ $0.value.users <= 0 }).min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.entries[oldest.key] = nil
        state.bytes -= oldest.value.picture.bytes.count
      }
    }
  }
#endif
