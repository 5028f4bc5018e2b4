internal import CRender
internal import TesseraBase

/// Fonts available to text; `shared` is the process-wide library.
///
/// Any thread.
///
/// `@unchecked Sendable`: the C library is thread-safe by its own locks, and `handle` never changes.
public final class FontLibrary: @unchecked Sendable {
  /// The library used by every `TextLayout`.
  public static let shared = FontLibrary()

  /// Family name of the embedded font: Latin, Greek, Cyrillic and symbols, with weight and slant axes.
  public static var embeddedFamily: String { String(cString: cr_font_embedded_family()) }

  let handle: OpaquePointer
  let holders = Locked(Holders())

  init() {
    var made: OpaquePointer?
    guard cr_font_library_create(&made) == CR_OK, let made else {
      fatalError("no memory for an empty font library: a few hundred bytes at start-up")
    }
    handle = made
    // Sets the limit for bitmaps in fonts.
    _ = DecodingBudget.shared
  }

  deinit { cr_font_library_destroy(handle) }

  /// Registers each face of a TrueType or OpenType file or collection; returns its family names.
  ///
  /// A file on a read-only file system is mapped; other files are copied into memory, so that later writes to them are harmless. If an
  /// unchanged file (same device, inode, size and modification time) is already registered, nothing happens; if it changed, the new faces
  /// replace the old ones. A registered family overrides the system's family of the same name. Existing layouts keep their fonts, including
  /// the memory, until they are laid out again.
  /// - Throws: `RenderError.badFont` with the path and the reason, also if the path is a pipe or a device, which are not opened. Existing
  ///   registrations are kept.
  @discardableResult public func add(file: String) throws(RenderError) -> [String] {
    let names = try register(file: file)
    holders.withLock { _ = $0.program.insert(file) }
    return names
  }

  /// Registers a file without recording an owner.
  @discardableResult func register(file: String) throws(RenderError) -> [String] {
    try add(source: file) { visit, context, reason, size in
      cr_font_library_add_file(handle, file, visit, context, reason, size)
    }
  }

  /// Registers each face of a font file in memory, which is copied; returns its family names.
  /// - Parameters:
  ///   - bytes: Contents of the file.
  ///   - name: Name for error messages.
  /// - Throws: `RenderError.badFont` with `name` and the reason; nothing is registered then.
  @discardableResult public func add(bytes: [UInt8], name: String) throws(RenderError) -> [String] {
    try add(source: name) { visit, context, reason, size in
      bytes.withUnsafeBytes { cr_font_library_add_bytes(handle, $0.baseAddress, $0.count, name, visit, context, reason, size) }
    }
  }

  /// Registers every font file (.ttf, .otf, .ttc, .otc) below the directory, in order of path. Errors of single files are returned, not
  /// thrown.
  /// - Throws: `RenderError.badFont` if the directory itself cannot be read.
  @discardableResult public func add(directory: String) throws(RenderError) -> [RenderError] {
    guard let files = Self.files(below: directory) else {
      throw .badFont(source: directory, reason: "it is not a readable directory")
    }
    var problems: [RenderError] = []
    for file in files {
      do throws(RenderError) { try add(file: file) } catch { problems.append(error) }
    }
    return problems
  }

  /// Removes the faces registered from this file, or under this name; returns whether there were any.
  ///
  /// New layouts use other fonts. Existing layouts keep the removed ones; their memory is freed with the last such layout.
  @discardableResult public func remove(_ source: String) -> Bool {
    holders.withLock { _ = $0.program.remove(source) }
    return cr_font_library_remove(handle, source)
  }

  /// Returns the font files below a directory, in order of path; nil if the directory cannot be read.
  static func files(below directory: String) -> [String]? {
    var files: [String] = []
    let status = withUnsafeMutablePointer(to: &files) { cr_font_files(directory, collectName, $0) }
    return status == CR_OK ? files : nil
  }

  /// Changes each time fonts are added or removed. Text laid out at another generation may now have other fonts. Any thread.
  public var generation: UInt32 { cr_font_library_generation(handle) }

  /// Fonts that could not be opened when text needed them, each with the reason; other fonts replace them.
  public var problems: [RenderError] {
    var problems: [RenderError] = []
    withUnsafeMutablePointer(to: &problems) {
      cr_font_library_problems(
        handle,
        { context, source, reason in
          guard let context, let source, let reason else { return }
          context.assumingMemoryBound(to: [RenderError].self).pointee.append(
            .badFont(source: String(cString: source), reason: String(cString: reason)))
        }, $0)
    }
    return problems
  }

  /// Requested but unknown families, in order of name, if all families of their request are unknown: the embedded font replaces them.
  ///
  /// Any thread. Families added later are removed from the list once their text is laid out again.
  public var missingFamilies: [String] {
    var names: Set<String> = []
    withUnsafeMutablePointer(to: &names) {
      cr_font_library_missing(
        handle,
        { context, name in
          guard let context, let name else { return }
          context.assumingMemoryBound(to: Set<String>.self).pointee.insert(String(cString: name))
        }, $0)
    }
    return names.sorted()
  }

