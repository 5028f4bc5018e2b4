import Foundation
import TesseraMessages
import Testing

/// Files of messages, fallback between languages, pseudo-locales.
struct CatalogTests {
  private func file(_ text: String, _ name: String = "en.mf2") -> MessageFile { MessageFile(Array(text.utf8), name: name) }

  @Test func messagesHaveKeysCommentsAndFurtherLines() {
    let file = file("# Title.\ntitle = Settings\n\nrooms = .input {$n :number}\n  .match $n\n  one {{{$n} room}}\n\n  * {{{$n} rooms}}\n")
    #expect(file.problems.isEmpty)
    #expect(file.entries.map(\.key) == ["title", "rooms"])
    #expect(file.entries.map(\.line) == [2, 4])
    #expect(file.entries[1].model.arguments == ["n"])
  }

  @Test(arguments: [
    ("title", "en.mf2:1:1: expected `key = message`"),
    ("a b = x", "en.mf2:1:1: invalid key `a b`: letters, digits and . - _ are valid"),
    ("  text", "en.mf2:1:1: indented line without a message above"),
    ("a = x\na = y", "en.mf2:2:1: message `a` is already in line 1"),
    ("a = {$x", "en.mf2:1:8: message `a`: missing `}`"),
    ("a = .input {$x :number}\n  .match $x\n  one {{}}", "en.mf2:3:3: message `a`: missing variant with all keys `*`"),
  ]) func problemsHavePlaces(_ text: String, _ expected: String) {
    #expect(file(text).problems.map(\.description) == [expected])
  }

  @Test func invalidUTF8IsAProblem() {
    #expect(MessageFile([0x61, 0x3D, 0xFF], name: "x.mf2").problems.count == 1)
  }

  private var catalog: MessageCatalog {
    MessageCatalog([
      "en": file("hello = Hello, {$name}!\nrooms = .input {$n :number} .match $n one {{{$n} room}} * {{{$n} rooms}}\nonly = English"),
      "de": file("hello = Hallo, {$name}!\nrooms = .input {$n :number} .match $n one {{{$n} Zimmer}} * {{{$n} Zimmer}}"),
      "de-AT": file("hello = Servus, {$name}!"),
      "ar": file("hello = مرحبًا، {$name}!"),
    ])
  }

  @Test func languagesFallBack() throws {
    try #require(LocaleLibrary.isAvailable)
    func text(_ key: String, _ language: String) -> String {
      catalog.format(key, ["name": "Ana", "n": 1234.5], language: language).text.filter { !"\u{2066}\u{2067}\u{2068}\u{2069}".contains($0) }
    }
    #expect(text("hello", "de-AT") == "Servus, Ana!")
    #expect(text("hello", "de-CH") == "Hallo, Ana!")
    #expect(text("rooms", "de-AT") == "1.234,5 Zimmer" || text("rooms", "de-AT") == "1\u{A0}234,5 Zimmer")
    #expect(["1'234.5 Zimmer", "1’234.5 Zimmer"].contains(text("rooms", "de-CH")))
    #expect(text("only", "de") == "English")
    #expect(text("hello", "ja") == "Hello, Ana!")
    #expect(text("nothing", "de") == "⟦nothing⟧")
  }

  @Test func pseudoLocalesChangeTextAndKeepValues() {
    let accented = catalog.format("hello", ["name": "Ana"], language: "en-XA").text
    #expect(accented.hasPrefix("[Ĥéłłö") || accented.hasPrefix("[Héłłö"))
    #expect(accented.contains("Ana"))
    #expect(accented.count >= 12 * 4 / 3)
    let mirrored = catalog.format("hello", ["name": "Ana"], language: "ar-XB").text
    #expect(mirrored.contains("\u{202E}Hello,\u{202C}"))
    #expect(MessageCatalog.isRightToLeft("ar-XB"))
    #expect(!MessageCatalog.isRightToLeft("en-XA"))
  }

  @Test func equalCatalogsAreEqual() {
    #expect(catalog == catalog)
    #expect(catalog != MessageCatalog(["en": file("hello = Hi")]))
  }

  @Test func exampleIsComplete() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "docs/examples/messages")
    let catalog = MessageCatalog(folder: folder.path)
    #expect(catalog.languages.count >= 8)
    #expect(catalog.problems.isEmpty)
    for language in catalog.languages {
      for key in catalog.keys {
        let found = try #require(catalog.model(key, language: language))
        #expect(found.language == language, "\(language) has no \(key)")
        #expect(found.model.arguments == catalog.model(key, language: "en")?.model.arguments)
      }
    }
  }

  @Test func textsWithValuesNameKeyAndArguments() {
    let count = 3
    #expect(catalog.formatted("rooms \(count)", language: "de").text == "3 Zimmer")
    #expect(catalog.formatted("rooms \(1)", language: "").text == "1 room")
    #expect(catalog.formatted("hello \("Ana")", language: "ar").text == "مرحبًا، \u{2068}Ana\u{2069}!")
    #expect(catalog.formatted("hello \("Ana", as: "name")", language: "de-AT").text == "Servus, \u{2068}Ana\u{2069}!")
    #expect(catalog.formatted("only", language: "de").text == "English")
    #expect(catalog.formatted(MessageText(key: "ro" + "oms", ["n": 2]), language: "de").text == "2 Zimmer")
    #expect(catalog.formatted("nothing \(4)", language: "de").text == "⟦nothing⟧")
    #expect(catalog.formatted("rooms \(Int8(-1)) \(7)", language: "en").text == "-1 room")
    #expect(catalog.formatted("rooms \(2.5)", language: "en").text == "2.5 rooms")
  }

  @Test func valuesFollowTheOrderOfTheSourceLanguage() {
    let catalog = MessageCatalog([
      "en": file("free = .local $x = {$all :number} {{{$free :number} of {$x} free, {$all}}}"),
      "de": file("free = {$free} frei von {$all}", "de.mf2"),
    ])
    #expect(catalog.formatted("free \(12) \(4)", language: "de").text == "4 frei von 12")
    #expect(catalog.formatted("free \(4, as: "free") \(12)", language: "de").text == "4 frei von 12")
    #expect(catalog.model("free", language: "en")?.model.orderedArguments == ["all", "free"])
  }
}
