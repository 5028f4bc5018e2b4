/// Readers of the parts of a value, to be notified of changes. A value; the lock of its owner guards it.
///
/// It is not generic over the type of the value, because the runtime looks up generic collections of generic types on each access.
struct ReaderTable {
  /// An evaluation that read a part.
  struct Entry {
    weak var reader: (any ChangeReader)?
    var ticket: ReadTicket
    /// Distinguishes readers without following a weak reference. A released reader may have had the same key.
    let key: Key

    init(_ reader: any ChangeReader, _ ticket: ReadTicket) {
      (self.reader, self.ticket) = (reader, ticket)
      key = Key(reader: ObjectIdentifier(reader), kind: ticket.kind)
    }
  }

  /// A reader and its kind of evaluation.
  struct Key: Hashable {
    let reader: ObjectIdentifier
    let kind: ReadTicket.Kind
  }

  /// Returns whether a part differs between two values, given by address.
  typealias Comparison = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  private struct Part {
    let path: AnyKeyPath
    /// Bytes of the part in the value; nil if it is computed, or observed by the value's type.
    let bytes: Range<Int>?
    let differs: Comparison
    /// In the order of their reads. A reader that reads again before it was notified may be listed twice; notifications with the older ticket are
    /// ignored.
    var entries: [Entry] = []
    /// Number of entries at which obsolete ones are removed.
    var limit = 64
    /// Index after the entry that was last read again.
    var next = 0

    mutating func insert(_ reader: any ChangeReader, _ ticket: ReadTicket) {
      let key = Key(reader: ObjectIdentifier(reader), kind: ticket.kind)
      // Readers mostly read again in the same order.
      let last = entries.count - 1
      if let place = last >= 0 && entries[last].key == key ? last : next < last && entries[next].key == key ? next : nil {
        next = place < last ? place + 1 : 0
        // Two threads may evaluate for one reader, and the one that began earlier may read later. Only the latest ticket is kept.
        if ticket.generation < entries[place].ticket.generation, entries[place].reader === reader { return }
        (entries[place].reader, entries[place].ticket) = (reader, ticket)
        return
      }
      entries.append(Entry(reader, ticket))
      guard entries.count >= limit else { return }
      removeOutdated()
      limit = max(64, entries.count * 2)
    }

    /// Keeps the latest entry of each existing reader. In place, because copying weak references would dominate the cost.
    private mutating func removeOutdated() {
      var newest: [Key: UInt64] = [:]
      var isKept = entries.indices.map { entries[$0].reader != nil }
      for i in entries.indices where isKept[i] {
        newest[entries[i].key] = max(newest[entries[i].key] ?? 0, entries[i].ticket.generation)
      }
      for i in entries.indices.reversed() where isKept[i] {
        isKept[i] = newest[entries[i].key] == entries[i].ticket.generation
        if isKept[i] { newest[entries[i].key] = nil }
      }
      var end = 0
      for i in entries.indices where isKept[i] {
        if i != end { entries.swapAt(i, end) }
        end += 1
      }
      entries.removeSubrange(end...)
    }
  }

  private var parts: [Part] = []
  /// Indices in ``parts``.
  private var places: [AnyKeyPath: Int] = [:]

  /// Whether there are no readers.
  var isEmpty: Bool {
    // A key path as a closure would be followed by the runtime on each call.
    for part in parts where !part.entries.isEmpty { return false }
    return true
  }

  /// Number of entries.
  var count: Int { parts.reduce(0) { $0 + $1.entries.count } }

  /// Records that the evaluation `ticket` of `reader` read the part at `path`.
  /// - Parameters:
  ///   - bytes: bytes of the part in a value; evaluated for its first reader.
  ///   - differs: makes the comparison of the part; called for its first reader.
  /// - Returns: The bytes of the part.
  mutating func insert(
    _ reader: any ChangeReader, _ ticket: ReadTicket, _ path: AnyKeyPath, bytes: @autoclosure () -> Range<Int>?,
    differs: (Range<Int>?) -> Comparison
  ) -> Range<Int>? {
    let place: Int
    if let known = self.place(of: path) {
      place = known
    } else {
      let bytes = bytes()
      place = parts.count
      parts.append(Part(path: path, bytes: bytes, differs: differs(bytes)))
      places[path] = place
    }
    parts[place].insert(reader, ticket)
    return parts[place].bytes
  }

  private func place(of path: AnyKeyPath) -> Int? {
    // Usually few members are read, each by one expression. Hashing a path costs more than a few comparisons.
    for place in parts.indices.prefix(4) where parts[place].path === path { return place }
    return places[path]
  }

  /// Returns the bytes of the part at `path` if they overlap no other part with readers. A change of it then affects only its own readers.
  func separateBytes(of path: AnyKeyPath) -> Range<Int>? {
    guard let place = place(of: path), let bytes = parts[place].bytes else { return nil }
    for other in parts.indices where other != place && !parts[other].entries.isEmpty {
      guard let others = parts[other].bytes, !others.overlaps(bytes) else { return nil }
    }
    return bytes
  }

  /// Removes and returns the readers of the part at `path`, which has changed.
  mutating func removeReaders(of path: AnyKeyPath) -> [Entry] {
    var taken: [Entry] = []
    if let place = place(of: path) { swap(&taken, &parts[place].entries) }
    return taken
  }

  /// Removes and returns the readers of parts that differ between two values, given by address. They read and are recorded again before they show the
  /// new value.
  mutating func removeReaders(from old: UnsafeRawPointer, to new: UnsafeRawPointer) -> [Entry] {
    var taken: [Entry] = []
    for place in parts.indices where !parts[place].entries.isEmpty && parts[place].differs(old, new) {
      if taken.isEmpty { swap(&taken, &parts[place].entries) } else { taken += parts[place].entries }
      parts[place].entries = []
    }
    return taken
  }
}
