#if Network
  internal import Tessera
  internal import TesseraLoading

  /// Encoded pictures loaded from URLs; one per URL, shared by all nodes, so that it is decoded once. Any thread.
  ///
  /// Pictures in use are kept; of the others the least recently used are evicted beyond the limit.
  final class RemotePictures: Sendable {
    static let shared: RemotePictures = {
      let pictures = RemotePictures()
      MemoryHolder.register(MemoryHolder(name: "network pictures", bytes: { pictures.bytes }, trim: { pictures.trim(to: $0) }))
      return pictures
    }()

    /// Key of a picture. Loaders may have different headers and get different responses.
    struct Key: Hashable {
      var loader: UInt64
      var url: String
    }

    private struct Entry {
      var picture: EncodedImage
      /// Time until which the server is not asked again, seconds since 1970.
      var freshUntil: Double
      var users = 0
      var lastUse: UInt64 = 0
      /// Receives the verdict on the bytes.
      var trial: LoadTrial?
      /// Whether a node has drawn it.
      var isDecoded = false
      /// Whether a node could not draw it, so that other nodes do not get it.
      var isRejected = false
      /// Picture that it replaced, until it is decoded.
      var former: EncodedImage?

      var bytes: Int { picture.bytes.count + (former?.bytes.count ?? 0) }
    }

    private struct State {
      var entries: [Key: Entry] = [:]
      var bytes = 0
      var clock: UInt64 = 0
    }

    private let state = Locked(State())
    private let byteLimit: Int

    /// Seconds for which a picture in memory is shown without asking the server, regardless of its headers.
    static let restTime = 60.0

    init(byteLimit: Int = 8 << 20) { self.byteLimit = byteLimit }

    var bytes: Int { state.withLock { $0.bytes } }

    /// Returns the picture if it is in memory, and adds a user, which ``release(_:)`` removes.
    func acquire(_ key: Key, now: Double) -> (picture: EncodedImage, isFresh: Bool)? {
      state.withLock { state in
        guard let entry = state.entries[key], !entry.isRejected else { return nil }
        state.entries[key]?.users += 1
        return (entry.picture, now < entry.freshUntil)
      }
    }

    /// Returns the picture if it is in memory.
    func peek(_ key: Key) -> EncodedImage? {
      state.withLock { state in state.entries[key].flatMap { $0.isRejected ? nil : $0.picture } }
    }

    /// Returns a picture for loaded bytes. If the same bytes are in memory, returns that picture. Parses the header.
    func picture(of data: LoadedData, for key: Key) -> EncodedImage {
      let known = state.withLock { $0.entries[key]?.picture }
      // Comparing and parsing take time, so they run outside the lock.
      return if let known, known.bytes == data.bytes { known } else { EncodedImage(data.bytes, url: key.url) }
    }

    /// Keeps a loaded picture and adds a user. Returns the stored picture, which may be an earlier one with the same bytes.
    func adopt(_ data: LoadedData, as picture: EncodedImage, for key: Key, now: Double) -> EncodedImage {
      let (kept, isDecoded) = state.withLock { state -> (EncodedImage, Bool) in
        let before = state.entries[key]
        let kept = if let other = before?.picture, other != picture, other.bytes == data.bytes { other } else { picture }
        var entry = Entry(
          picture: kept, freshUntil: max(data.freshUntil, now + Self.restTime), users: (before?.users ?? 0) + 1,
          lastUse: before?.lastUse ?? 0, trial: data.trial)
        if let before, before.picture == kept {
          (entry.isDecoded, entry.former) = (before.isDecoded, before.former)
        } else if let before {
          entry.former = before.isDecoded ? before.picture : before.former
        }
        state.bytes += entry.bytes - (before?.bytes ?? 0)
        state.entries[key] = entry
        return (kept, entry.isDecoded)
      }
      if isDecoded { data.trial?.accept() }
      return kept
    }

    /// Accepts the bytes of a picture that a node has drawn.
    func accept(_ picture: EncodedImage, for key: Key) {
      let trial = state.withLock { state -> LoadTrial? in
        guard var entry = state.entries[key], entry.picture == picture, !entry.isDecoded else { return nil }
        state.bytes -= entry.former?.bytes.count ?? 0
        (entry.isDecoded, entry.isRejected, entry.former) = (true, false, nil)
        state.entries[key] = entry
        return entry.trial
      }
      trial?.accept()
    }

    /// Whether a node has drawn the picture.
    func isDecoded(_ picture: EncodedImage, for key: Key) -> Bool {
      state.withLock { state in state.entries[key].map { $0.picture == picture && $0.isDecoded } ?? false }
    }

    /// Rejects the bytes of a picture that a node could not draw. Returns the previous picture, which is shown instead; nil if there is
    /// none.
    func reject(_ picture: EncodedImage, for key: Key, now: Double) -> EncodedImage? {
      let (trial, shown) = state.withLock { state -> (LoadTrial?, EncodedImage?) in
        guard var entry = state.entries[key] else { return (nil, nil) }
        guard entry.picture == picture else { return (nil, entry.isRejected ? nil : entry.picture) }
        let (trial, former) = (entry.trial, entry.former)
        state.bytes -= entry.bytes
        entry.trial = nil
        (entry.isDecoded, entry.isRejected) = (former != nil, former == nil)
        if let former { (entry.picture, entry.former, entry.freshUntil) = (former, nil, now + Self.restTime) }
        state.bytes += entry.bytes
        state.entries[key] = entry
        return (trial, former)
      }
      trial?.reject()
      return shown
    }

    /// Removes a user of the picture.
    func release(_ key: Key) {
      state.withLock { state in
        state.clock += 1
        state.entries[key]?.users -= 1
        state.entries[key]?.lastUse = state.clock
        Self.trim(&state, to: byteLimit)
      }
    }

    /// Evicts unused pictures until at most this many bytes are held.
    func trim(to bytes: Int) { state.withLock { Self.trim(&$0, to: bytes) } }

    private static func trim(_ state: inout State, to limit: Int) {
      while state.bytes > limit, let oldest = state.entries.filter({ $0.value.users <= 0 }).min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.entries[oldest.key] = nil
        state.bytes -= oldest.value.bytes
      }
    }
  }
#endif
