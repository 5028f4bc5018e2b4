/// What is in a cache, as its journal tells. A value: it touches no file.
struct CacheIndex: Hashable {
  private(set) var entries: [String: CacheEntry] = [:]
  /// Bytes of all bodies.
  private(set) var bytes = 0
  /// Records that led here: when they are many more than entries, the journal is written anew.
  private(set) var recordCount = 0

  /// Takes one record of the journal.
  mutating func apply(_ record: CacheRecord) {
    recordCount += 1
    switch record {
    case .put(let url, let entry):
      bytes += entry.size - (entries[url]?.size ?? 0)
      entries[url] = entry
    case .confirm(let url, let metadata): entries[url]?.metadata = metadata
    case .use(let url, let time):
      if let known = entries[url]?.usedAt { entries[url]?.usedAt = max(known, time) }
    case .remove(let url):
      if let former = entries.removeValue(forKey: url) { bytes -= former.size }
    }
  }

  /// Notes a use that the journal is not told.
  mutating func used(_ url: String, at time: Double) { entries[url]?.usedAt = time }

  /// URLs to give up so that limits hold: those unused for too long, then the least recently used.
  ///
  /// - Parameters:
  ///   - byteLimit: bytes that may stay.
  ///   - ageLimit: seconds since the last use.
  ///   - now: seconds since 1970.
  func victims(byteLimit: Int, ageLimit: Double, now: Double) -> [String] {
    var result = entries.filter { now - $0.value.usedAt > ageLimit }.map(\.key).sorted()
    var left = bytes - result.reduce(0) { $0 + (entries[$1]?.size ?? 0) }
    guard left > byteLimit else { return result }
    let expired = Set(result)
    for (url, entry) in entries.sorted(by: { ($0.value.usedAt, $0.key) < ($1.value.usedAt, $1.key) }) where !expired.contains(url) {
      if left <= byteLimit { break }
      result.append(url)
      left -= entry.size
    }
    return result
  }

  /// Whether the journal is worth writing anew.
  var isWasteful: Bool { recordCount > 1000 + 4 * entries.count }

  /// Records that lead here from nothing, the least recently used first.
  var records: [CacheRecord] {
    entries.sorted { ($0.value.usedAt, $0.key) < ($1.value.usedAt, $1.key) }.map { .put(url: $0.key, $0.value) }
  }
}
