#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// File of locale data, mapped into memory.
///
/// Format, little-endian: `TLD1`; counts of keys, locales, entries, and the size of the pool (4 × u32); offsets of the keys' texts, sorted by bytes (u32 each);
/// locales, sorted: offset of the tag (u32), index of the parent or 0xFFFF (u16), 0 (u16), first entry (u32); entries: key (u16), offset of the text (u24);
/// texts: length as one byte `length << 1 | 1` below 128, else two bytes `(length & 0x7F) << 1`, `length >> 7`; then UTF-8.
/// A locale has only entries that differ from those of its parent. `tools/make_locale_data.py` writes the file.
///
/// The pages of the file are clean: the kernel can drop them. Any thread may read.
final class LocaleTable: Sendable {
  // Written once in `init`; the mapping is read-only and is released with the object.
  private nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
  private let keyCount: Int
  let localeCount: Int
  private let entryCount: Int
  private let localeStart: Int
  private let entryStart: Int
  private let poolStart: Int

  static let sizeLimit = 1 << 28

  /// Maps a file; `nil` if it cannot be read or is not valid.
  init?(path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size >= 20, status.st_size <= Self.sizeLimit else { return nil }
    let size = Int(status.st_size)
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED else { return nil }
    let mapped = UnsafeRawBufferPointer(start: start, count: size)
    func word(_ index: Int) -> Int { Int(UInt32(littleEndian: mapped.loadUnaligned(fromByteOffset: 4 + 4 * index, as: UInt32.self))) }
    bytes = mapped
    keyCount = word(0)
    localeCount = word(1)
    entryCount = word(2)
    localeStart = 20 + 4 * keyCount
    entryStart = localeStart + 12 * localeCount
    poolStart = entryStart + 5 * entryCount
    let isValid =
      mapped.prefix(4).elementsEqual("TLD1".utf8) && keyCount < 0xFFFF && localeCount < 0xFFFF && poolStart + word(3) == size
    guard isValid else { return nil }
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  private func word(at offset: Int) -> Int {
    guard offset + 4 <= bytes.count else { return 0 }
    return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  private func half(at offset: Int) -> Int {
    guard offset + 2 <= bytes.count else { return 0 }
    return Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
  }

  /// Bytes of a text of the pool; empty if the offset is not valid.
  private func text(_ offset: Int) -> Slice<UnsafeRawBufferPointer> {
    var start = poolStart + offset
    guard start + 1 < bytes.count else { return bytes[0..<0] }
    var length = Int(bytes[start] >> 1)
    if bytes[start] & 1 == 0 {
      length |= Int(bytes[start + 1]) << 7
      start += 1
    }
    start += 1
    guard start + length <= bytes.count else { return bytes[0..<0] }
    return bytes[start..<(start + length)]
  }

  /// Index of the least element for which `isBelow` is false.
  private func search(_ range: Range<Int>, _ isBelow: (Int) -> Bool) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if isBelow(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func keyIndex(_ key: String) -> Int? {
    let index = search(0..<keyCount) { text(word(at: 20 + 4 * $0)).lexicographicallyPrecedes(key.utf8) }
    return index < keyCount && text(word(at: 20 + 4 * index)).elementsEqual(key.utf8) ? index : nil
  }

  func key(_ index: Int) -> String { String(decoding: text(word(at: 20 + 4 * index)), as: UTF8.self) }

  /// Indices of the keys that begin with `prefix`.
  func keys(prefix: String) -> Range<Int> {
    let start = search(0..<keyCount) { text(word(at: 20 + 4 * $0)).lexicographicallyPrecedes(prefix.utf8) }
    let end = search(start..<keyCount) { text(word(at: 20 + 4 * $0)).starts(with: prefix.utf8) }
    return start..<end
  }

  func localeIndex(_ tag: String) -> Int? {
    let index = search(0..<localeCount) { text(word(at: localeStart + 12 * $0)).lexicographicallyPrecedes(tag.utf8) }
    return index < localeCount && text(word(at: localeStart + 12 * index)).elementsEqual(tag.utf8) ? index : nil
  }

  func localeName(_ index: Int) -> String { String(decoding: text(word(at: localeStart + 12 * index)), as: UTF8.self) }

  func parent(of locale: Int) -> Int? {
    let parent = half(at: localeStart + 12 * locale + 4)
    return parent < localeCount ? parent : nil
  }

  /// Text of a key in one locale without its parents. Logarithmic in the number of entries.
  func value(key: Int, locale: Int) -> String? {
    let first = word(at: localeStart + 12 * locale + 8)
    let end = locale + 1 < localeCount ? word(at: localeStart + 12 * (locale + 1) + 8) : entryCount
    guard first <= end, end <= entryCount else { return nil }
    let index = search(first..<end) { half(at: entryStart + 5 * $0) < key }
    guard index < end, half(at: entryStart + 5 * index) == key else { return nil }
    let place = entryStart + 5 * index + 2
    guard place + 2 < bytes.count else { return nil }
    return String(decoding: text(Int(bytes[place]) | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2]) << 16), as: UTF8.self)
  }
}
