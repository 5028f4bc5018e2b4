import Foundation
import Testing

@testable import TesseraRender

@Suite struct TextFontTests {
  @Test func textShowsWithoutAnyFontOnTheMachine() throws {
    let library = try isolated()
    let found = try glyphs(attributed("Hello Ελληνικά Привет → …"), library)
    #expect(found.allSatisfy { $0.id != 0 && $0.font == FontLibrary.embeddedFamily })
    #expect(found.map(\.advance).reduce(0, +) > 100)
  }

  @Test func unknownFamiliesAndCharactersFallBackToTheEmbeddedFont() throws {
    let library = try isolated()
    let found = try glyphs(attributed("a漢", Font("No Such Family")), library)
    #expect(found.map(\.font) == [FontLibrary.embeddedFamily, FontLibrary.embeddedFamily])
    #expect(found.last?.id == 0)
  }

  private static let chineseWithoutSpace = Files.package.appending(path: "docs/examples/assets/fonts/NotoSansSC-Regular.otf").path

  @Test(arguments: [" ", "\u{A0}", "\u{2003}", "\u{3000}"])
  func spacesThatAFallbackFontLacksAreThoseOfAnotherFont(space: String) throws {
    let library = try isolated(Self.chineseWithoutSpace)
    for font in [Font(size: 20), Font("Noto Sans SC", size: 20)] {
      let found = try glyphs(attributed("平安\(space)abc", font), library)
      #expect(!found.contains { $0.id == 0 })
      #expect(found.first?.font == Self.chineseWithoutSpace)
      #expect(found.first { $0.cluster == 6 }.map { $0.advance > 0 } ?? false)
    }
  }

  @Test(arguments: [
    ("Noto Sans Georgian", "NotoSansGeorgian-Regular.ttf", "აბ, გდ"), ("Noto Sans Armenian", "NotoSansArmenian-Regular.ttf", "աբ, գդ"),
    ("Noto Sans Hebrew", "NotoSansHebrew-Regular.ttf", "אב, גד"),
  ])
  func aSpaceAfterAMarkOfAnotherFontUsesTheFirstFont(family: String, file: String, string: String) throws {
    let path = "/usr/share/fonts/truetype/noto/" + file
    try Files.require(path)
    let library = try isolated(path)
    let found = try glyphs(attributed(string, Font(family, size: 20)), library)
    let space = try #require(Array(string.utf8).firstIndex(of: 0x20))
    #expect(found.first { $0.cluster == space - 1 }?.font == FontLibrary.embeddedFamily)
    #expect(found.first { $0.cluster == space }?.font == path)
  }

  @Test func familiesThatNoFontHasAreNamedUntilOneHas() throws {
    let library = try isolated()
    #expect(library.missingFamilies.isEmpty)
    func show(_ families: [String]) throws {
      var font = Font(size: 16)
      font.families = families
      _ = try glyphs(attributed("a", font), library)
    }
    try show([FontLibrary.embeddedFamily])
    try show(["Nobody's", FontLibrary.embeddedFamily])
    try show(["Nobody's", "monospace"])
    #expect(library.missingFamilies.isEmpty)
    try show(["Nobody's", "DejaVu Sans"])
    #expect(library.missingFamilies == ["DejaVu Sans", "Nobody's"])
    try Files.require(Files.dejaVu)
    try library.add(file: Files.dejaVu)
    try show(["Nobody's", "DejaVu Sans"])
    #expect(library.missingFamilies.isEmpty)
  }

