#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import CTesseraNetwork

/// Files of a ``DiskCache``. One thread at a time.
///
/// Writers hold the lock of the file `lock`. A file that the journal does not name during that time was left behind by a process that died.
/// Readers take no lock: they read the new lines of the journal and check checksums.
struct CacheFolder {
  let path: String
  private let options: DiskCache.Options
  private let clock: any LoaderClock
  private var index = CacheIndex()
  private var counts = DiskCache.Statistics()
  /// The journal that `index` was read from, and the position up to which it was read.
  private var journal: (device: UInt64, inode: UInt64, offset: Int)?
  private var hasTidied = false
  /// Whether the journal contains passwords of URLs, which earlier versions wrote.
  private var hasPasswords = false

  /// Minimum seconds between two journal records of an entry's use.
  private static let useStep = 86400.0

  init(path: String, options: DiskCache.Options, clock: any LoaderClock) {
    self.path = path
    self.options = options
    self.clock = clock
  }

  var statistics: DiskCache.Statistics {
    var result = counts
    (result.entries, result.bytes) = (index.entries.count, index.bytes)
    return result
  }

  private var journalPath: String { path + "/journal" }

  // MARK: operations of a cache

  mutating func data(for url: String) -> CachedData? {
    readJournal()
    guard let entry = index.entries[url] else { return nil }
    let bytes = CacheFile.read(path + "/" + entry.file, limit: entry.size)
    guard let bytes, bytes.count == entry.size, bytes.withUnsafeBytes({ tn_hash($0.baseAddress, $0.count) }) == entry.checksum else {
      counts.damaged += 1
      remove([url])
      return nil
    }
    let now = clock.wall
    if now - entry.usedAt > Self.useStep { _ = withLock { $0.append([.use(url: url, at: now)]) } }
    index.used(url, at: now)
    return CachedData(bytes: bytes, metadata: entry.metadata)
  }

  mutating func store(_ bytes: [UInt8], metadata: CacheMetadata, for url: String) {
    guard bytes.count <= options.byteLimit else { return }
    let isStored = withLock { folder in
      folder.tidy()
      folder.makeRoom(for: bytes.count)
      if folder.write(bytes, metadata, url) { return true }
      // The disk is full: try again after evicting half of the cache.
      folder.makeRoom(for: folder.options.byteLimit - folder.index.bytes / 2)
      return folder.write(bytes, metadata, url)
    }
    if isStored != true { counts.dropped += 1 }
  }

  mutating func confirm(_ metadata: CacheMetadata, for url: String) {
    readJournal()
    guard index.entries[url] != nil else { return }
    _ = withLock { $0.append([.confirm(url: url, metadata)]) }
  }

  mutating func remove(_ urls: [String]) {
    guard !urls.isEmpty else { return }
    _ = withLock { $0.drop(urls) }
  }

  mutating func removeAll() {
    readJournal()
    remove(Array(index.entries.keys))
  }

  // MARK: with the lock held

  /// Writes a body to its own file, then names it in the journal. The next writer that opens the cache removes files that are not named.
  private mutating func write(_ bytes: [UInt8], _ metadata: CacheMetadata, _ url: String) -> Bool {
    var random = SystemRandomNumberGenerator()
    let file = CacheJournal.fileName(url, unique: random.next())
    let temporary = path + "/t-" + file.dropFirst(2)
    if let reason = CacheFile.write(bytes, to: temporary) {
      unlink(temporary)
      counts.problem = "cannot write \(temporary): \(reason)"
      return false
    }
    let former = index.entries[url]?.file
    let checksum = bytes.withUnsafeBytes { tn_hash($0.baseAddress, $0.count) }
    let entry = CacheEntry(file: file, size: bytes.count, checksum: checksum, metadata: metadata, usedAt: clock.wall)
    guard rename(temporary, path + "/" + file) == 0, append([.put(url: url, entry)]) else {
      unlink(temporary)
      unlink(path + "/" + file)
      return false
    }
    if let former { unlink(path + "/" + former) }
    return true
  }

