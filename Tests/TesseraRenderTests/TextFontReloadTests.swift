import Foundation
import TesseraGeometry
import Testing

@testable import TesseraRender

/// Font files that are registered again and again, and that change meanwhile.
@Suite struct TextFontReloadTests {
  /// A folder of its own, and a font file in it.
  final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "tessera-fonts-\(UUID().uuidString)")
    var file: String { url.appending(path: "font.ttf").path }

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try put(Files.embedded)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Replaces the file by another, as package managers do.
    func put(_ source: String) throws {
      let fresh = url.appending(path: "fresh").path
      try FileManager.default.copyItem(atPath: source, toPath: fresh)
      #expect(rename(fresh, file) == 0)
    }

    /// Mappings and descriptors of this process that are of files of the folder.
    func held() throws -> Int {
      let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n").count { $0.contains(url.path) }
      let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.contains(url.path) ?? false
      }
      return maps + files
    }
  }

  /// Of whichever of the two the file has at the moment.
  private func both(_ size: Double) -> Font {
    var font = Font(size: size)
    font.families = ["Colors", "Tessera Sans"]
    return font
  }

  private var text: AttributedText { attributed("AB", both(40)) }

  @Test func registeringAFileAgainChangesNothing() throws {
    let (library, folder) = (try isolated(), try Folder())
    let set = FontSet(library: library)
    #expect(set.use([folder.url.path]).isEmpty)
    let shown = try picture(TextLayout(text, library))
    let (before, held, hits) = (library.statistics.fonts, try folder.held(), library.shapeCacheStatistics.hits)
    let generation = library.generation
    for _ in 0..<100 {
      #expect(set.use([folder.url.path]).isEmpty)
      #expect(try library.add(file: folder.file).count == 1)
      #expect(try picture(TextLayout(text, library)) == shown)
    }
    #expect(before.registered == 1 && before.removed == 0)
    #expect(library.statistics.fonts == before && library.generation == generation)
    #expect(try folder.held() == held)
    // What was shaped is still known.
    #expect(library.shapeCacheStatistics.hits >= hits + 100)
  }

  @Test func bytesAreRegisteredOnceUnderOneName() throws {
    let library = try isolated()
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.embedded)))
    for _ in 0..<3 { #expect(try library.add(bytes: bytes, name: "a").count == 1) }
    #expect(library.statistics.fonts.registered == 1)
  }

  @Test func aReplacedFileIsLoadedAndTheOldFaceIsReleasedWithItsLastText() throws {
    let (library, folder) = (try isolated(), try Folder())
    let set = FontSet(library: library)
    #expect(set.use([folder.file]).isEmpty)
    var old: TextLayout? = TextLayout(text, library)
    let before = try picture(#require(old))
    try folder.put(TextColorGlyphTests.file)
    #expect(set.use([folder.file]).isEmpty)
    let new = TextLayout(text, library)
    let after = try picture(new)
    #expect(before != after)
    #expect(try picture(#require(old)) == before)
    #expect(library.statistics.fonts.registered == 1 && library.statistics.fonts.removed == 1)
    old = nil
    #expect(library.statistics.fonts.registered == 1 && library.statistics.fonts.removed == 0)
    #expect(try picture(new) == after)
  }

  @Test func glyphsOfAReplacedFontGoWithIt() throws {
    let (library, folder) = (try isolated(), try Folder())
    let set = FontSet(library: library)
    var kept: [(glyphs: Int, bytes: Int)] = []
    for round in 0..<12 {
      try folder.put(round % 2 == 0 ? Files.embedded : TextColorGlyphTests.file)
      #expect(set.use([folder.file]).isEmpty)
      _ = try picture(TextLayout(text, library))
      let now = library.glyphCacheStatistics
      kept.append((now.glyphs, now.bytes))
    }
    for round in 4..<12 { #expect(kept[round] == kept[round - 2], "round \(round): \(kept)") }
  }

  @Test func aHundredReplacementsKeepOneFont() throws {
    let (library, folder) = (try isolated(), try Folder())
    let set = FontSet(library: library)
    let mixed = attributed("AB 中文", both(24))
    var pictures: Set<[UInt8]> = []
    for i in 0..<100 {
      try folder.put(i % 2 == 0 ? TextColorGlyphTests.file : Files.embedded)
      #expect(set.use([folder.file]).isEmpty)
      pictures.insert(try picture(TextLayout(mixed, library)))
      #expect(library.statistics.fonts.registered == 1 && library.statistics.fonts.removed == 0)
    }
    #expect(pictures.count == 2)
    #expect(try folder.held() <= 1)
  }

  @Test func unreferencedFontsAreRemoved() throws {
    let (library, folder) = (try isolated(), try Folder())
    var first: FontSet? = FontSet(library: library)
    let second = FontSet(library: library)
    #expect(first?.use([folder.file]).isEmpty == true && second.use([folder.file]).isEmpty)
    first = nil
    #expect(library.statistics.fonts.registered == 1)
    #expect(second.use([]).isEmpty)
    #expect(library.statistics.fonts.registered == 0)
    try library.add(file: folder.file)
    #expect(second.use([folder.file]).isEmpty && second.use([]).isEmpty)
    #expect(library.statistics.fonts.registered == 1)
    #expect(second.use(["/no/such/font.ttf"]).count == 1)
  }

  @Test func aFileTruncatedOrOverwrittenInPlaceIsHarmless() throws {
    let (library, folder) = (try isolated(), try Folder())
    try library.add(file: folder.file)
    let expected = try isolated(Files.embedded)
    let file = try #require(FileHandle(forWritingAtPath: folder.file))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
    try file.close()
    for size in [11.0, 23, 150] {
      var font = Font("Tessera Sans", size: size)
      font.hinting = .slight
      let text = attributed("Quick brown fox, Ελλάδα 0123", font)
      #expect(try picture(TextLayout(text, library)) == picture(TextLayout(text, expected)))
    }
    // The next reading says so, and what was registered stays.
    #expect(throws: RenderError.self) { try library.add(file: folder.file) }
    #expect(library.statistics.fonts.registered == 1)
  }

  @Test func aPipeInPlaceOfAFontIsRefusedWithoutWaiting() throws {
    let (library, folder) = (try isolated(), try Folder())
    let pipe = folder.url.appending(path: "pipe.ttf").path
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/zero"] {
      let error = try #require(throws: RenderError.self) { try library.add(file: path) }
      #expect("\(error)".contains(path) && "\(error)".contains("not a file"))
    }
  }

  @Test func fontsMayChangeWhileOtherThreadsLayOutAndDraw() throws {
    let (library, folder) = (try isolated(), try Folder())
    let set = FontSet(library: library)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for i in 0..<40 {
        do {
          if thread == 0 {
            try folder.put(i % 2 == 0 ? TextColorGlyphTests.file : Files.embedded)
            #expect(set.use([folder.file]).isEmpty)
          } else {
            var font = both(Double(12 + i % 9))
            font.hinting = i % 3 == 0 ? .slight : .none
            let layout = TextLayout(attributed("AB 中文 \(i)", font), library, width: Double(20 + i))
            _ = try picture(layout)
          }
        } catch {
          Issue.record(error)
        }
      }
    }
    #expect(library.statistics.fonts.registered == 1 && library.statistics.fonts.removed == 0)
  }
}