  private typealias Adder = (
    (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void)?, UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>, Int
  ) -> cr_status

  private func add(source: String, with add: Adder) throws(RenderError) -> [String] {
    var names: [String] = []
    var reason = [CChar](repeating: 0, count: 256)
    let status = withUnsafeMutablePointer(to: &names) { names in
      reason.withUnsafeMutableBufferPointer { add(collectName, names, $0.baseAddress!, $0.count) }  // 256 elements: never nil
    }
    guard status == CR_OK else {
      let text = reason.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }  // written by snprintf: ends in NUL
      throw .badFont(source: source, reason: text)
    }
    return names
  }

  /// Whether system fonts (from fontconfig if present, else /usr/share/fonts and similar) may be used; default true.
  ///
  /// They are searched lazily, for the first family or character that the registered fonts lack.
  public var usesSystemFonts: Bool {
    get { cr_font_library_uses_system(handle) }
    set { cr_font_library_set_uses_system(handle, newValue) }
  }

  /// Whether coverage is adjusted for gamma; default true. The lighter the colour, the heavier the letters, so that light text on dark
  /// looks as heavy as dark text on light.
  ///
  /// Does not affect dark text, coloured glyphs, and letters filled as outlines (rotated, or above 128 device pixels per em). Set it before
  /// anything is drawn: a stage does not redraw for it.
  public var adjustsCoverage: Bool {
    get { cr_font_library_adjusts_coverage(handle) }
    set { cr_font_library_set_adjusts_coverage(handle, newValue) }
  }

  /// Versions of the libraries that shape and rasterise text, such as `FreeType 2.12.1, HarfBuzz 6.0.0`. Any thread.
  public static let engineVersions: String = {
    var text = [CChar](repeating: 0, count: 128)
    cr_font_engine_versions(&text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  /// Whether the system fonts were searched already.
  public var hasLoadedSystemFonts: Bool { cr_font_library_system_loaded(handle) }

  /// All families, sorted: registered, system (searched now if allowed), embedded.
  public var families: [String] {
    var names: [String] = []
    withUnsafeMutablePointer(to: &names) { cr_font_library_families(handle, collectName, $0) }
    return Set(names).sorted()
  }

  /// Maximum size of the glyph cache in bytes: rasterised glyphs, and the glyph lists of layouts.
  ///
  /// The least recently drawn glyphs are evicted first. Glyphs currently being drawn may exceed the limit.
  public var glyphCacheLimit: Int {
    get { statistics.glyphs.limit }
    set { cr_font_library_set_glyph_limit(handle, max(0, newValue)) }
  }

  /// Bytes and glyphs in the glyph cache, with hits and misses of glyph look-ups when drawing.
  public var glyphCacheStatistics: (bytes: Int, glyphs: Int, hits: Int, misses: Int) {
    let s = statistics.glyphs
    return (s.bytes, s.entries, s.hits, s.misses)
  }

  /// Maximum bytes of cached shaped text, which avoids shaping the same text again for another width. If the cache is full, a text is added
  /// when it is used a second time, and the least recently used texts are evicted.
  public var shapeCacheLimit: Int {
    get { statistics.texts.limit }
    set { cr_font_library_set_text_limit(handle, max(0, newValue)) }
  }

  /// Bytes and texts in the cache of shaped text, with hits and misses.
  public var shapeCacheStatistics: (bytes: Int, texts: Int, hits: Int, misses: Int) {
    let s = statistics.texts
    return (s.bytes, s.entries, s.hits, s.misses)
  }

  /// Returns the C side's style for all of a font except its size; nil without memory. Takes no lock if the font was requested before.
  func style(for font: Font) -> OpaquePointer? {
    var families = font.families.count == 1 ? font.families[0] : font.families.joined(separator: "\n")
    let variations = font.variations.compactMap { tag, value in fourLetters(tag).map { cr_tag_value(tag: $0, value: value) } }
    let features = font.features.compactMap { tag, value in fourLetters(tag).map { cr_tag_value(tag: $0, value: Double(value)) } }
    return families.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        variations.withUnsafeBufferPointer { variations in
          features.withUnsafeBufferPointer { features in
            var request = cr_font_request()
            request.families = text.baseAddress
            request.families_length = text.count
            request.weight = Int32(clamping: font.weight.value)
            request.width = font.width
            request.italic = font.slant == .italic
            request.hinting = font.hinting.code
            request.variations = variations.baseAddress
            request.variation_count = variations.count
            request.features = features.baseAddress
            request.feature_count = features.count
            return cr_font_library_style(handle, &request)
          }
        }
      }
    }
  }
}

/// Appends a name to the `[String]` at `context`.
private func collectName(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) {
  guard let context, let name else { return }
  context.assumingMemoryBound(to: [String].self).pointee.append(String(cString: name))
}

/// Returns an OpenType tag as a number; nil unless it has four ASCII characters.
private func fourLetters(_ tag: String) -> UInt32? {
  let bytes = Array(tag.utf8)
  guard bytes.count == 4, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
  return bytes.reduce(0) { $0 << 8 | UInt32($1) }
}
