import TesseraGeometry
import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

@testable import IconPlugin

/// Nodes of the type `icon`.
@Suite struct IconNodeTests {
  private func stage(_ icon: AnyNode, direction: LayoutDirection = .ltr) throws -> HeadlessStage {
    let root = BoxNode()
    root.style.alignItems = .start
    root.addSubnode(icon)
    return try HeadlessStage(width: 100, height: 100, direction: direction) { root }
  }

  @Test func theSizeIsThatOfTheTheme() throws {
    let icon = IconNode(Icon("heat"))
    let h = try stage(icon)
    h.stage.environment[\.density] = .regular
    try h.settle()
    #expect(icon.frame.size == Size(24, 24))
    h.stage.environment[\.density] = .roomy
    try h.settle()
    #expect(icon.frame.size == Size(32, 32))
    icon.side = 48
    try h.settle()
    #expect(icon.frame.size == Size(48, 48))
    for wrong in [-1, 0, Double.nan, .infinity] {
      icon.side = wrong
      try h.settle()
      #expect(icon.frame.size == Size(32, 32))
    }
  }

  @Test func anIconIsCenteredInALargerBoxAndFillsItWithoutASize() throws {
    let (fixed, free) = (try IconPicture(Icon("stop", size: 24), side: 48), try IconPicture(Icon("stop"), side: 48))
    let plain = try IconPicture(Icon("stop"), side: 24)
    #expect(abs(fixed.ink - plain.ink) < 0.5 && free.ink > 2 * plain.ink)
    for y in 0..<24 { for x in 0..<24 { #expect(fixed[x + 12, y + 12] == plain[x, y]) } }
  }

  @Test func itsColorIsTheThemesInkUntilItHasATint() throws {
    let icon = IconNode(Icon("stop").solid())
    let h = try stage(icon)
    func middle() throws -> TestPixel {
      try h.settle()
      return TestPixel(try h.snapshot(), Int(icon.frame.midX), Int(icon.frame.midY))
    }
    #expect(try middle() == TestPixel(0x18, 0x1C, 0x21))
    h.stage.environment[\.theme].mode = .dark
    #expect(try middle() == TestPixel(0xEF, 0xEF, 0xEF))
    h.stage.environment[\.tint] = Color(rgb: 0x0000FF)
    #expect(try middle() == TestPixel(0, 0, 255))
    icon.tint = Color(rgb: 0xFF0000)
    #expect(try middle() == TestPixel(255, 0, 0))
    let draws = h.stage.statistics.draws
    h.stage.environment[\.theme].mode = .light
    h.stage.environment[\.tint] = nil
    try h.settle()
    #expect(h.stage.statistics.draws == draws)
  }

  @Test func aTranslucentTintIsEven() throws {
    let icon = IconNode(Icon("plus", size: 24).tint(Color(red: 0, green: 0, blue: 0, alpha: 0.5)))
    let h = try stage(icon)
    let box = icon.frame
    let (middle, end) = (
      TestPixel(try h.snapshot(), Int(box.midX), Int(box.midY)), TestPixel(try h.snapshot(), Int(box.midX), Int(box.midY) + 4)
    )
    #expect(middle == end && (126...129).contains(Int(middle.red)))
  }

  @Test func anUnknownNameIsAnErrorWithTheNearestOne() throws {
    let icon = IconNode(Icon("haet"))
    #expect(throws: AttributeError(attribute: "name", reason: "must be the name of an icon, got `haet`; did you mean `heat`?")) {
      try icon.setAttribute("name", to: .text("haet"))
    }
    #expect(throws: (any Error).self) { try IconPicture(Icon("haet"), side: 24) }
    for name in ["heat.solid", "back.16", " ", "~", "heat ", "back~"] { #expect(!IconSet.contains(name)) }
    let error = #expect(throws: (any Error).self) {
      try Scene.parse(text: "tessera: 1\nroot: {type: icon, name: chevron-op}", name: "a.yaml", directory: ".", registry: .standard)
    }
    let message = "a.yaml:2:26: error: attribute `name` of `icon` must be the name of an icon, got `chevron-op`; did you mean `chevron-up`?"
    #expect("\(try #require(error))" == message)
  }

  @Test func aProgramAddsIcons() throws {
    #expect(throws: IconError.self) { try Icon.register("", path: "M0 0L9 9") }
    #expect(throws: IconError.self) { try Icon.register("test-brand", path: "L0 0") }
    #expect(!Icon.names.contains("test-brand"))
    try Icon.register("test-brand", path: "M4 12H20M14 6l6 6-6 6", isMirrored: true)
    try Icon.register("test-brand.16", path: "~M2 8H14")
    try Icon.register("test-brand.solid", path: "*c12 12 9|-M8 12h8")
    #expect(Icon.names.contains("test-brand") && !Icon.names.contains("test-brand.16"))
    let picture = try IconPicture(Icon("test-brand"), side: 24)
    #expect(picture == (try IconPicture(Icon(path: "M4 12H20M14 6l6 6-6 6"), side: 24)))
    let mirrored = try IconPicture(Icon("test-brand"), side: 24, direction: .rtl)
    let drawn = try IconPicture(Icon(path: "~M4 12H20M14 6l6 6-6 6"), side: 24, direction: .rtl)
    #expect(mirrored == drawn && mirrored != picture)
    #expect(try IconPicture(Icon("test-brand"), side: 16).ink < 24)
    #expect(try IconPicture(Icon("test-brand").solid(), side: 24).ink > 200)
    try IconNode().setAttribute("name", to: .text("test-brand"))
  }

  @Test func aSceneDefinesACustomIcon() throws {
    let text = "tessera: 1\nsize: [24, 24]\nbackground: white\nroot: {type: icon, path: '*r4 4 16 16 3|-M8 12h8', solid: true, tint: red}"
    let h = try HeadlessStage(scene: text)
    let picture = try h.snapshot()
    #expect(TestPixel(picture, 12, 6) == TestPixel(255, 0, 0) && TestPixel(picture, 12, 12) == TestPixel(255, 255, 255))
  }

  @Test func hostileDrawingsAreErrors() throws {
    let hostile = [
      "", "|", "M", "L4 4", "c", "c1 2", "c1 2 0", "c1 2 -3", "r1 2 3", "r1 2 3 0", "t", "t1", "t1 2 0", "t1 2 3 4 5 6", "cnan 1 2",
      "c1 1 inf", "c1e300 1 2",
      "M0 0L1e300 0", "M0 0L49 0", "f", "fL1 1", "*", "**-!_", "M0 0|", "|M0 0", "x1 2 3", "M0 0 A 1 1 0 2 2 4 4", "é", "c1 2 3é",
      String(repeating: "M0 0", count: 5000),
    ]
    for text in hostile {
      #expect(throws: IconError.self, "\(text.prefix(40))") { _ = try IconDrawing(IconSource(text)) }
    }
  }

  @Test func anyDamageDrawsOrIsAnError() throws {
    var random = SeededGenerator(seed: 7)
    let names = try ListedIcon.all().map(\.name)
    let signs = Array("MmLlHhVvCcSsAaZz|*-!_tcrf0123456789. ,e+~".utf8)
    var count = 0
    for _ in 0..<1500 {
      let source = try #require(IconSet.drawing(of: names.randomElement(using: &random) ?? "", side: 24, isSolid: true))
      var bytes = Array(source.data.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = signs.randomElement(using: &random) ?? 0
        case 1: bytes.insert(signs.randomElement(using: &random) ?? 0, at: place)
        default: if bytes.count > 1 { bytes.remove(at: place) }
        }
      }
      let icon = Icon(path: String(decoding: bytes, as: UTF8.self)).solid(Bool.random(using: &random))
      if (try? IconPicture(icon, side: [1, 16, 24, 48].randomElement(using: &random) ?? 24)) != nil { count += 1 }
    }
    #expect(count > 100)
  }

  @Test func screenReadersReadItsWords() throws {
    let root = BoxNode()
    let (named, decorative, labeled, drawn) = (
      IconNode(Icon("chevron-up")), IconNode(Icon("heat").decorative()), IconNode(Icon("heat")), IconNode(Icon(path: "M4 12H20"))
    )
    labeled.semantics.label = "The heater is on"
    for icon in [named, decorative, labeled, drawn] { root.addSubnode(icon) }
    let h = try HeadlessStage(width: 200, height: 40) { root }
    #expect(h.stage.semanticsTree.text() == "window\n  image \"chevron up\"\n  image \"The heater is on\"\n")
    decorative.isDecorative = false
    named.name = "back"
    try h.settle()
    #expect(h.stage.semanticsTree.text() == "window\n  image \"back\"\n  image \"heat\"\n  image \"The heater is on\"\n")
  }
}
