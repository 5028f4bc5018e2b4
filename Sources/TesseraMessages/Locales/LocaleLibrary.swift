#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import TesseraBase

/// Place of the file of locale data, and the data once opened.
///
/// The file is opened at first use. It is searched in this order: the path that `use(file:)` set; the variable `TESSERA_LOCALE_DATA`; `locales.tld` next to the
/// executable; `../share/tessera/locales.tld`; `/usr/share/tessera/locales.tld`; the source tree of Tessera above the executable. Without a file, texts are in
/// plain English forms. Any thread may use it.
public enum LocaleLibrary {
  private struct State {
    var path: String?
    var isOpened = false
    var table: LocaleTable?
    var cache: [String: LocaleData] = [:]
  }

  private static let state = Locked(State())

  /// Uses another file from now on.
  ///
  /// - Parameter path: File that `make_locale_data.py` wrote.
  /// - Returns: Whether the file is valid. If not, the file in use stays.
  @discardableResult
  public static func use(file path: String) -> Bool {
    guard let table = LocaleTable(path: path) else { return false }
    state.withLock {
      $0.path = path
      $0.isOpened = true
      $0.table = table
      $0.cache = [:]
    }
    return true
  }

  /// Whether locale data was found.
  public static var isAvailable: Bool { table != nil }

  static var table: LocaleTable? {
    state.withLock { state in
      if !state.isOpened {
        state.isOpened = true
        for path in candidates() {
          guard let table = LocaleTable(path: path) else { continue }
          state.table = table
          state.path = path
          break
        }
      }
      return state.table
    }
  }

  /// Data of a locale; cached.
  static func data(_ tag: LocaleTag) -> LocaleData {
    let table = table
    let name = tag.description
    if let data = state.withLock({ $0.cache[name] }) { return data }
    let data = LocaleData(tag, table: table)
    state.withLock {
      // A program uses few locales; a test may use all.
      if $0.cache.count >= 64 { $0.cache = [:] }
      $0.cache[name] = data
    }
    return data
  }

  private static func candidates() -> [String] {
    var paths: [String] = []
    if let variable = getenv("TESSERA_LOCALE_DATA") { paths.append(String(cString: variable)) }
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    if count > 0 {
      var folder = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: "/").dropLast()
      let path = { "/" + folder.joined(separator: "/") }
      paths.append(path() + "/locales.tld")
      paths.append(path() + "/../share/tessera/locales.tld")
      while !folder.isEmpty {
        folder = folder.dropLast()
        paths.append(path() + "/Sources/TesseraMessages/Data/locales.tld")
      }
    }
    paths.append("/usr/share/tessera/locales.tld")
    return paths
  }
}
