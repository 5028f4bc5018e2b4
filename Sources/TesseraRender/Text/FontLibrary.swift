internal import CRender
internal import TesseraBase

/// Fonts that text can use; process-wide `shared`.
///
/// Any thread.
///
/// `@unchecked Sendable`: the C library is thread-safe by its own locks, and `handle` never changes.
public final class FontLibrary: @unchecked Sendable {
  /// The library that every `TextLayout` uses.
  public static let shared = FontLibrary()

  /// Family name of the font that is compiled in: Latin, Greek, Cyrillic and symbols, with weight and slant axes.
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
  /// A file on a read-only file system is mapped; any other is copied into memory, so that whoever writes to it does no harm. A file that is registered
  /// already and did not change (same device, inode, size and time of modification) stays as it is; where it changed, the new faces take the place of the
  /// old. A family registered here goes before the system's of the same name. Text laid out before keeps its fonts, and they their memory, until it is
  /// laid out again.
  /// - Throws: `RenderError.badFont` with the path and the reason, also where the path is a pipe or a device, which are not opened; what was registered
  ///   stays.
  @discardableResult public func add(file: String) throws(RenderError) -> [String] {
    let names = try register(file: file)
    holders.withLock { _ = $0.program.insert(file) }
    return names
  }

  /// Registers a file without saying who needs it.
  @discardableResult func register(file: String) throws(RenderError) -> [String] {
    try add(source: file) { visit, context, reason, size in
      cr_font_library_add_file(handle, file, visit, context, reason, size)
    }
  }

  /// Registers each face of a font file that is in memory, which is copied; returns its family names.
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: For error messages.
  /// - Throws: `RenderError.badFont` with `name` and the reason; nothing is registered then.
  @discardableResult public func add(bytes: [UInt8], name: String) throws(RenderError) -> [String] {
    try add(source: name) { visit, context, reason, size in
      bytes.withUnsafeBytes { cr_font_library_add_bytes(handle, $0.baseAddress, $0.count, name, visit, context, reason, size) }
    }
  }

  /// Registers every font file (.ttf, .otf, .ttc, .otc) below the directory, in order of path; files that are no fonts are returned, not thrown.
  /// - Throws: `RenderError.badFont` where the directory itself cannot be read.
  @discardableResult public func add(directory: String) throws(RenderError) -> [RenderError] {
    guard let files = Self.files(below: directory) else {
      throw .badFont(source: directory, reason: "it is not a directory that can be read")
    }
    var problems: [RenderError] = []
    for file in files {
      do throws(RenderError) { try add(file: file) } catch { problems.append(error) }
    }
    return problems
  }

  /// Forgets the faces registered from this file, or under this name; returns whether there were any.
  ///
  /// Text that is laid out from now on gets other fonts; what was laid out keeps them, and they keep their memory until the last such text is gone.
  @discardableResult public func remove(_ source: String) -> Bool {
    holders.withLock { _ = $0.program.remove(source) }
    return cr_font_library_remove(handle, source)
  }

  /// The font files below a directory, in order of path; nil where it is none that can be read.
  static func files(below directory: String) -> [String]? {
    var files: [String] = []
    let status = withUnsafeMutablePointer(to: &files) { cr_font_files(directory, collectName, $0) }
    return status == CR_OK ? files : nil
  }

  /// Another number each time fonts came or went: what was laid out at another number may have other fonts now. Any thread.
  public var generation: UInt32 { cr_font_library_generation(handle) }

  /// Fonts that could not be opened when a text asked for them, each with the reason; other fonts stand in for them.
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

  /// Families that a text asked for, in order of name, where no font of any family that was named beside them is known either: the embedded font stands
  /// in for them.
  ///
  /// Any thread. What fonts that are added later serve is no longer among them once a text was laid out again.
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

  /// Whether fonts of the system (fontconfig where present, else /usr/share/fonts and the like) may be used: default true.
  ///
  /// Looked for lazily, on the first family or character that the registered fonts lack.
  public var usesSystemFonts: Bool {
    get { cr_font_library_uses_system(handle) }
    set { cr_font_library_set_uses_system(handle, newValue) }
  }

  /// Whether coverage is gamma-aware: letters are made as much heavier as their colour is light, so that light text on dark looks as heavy as
  /// dark text on light; default true.
  ///
  /// Dark text, glyphs with colours of their own, and letters that are filled as outlines (turned, or above 128 device pixels an em) are the
  /// same either way. Set it before anything is drawn: what a stage has drawn stays as it is.
  public var adjustsCoverage: Bool {
    get { cr_font_library_adjusts_coverage(handle) }
    set { cr_font_library_set_adjusts_coverage(handle, newValue) }
  }

  /// Releases of the libraries that shape and rasterise text, such as `FreeType 2.12.1, HarfBuzz 6.0.0`. Any thread.
  public static let engineVersions: String = {
    var text = [CChar](repeating: 0, count: 128)
    cr_font_engine_versions(&text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  /// Whether the system's fonts have been looked for yet.
  public var hasLoadedSystemFonts: Bool { cr_font_library_system_loaded(handle) }

  /// Every family there is, sorted: registered, the system's (which are looked for now, where allowed), the embedded one.
  public var families: [String] {
    var names: [String] = []
    withUnsafeMutablePointer(to: &names) { cr_font_library_families(handle, collectName, $0) }
    return Set(names).sorted()
  }

  /// The most bytes that the glyph cache may hold: rasterised glyphs, and the lists of them that layouts keep.
  ///
  /// Glyphs longest not drawn go first; what is being drawn at the moment may go beyond it.
  public var glyphCacheLimit: Int {
    get { statistics.glyphs.limit }
    set { cr_font_library_set_glyph_limit(handle, max(0, newValue)) }
  }

  /// Bytes and glyphs held by the glyph cache, and how often a glyph that was to be drawn was there or had to be rasterised.
  public var glyphCacheStatistics: (bytes: Int, glyphs: Int, hits: Int, misses: Int) {
    let s = statistics.glyphs
    return (s.bytes, s.entries, s.hits, s.misses)
  }

  /// The most bytes of shaped text that is kept so that the same text at another width is not shaped again. Where they are taken, a text gets
  /// room when it comes a second time, and what was longest not used goes.
  public var shapeCacheLimit: Int {
    get { statistics.texts.limit }
    set { cr_font_library_set_text_limit(handle, max(0, newValue)) }
  }

  /// Bytes and texts held by the cache of shaped text, and how often a text was found there or had to be shaped.
  public var shapeCacheStatistics: (bytes: Int, texts: Int, hits: Int, misses: Int) {
    let s = statistics.texts
    return (s.bytes, s.entries, s.hits, s.misses)
  }

  /// The C side's name for all of a font but its size; nil where memory is short. Without a lock where the font was asked for before.
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

/// An OpenType tag as a number; nil where it is not four ASCII characters.
private func fourLetters(_ tag: String) -> UInt32? {
  let bytes = Array(tag.utf8)
  guard bytes.count == 4, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
  return bytes.reduce(0) { $0 << 8 | UInt32($1) }
}
