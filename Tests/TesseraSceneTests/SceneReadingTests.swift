import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender
import Testing

@testable import TesseraScene

@Suite struct SceneReadingTests {
  private func sample(_ attributes: String) throws -> Node<Sample> {
    let scene = try Scene.parse(text: "tessera: 1\nroot:\n  type: sample\n  \(attributes)\n", registry: sampleRegistry())
    return try #require(try scene.makeRoot() as? Node<Sample>)
  }

  @Test(arguments: [
    ("no", "no"), ("1.0", "1.0"), ("0x10", "0x10"), ("~", "~"), ("null", "null"), ("true", "true"), ("1e3", "1e3"),
    ("2026-01-01", "2026-01-01"),
    ("12:30", "12:30"), (".inf", ".inf"), ("'no'", "no"), ("\"a\\nb\\u00e9\"", "a\nbé"), ("", ""), ("!!str 5", "5"),
    ("|\n    a\n    b\n", "a\nb\n"),
  ])
  func textStaysAsItIsWritten(yaml: String, text: String) throws { #expect(try sample("string: \(yaml)").string == text) }

  @Test(arguments: [
    (#""\uD83D\uDE00""#, "😀"), (#""a\ud83d\ude00b\uD83C\uDDE9\uD83C\uDDEAc""#, "a😀b🇩🇪c"), (#""\\\uD83D\uDE00""#, "\\😀"),
    // Halves are invalid.
    (#""a\uD83Db""#, "a\u{FFFD}b"), (#""\uDE00\uD83D""#, "\u{FFFD}\u{FFFD}"), (#""\uD83D\uD83D\uDE00""#, "\u{FFFD}😀"),
    // Text without escapes.
    (#"'\uD83D\uDE00'"#, #"\uD83D\uDE00"#), (#"\ud83d\ude00"#, #"\ud83d\ude00"#), (#""\\uD83D""#, #"\uD83D"#),
    // Private characters of the text are kept.
    (#""\uE03D\uE800\uD83D\uDE00\uF8FF""#, "\u{E03D}\u{E800}😀\u{F8FF}"), ("\"\u{E000}\\uD83D\\uDE00\"", "\u{E000}😀"),
    (#""\U0000E03D\uD83D\uDE00\ue1""#, ""),
  ])
  func pairsOfSurrogatesAsJSONWritesThemAreCharacters(yaml: String, text: String) throws {
    if text.isEmpty {
      #expect(throws: SceneErrors.self) { try sample("string: \(yaml)") }
    } else {
      #expect(try sample("string: \(yaml)").string == text)
    }
  }

  @Test func placesBehindEscapesOfSurrogatesMatchTheFile() throws {
    let json = #"{"tessera": 1, "root": {"type": "sample", "string": "\uD83D\uDE00\uD83D\uDE00", "amount": "five"}}"#
    let column = try #require(json.range(of: "five")).lowerBound.utf16Offset(in: json)
    do {
      _ = try Scene.parse(text: json, registry: sampleRegistry()).makeRoot()
      Issue.record("an amount that is no number was taken")
    } catch let errors as SceneErrors {
      #expect(errors.errors.map(\.column) == [column])
    }
  }

  @Test(arguments: [
    ("3", 3), ("0.5", 0.5), (".5", 0.5), ("5.", 5), ("1e-1", 0.1), ("0x0A", 10), ("0o7", 7), ("+4", 4), ("-0", 0), ("10", 10),
  ])
  func numbersAreReadOnlyForNumericAttributes(yaml: String, number: Double) throws {
    #expect(try sample("amount: \(yaml)").amount == number)
  }

  @Test(arguments: [
    "1_000", "1,5", "five", "", "''", "'3'", "~", "true", "1e999", "nan", "0x", "0xg", "0x-1", "--1", "1e", "- 1", "11", "-1",
  ])
  func numbersOutOfRangeAreRejected(yaml: String) throws {
    #expect(throws: SceneErrors.self) { try sample("amount: \(yaml)") }
  }

  @Test(arguments: [("true", true), ("yes", true), ("On", true), ("TRUE", true), ("false", false), ("no", false), ("off", false)])
  func booleansAreReadOnlyForBooleanAttributes(yaml: String, flag: Bool) throws { #expect(try sample("flag: \(yaml)").flag == flag) }

  @Test(arguments: ["'true'", "1", "y", "~", ""]) func invalidBooleansAreRejected(yaml: String) throws {
    #expect(throws: SceneErrors.self) { try sample("flag: \(yaml)") }
  }

  @Test(
    arguments: [
      ("0.5", .number(0.5)), ("yes", .boolean(true)), ("2", .text("2")), ("'0.5'", .text("0.5")),
      ("{at: 1, name: no}", .map([("at", .number(1)), ("name", .text("no"))])),
    ] as [(String, AttributeValue)])
  func theFirstMatchingKindIsUsed(yaml: String, value: AttributeValue) throws { #expect(try sample("mixed: \(yaml)").mixed == value) }

  @Test(arguments: [
    ("10", Insets(10)), ("[1, 2, 3, 4]", Insets(top: 1, right: 2, bottom: 3, left: 4)),
  ]) func theSafeAreaOfASceneIsRead(yaml: String, insets: Insets) throws {
    let scene = try Scene.parse(text: "tessera: 1\nsafeArea: \(yaml)\nroot: {type: box}\n", registry: sampleRegistry())
    #expect(scene.safeArea == insets)
  }

  @Test(arguments: ["[1, 2]", "-1", "wide", "[]"]) func anInvalidSafeAreaIsRejected(yaml: String) {
    #expect(throws: SceneErrors.self) {
      try Scene.parse(text: "tessera: 1\nsafeArea: \(yaml)\nroot: {type: box}\n", registry: sampleRegistry())
    }
  }

  @Test(
    arguments: [
      ("all", .all), ("none", []), ("vertical", .vertical), ("[top, left]", [.top, .left]), ("[horizontal, top]", [.left, .right, .top]),
    ] as [(String, SafeAreaEdges)])
  func sidesPaddedForTheSafeAreaAreReadAndWritten(yaml: String, edges: SafeAreaEdges) throws {
    let node = try sample("safeArea: \(yaml)")
    #expect(node.safeAreaPadding == edges)
    let value = try #require(node.attribute("safeArea"))
    let other = BoxNode()
    try other.setAttribute("safeArea", to: value)
    #expect(other.safeAreaPadding == edges)
  }

  @Test(arguments: [
    ("8", Insets(8)), ("[1, 2, 3, 4]", Insets(top: 1, right: 2, bottom: 3, left: 4)),
  ]) func additionalSafeAreasAreReadAndWritten(yaml: String, insets: Insets) throws {
    let node = try sample("additionalSafeArea: \(yaml)")
    #expect(node.additionalSafeAreaInsets == insets)
    let other = BoxNode()
    try other.setAttribute("additionalSafeArea", to: try #require(node.attribute("additionalSafeArea")))
    #expect(other.additionalSafeAreaInsets == insets)
    for wrong in ["[1, 2]", "-1", "wide"] { #expect(throws: SceneErrors.self) { try sample("additionalSafeArea: \(wrong)") } }
  }

  @Test func anInvalidSideIsRejected() { #expect(throws: SceneErrors.self) { try sample("safeArea: [top, middle]") } }

  @Test func otherKindsAreRead() throws {
    let node = try sample("").value
    #expect(node == Sample())
  }

  @Test func valuesOfEveryKindReachTheNode() throws {
    let node = try sample("count: 4\n  fit: cover\n  stops: [1, 2.5]\n  color: '#3366cc'\n  opacity: 0.5\n  hidden: yes\n  id: 7")
    #expect(node.count == 4)
    #expect(node.fit == .cover)
    #expect(node.stops == [1, 2.5])
    #expect(node.color == Color(rgb: 0x3366CC))
    #expect(node.opacity == 0.5)
    #expect(node.isHidden)
    #expect(node.id == "7")
  }

  @Test func topOfTheFileIsRead() throws {
    let scene = try Scene.parse(
      text:
        "{\"tessera\": 1, \"size\": [800, 480.5], \"scale\": 2, \"background\": \"white\", \"direction\": \"rtl\", \"root\": {\"type\": \"box\"}}",
      registry: NodeRegistry())
    #expect(scene.size == Size(800, 480.5))
    #expect(scene.scale == 2)
    #expect(scene.background == .white)
    #expect(scene.direction == .rtl)
    #expect(scene.warnings.isEmpty)
  }

  @Test func ownStyleWinsOverSharedOverDefaults() throws {
    let scene = try Scene.parse(
      text: """
        tessera: 1
        defaults:
          box: {flexGrow: 1, flexShrink: 3, width: 10, opacity: 0.1}
          sample: {style: {height: 9}, amount: 4, label: each}
        styles:
          wide: {width: 20, flexGrow: 2, opacity: 0.2}
          tall: {height: 30, width: 25, string: tall}
        root:
          type: box
          styles: wide
          style: {flexGrow: 5}
          children:
            - {type: sample, styles: [wide, tall], style: {height: 31}, string: own}
            - {type: sample, amount: 5}
        """, registry: sampleRegistry())
    let root = try scene.makeRoot()
    #expect(root.style.flexGrow == 5)
    #expect(root.style.flexShrink == 3)
    #expect(root.style.width == 20)
    #expect(root.opacity == 0.2)
    let first = try #require(root.subnodes[0] as? Node<Sample>)
    #expect(first.style.width == 25)
    #expect(first.style.height == 31)
    #expect(first.string == "own")
    #expect(first.opacity == 0.2)
    #expect(first.amount == 4)
    #expect(first.semantics.label == "each")
    let second = try #require(root.subnodes[1] as? Node<Sample>)
    #expect(second.style.height == 9)
    #expect(second.amount == 5)
  }

  @Test func anchorsAliasesAndMergeKeysWork() throws {
    let scene = try Scene.parse(
      text: """
        tessera: 1
        definitions:
          - &base {type: sample, amount: 2, count: 1}
          - &more {count: 2, string: more}
        root:
          type: box
          children:
            - *base
            - {<<: *base, amount: 3}
            - {amount: 4, <<: [*base, *more]}
            - {<<: [*more, *base]}
        """, registry: sampleRegistry())
    let nodes = try scene.makeRoot().subnodes.map { try #require($0 as? Node<Sample>).value }
    #expect(nodes.map(\.amount) == [2, 3, 4, 2])
    #expect(nodes.map(\.count) == [1, 1, 1, 2])
    #expect(nodes.map(\.string) == ["default", "default", "more", "more"])
  }

  @Test func pathsAreRelativeToTheSceneAndMissingFilesAreWarnings() throws {
    let scene = try Scene.parse(
      text: """
        tessera: 1
        fonts: [etc]
        root:
          type: box
          children:
            - {type: sample, source: etc/passwd}
            - {type: sample, source: /etc/hostname-that-is-not}
            - {type: sample, mixed: {file: pictures/a.png}}
        """, directory: "/", registry: sampleRegistry())
    let nodes = try scene.makeRoot().subnodes
    #expect(nodes[0].attribute("source") == .text("/etc/passwd"))
    #expect(nodes[1].attribute("source") == .text("/etc/hostname-that-is-not"))
    #expect(nodes[2].attribute("mixed")?["file"] == .text("/pictures/a.png"))
    #expect(scene.fonts == ["/etc"])
    #expect(scene.warnings.map(\.line) == [7, 8])
    #expect(scene.warnings.first?.message == "attribute `source` of `sample`: cannot open /etc/hostname-that-is-not: no such file")
  }

  @Test func duplicateIdsAreAWarning() throws {
    let scene = try Scene.parse(
      text: "tessera: 1\nroot: {type: box, id: a, children: [{type: box, id: a}]}", registry: NodeRegistry())
    #expect(scene.warnings.map(\.kind) == [.warning])
    #expect(scene.warnings.map(\.column) == [53])
  }

  @Test func eachTreeIsNew() throws {
    let scene = try Scene.parse(text: "tessera: 1\nroot: {type: box, children: [{type: box}]}", registry: NodeRegistry())
    let (a, b) = (try scene.makeRoot(), try scene.makeRoot())
    #expect(a !== b)
    #expect(a.subnodes[0] !== b.subnodes[0])
  }
}
