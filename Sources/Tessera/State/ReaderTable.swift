/// Who read which part of a value, and is to be told when that part is another. A value; the lock of its owner guards it.
///
/// It does not know the type of the value: generic collections of generic types are looked up by the runtime each time that they are touched.
struct ReaderTable {
  /// An evaluation that read a part.
  struct Entry {
    weak var reader: (any ChangeReader)?
    var ticket: ReadTicket
    /// Tells readers apart without a weak reference being followed. One that is gone may have had the same.
    let key: Key

    init(_ reader: any ChangeReader, _ ticket: ReadTicket) {
      (self.reader, self.ticket) = (reader, ticket)
      key = Key(reader: ObjectIdentifier(reader), kind: ticket.kind)
    }
  }

  /// A reader, and what it evaluates.
  struct Key: Hashable {
    let reader: ObjectIdentifier
    let kind: ReadTicket.Kind
  }

  /// Whether a part differs between two values, which are given by address.
  typealias Comparison = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  private struct Part {
    let path: AnyKeyPath
    /// The bytes of the value where it lies; nil: it is computed, or observed by the value's type.
    let bytes: Range<Int>?
    let differs: Comparison
    /// In the order in which they read. Who reads again before it was told may be here twice; what is told with the older ticket counts for nothing.
    var entries: [Entry] = []
    /// With so many entries those that count for nothing are removed.
    var limit = 64
    /// The entry behind the one that was read again last.
    var next = 0

    mutating func insert(_ reader: any ChangeReader, _ ticket: ReadTicket) {
      let key = Key(reader: ObjectIdentifier(reader), kind: ticket.kind)
      // Readers mostly read again in the order in which they did before.
      let last = entries.count - 1
      if let place = last >= 0 && entries[last].key == key ? last : next < last && entries[next].key == key ? next : nil {
        next = place < last ? place + 1 : 0
        // Two threads may evaluate for one reader, and the one that began earlier may read later: the newest ticket stays, the other counts for nothing.
        if ticket.generation < entries[place].ticket.generation, entries[place].reader === reader { return }
        (entries[place].reader, entries[place].ticket) = (reader, ticket)
        return
      }
      entries.append(Entry(reader, ticket))
      guard entries.count >= limit else { return }
      removeOutdated()
      limit = max(64, entries.count * 2)
    }

    /// Keeps the newest of each reader that is still there. In place: to copy a weak reference costs more than all else here.
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
  /// Places in ``parts``.
  private var places: [AnyKeyPath: Int] = [:]

  /// Whether nobody is to be told of anything.
  var isEmpty: Bool {
    // A key path as the closure is followed by the runtime, each time.
    for part in parts where !part.entries.isEmpty { return false }
    return true
  }

  /// How many are noted.
  var count: Int { parts.reduce(0) { $0 + $1.entries.count } }

  /// Notes that the evaluation `ticket` of `reader` read the part at `path`.
  /// - Parameters:
  ///   - bytes: where the part lies in a value; asked for with the first that reads it.
  ///   - differs: compares the part; asked for with the first that reads it.
  /// - Returns: Where the part lies.
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
    // Mostly few members are read, each by one expression: hashing a path costs more than comparing a few.
    for place in parts.indices.prefix(4) where parts[place].path === path { return place }
    return places[path]
  }

  /// Where the part at `path` lies, if all else that is followed lies beside it: then a change of that part concerns nobody but its readers.
  func separateBytes(of path: AnyKeyPath) -> Range<Int>? {
    guard let place = place(of: path), let bytes = parts[place].bytes else { return nil }
    for other in parts.indices where other != place && !parts[other].entries.isEmpty {
      guard let others = parts[other].bytes, !others.overlaps(bytes) else { return nil }
    }
    return bytes
  }

  /// Removes and returns the readers of the part at `path`, which is another.
  mutating func takeReaders(of path: AnyKeyPath) -> [Entry] {
    var taken: [Entry] = []
    if let place = place(of: path) { swap(&taken, &parts[place].entries) }
    return taken
  }

  /// Removes and returns the readers of parts that differ between two values, given by address. They read again, and are noted again, before they show what is new.
  mutating func takeReaders(from old: UnsafeRawPointer, to new: UnsafeRawPointer) -> [Entry] {
    var taken: [Entry] = []
    for place in parts.indices where !parts[place].entries.isEmpty && parts[place].differs(old, new) {
      if taken.isEmpty { swap(&taken, &parts[place].entries) } else { taken += parts[place].entries }
      parts[place].entries = []
    }
    return taken
  }
}
