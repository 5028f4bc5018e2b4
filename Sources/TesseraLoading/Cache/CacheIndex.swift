/// Contents of a cache according to its journal. A value; accesses no files.
struct CacheIndex: Hashable {
  private(set) var entries: [String: CacheEntry] = [:]
  /// Total size of all bodies in bytes.
  private(set) var bytes = 0
  /// Number of records applied. If it is much larger than the number of entries, the journal is rewritten.
  private(set) var recordCount = 0

  /// Applies one record of the journal.
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

  /// Sets the time of use of an entry without a journal record.
  mutating func used(_ url: String, at time: Double) { entries[url]?.usedAt = time }

  /// Returns the URLs to evict to keep the limits: expired ones, then the least recently used.
  ///
  /// - Parameters:
  ///   - byteLimit: maximum number of bytes that may stay.
  ///   - ageLimit: maximum number of seconds since the last use.
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

  /// Whether the journal should be compacted.
  var isWasteful: Bool { recordCount > 1000 + 4 * entries.count }

  /// Minimal records that reproduce this index, the least recently used first.
  var records: [CacheRecord] {
    entries.sorted { ($0.value.usedAt, $0.key) < ($1.value.usedAt, $1.key) }.map { .put(url: $0.key, $0.value) }
  }
}