  @Test(arguments: [100, 300, 400, 550, 700, 900]) func heavierWeightsOfTheVariableFontCoverMore(weight: Int) throws {
    let library = try isolated()
    func ink(_ weight: Int) throws -> Int {
      try picture(TextLayout(attributed("Hamburg", Font(size: 32, weight: .init(weight))), library)).reduce(0) { $0 + 255 - Int($1) }
    }
    if weight < 900 { #expect(try ink(weight) < ink(weight + 100)) } else { #expect(try ink(900) > ink(100) * 2) }
  }

  @Test func italicIsSlantedAndFollowsItsWidthAxis() throws {
    let library = try isolated()
    let upright = try picture(TextLayout(attributed("lll", Font(size: 40)), library))
    let italic = try picture(TextLayout(attributed("lll", Font(size: 40, slant: .italic)), library))
    #expect(upright != italic)
  }

  @Test func tagsOfAxesGoBeforeTheWeight() throws {
    let library = try isolated()
    var font = Font(size: 20, weight: .regular)
    font.variations = ["wght": 900]
    let byAxis = try glyphs(attributed("Weight", font), library).map(\.advance)
    #expect(try byAxis == glyphs(attributed("Weight", Font(size: 20, weight: .init(900))), library).map(\.advance))
  }

  @Test func tabularFiguresHaveOneWidthOnRequest() throws {
    let library = try isolated()
    var font = Font(size: 20)
    #expect(try Set(glyphs(attributed("0123456789", font), library).map(\.advance)).count > 1)
    font.features = ["tnum": 1, "kern": 0]
    #expect(try Set(glyphs(attributed("0123456789", font), library).map(\.advance)).count == 1)
  }

  @Test(.needs(Files.notoSans))
  func aRegisteredFileIsUsedWithoutLookingForSystemFonts() throws {
    let library = FontLibrary()
    #expect(try library.add(file: Files.notoSans) == ["Noto Sans"])
    let layout = TextLayout(attributed("Hello, world", Font("noto sans", size: 32)), library)
    #expect(layout.size.width > 100)
    _ = try picture(layout)
    #expect(!library.hasLoadedSystemFonts)
    #expect(library.families.contains("Noto Sans"))
    #expect(library.hasLoadedSystemFonts)
  }

  static let inter = "/usr/share/fonts/opentype/inter/Inter-"

  @Test(.needs(inter + "Light.otf"))
  func weightsOfAFamilyAreChosenByTheRulesOfCSS() throws {
    let files = ["Light", "Regular", "Medium", "Bold", "Italic"].map { Self.inter + $0 + ".otf" }
    let library = try isolated()
    for file in files { try library.add(file: file) }
    func file(_ weight: Int, _ slant: FontSlant = .upright) throws -> String {
      let font = Font("Inter", weight: FontWeight(weight), slant: slant)
      return try #require(glyphs(attributed("a", font), library).first).font
    }
    // 450 looks up to 500 first; 600 looks above; 350 looks below; 100 has nothing below.
    let expected = [100: "Light", 350: "Light", 400: "Regular", 450: "Medium", 600: "Bold", 900: "Bold"]
    for (weight, name) in expected { #expect(try file(weight) == Self.inter + name + ".otf") }
    #expect(try file(400, .italic) == Self.inter + "Italic.otf")
  }

  @Test(.needs(Files.dejaVu))
  func aFamilyWithoutBoldOrItalicGetsThemSynthesised() throws {
    let library = try isolated(Files.dejaVu)
    func ink(_ font: Font) throws -> Int { try picture(TextLayout(attributed("Bold", font), library)).reduce(0) { $0 + 255 - Int($1) } }
    #expect(try ink(Font("DejaVu Sans", size: 30, weight: .bold)) > ink(Font("DejaVu Sans", size: 30)) * 11 / 10)
    #expect(
      try picture(TextLayout(attributed("Lean", Font("DejaVu Sans", size: 30, slant: .italic)), library))
        != picture(TextLayout(attributed("Lean", Font("DejaVu Sans", size: 30)), library)))
  }

  @Test(arguments: [
    "", "x", "this is no font at all, but a text", "wOFF0000000000000000", "OTTO\0\u{1}\0\0\0\0\0\0", "\0\u{1}\0\0\0\u{4}\0\0\0\0\0\0",
  ])
  func invalidFontBytesAreAnErrorWithNameAndReason(bytes: String) throws {
    let library = try isolated()
    let error = try #require(throws: RenderError.self) { try library.add(bytes: Array(bytes.utf8), name: "strange.ttf") }
    guard case .badFont(let source, let reason) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(source == "strange.ttf")
    #expect(reason.count > 8)
  }

  @Test func missingFilesAndDirectoriesGiveAnErrorWithTheirPath() throws {
    let library = try isolated()
    for path in ["/no/such/font.ttf", "/", ""] {
      let error = try #require(throws: RenderError.self) { try library.add(file: path) }
      #expect(path.isEmpty || "\(error)".contains(path))
    }
    #expect(throws: RenderError.self) { try library.add(directory: "/no/such/directory") }
  }

  @Test func aDirectoryReturnsTheFilesThatAreNotFonts() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-fonts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "deeper"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(atPath: Files.embedded, toPath: folder.appending(path: "deeper/good.ttf").path)
    try Data("no font".utf8).write(to: folder.appending(path: "bad.otf"))
    try Data("read me".utf8).write(to: folder.appending(path: "notes.txt"))
    let library = try isolated()
    let problems = try library.add(directory: folder.path)
    #expect(problems.count == 1)
    #expect(problems.first.map { "\($0)" }?.contains("bad.otf") == true)
    #expect(library.families.contains("Tessera Sans"))
  }

  /// Truncated and damaged fonts are refused with a reason, or draw something; nothing traps.
  @Test func damagedFontsAreRefusedOrDrawn() throws {
    let good = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Files.embedded)))
    var random = Seeded(11)
    var opened = 0
    for round in 0..<120 {
      var bytes = round % 3 == 0 ? Array(good.prefix(Int.random(in: 0..<good.count, using: &random))) : good
      for _ in 0..<Int.random(in: 1...30, using: &random) where !bytes.isEmpty {
        let reach = Bool.random(using: &random) ? min(bytes.count, 4000) : bytes.count
        bytes[Int.random(in: 0..<reach, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let library = try isolated()
      do {
        let names = try library.add(bytes: bytes, name: "damaged")
        opened += 1
        let layout = TextLayout(attributed("Damaged AV → é", Font(names.first, size: 24, weight: .bold)), library, width: 100)
        _ = try picture(layout)
        _ = try picture(layout, rotated: 0.4)
        #expect(layout.inkBounds.isFinite)
      } catch let error as RenderError {
        #expect("\(error)".contains("damaged"))
      }
    }
    #expect(opened > 10 && opened < 120)
  }

  @Test(.needs(Files.notoArabic, Files.notoHebrew, Files.emoji))
  func clustersFallBackWholeAndEmojiToTheColorFont() throws {
    let library = try isolated(Files.notoHebrew, Files.notoArabic, Files.emoji)
    let string = "a\u{5E9}\u{5C1}b👩🏽‍💻c1️⃣d☺︎"
    let found = try glyphs(attributed(string), library)
    func font(_ part: String) -> Set<String> {
      let start = string.utf8.distance(from: string.utf8.startIndex, to: string.range(of: part)!.lowerBound)
      return Set(found.filter { $0.cluster >= start && $0.cluster < start + part.utf8.count }.map(\.font))
    }
    #expect(font("\u{5E9}\u{5C1}") == [Files.notoHebrew])
    #expect(font("👩🏽‍💻") == [Files.emoji])
    #expect(font("1️⃣") == [Files.emoji])
    #expect(font("c") == [FontLibrary.embeddedFamily])
    #expect(found.filter { $0.font == Files.emoji && $0.advance > 0 }.count >= 2)
  }
}
