import TesseraTestSupport
import Testing

@testable import KeyboardPlugin
@testable import TesseraKit

/// The keyboard in the modes of the theme, on both sizes of screens, and from the right.
@Suite(.serialized) struct KeyboardGoldenTests {
  /// Opens the keyboard of a field.
  static func stage(
    _ languages: String, mode: String = "light", width: Int = 800, height: Int = 480, field: String = "", direction: String = "ltr"
  ) throws -> HeadlessStage {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [\(width), \(height)]
        direction: \(direction)
        fonts: [docs/examples/assets/fonts]
        theme: {mode: \(mode)}
        keyboard: [\(languages)]
        root:
          type: box
          style: {flexDirection: column, padding: 12, height: 100%, boxSizing: border-box}
          children:
            - type: field
              title: Name
              children: [{type: editable-text, id: name, style: {flexGrow: 1}\(field)}]
        """, directory: try PackageFolder.root())
    if mode == "paper" { h.stage.textAntialiasing = .bilevel }
    try h.settle()
    try h.tap(id: "name")
    try h.advance(by: 1)
    return h
  }

  @Test(arguments: ["light", "dark", "contrast", "night"]) func inTheModes(_ mode: String) throws {
    let h = try Self.stage("en-US, de, emoji", mode: mode)
    // A letter is held, so that its bubble and its ground are seen.
    let place = try #require(h.stage.overlays.first?.node)
    let keyboard = try #require(place as? KeyboardNode)
    let key = try #require(keyboard.subnodes.first { ($0 as? Node<KeyboardKey>)?.spoken == "G" })
    try h.touch(.began, at: #require(h.stage.convert(Point(key.frame.width / 2, key.frame.height / 2), from: key)))
    let names = ["light": "keyboard-light", "dark": "keyboard-dark", "contrast": "keyboard-contrast", "night": "keyboard-night"]
    try expectGolden(h.framebuffer, try #require(names[mode]))
  }

  @Test func onBlackAndWhite() throws {
    let h = try Self.stage("de", mode: "paper")
    try expectGolden(h.framebuffer, "keyboard-bilevel")
    let gray = (0..<800 * 480).count { ![.black, .white].contains(h.framebuffer.color(x: $0 % 800, y: $0 / 800)) }
    #expect(gray == 0, "no part of a key is a pattern")
  }

  @Test func onASmallScreen() throws {
    try expectGolden(Self.stage("en-US, de", width: 320, height: 240).framebuffer, "keyboard-small")
    try expectGolden(Self.stage("en-US", width: 320, height: 240, field: ", purpose: decimal").framebuffer, "keyboard-small-decimal")
  }

  @Test func fromTheRight() throws {
    try expectGolden(Self.stage("ar", direction: "rtl").framebuffer, "keyboard-arabic")
  }

  @Test func variantsOfALetterAndTheRing() throws {
    let h = try Self.stage("de")
    let keyboard = try #require(h.stage.overlays.first?.node as? KeyboardNode)
    let key = try #require(keyboard.subnodes.first { ($0 as? Node<KeyboardKey>)?.spoken == "A" })
    try h.touch(.began, at: #require(h.stage.convert(Point(key.frame.width / 2, key.frame.height / 2), from: key)))
    try h.advance(by: 0.7)
    try expectGolden(h.framebuffer, "keyboard-variants")
    try h.touch(.cancelled, at: .zero)
    try h.key(.enter)
    try h.key(.right)
    try expectGolden(h.framebuffer, "keyboard-ring")
  }

  @Test func groupsOfEmojiHaveWordsInAllLanguages() {
    #expect(EmojiTable.standard.groups.allSatisfy { StandardWord(rawValue: "emoji" + $0.name) != nil })
  }

  @Test func emojiAndTheirSearch() throws {
    let h = try Self.stage("en-US, emoji")
    let keyboard = try #require(h.stage.overlays.first?.node as? KeyboardNode)
    func tap(_ label: String) throws {
      let key = try #require(keyboard.subnodes.first { $0.resolvedSemantics.label == label })
      try h.tap(at: #require(h.stage.convert(Point(key.frame.width / 2, key.frame.height / 2), from: key)))
      try h.advance(by: 0.1)
    }
    try tap("Emoji")
    #expect(keyboard.subnodes.contains { ($0 as? Node<KeyboardKey>)?.spoken == "😀" })
    try tap("Search emoji")
    for letter in ["c", "a", "t"] { try tap(letter) }
    #expect((keyboard.subnodes.first as? Node<KeyboardKey>)?.spoken == "🐱")
  }
}
