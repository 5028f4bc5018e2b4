internal import CRender

/// Sizes and hit rates of the text caches. A value; any thread.
public struct TextStatistics: Sendable, Hashable {
  /// Statistics of one cache.
  public struct Cache: Sendable, Hashable {
    /// Size in bytes.
    public var bytes: Int
    /// Maximum size in bytes.
    public var limit: Int
    /// Number of entries.
    public var entries: Int
    /// Number of hits.
    public var hits: Int
    /// Number of misses.
    public var misses: Int

    /// Share of hits among all look-ups, 0 to 1; 0 without look-ups.
    public var hitRate: Double { hits + misses > 0 ? Double(hits) / Double(hits + misses) : 0 }
  }

  /// Fonts registered by the program.
  public struct Fonts: Sendable, Hashable {
    /// Faces available to texts.
    public var registered: Int
    /// Faces that were removed or replaced but are still used by some text.
    public var removed: Int
    /// Size of the files of both, bytes.
    public var bytes: Int
  }

  /// Registered fonts.
  public var fonts: Fonts
  /// Rasterised glyphs, and the glyph lists of layouts.
  public var glyphs: Cache
  /// Short words in font units, shaped once for all sizes.
  public var words: Cache
  /// Characters whose shape does not depend on context: most ideographs.
  public var characters: Cache
  /// Whole shaped texts, reused for other widths.
  public var texts: Cache
  /// Number of layouts created; each block of a long text counts.
  public var layouts: Int
  /// Number of glyphs in the lines of all layouts created.
  public var laidOutGlyphs: Int
}

extension FontLibrary {
  /// Statistics of the caches since the library was created.
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

  /// Evicts the least recently drawn glyphs until at most `bytes` are in use; ``glyphCacheLimit`` does not change. Any thread.
  public func trimGlyphs(to bytes: Int) { cr_font_library_trim_glyphs(handle, max(0, bytes)) }

  /// Evicts the least recently used shaped texts until at most `bytes` are in use; ``shapeCacheLimit`` does not change. Any thread.
  public func trimShapedTexts(to bytes: Int) { cr_font_library_trim_texts(handle, max(0, bytes)) }

  /// Evicts the least recently used short words until about `bytes` are in use; ``wordCacheLimit`` does not change. Any thread.
  public func trimShapedWords(to bytes: Int) { cr_font_library_trim_words(handle, max(0, bytes)) }

  /// Maximum bytes of cached short words; the least recently used are evicted first.
  public var wordCacheLimit: Int {
    get { statistics.words.limit }
    set { cr_font_library_set_word_limit(handle, max(0, newValue)) }
  }
}
