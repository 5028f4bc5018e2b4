@testable import PickersPlugin
@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Colors by field, hue, text and swatch; warmth.
@Suite struct ColorPickerTests {
  private static let swatches = [Color(rgb: 0x10696B), Color(rgb: 0xA53C10), Color(rgb: 0x3949B5)]

  private func start(_ value: ColorPicker, height: Double = 400) throws -> (HeadlessStage, ColorPickerNode) {
    let node = ColorPickerNode(value)
    node.environment[\.density] = .regular
    node.style.width = .points(280)
    let h = try HeadlessStage(width: 280, height: height) { node }
    return (h, node)
  }

  private func part<Value: NodeType>(_ type: Value.Type, _ h: HeadlessStage, at index: Int = 0) throws -> Node<Value> {
    var found: [Node<Value>] = []
    func visit(_ node: AnyNode) {
      if let node = node as? Node<Value> { found.append(node) }
      node.subnodes.forEach(visit)
    }
    visit(h.root)
    try #require(found.indices.contains(index))
    return found[index]
  }

  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: color-picker, value: '#a53c10', showsAlpha: true, swatches: ['#10696b', '#a53c10', '#3949b5', '#ffffff', '#000000'], style: {width: 260}}
      - {type: color-picker, kind: warmth, kelvin: 3000, style: {width: 260}}
      - {type: color-picker, kind: warmth, kelvin: 5000, enabled: false, style: {width: 260}}
      """, width: 284, height: 540)
    try expectGolden(h.framebuffer, "color-picker")
  }

  @Test func onBlackAndWhite() throws {
    let (h, _) = try start(ColorPicker(Color(rgb: 0xA53C10), swatches: [.black, .white]))
    h.stage.environment[\.theme].mode = .paper
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    try expectGolden(h.framebuffer, "color-picker-bilevel")
  }

  @Test(
    arguments: [0x000000, 0xFFFFFF, 0xFF0000, 0x00FF00, 0x0000FF, 0x808080, 0xA53C10, 0x10696B, 0x3949B5, 0x010203, 0xFEFDFC] as [UInt32])
  func colorsSurviveTheWayThroughHue(rgb: UInt32) { #expect(HSVColor(Color(rgb: rgb)).color.hex == Color(rgb: rgb).hex) }

  /// Colors of black bodies, from the table of M. Charity (CIE 1964, 10 degrees), within 8 of 255.
  @Test(arguments: [(2200, 0xFF9329), (2700, 0xFFA957), (4000, 0xFFD1A3), (6500, 0xFFF9FD)] as [(Double, UInt32)])
  func warmthIsThatOfABlackBody(kelvin: Double, rgb: UInt32) {
    let (a, b) = (Warmth.color(kelvin), Color(rgb: rgb))
    for (x, y) in [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)] { #expect(abs(x - y) < 12.0 / 255) }
  }

  @Test func theFieldChoosesSaturationAndBrightness() throws {
    let (h, node) = try start(ColorPicker(Color(rgb: 0xFF0000)))
    let field = try part(ColorField.self, h)
    let frame = h.frame(of: field)
    let chosen = Locked<[String]>([])
    node.onChange { color in chosen.withLock { $0.append(color.hex) } }
    try h.tap(at: Point(frame.minX + frame.width / 2, frame.minY + frame.height / 2))
    #expect(chosen.withLock { $0.count } == 1)
    let hsv = node.value.hsv
    #expect(abs(hsv.saturation - 0.5) < 0.02 && abs(hsv.brightness - 0.5) < 0.02 && hsv.hue == 0)
    try h.drag(from: frame.center, to: Point(frame.minX, frame.maxY), steps: 4)
    #expect(node.color.hex == "#000000")
  }

  @Test func theHueSurvivesGray() throws {
    let (h, node) = try start(ColorPicker(Color(rgb: 0x3949B5)))
    let hue = node.value.hsv.hue
    let field = h.frame(of: try part(ColorField.self, h))
    try h.tap(at: Point(field.minX, field.midY))
    #expect(node.value.hsv.saturation < 0.01 && abs(node.value.hsv.hue - hue) < 1e-9)
    try h.tap(at: Point(field.maxX - 1, field.minY + 1))
    #expect(abs(HSVColor(node.color).hue - hue) < 0.02)
  }

  @Test func keysAndAnEncoderChangeEachDirection() throws {
    let (h, node) = try start(ColorPicker(Color(rgb: 0x804040)))
    try h.key(.tab)
    let before = node.value.hsv
    try h.key(.right)
    #expect(abs(node.value.hsv.saturation - before.saturation - 0.02) < 1e-6)
    try h.key(.down)
    #expect(abs(node.value.hsv.brightness - before.brightness + 0.02) < 1e-6)
    try h.key(.enter)
    try h.key(.next)
    try h.key(.enter)
    try h.key(.next)
    try h.key(.enter)
    #expect(abs(node.value.hsv.saturation - before.saturation - 0.04) < 1e-6 && abs(node.value.hsv.brightness - before.brightness) < 1e-6)
    try h.key(.next)
    #expect(h.stage.focusedNode === (try part(ColorTrack.self, h)))
    try h.key(.right)
    #expect(abs(node.value.hsv.hue - 0.01) < 1e-6)
  }

  @Test func aTypedColorIsApplied() throws {
    let (h, node) = try start(ColorPicker(Color(rgb: 0x10696B)))
    let hex = node.storage.hex
    #expect(hex.string == "#10696b")
    hex.becomeFocused()
    try h.settle()
    try h.send(.key(KeyPress(.character("a"), modifiers: .control)))
    try h.type("a53")
    #expect(node.color.hex == "#10696b", "three digits may become six")
    try h.type("c10")
    #expect(node.color.hex == "#a53c10" && hex.string == "a53c10")
    try h.key(.tab)
    #expect(hex.string == "#a53c10", "the text is completed when it is left")
  }

  @Test func aSwatchIsChosen() throws {
    let (h, node) = try start(ColorPicker(Color(rgb: 0x10696B), swatches: Self.swatches))
    let swatches = try part(ColorSwatches.self, h)
    #expect(swatches.semanticsParts.map(\.semantics.checked) == [.on, .off, .off])
    try h.tap(at: h.frame(of: swatches).origin + Point(44 + 18, 18))
    #expect(node.color.hex == "#a53c10")
  }

  @Test func warmthIsChosenInSteps() throws {
    var value = ColorPicker()
    (value.kind, value.kelvin) = (.warmth, 2700)
    let (h, node) = try start(value, height: 60)
    let chosen = Locked<[Double]>([])
    node.on(ColorPicker.changeWarmth) { kelvin in chosen.withLock { $0.append(kelvin) } }
    try h.key(.tab)
    try h.key(.end)
    try h.key(.home)
    #expect(chosen.withLock { $0 } == [6500, 2200] && node.resolvedSemantics.value == "2200 K")
  }

  @Test func scenesBindItBothWays() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [300, 400]
        data: {color: '#10696b'}
        root:
          type: box
          style: {flexDirection: column}
          children:
            - {type: color-picker, id: picker, value: {bind: color}, swatches: ['#a53c10']}
            - {type: text, id: words, string: {bind: color}}
        """)
    let swatches = try part(ColorSwatches.self, h)
    #expect(h.stage.perform(.activate, on: SemanticsID(node: swatches.serial, part: 0)))
    try h.settle()
    let words = try h.node("words").attribute("string")
    #expect(words == .text("#a53c10"))
  }
}
