#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import TesseraBase

/// Messages of a program in its languages.
///
/// A folder has a file for each language: `de.mf2`, `pt-BR.mf2`. A message is searched in the language, then in less special ones (`de-AT`, `de`), then in
/// the source language. A value that shares its storage; any thread may use it.
public final class MessageCatalog: Sendable, Equatable {
  /// Language of the file from which others are translated.
  public let sourceLanguage: String
  /// Files by language.
  public let files: [String: MessageFile]
  private let models: [String: [String: MessageModel]]
  private let digest: Int

  /// Accented and longer English, for tests of layouts.
  public static let accentedLanguage = PseudoLanguage.accentedTag
  /// English from right to left, for tests of layouts.
  public static let mirroredLanguage = PseudoLanguage.mirroredTag

  /// - Parameters:
  ///   - files: Files by language tag.
  ///   - sourceLanguage: Language in which every message exists; `nil` is `en`, or else the first in alphabetical order.
  public init(_ files: [String: MessageFile], sourceLanguage: String? = nil) {
    self.files = files
    self.sourceLanguage = sourceLanguage ?? (files["en"] != nil ? "en" : files.keys.min() ?? "en")
    models = files.mapValues { file in
      Dictionary(file.entries.map { ($0.key, $0.model) }) { first, _ in first }
    }
    var hasher = Hasher()
    for language in files.keys.sorted() {
      hasher.combine(language)
      for entry in files[language]?.entries ?? [] {
        hasher.combine(entry.key)
        hasher.combine(entry.source)
      }
    }
    digest = hasher.finalize()
  }

  /// Reads the `.mf2` files of a folder.
  ///
  /// - Parameters:
  ///   - folder: Path of the folder. Files that cannot be read are problems.
  ///   - sourceLanguage: As in `init(_:sourceLanguage:)`.
  public convenience init(folder: String, sourceLanguage: String? = nil) {
    var files: [String: MessageFile] = [:]
    for name in Self.names(in: folder) {
      let path = folder + "/" + name
      let language = String(name.dropLast(4))
      files[language] = MessageFile(Self.bytes(of: path) ?? [0xFF], name: path)
    }
    self.init(files, sourceLanguage: sourceLanguage)
  }

  public static func == (first: MessageCatalog, second: MessageCatalog) -> Bool {
    first === second || (first.digest == second.digest && first.sourceLanguage == second.sourceLanguage)
  }

  /// Languages with a file, sorted.
  public var languages: [String] { files.keys.sorted() }

  /// Problems of all files.
  public var problems: [MessageFile.Problem] { languages.flatMap { files[$0]?.problems ?? [] } }

  /// Keys of the source language, sorted.
  public var keys: [String] { (models[sourceLanguage] ?? [:]).keys.sorted() }

  /// Message with its language; `nil` if no language of the chain has it.
  public func model(_ key: String, language: String) -> (model: MessageModel, language: String)? {
    for name in chain(language) {
      if let model = models[name]?[key] { return (model, name) }
    }
    return nil
  }

  /// Languages in which a message is searched.
  public func chain(_ language: String) -> [String] {
    let tags = LocaleTag(language).fallbacks.map(\.description)
    return (tags + [sourceLanguage]).filter { files[$0] != nil }
  }

  /// Formats a message.
  ///
  /// - Parameters:
  ///   - key: Key of the message.
  ///   - arguments: Values of its variables.
  ///   - language: Language tag, `en-XA` or `ar-XB`; empty is the source language.
  /// - Returns: The text, or the key in `⟦⟧` if no file has the message.
  public func format(_ key: String, _ arguments: [String: MessageValue] = [:], language: String) -> MessageFormat.Result {
    let pseudo = PseudoLanguage(language)
    let wanted = pseudo != nil || language.isEmpty ? sourceLanguage : language
    guard let found = model(key, language: wanted) else {
      return .init(parts: [.text("⟦\(key)⟧")], errors: [MessageError(.unresolvedVariable, "unknown message `\(key)`")])
    }
    // Numbers and dates follow the region that is asked for, if the message is in its language.
    let locale = LocaleTag(wanted).language == LocaleTag(found.language).language ? wanted : found.language
    let result = MessageFormat(found.model, locale: locale).format(arguments)
    guard let pseudo else { return result }
    return .init(parts: pseudo.changed(result.parts), errors: result.errors)
  }

  /// Whether lines of a language begin on the right.
  public static func isRightToLeft(_ language: String) -> Bool {
    language == mirroredLanguage || WeekFacts(locale: language).isRightToLeft
      || ["ar", "he", "fa", "ur"].contains(LocaleTag(language).language)
  }

  // MARK: Files

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory), names.count < 1_000 {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        // The kernel ends the name with 0 within the field.
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) { String(cString: $0) }
      }
      if name.hasSuffix(".mf2"), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Content of a regular file of at most `MessageFile.sizeLimit` bytes.
  private static func bytes(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while result.count <= MessageFile.sizeLimit {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return result }
      result.append(contentsOf: chunk[..<count])
    }
    return result
  }
}