  /// Evicts expired entries, then as many as `count` further bytes require.
  private mutating func makeRoom(for count: Int) {
    let limit = max(0, options.byteLimit - count)
    drop(index.victims(byteLimit: limit, ageLimit: options.ageLimit, now: clock.wall))
  }

  @discardableResult
  private mutating func drop(_ urls: [String]) -> Bool {
    let files = urls.compactMap { index.entries[$0]?.file }
    guard !urls.isEmpty, append(urls.map { .remove(url: $0) }) else { return false }
    for file in files { unlink(path + "/" + file) }
    return true
  }

  /// Appends records to the journal and applies them to the index.
  private mutating func append(_ records: [CacheRecord]) -> Bool {
    let text = records.map(CacheJournal.line).joined()
    guard let size = CacheFile.append(text, to: journalPath, header: CacheJournal.header) else {
      counts.problem = "cannot write \(journalPath): \(String(cString: strerror(errno)))"
      return false
    }
    for record in records { index.apply(record) }
    if journal == nil { journal = CacheFile.identity(journalPath).map { ($0.device, $0.inode, 0) } }
    journal?.offset = size
    return true
  }

  /// Removes the files of processes that died, and compacts a wasteful journal. Files are removed once for each opened cache.
  private mutating func tidy() {
    if index.isWasteful || hasPasswords { rewriteJournal() }
    guard !hasTidied else { return }
    hasTidied = true
    let named = Set(index.entries.values.map(\.file))
    for name in CacheFile.names(in: path) {
      let isTemporary = name.hasPrefix("t-") && CacheJournal.isFileName("b-" + name.dropFirst(2))
      if isTemporary || (CacheJournal.isFileName(name) && !named.contains(name)) { unlink(path + "/" + name) }
    }
  }

  private mutating func rewriteJournal() {
    let new = journalPath + ".new"
    let text = CacheJournal.header + index.records.map(CacheJournal.line).joined()
    // Flush before the rename: a power cut could otherwise leave an empty journal.
    guard CacheFile.write(Array(text.utf8), to: new, isFlushed: true) == nil, rename(new, journalPath) == 0 else {
      unlink(new)
      return
    }
    (journal, hasPasswords) = (nil, false)
    readJournal()
  }

  // MARK: journal

  /// Reads the records appended since the last read, by this or another process.
  private mutating func readJournal() {
    guard let file = CacheFile.identity(journalPath) else {
      (index, journal) = (CacheIndex(), nil)
      return
    }
    if let journal, journal.device == file.device, journal.inode == file.inode, journal.offset <= file.size {
      if journal.offset == file.size { return }
    } else {
      (index, journal) = (CacheIndex(), (file.device, file.inode, 0))
    }
    guard let start = journal?.offset, let bytes = CacheFile.read(journalPath, from: start) else { return }
    // A last line without a line end is torn or still being written. Read it again with the next.
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return }
    let text = String(decoding: bytes[...end], as: UTF8.self)
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() where !line.isEmpty {
      if start == 0, number == 0 {
        // Journal of another version: treat it as empty. The next write starts a new one.
        guard line + "\n" == CacheJournal.header else {
          unlinkForeignJournal()
          return
        }
        continue
      }
      guard let record = CacheJournal.record(line) else { continue }
      let clean = record.withoutPassword
      if clean != record { hasPasswords = true }
      index.apply(clean)
    }
    journal?.offset = start + end + 1
  }

  private mutating func unlinkForeignJournal() {
    (index, journal) = (CacheIndex(), nil)
    _ = withLock(readsJournal: false) { folder in unlink(folder.journalPath) == 0 }
  }

  /// Runs `body` with the folder's lock held and the journal read. Returns nil if the folder cannot be created or locked.
  private mutating func withLock(readsJournal: Bool = true, _ body: (inout CacheFolder) -> Bool) -> Bool? {
    guard let lock = CacheLock(in: path) else {
      counts.problem = "cannot write to the cache \(path): \(String(cString: strerror(errno)))"
      return nil
    }
    defer { lock.release() }
    if readsJournal { readJournal() }
    return body(&self)
  }
}
