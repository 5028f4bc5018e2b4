internal import CHunspell
internal import Tessera

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Dictionaries of Hunspell. libhunspell is opened with the first word; nothing links it.
///
/// A dictionary is a pair of files with a language in their names, such as `de_DE.aff` and `de_DE.dic`. Known words are kept, so that a text that is
/// drawn again costs no calls. Any thread.
public final class HunspellChecker: SpellChecker {
  /// Folders in which Debian's packages install dictionaries.
  public static let systemFolders = ["/usr/share/hunspell", "/usr/share/myspell/dicts"]
  /// Maximum length of a checked word, UTF-8 bytes. Longer ones count as known.
  static let wordLimit = 100
  /// Maximum number of kept results of a language.
  private static let cacheLimit = 20_000

  private struct Dictionary {
    let handle: OpaquePointer
    let encoding: String
    var known: [String: Bool] = [:]
  }

  private struct State {
    /// Dictionaries by language; an entry without a value for one that is missing.
    var dictionaries: [String: Dictionary?] = [:]
  }

  private let folders: [String]
  private let state = Locked(State())

  /// Creates a checker for the dictionaries of some folders, which are read with the first word of their language.
  public init(folders: [String] = HunspellChecker.systemFolders) { self.folders = folders }

  deinit {
    state.withLock { state in
      for dictionary in state.dictionaries.values { hs_close(dictionary?.handle) }
    }
  }

  public func isKnown(_ word: String, language: String) -> Bool {
    guard word.utf8.count <= Self.wordLimit else { return true }
    return withDictionary(language) { dictionary in
      if let known = dictionary.known[word] { return known }
      let known = Self.bytes(word, dictionary.encoding).map { hs_is_known(dictionary.handle, $0) } ?? true
      if dictionary.known.count >= Self.cacheLimit { dictionary.known.removeAll() }
      dictionary.known[word] = known
      return known
    } ?? true
  }

  public func corrections(of word: String, language: String) -> [String] {
    guard word.utf8.count <= Self.wordLimit else { return [] }
    return withDictionary(language) { dictionary -> [String] in
      guard let bytes = Self.bytes(word, dictionary.encoding) else { return [] }
      var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
      let count = hs_suggest(dictionary.handle, bytes, &words)
      guard let list = words else { return [] }
      defer { hs_free(dictionary.handle, list, count) }
      return (0..<Int(count)).compactMap { index in list[index].flatMap { Self.text($0, dictionary.encoding) } }
    } ?? []
  }

  public func problem(language: String) -> String? {
    let reason = String(cString: hs_problem())
    guard reason.isEmpty else { return reason }
    if withDictionary(language, { _ in true }) != nil { return nil }
    let name = language.prefix { $0 != "-" && $0 != "_" }
    return "no dictionary of `\(language)` in \(folders.joined(separator: " and ")) (Debian packages have names such as hunspell-\(name))"
  }

  /// Calls `body` with the dictionary of a language, which is read first; nil if there is none.
  private func withDictionary<R>(_ language: String, _ body: (inout Dictionary) -> R) -> R? {
    state.withLock { state in
      if state.dictionaries[language] == nil { state.dictionaries[language] = .some(open(language)) }
      // In place: a copy would double the kept results.
      guard state.dictionaries[language, default: nil] != nil else { return nil }
      return body(&state.dictionaries[language, default: nil]!)
    }
  }

  private func open(_ language: String) -> Dictionary? {
    guard let path = file(of: language), let handle = hs_open(path + ".aff", path + ".dic") else { return nil }
    let encoding = hs_encoding(handle).map { String(cString: $0) } ?? "UTF-8"
    return Dictionary(handle: handle, encoding: encoding)
  }

  /// Returns the path of a dictionary without suffix: of the language with its region, or else the usual region, or else the first one in order of
  /// names; nil if there is none.
  func file(of language: String) -> String? {
    let parts = language.split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
    guard let name = parts.first?.lowercased(), name.allSatisfy(\.isLetter) else { return nil }
    var wanted: [String] = []
    if let region = parts.dropFirst().last(where: { $0.count == 2 || $0.count == 3 }) { wanted.append("\(name)_\(region.uppercased())") }
    wanted += ["\(name)_\(name == "en" ? "US" : name.uppercased())", name]
    for folder in folders {
      let found = Self.dictionaries(in: folder)
      if let match = wanted.first(where: found.contains) ?? found.sorted().first(where: { $0.hasPrefix(name + "_") }) {
        return folder + "/" + match
      }
    }
    return nil
  }

  /// Returns the names of dictionaries in a folder, without suffix.
  private static func dictionaries(in folder: String) -> Set<String> {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: Set<String> = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".aff"), access("\(folder)/\(name.dropLast(4)).dic", R_OK) == 0 { names.insert(String(name.dropLast(4))) }
    }
    return names
  }

  /// Returns a word in the encoding of a dictionary, with a zero at the end.
  private static func bytes(_ word: String, _ encoding: String) -> [CChar]? {
    let bytes = Array(word.utf8)
    guard !bytes.contains(0) else { return nil }
    let converted = encoding == "UTF-8" ? bytes : DictionaryEncoding.convert(bytes, from: "UTF-8", to: encoding)
    return converted.map { $0.map { CChar(bitPattern: $0) } + [0] }
  }

  /// Returns a text of the library.
  private static func text(_ text: UnsafePointer<CChar>, _ encoding: String) -> String? {
    if encoding == "UTF-8" { return String(validatingCString: text) }
    let bytes = (0..<strlen(text)).map { UInt8(bitPattern: text[$0]) }
    return DictionaryEncoding.convert(bytes, from: encoding, to: "UTF-8").map { String(decoding: $0, as: UTF8.self) }
  }
}
