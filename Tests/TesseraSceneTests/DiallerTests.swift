import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraScene

/// docs/examples/dialler.yaml: its pictures, and its use by keys and by an encoder alone.
@Suite struct DiallerTests {
  private static let reason = "versions of FreeType round outlines differently"

  private func stage(_ width: Double = 800, _ height: Double = 480) throws -> HeadlessStage {
    try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/dialler.yaml", width: width, height: height)
  }

  private func set(_ h: HeadlessStage, _ path: String..., to value: DataValue) throws {
    try #require(h.root.sceneData).set(value, at: DataPath(path))
    try h.settle()
  }

  private func data(_ h: HeadlessStage, _ name: String) -> DataValue? { h.root.sceneData?.value(at: DataPath([name])) }

  @Test(arguments: [
    ("keypad-light", 800.0, "light", false), ("keypad-dark", 800, "dark", false), ("keypad-rtl", 800, "light", true),
    ("call-dark", 800, "dark", false), ("keypad-small", 320, "light", false), ("keypad-small-dark", 320, "dark", true),
    ("recents-small", 320, "light", false), ("contacts-small", 320, "light", true),
  ]) func eachMatchesItsGoldenPicture(name: String, width: Double, mode: String, isRightToLeft: Bool) throws {
    let h = try stage(width, width == 320 ? 240 : 480)
    try set(h, "env", "theme", to: .map(["mode": .text(mode)]))
    if isRightToLeft { try set(h, "env", "direction", to: .text("rtl")) }
    try set(h, "number", to: .text("2025550143"))
    let page = String(name.prefix { $0 != "-" })
    if page == "call" { try set(h, "call", to: .text("2025550143")) } else { try set(h, "page", to: .text(page)) }
    // The tile of the pages and the separators of lists move to their places.
    try h.advance(by: 1)
    #expect(h.errors.isEmpty, "\(h.errors)")
    try expectGolden(h.framebuffer, "dialler-\(name)", tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
  }

  /// Moves the focus by one key until a node with the label has it, and presses Enter.
  private func press(_ label: String, by key: KeyPress.Key, _ h: HeadlessStage) throws {
    for _ in 0..<60 where h.stage.focusedNode?.resolvedSemantics.label != label { try h.key(key) }
    #expect(h.stage.focusedNode?.resolvedSemantics.label == label)
    try h.key(.enter)
    try h.advance(by: 0.3)
  }

  @Test(arguments: [(KeyPress.Key.tab, 800.0), (.next, 800), (.tab, 320), (.next, 320)])
  func aCallIsMadeByKeysAlone(key: KeyPress.Key, width: Double) throws {
    let h = try stage(width, width == 320 ? 240 : 480)
    for digit in ["2", "0", "2", "#"] { try press(digit, by: key, h) }
    try press("Delete", by: key, h)
    #expect(data(h, "number") == .text("202"))
    try press("Call", by: key, h)
    #expect(data(h, "call") == .text("202"))
    try press("End call", by: key, h)
    #expect(data(h, "call") == .null && data(h, "number") == .text(""))
  }

  @Test func aHeldDeleteRepeatsAndContactsAreSearched() throws {
    let h = try stage()
    try set(h, "number", to: .text("2025550143"))
    let place = h.frame(of: try h.node("delete"))
    try h.touch(.began, at: Point(place.midX, place.midY))
    try h.advance(by: 1, step: 0.05)
    try h.touch(.ended, at: Point(place.midX, place.midY))
    try h.advance(by: 0.5, step: 0.05)
    guard case .text(let left)? = data(h, "number") else { throw TestFailure("no number") }
    #expect((3...6).contains(left.count), "\(left)")
    try set(h, "page", to: .text("contacts"))
    try h.tap(id: "search")
    try h.type("ada")
    try h.advance(by: 1, step: 0.1)
    #expect(h.stage.semanticsTree.text().contains("Ada Lovelace") && !h.stage.semanticsTree.text().contains("Mae Jemison"))
    try h.key(.escape)
    try h.key(.down)
  }
}
