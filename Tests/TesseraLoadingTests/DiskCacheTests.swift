#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Foundation
import TesseraBase
import TesseraTestServer
import Testing

@testable import TesseraLoading

@Suite("The cache on disk")
struct DiskCacheTests {
  final class Clock: LoaderClock {
    let time = Locked(1_000_000.0)
    var steady: Double { time.withLock { $0 } }
    var wall: Double { time.withLock { $0 } }
  }

  private func metadata(_ tag: String = "\"x\"") -> CacheMetadata {
    CacheMetadata(etag: tag, lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", contentType: "image/png", validatedAt: 5, freshUntil: 1.5e9)
  }

  @Test func `another cache of the same directory finds stored entries`() throws {
    try withDirectory { path in
      let url = "https://example.org/bild ä.png?x=1%20\n"
      let cache = DiskCache(directory: path + "/deep/er")
      cache.store([1, 2, 3], metadata: metadata(), for: url)
      cache.store([4], metadata: metadata(), for: "other")
      let other = DiskCache(directory: path + "/deep/er")
      #expect(other.data(for: url) == CachedData(bytes: [1, 2, 3], metadata: metadata()))
      other.confirm(metadata("\"y\""), for: url)
      // The first sees what the second did.
      #expect(cache.data(for: url)?.metadata.etag == "\"y\"")
      other.remove(url)
      #expect(cache.data(for: url) == nil && cache.data(for: "other") != nil)
      other.store([9, 9], metadata: metadata(), for: "other")
      #expect(cache.data(for: "other")?.bytes == [9, 9] && cache.statistics.entries == 1)
      #expect(cache.statistics.problem == nil && other.statistics.problem == nil)
    }
  }

  @Test func `eviction is by least recent use, and entries unused for 30 days are removed`() throws {
    try withDirectory { path in
      let clock = Clock()
      var options = DiskCache.Options()
      options.byteLimit = 250
      let cache = DiskCache(directory: path, options: options, clock: clock)
      for url in ["a", "b"] {
        cache.store([UInt8](repeating: 1, count: 100), metadata: metadata(), for: url)
        clock.time.withLock { $0 += 1 }
      }
      #expect(cache.data(for: "a") != nil)
      clock.time.withLock { $0 += 1 }
      cache.store([UInt8](repeating: 1, count: 100), metadata: metadata(), for: "c")
      #expect(cache.data(for: "b") == nil && cache.data(for: "a") != nil && cache.data(for: "c") != nil)
      cache.store([UInt8](repeating: 1, count: 251), metadata: metadata(), for: "huge")
      #expect(cache.data(for: "huge") == nil && cache.statistics.entries == 2)
      clock.time.withLock { $0 += 31 * 86400 }
      cache.store([1], metadata: metadata(), for: "d")
      #expect(cache.statistics.entries == 1 && cache.statistics.bytes == 1)
    }
  }

  @Test func `a damaged body is not returned, and is removed`() throws {
    try withDirectory { path in
      let cache = DiskCache(directory: path)
      for change in 0..<4 {
        cache.store(Array(0..<200), metadata: metadata(), for: "a")
        let file = try #require(CacheFile.names(in: path).first { CacheJournal.isFileName($0) })
        let whole = try Data(contentsOf: URL(filePath: path + "/" + file))
        var bytes = whole
        switch change {
        case 0: bytes[77] ^= 1
        case 1: bytes.removeLast()
        case 2: bytes.append(0)
        default: bytes = Data()
        }
        try bytes.write(to: URL(filePath: path + "/" + file))
        #expect(cache.data(for: "a") == nil)
        #expect(!FileManager.default.fileExists(atPath: path + "/" + file))
      }
      #expect(cache.statistics.damaged == 4)
    }
  }

  @Test func `a journal cut at any byte opens with its complete entries`() throws {
    try withDirectory { path in
      let cache = DiskCache(directory: path)
      for number in 0..<4 { cache.store([UInt8(number)], metadata: metadata(), for: "u\(number)") }
      cache.remove("u1")
      let journal = try Data(contentsOf: URL(filePath: path + "/journal"))
      for length in 0..<journal.count {
        try journal.prefix(length).write(to: URL(filePath: path + "/journal"))
        let other = DiskCache(directory: path)
        for number in 0..<4 {
          if let found = other.data(for: "u\(number)") { #expect(found.bytes == [UInt8(number)]) }
        }
        let lines = journal.prefix(length).count { $0 == 10 }
        #expect(lines < 2 || other.data(for: "u0") != nil)
        #expect(other.statistics.problem == nil)
      }
      // And every byte changed.
      for at in stride(from: 0, to: journal.count, by: 7) {
        var changed = journal
        changed[at] ^= 0x15
        try changed.write(to: URL(filePath: path + "/journal"))
        let other = DiskCache(directory: path)
        for number in 0..<4 { if let found = other.data(for: "u\(number)") { #expect(found.bytes == [UInt8(number)]) } }
      }
    }
  }

  @Test func `a truncated line does not affect the next`() throws {
    try withDirectory { path in
      DiskCache(directory: path).store([1], metadata: metadata(), for: "a")
      let file = try FileHandle(forWritingTo: URL(filePath: path + "/journal"))
      file.seekToEndOfFile()
      file.write(Data("0123456789abcdef put b".utf8))
      try file.close()
      let cache = DiskCache(directory: path)
      cache.store([2], metadata: metadata(), for: "b")
      let other = DiskCache(directory: path)
      #expect(other.data(for: "a")?.bytes == [1] && other.data(for: "b")?.bytes == [2])
    }
  }

  @Test func `leftover files of an ended process are removed, and foreign files are kept`() throws {
    try withDirectory { path in
      let foreign = ["holiday.jpg", "b-short", ".hidden", "t-notes", "b-0123456789abcdef-0123456789abcdeX"]
      let left = ["b-0123456789abcdef-0123456789abcdef", "t-0123456789abcdef-0123456789abcdef"]
      for name in foreign + left { try Data([1]).write(to: URL(filePath: path + "/" + name)) }
      let cache = DiskCache(directory: path)
      #expect(cache.data(for: "a") == nil)
      cache.store([1], metadata: metadata(), for: "a")
      cache.removeAll()
      #expect(Set(CacheFile.names(in: path)) == Set(foreign + [".", "..", "journal", "lock"]))
    }
  }

  @Test func `files outside of the directory that a journal names are not read`() throws {
    for name in ["../secret", "/etc/passwd", "b-../../../../../etc/passwd........x"] {
      let entry = CacheEntry(file: name, size: 1, checksum: 0, metadata: metadata(), usedAt: 0)
      #expect(CacheJournal.record(CacheJournal.line(.put(url: "a", entry)).dropLast()) == nil)
    }
  }

  @Test func `impossible numbers of a journal count as a truncated line`() throws {
    func line(size: Int, usedAt: Double) -> String {
      let entry = CacheEntry(file: CacheJournal.fileName("x", unique: 1), size: size, checksum: 0, metadata: metadata(), usedAt: usedAt)
      return String(CacheJournal.line(.put(url: "http://\(size)", entry)).dropLast())
    }
    #expect(CacheJournal.record(Substring(line(size: 5, usedAt: 1))) != nil)
    for (size, usedAt) in [(Int.max, 1.0), (-1, 1), (5, .infinity), (5, .nan)] {
      #expect(CacheJournal.record(Substring(line(size: size, usedAt: usedAt))) == nil)
    }
    #expect(CacheJournal.record(CacheJournal.line(.use(url: "x", at: .nan)).dropLast()) == nil)
    // Sums of sizes, and the size with one byte more, do not overflow.
    try withDirectory { path in
      _ = CacheFile.makeDirectory(path)
      let text = CacheJournal.header + [Int.max, Int.max - 1, 1 << 40, (1 << 40) - 1].map { line(size: $0, usedAt: 1) + "\n" }.joined()
      #expect(CacheFile.write(Array(text.utf8), to: path + "/journal") == nil)
      let cache = DiskCache(directory: path)
      #expect(cache.data(for: "http://\(Int.max)") == nil && cache.data(for: "http://\(1 << 40)") == nil)
    }
  }

  @Test func `every record is read as it was written`() {
    let odd = CacheMetadata(etag: nil, lastModified: "", contentType: "%41 \u{7F}é", validatedAt: 0.5, freshUntil: -1, mustRevalidate: true)
    let records: [CacheRecord] = [
      .put(
        url: "http://é /%20\n\t\"",
        CacheEntry(file: CacheJournal.fileName("x", unique: 1), size: 0, checksum: .max, metadata: odd, usedAt: 1e9)),
      .confirm(url: "", odd), .use(url: "a b", at: 1.25), .remove(url: "%"),
    ]
    for record in records {
      let line = CacheJournal.line(record)
      let ends = line.filter(\.isNewline).count
      #expect(line.hasSuffix("\n") && ends == 1)
      #expect(CacheJournal.record(line.dropLast()) == record)
      for count in 0..<(line.count - 1) { #expect(CacheJournal.record(line.prefix(count)) == nil) }
    }
  }

  @Test func `a journal that has grown is rewritten, and other caches use the new one`() throws {
    try withDirectory { path in
      let clock = Clock()
      let reader = DiskCache(directory: path, clock: clock)
      let cache = DiskCache(directory: path, clock: clock)
      for number in 0..<1200 { cache.store([UInt8(truncatingIfNeeded: number)], metadata: metadata(), for: "u\(number % 3)") }
      #expect(reader.data(for: "u0")?.bytes == [UInt8(truncatingIfNeeded: 1197)])
      let lines = try String(contentsOfFile: path + "/journal", encoding: .utf8).split(separator: "\n").count
      #expect(lines < 300)
      cache.store([77], metadata: metadata(), for: "u0")
      #expect(reader.data(for: "u0")?.bytes == [77] && reader.data(for: "u1") != nil)
    }
  }

  @Test func `an unwritable directory is reported, and reading continues`() throws {
    let cache = DiskCache(directory: "/proc/tessera-cache")
    cache.store([1], metadata: metadata(), for: "a")
    #expect(cache.data(for: "a") == nil)
    #expect(cache.statistics.dropped == 1 && cache.statistics.problem?.contains("/proc/tessera-cache") == true)
  }

  @Test func `a full disk is an error of one write`() {
    #expect(CacheFile.write([UInt8](repeating: 1, count: 100_000), to: "/dev/full") == "No space left on device")
  }

  @Test func `passwords of URLs are not written, and those of earlier versions are removed`() throws {
    try withDirectory { path in
      let (url, same) = ("http://user:secret@example.org/a", "http://user:other@example.org/a")
      let cache = DiskCache(directory: path)
      cache.store([1], metadata: metadata(), for: url)
      cache.confirm(metadata("\"y\""), for: url)
      #expect(cache.data(for: url)?.bytes == [1] && cache.data(for: same)?.metadata.etag == "\"y\"")
      #expect(cache.data(for: "http://example.org/a") == nil && cache.data(for: "http://admin:secret@example.org/a") == nil)
      func hasPassword() throws -> Bool { try String(contentsOfFile: path + "/journal", encoding: .utf8).contains("secret") }
      let early = try hasPassword()
      #expect(early == false)
      // As it was written before.
      let file = CacheJournal.fileName("b", unique: 7)
      #expect(CacheFile.write([2], to: path + "/" + file) == nil)
      let checksum = DiskCacheTests.hash([2])
      let entry = CacheEntry(file: file, size: 1, checksum: checksum, metadata: metadata(), usedAt: 1_000_000)
      _ = CacheFile.append(CacheJournal.line(.put(url: "http://u:secret@b.example/", entry)), to: path + "/journal", header: "")
      let later = DiskCache(directory: path)
      #expect(later.data(for: "http://u:secret@b.example/")?.bytes == [2])
      let middle = try hasPassword()
      #expect(middle == true)
      later.store([3], metadata: metadata(), for: "c")
      let late = try hasPassword()
      #expect(late == false)
      #expect(later.data(for: "http://u:secret@b.example/")?.bytes == [2] && later.data(for: url)?.bytes == [1])
      later.remove(url)
      #expect(later.data(for: url) == nil)
    }
  }

  private static func hash(_ bytes: [UInt8]) -> UInt64 { CacheJournal.hash(String(decoding: bytes, as: UTF8.self)) }

  @Test func `a lock held by another process is awaited for a limited time`() throws {
    try withDirectory { path in
      let held = try #require(CacheLock(in: path))
      let cache = DiskCache(directory: path)
      cache.store([1], metadata: metadata(), for: "a")
      #expect(cache.statistics.dropped == 1)
      held.release()
      cache.store([1], metadata: metadata(), for: "a")
      #expect(cache.data(for: "a")?.bytes == [1])
    }
  }
}

func withDirectory<R>(_ body: (String) throws -> R) throws -> R {
  let path = FileManager.default.temporaryDirectory.appending(path: "tessera-cache-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}
