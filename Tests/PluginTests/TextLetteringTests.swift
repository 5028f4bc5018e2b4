import TesseraDevices
import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

/// Texts on screens of one bit a pixel.
@Suite struct TextLetteringTests {
  private static let scene = """
    tessera: 1
    defaults: {text: {fontSize: 12}}
    root:
      type: box
      style: {flexDirection: column, padding: 6, gap: 4}
      children:
        - {type: text, fontSize: 10, string: "10 Hamburgefonstiv 0123456789"}
        - {type: text, fontSize: 14, string: "14 illegible (Wärme) &@"}
        - {type: text, color: '#777777', string: Gray on white}
        - {type: text, color: '#cc0000', spans: [{text: "Red text, "}, {text: gray spans, color: '#888888'}, {text: " and black", color: black}]}
        - {type: box, background: black, style: {padding: 3}, children: [{type: text, color: '#999999', string: Gray on black}]}
        - {type: box, background: '#3366cc', cornerRadius: 5, style: {padding: 3}, children: [{type: text, color: white, string: White on blue}]}
        - {type: box, background: '#dddddd', style: {padding: 3}, children: [{type: text, color: '#555555', string: On light gray}]}
    """

  private func stage(_ yaml: String, height: Double = 150) throws -> HeadlessStage {
    TestFonts.useNoSystemFonts()
    let root = try Scene.parse(text: yaml, registry: .standard).makeRoot()
    return try HeadlessStage(width: 190, height: height) { root }
  }

  private func isPure(_ frame: PixelBuffer) -> Bool {
    (0..<frame.height).allSatisfy { y in (0..<frame.width).allSatisfy { [.black, .white].contains(frame.color(x: $0, y: y)) } }
  }

  @Test func theyAreLegible() throws {
    let h = try stage(Self.scene)
    h.stage.lettering = .blackAndWhite
    try h.settle()
    try expectGolden(h.framebuffer.converted(to: .mono1), "text_black_and_white")
  }

  @Test func aDisplayOfOneBitAPixelAsksForBlackAndWhiteUnlessTheStageIsTold() throws {
    let h = try stage("tessera: 1\nroot: {type: text, color: '#555555', string: Hamburgefonstiv}", height: 30)
    #expect(!isPure(h.framebuffer))
    let display = MemoryDisplay(try PixelBuffer(width: 190, height: 30, format: .mono1))
    h.stage.display = display
    try h.settle()
    #expect(isPure(h.framebuffer))
    #expect(inkArea(h.framebuffer) != nil)
    h.stage.lettering = .smooth
    try h.settle()
    #expect(!isPure(h.framebuffer))
    h.stage.lettering = nil
    try h.settle()
    #expect(isPure(h.framebuffer))
    h.stage.display = MirrorDisplay(CursorDisplay(over: display), mirrors: [])
    try h.settle()
    #expect(isPure(h.framebuffer))
    h.stage.display = MemoryDisplay(try PixelBuffer(width: 190, height: 30, format: .gray4))
    try h.settle()
    #expect(!isPure(h.framebuffer))
  }
}
