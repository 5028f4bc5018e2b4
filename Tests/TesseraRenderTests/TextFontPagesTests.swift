import Foundation
import TesseraGeometry
import Testing

@testable import TesseraRender

/// Large font files, which are read in pages as they are needed.
@Suite struct TextFontPagesTests {
  typealias Folder = TextFontReloadTests.Folder

  /// A file larger than those that are read at once: the embedded font, with zeros behind its tables.
  private static func makeLarge(_ folder: Folder, _ name: String = "large.ttf", pad: Int = 1 << 20) throws -> String {
    let path = folder.url.appending(path: name).path
    try (Data(contentsOf: URL(fileURLWithPath: Files.embedded)) + Data(count: pad)).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// A library with the bytes of a file, all of them in memory.
  private static func whole(_ file: String) throws -> FontLibrary {
    let library = try isolated()
    try library.add(bytes: [UInt8](Data(contentsOf: URL(fileURLWithPath: file))), name: file)
    return library
  }

  private static func text(_ string: String, _ family: String, _ size: Double, hinting: FontHinting) -> AttributedText {
    var font = Font(family, size: size)
    font.hinting = hinting
    return attributed(string, font)
  }

  private static let sample = "Quick brown fox: ÀÉÎõü, Ελλάδα, Ёлка, fi ffl 0123 (½)"

  private static func expectSame(_ library: FontLibrary, _ expected: FontLibrary, _ family: String, _ string: String) throws {
    for size in [11.0, 23, 150] {
      for hinting in [FontHinting.none, .slight] {
        let text = text(string, family, size, hinting: hinting)
        let (layout, other) = (TextLayout(text, library, width: 500), TextLayout(text, expected, width: 500))
        #expect(layout.size == other.size)
        #expect(try picture(layout) == picture(other), "\(family) at \(size), \(hinting)")
      }
    }
  }

  @Test func fontsReadInPagesEqualFontsReadAsAWhole() throws {
    let folder = try Folder()
    let file = try Self.makeLarge(folder)
    try Self.expectSame(isolated(file), Self.whole(file), "Tessera Sans", Self.sample)
  }

  @Test(.needs(Files.notoCJK)) func outlinesOfACollectionAreReadGlyphByGlyph() throws {
    let library = try isolated(Files.notoCJK)
    let opened = library.statistics.fonts.bytes
    try Self.expectSame(library, Self.whole(Files.notoCJK), "Noto Sans CJK SC", "春眠不觉晓，处处闻啼鸟。Abc 12")
    // Of 19 MB: tables for shaping, and the outlines of the letters.
    #expect(opened < 1_000_000 && library.statistics.fonts.bytes < 5_000_000)
  }

  @Test(.needs(Files.emoji)) func bitmapsOfALargeFontAreThose() throws {
    try Self.expectSame(isolated(Files.emoji), Self.whole(Files.emoji), "Noto Color Emoji", "😀🎉👍🏽")
  }

  @Test func aTruncatedFileShowsTheReadPart() throws {
    let folder = try Folder()
    let file = try Self.makeLarge(folder)
    let (library, expected) = (try isolated(file), try isolated(Files.embedded))
    let seen = Self.text("Abc", "Tessera Sans", 20, hinting: .none)
    let before = try picture(TextLayout(seen, library))
    try #require(FileHandle(forWritingAtPath: file)).truncate(atOffset: 0)
    // What is known stays; the rest is missing, whatever is asked for.
    #expect(try picture(TextLayout(seen, library)) == before)
    #expect(try picture(TextLayout(seen, expected)) == before)
    for size in [11.0, 23, 150] {
      for hinting in [FontHinting.none, .slight] {
        _ = try picture(TextLayout(Self.text(Self.sample + " ŊŁǾ", "Tessera Sans", size, hinting: hinting), library, width: 300))
      }
    }
  }

  @Test func aFileTruncatedBeforeItsFirstTextIsHarmless() throws {
    let folder = try Folder()
    let file = try Self.makeLarge(folder)
    let library = try isolated(file)
    try #require(FileHandle(forWritingAtPath: file)).truncate(atOffset: 8192)
    for size in [11.0, 150] {
      _ = try picture(TextLayout(Self.text(Self.sample, "Tessera Sans", size, hinting: .slight), library, width: 300))
    }
  }

  @Test(.needs(Files.notoCJK)) func aTruncatedCollectionIsHarmless() throws {
    let folder = try Folder()
    let file = folder.url.appending(path: "collection.ttc").path
    try FileManager.default.copyItem(atPath: Files.notoCJK, toPath: file)
    let size = try Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped).count
    let cuts = [size - 4096, size / 2, size / 4, 1 << 20, 1 << 16, 4096, 1, 0]
    let libraries = try cuts.map { _ in try isolated(file) }
    for (cut, library) in zip(cuts, libraries) {
      try #require(FileHandle(forWritingAtPath: file)).truncate(atOffset: UInt64(cut))
      for (family, size) in [("Noto Sans CJK SC", 12.0), ("Noto Sans CJK JP", 140)] {
        _ = try picture(TextLayout(Self.text("春眠不觉晓 かな 한국 Abc", family, size, hinting: .slight), library, width: 400))
      }
    }
  }

  @Test func aReplacedFileKeepsItsOldContents() throws {
    let folder = try Folder()
    let file = try Self.makeLarge(folder, "font.ttf")
    let (library, expected) = (try isolated(file), try isolated(Files.embedded))
    try folder.put(TextColorGlyphTests.file)
    try Self.expectSame(library, expected, "Tessera Sans", Self.sample)
  }

  @Test func manyFilesTakeFewDescriptors() throws {
    let folder = try Folder()
    let files = try (0..<150).map { try Self.makeLarge(folder, "\($0).ttf", pad: 800_000) }
    var libraries: [FontLibrary] = []
    for file in files { libraries.append(try isolated(file)) }
    // Other tests of the process have files open, too.
    #expect(try folder.held() <= 64)
    let text = Self.text(Self.sample, "Tessera Sans", 20, hinting: .none)
    let expected = try picture(TextLayout(text, isolated(Files.embedded)))
    for library in libraries { #expect(try picture(TextLayout(text, library)) == expected) }
    #expect(try folder.held() <= 64)
    // Those that are closed and gone show nothing of others.
    for file in files { try FileManager.default.removeItem(atPath: file) }
    let more = Self.text("ŊŁǾ§", "Tessera Sans", 90, hinting: .slight)
    for library in libraries { _ = try picture(TextLayout(more, library)) }
    libraries = []
    #expect(try folder.held() == 0)
  }

  @Test func threadsReadTheSameFileConcurrently() throws {
    let folder = try Folder()
    let library = try isolated(Self.makeLarge(folder))
    let expected = try isolated(Files.embedded)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for size in stride(from: 10.0, to: 40, by: 3) {
        do {
          let text = Self.text(Self.sample, "Tessera Sans", size, hinting: thread % 2 == 0 ? .slight : .none)
          #expect(try picture(TextLayout(text, library, width: 300)) == picture(TextLayout(text, expected, width: 300)))
        } catch {
          Issue.record(error)
        }
      }
    }
  }
}
