internal import CRender

/// What the caches of text hold and how much they spare. A value; any thread.
public struct TextStatistics: Sendable, Hashable {
  /// One cache.
  public struct Cache: Sendable, Hashable {
    /// What it holds, bytes.
    public var bytes: Int
    /// The most that it may hold, bytes.
    public var limit: Int
    /// What it holds, by number.
    public var entries: Int
    /// How often what was looked for was there.
    public var hits: Int
    /// How often it was not.
    public var misses: Int

    /// Hits among all that was looked for, 0 to 1; 0 where nothing was.
    public var hitRate: Double { hits + misses > 0 ? Double(hits) / Double(hits + misses) : 0 }
  }

  /// Fonts that the program registered.
  public struct Fonts: Sendable, Hashable {
    /// Faces that texts can get.
    public var registered: Int
    /// Faces that were removed, or whose file was replaced, and that some text still has.
    public var removed: Int
    /// The files of both, bytes.
    public var bytes: Int
  }

  /// Registered fonts.
  public var fonts: Fonts
  /// Rasterised glyphs, and the lists of them that layouts keep.
  public var glyphs: Cache
  /// Short words in font units: shaped once for all sizes.
  public var words: Cache
  /// Characters that look the same wherever they stand: most ideographs.
  public var characters: Cache
  /// Whole texts, shaped: what another width is broken from.
  public var texts: Cache
  /// Layouts made, each block of a long text counted.
  public var layouts: Int
  /// Glyphs in the lines of all layouts made.
  public var laidOutGlyphs: Int
}

extension FontLibrary {
  /// What the caches hold and how much they spared since the library was made.
  public var statistics: TextStatistics {
    let c = cr_font_library_statistics(handle)
    func cache(_ s: cr_cache_statistics) -> TextStatistics.Cache {
      TextStatistics.Cache(
        bytes: Int(clamping: s.bytes), limit: Int(clamping: s.limit), entries: Int(clamping: s.entries), hits: Int(clamping: s.hits),
        misses: Int(clamping: s.misses))
    }
    return TextStatistics(
      fonts: TextStatistics.Fonts(
        registered: Int(clamping: c.fonts.registered), removed: Int(clamping: c.fonts.removed), bytes: Int(clamping: c.fonts.bytes)),
      glyphs: cache(c.glyphs), words: cache(c.words), characters: cache(c.characters), texts: cache(c.texts),
      layouts: Int(clamping: c.layouts),
      laidOutGlyphs: Int(clamping: c.laid_out_glyphs))
  }

  /// Gives up glyphs that were longest not drawn until no more than so many bytes are held; ``glyphCacheLimit`` stays. Any thread.
  public func trimGlyphs(to bytes: Int) { cr_font_library_trim_glyphs(handle, max(0, bytes)) }

  /// Gives up shaped texts that were longest not used until no more than so many bytes are held; ``shapeCacheLimit`` stays. Any thread.
  public func trimShapedTexts(to bytes: Int) { cr_font_library_trim_texts(handle, max(0, bytes)) }

  /// Gives up short words that were longest not used until about so many bytes are held; ``wordCacheLimit`` stays. Any thread.
  public func trimShapedWords(to bytes: Int) { cr_font_library_trim_words(handle, max(0, bytes)) }

  /// The most bytes of short words that are kept shaped; those longest not used go first.
  public var wordCacheLimit: Int {
    get { statistics.words.limit }
    set { cr_font_library_set_word_limit(handle, max(0, newValue)) }
  }
}
