import Testing
import TesseraRender

@Suite struct ColorTests {
  @Test(arguments: [
    ("#f80", "#ff8800"), ("#F80C", "#ff8800cc"), ("#12aBef", "#12abef"), ("#12abef80", "#12abef80"), (" Red ", "#ff0000"),
    ("rebeccapurple", "#663399"), ("transparent", "#00000000"), ("rgb(255, 0, 128)", "#ff0080"), ("rgba(255,0,128,0.5)", "#ff008080"),
    ("rgb(100% 0% 50% / 50%)", "#ff008080"), ("rgb(300,-5,0)", "#ff0000"), ("yellowgreen", "#9acd32"), ("aliceblue", "#f0f8ff"),
    ("hsl(120 100% 25%)", "#008000"), ("hsl(-60deg, 100%, 50%)", "#ff00ff"), ("hsla(210, 50%, 40%, 50%)", "#33669980"),
    ("hsl(0 0% 100%)", "#ffffff"),
  ])
  func aColorIsReadAsCssReadsIt(text: String, hex: String) { #expect(Color(text)?.hex == hex) }

  @Test(arguments: [
    "", " ", "#", "#12", "#12345", "#1234567", "#ggg", "#１２３", "reddish", "rgb", "rgb(", "rgb()", "rgb(1,2)", "rgb(1,2,3,4,5)",
    "rgb(a,b,c)",
    "rgb(nan,0,0)", "hsl(1,2,3)", String(repeating: "#", count: 5000),
  ])
  func anInvalidColorIsNil(text: String) { #expect(Color(text) == nil) }

  @Test func aColorIsMadeFromItsHueSaturationAndBrightness() {
    #expect(Color(hue: 200, saturation: 0.5, brightness: 0.8).hex == "#66aacc")
    #expect(Color(hue: .nan, saturation: 2, brightness: -1, alpha: 0.5).hex == "#00000080")
    for rgb in stride(from: UInt32(0), through: 0xffffff, by: 0x10f1f) {
      let (hue, saturation, brightness) = Color(rgb: rgb).hueSaturationBrightness
      #expect((0..<360).contains(hue))
      #expect(Color(hue: hue, saturation: saturation, brightness: brightness).hex == Color(rgb: rgb).hex)
    }
  }

  @Test func everyNameIsReadAndHexRoundTrips() {
    #expect(Color.cssNames.count == 148)
    for name in Color.cssNames { #expect(Color(name) != nil, "\(name)") }
    for value in stride(from: UInt32(0), through: 0xffffff, by: 0x10f1f) { #expect(Color(Color(rgb: value).hex) == Color(rgb: value)) }
  }

  @Test func invalidChannelsAreClampedForDisplay() {
    #expect(Color(red: .nan, green: -3, blue: 9, alpha: .infinity).hex == "#0000ff")
    #expect(Color.white.opacity(.nan).alpha == 0)
    #expect(Color.white.opacity(0.5).opacity(0.5).alpha == 0.25)
  }
}
