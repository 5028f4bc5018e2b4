import TesseraGeometry
import TesseraKit
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera

@Suite struct TextMotionTests {
  private static func stage(_ text: TextNode, threads: Int = 0) throws -> HeadlessStage {
    let root = BoxNode()
    root.style.direction = .column
    root.style.alignItems = .start
    root.addSubnode(text)
    return try HeadlessStage(width: 160, height: 40, threads: threads) { root }
  }

  private static func shown(_ text: TextNode) throws -> Double { try #require(text.shownAttribute("value")?.number) }

  // MARK: counting

  @Test func aNumberCountsInTheBoxOfTheLastOne() throws {
    let text = TextNode(Text("").with(\.number, 5))
    let h = try Self.stage(text)
    let animation = text.animate(count: 1005, from: 5, format: NumberFormat(decimals: 0, suffix: " kWh"), .linear(1))
    #expect(text.number == 1005 && text.string == "1005 kWh")
    try h.settle()
    let frame = text.frame
    let layouts = h.stage.statistics.layouts
    for tenth in 1...10 {
      try h.advance(by: 0.1, step: 0.1)
      #expect(abs(try Self.shown(text) - Double(5 + tenth * 100)) < 1e-3)
    }
    try h.advance(by: 0.1, step: 0.1)
    #expect(text.frame == frame && h.stage.statistics.layouts == layouts)
    #expect(animation.isEnded && h.stage.nextDeadline == nil)
  }

  @Test func aNumberWiderThanItsBoxIsNotCut() throws {
    let text = TextNode(Text("").with(\.number, 1000))
    let h = try Self.stage(text)
    animate(.linear(1)) { text.number = 1 }
    try h.settle()
    try h.advance(by: 0.5, step: 0.5)
    let middle = try h.snapshot()
    let plain = TextNode("501")
    let other = try Self.stage(plain)
    // 500.5 may be rounded up or down; the picture is that of the resulting three digits.
    text.value = Text("").with(\.number, try Self.shown(text))
    plain.string = text.string
    try other.settle()
    try expectEqualPixels(middle, other.snapshot())
  }

  @Test func numbersOfAnyKindAreWrittenOrLeftOut() throws {
    var text = Text("")
    text.number = 3
    #expect(text.string == "3")
    text.numberFormat = try NumberFormat("%+.2f°")
    #expect(text.string == "+3.00°" && text.attributedText.string == "+3.00°")
    text.number = .nan
    text.number = nil
    #expect(text.number == 3)
    text.number = -0.001
    #expect(text.string == "+0.00°")
    text.numberFormat = try NumberFormat("%d%%")
    text.number = 1e300
    #expect(text.string == "-%")
    text.string = "done"
    #expect(text.number == nil && text.string == "done")
    #expect(throws: NumberFormatError.self) { try NumberFormat("%q") }
    #expect(NumberFormat(decimals: 99, prefix: "50% ").string(0.5) == "50% 0.50000000000000000000")
    #expect(try NumberFormat(NumberFormat(decimals: 1, prefix: "% ", suffix: " %").text).string(2) == "% 2.0 %")
    let node = TextNode(text)
    #expect(throws: AttributeError.self) { try node.setAttribute("format", to: .text("%d of %d")) }
    #expect(throws: AttributeError.self) { try node.setAttribute("format", to: .text("%")) }
  }

  /// Random targets during counting: the number is continuous, independent of the step size and the number of workers.
  @Test(arguments: [1, 2, 3]) func countingContinuesFromTheShownNumber(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let targets = (0..<8).map { _ in Double.random(in: -500...500, using: &random) }
    let isSpring = (0..<8).map { _ in Bool.random(using: &random) }
    func run(step: Double, threads: Int) throws -> (numbers: [Double], picture: PixelBuffer) {
      let text = TextNode(Text("").with(\.number, 0))
      text.style.width = .points(100)
      let h = try Self.stage(text, threads: threads)
      var numbers: [Double] = []
      for (target, isSpring) in zip(targets, isSpring) {
        let before = try Self.shown(text)
        animate(isSpring ? .spring(duration: 0.4, bounce: 0.2) : .easeOut(0.3)) { text.number = target }
        try h.settle()
        #expect(abs(try Self.shown(text) - before) < 1e-9)
        numbers.append(before)
        try h.advance(by: 0.125, step: step)
      }
      let picture = try h.snapshot()
      try h.advance(by: 4, step: 1)
      #expect(try Self.shown(text) == targets[7] && h.stage.nextDeadline == nil)
      return (numbers, picture)
    }
    let fine = try run(step: 1.0 / 64, threads: 0)
    let coarse = try run(step: 0.125, threads: 0)
    let parallel = try run(step: 0.125, threads: 3)
    #expect(coarse.numbers == parallel.numbers)
    #expect(zip(fine.numbers, coarse.numbers).allSatisfy { abs($0 - $1) < 1e-6 })
    try expectEqualPixels(coarse.picture, parallel.picture)
    try expectEqualPixels(fine.picture, coarse.picture)
  }

  // MARK: cross-fades

  private static func darkness(_ picture: PixelBuffer) -> Double {
    var sum = 0.0
    for y in 0..<picture.height { for x in 0..<picture.width { sum += 1 - Double(picture.color(x: x, y: y).red) } }
    return sum
  }

  @Test func anotherStringFadesInOverTheOne() throws {
    let text = TextNode("mmmm")
    let h = try Self.stage(text)
    let old = try h.snapshot()
    let animation = animate(.linear(1)) { text.string = "iiiiiiii" }
    try h.settle()
    try expectEqualPixels(h.snapshot(), old)
    try h.advance(by: 0.5, step: 0.5)
    let half = try h.snapshot()
    try h.advance(by: 0.5, step: 0.5)
    let new = try h.snapshot()
    #expect(animation.isEnded && h.stage.nextDeadline == nil)
    let plain = try Self.stage(TextNode("iiiiiiii"))
    try expectEqualPixels(new, plain.snapshot())
    #expect(abs(Self.darkness(half) - (Self.darkness(old) + Self.darkness(new)) / 2) < 0.03 * Self.darkness(old))
    for y in 0..<half.height {
      for x in 0..<half.width {
        let (a, b, c) = (old.color(x: x, y: y).red, half.color(x: x, y: y).red, new.color(x: x, y: y).red)
        #expect(abs(b - (a + c) / 2) < 0.02)
      }
    }
  }

  @Test func theMotionOfANodeFadesItsStringAndNothingElseDoes() throws {
    let text = TextNode("one")
    text.motion["string"] = .linear(1)
    let h = try Self.stage(text)
    let old = try h.snapshot()
    text.string = "two"
    try h.settle()
    try expectEqualPixels(h.snapshot(), old)
    animate(.none) { text.string = "six" }
    try h.settle()
    try expectEqualPixels(h.snapshot(), Self.stage(TextNode("six")).snapshot())
    #expect(h.stage.nextDeadline == nil)
  }

  @Test func aFadeContinuesBelowTheNextWithoutAJump() throws {
    let text = TextNode("mmm")
    let h = try Self.stage(text)
    for string in ["iii", "www", "lll", "ooo", "mmm", "xxx"] {
      let before = try h.snapshot()
      animate(.linear(1)) { text.string = string }
      try h.settle()
      try expectEqualPixels(h.snapshot(), before, tolerance: .perChannel(8))
      try h.advance(by: 0.4, step: 0.2)
    }
    try h.advance(by: 1, step: 0.5)
    try expectEqualPixels(h.snapshot(), Self.stage(TextNode("xxx")).snapshot())
    #expect(h.stage.nextDeadline == nil)
  }

  @Test func aFadeIsTheSameByAnyWayAndWithAnyNumberOfWorkers() throws {
    func picture(step: Double, threads: Int, seeks: Bool = false) throws -> PixelBuffer {
      let text = TextNode("Nothing to do")
      let h = try Self.stage(text, threads: threads)
      let animation = animate(.spring(duration: 0.6, bounce: 0.4)) {
        text.string = "Synchronizing"
        text.color = Color(rgb: 0x2060c0)
      }
      try h.settle()
      if seeks {
        animation.pause()
        animation.seek(to: 0.25)
        try h.settle()
      } else {
        try h.advance(by: 0.25, step: step)
      }
      return try h.snapshot()
    }
    let one = try picture(step: 0.25, threads: 0)
    try expectEqualPixels(picture(step: 1.0 / 64, threads: 0), one)
    try expectEqualPixels(picture(step: 1.0 / 64, threads: 3), one)
    try expectEqualPixels(picture(step: 1, threads: 0, seeks: true), one)
  }

  @Test func textFadesInFromNothingAndOutToNothing() throws {
    let text = TextNode("")
    text.style.width = .points(100)
    text.style.height = .points(20)
    let h = try Self.stage(text)
    let nothing = try h.snapshot()
    animate(.linear(1)) { text.string = "here" }
    try h.settle()
    try expectEqualPixels(h.snapshot(), nothing)
    try h.advance(by: 0.5, step: 0.25)
    let half = Self.darkness(try h.snapshot())
    try h.advance(by: 0.5, step: 0.25)
    let whole = Self.darkness(try h.snapshot())
    #expect(whole > 0 && abs(half - whole / 2) < 0.03 * whole)
    animate(.linear(1)) { text.string = "" }
    try h.settle()
    #expect(abs(Self.darkness(try h.snapshot()) - whole) < 0.01 * whole)
    try h.advance(by: 0.5, step: 0.25)
    let before = try h.snapshot()
    #expect(abs(Self.darkness(before) - whole / 2) < 0.03 * whole)
    animate(.linear(1)) { text.string = "there" }
    try h.settle()
    try expectEqualPixels(h.snapshot(), before, tolerance: .perChannel(3))
    animate(.none) { text.string = "" }
    try h.advance(by: 1, step: 0.5)
    try expectEqualPixels(h.snapshot(), nothing)
    #expect(h.stage.nextDeadline == nil)
  }

  @Test func aReversedFadeEndsWithTheOldString() throws {
    let text = TextNode("before")
    let h = try Self.stage(text)
    let old = try h.snapshot()
    let animation = animate(.linear(1)) { text.string = "after" }
    try h.settle()
    try h.advance(by: 0.5, step: 0.25)
    animation.reverse()
    try h.advance(by: 1, step: 0.25)
    #expect(text.string == "before" && animation.isEnded)
    try expectEqualPixels(h.snapshot(), old)
    #expect(h.stage.nextDeadline == nil)
  }

  @Test func aFadeWiderThanTheBoxLeavesNothingBehind() throws {
    let text = TextNode("a long string of many words")
    let h = try Self.stage(text)
    text.motion["string"] = .linear(1)
    text.string = "x"
    try h.settle()
    try h.advance(by: 0.5, step: 0.1)
    #expect(Self.darkness(try h.snapshot()) > 2 * Self.darkness(try Self.stage(TextNode("x")).snapshot()))
    try h.advance(by: 0.6, step: 0.1)
    try expectEqualPixels(h.snapshot(), Self.stage(TextNode("x")).snapshot())
  }

  @Test func anotherPictureFadesInOverTheOne() throws {
    let folder = try TestDirectory()
    func file(_ name: String, channel: Int) throws -> String {
      try folder.write(TestPNG(width: 8, height: 8, colorType: 2) { _, _, c in c == channel ? 255 : 0 }.bytes(), to: name)
    }
    let image = ImageNode()
    (image.style.width, image.style.height) = (.points(20), .points(20))
    image.contentMode = .stretch
    try image.setAttribute("source", to: .text(try file("red.png", channel: 0)))
    let root = BoxNode()
    root.addSubnode(image)
    let h = try HeadlessStage(width: 20, height: 20) { root }
    let blue = try file("blue.png", channel: 2)
    let animation = try animate(.linear(1)) { try image.setAttribute("source", to: .text(blue)) }
    try h.settle()
    #expect(h.framebuffer.color(x: 10, y: 10) == Color(red: 1, green: 0, blue: 0))
    try h.advance(by: 0.5, step: 0.5)
    let half = h.framebuffer.color(x: 10, y: 10)
    #expect(abs(half.red - 0.5) < 0.01 && abs(half.blue - 0.5) < 0.01 && half.green < 0.01)
    try h.advance(by: 0.6, step: 0.3)
    #expect(h.framebuffer.color(x: 10, y: 10) == Color(red: 0, green: 0, blue: 1))
    #expect(animation.isEnded && h.stage.nextDeadline == nil)
  }
}
