import TesseraKit
import TesseraTestSupport
import Testing

@testable import Tessera

/// Fading between the looks of a button's states, frame by frame.
@Suite struct ButtonMotionTests {
  static let blue = Color(red: 0, green: 0, blue: 1)
  static let red = Color(red: 1, green: 0, blue: 0)

  private func stage(_ button: ButtonNode) throws -> HeadlessStage {
    button.style.width = .points(100)
    button.style.height = .points(40)
    return try HeadlessStage(width: 120, height: 60) {
      let root = BoxNode()
      root.style.alignItems = .flexStart
      root.addSubnode(button)
      return root
    }
  }

  private func filled() -> ButtonNode {
    let button = ButtonNode("")
    button.normal.background = .color(Self.blue)
    button.highlighted.background = .color(Self.red)
    return button
  }

  private func ground(_ h: HeadlessStage) -> Color { h.framebuffer.color(x: 50, y: 20) }

  /// Returns the colour at a share of the duration of a motion.
  private func between(_ from: Color, _ to: Color, _ motion: StandardMotion, _ share: Double) throws -> Color {
    let way = try #require(motion.motion.easing).value(at: share)
    let numbers = zip(from.motionVector.numbers, to.motionVector.numbers).map { $0 + ($1 - $0) * way }
    return from.moved(to: MotionVector(numbers))
  }

  private func expect(_ color: Color, isNear other: Color, _ location: SourceLocation = #_sourceLocation) {
    let distance = max(abs(color.red - other.red), abs(color.green - other.green), abs(color.blue - other.blue))
    #expect(distance <= 2.0 / 255, "\(color.hex) against \(other.hex)", sourceLocation: location)
  }

  @Test func aPressAppearsImmediatelyAndFadesWhenItEnds() throws {
    let button = filled()
    let h = try stage(button)
    try h.touch(.began, at: Point(50, 20))
    #expect(ground(h) == Self.red)
    try h.advance(by: 0.2)
    let before = h.stage.statistics
    try h.touch(.ended, at: Point(50, 20))
    #expect(!button.isHighlighted && ground(h) == Self.red)
    for sixth in 1...5 {
      try h.advance(by: 0.03, step: 0.03)
      expect(ground(h), isNear: try between(Self.red, Self.blue, .release, Double(sixth) / 6))
    }
    try h.advance(by: 0.03, step: 0.03)
    #expect(ground(h) == Self.blue && h.stage.nextDeadline == nil)
    #expect(h.stage.statistics.draws == before.draws && h.stage.statistics.layouts == before.layouts, "compositing alone")
  }

  @Test func aPressDuringTheFadeAppearsImmediately() throws {
    let button = filled()
    let h = try stage(button)
    try h.touch(.began, at: Point(50, 20))
    try h.advance(by: 0.1)
    try h.touch(.ended, at: Point(50, 20))
    try h.advance(by: 0.09, step: 0.09)
    #expect(ground(h) != Self.red && ground(h) != Self.blue)
    try h.touch(.began, at: Point(50, 20))
    #expect(ground(h) == Self.red)
    try h.advance(by: 0.3)
    #expect(ground(h) == Self.red && h.stage.nextDeadline == nil)
    // A change to another state starts from the displayed look.
    try h.touch(.ended, at: Point(50, 20))
    try h.advance(by: 0.09, step: 0.09)
    let seen = ground(h)
    button.disabled.background = .color(.black)
    button.isEnabled = false
    try h.settle()
    expect(ground(h), isNear: seen)
    try h.advance(by: StandardMotion.enabled.seconds + 0.01)
    #expect(ground(h) == .black && h.stage.nextDeadline == nil)
  }

  @Test func disablingAndEnablingAreAnimated() throws {
    let button = filled()
    button.disabled.background = .color(.black)
    let h = try stage(button)
    button.isEnabled = false
    try h.settle()
    #expect(ground(h) == Self.blue)
    try h.advance(by: 0.1, step: 0.1)
    expect(ground(h), isNear: try between(Self.blue, .black, .enabled, 0.5))
    try h.advance(by: 0.11, step: 0.11)
    #expect(ground(h) == .black && h.stage.nextDeadline == nil)
    button.isEnabled = true
    try h.settle()
    try h.advance(by: 0.1, step: 0.1)
    expect(ground(h), isNear: try between(.black, Self.blue, .enabled, 0.5))
    try h.advance(by: 0.11, step: 0.11)
    #expect(ground(h) == Self.blue && h.stage.nextDeadline == nil)
  }

  @Test func anAnimationOfTheProgramOverridesTheMotion() throws {
    let button = filled()
    button.disabled.background = .color(.black)
    button.motion[\.background] = .linear(1)
    let h = try stage(button)
    button.isEnabled = false
    try h.settle()
    try h.advance(by: 0.5, step: 0.5)
    #expect(ground(h) != Self.blue && ground(h) != .black)
    animate(.none) { button.isEnabled = true }
    try h.settle()
    #expect(ground(h) == Self.blue && h.stage.nextDeadline == nil)
    // A background of another state changes immediately.
    button.motion = MotionTable()
    button.normal.background = .color(Self.red)
    try h.settle()
    #expect(ground(h) == Self.red)
  }

  @Test func reducedMotionLeavesAShortFade() throws {
    let button = filled()
    let h = try stage(button)
    h.stage.reducesMotion = true
    try h.settle()
    try h.touch(.began, at: Point(50, 20))
    try h.advance(by: 0.1)
    try h.touch(.ended, at: Point(50, 20))
    try h.advance(by: StandardMotion.reduced.seconds / 2, step: StandardMotion.reduced.seconds / 2)
    #expect(ground(h) != Self.blue && ground(h) != Self.red)
    try h.advance(by: StandardMotion.reduced.seconds / 2 + 0.01, step: StandardMotion.reduced.seconds / 2 + 0.01)
    #expect(ground(h) == Self.blue && h.stage.nextDeadline == nil)
  }

  @Test func titleAndPictureFadeAsNodes() throws {
    let picture = try PixelBuffer(width: 20, height: 20)
    picture.clear(.black)
    let button = ButtonNode(Button("", image: .pixels(picture)))
    let h = try stage(button)
    func ink() -> Float { 1 - h.framebuffer.color(x: 50, y: 20).red }
    #expect(ink() == 1)
    try h.touch(.began, at: Point(50, 20))
    #expect(abs(ink() - 0.55) < 0.01)
    try h.advance(by: 0.1)
    try h.touch(.ended, at: Point(50, 20))
    let layouts = h.stage.statistics.layouts
    #expect(abs(ink() - 0.55) < 0.01)
    var last = ink()
    for _ in 0..<5 {
      try h.advance(by: 0.03, step: 0.03)
      #expect(ink() > last)
      last = ink()
    }
    try h.advance(by: 0.03, step: 0.03)
    #expect(ink() == 1 && h.stage.nextDeadline == nil && h.stage.statistics.layouts == layouts)
  }

  @Test func colorsOfTitlesOfStatesFade() throws {
    let button = ButtonNode("Toucan")
    button.titleColor = Self.blue
    button.highlighted.titleColor = Self.red
    let h = try stage(button)
    let title = try #require(button.find(Text.self))
    func shown() throws -> Color { try #require(title.shownAttribute("color")?.color) }
    try #expect(shown() == Self.blue)
    try h.touch(.began, at: Point(50, 20))
    try #expect(shown() == Self.red)
    try h.advance(by: 0.1)
    try h.touch(.ended, at: Point(50, 20))
    try #expect(shown() == Self.red && title.color == Self.blue)
    try h.advance(by: 0.09, step: 0.09)
    expect(try shown(), isNear: try between(Self.red, Self.blue, .release, 0.5))
    try h.advance(by: 0.1, step: 0.1)
    try #expect(shown() == Self.blue && h.stage.nextDeadline == nil)
    // A colour without a value for the state changes immediately.
    button.highlighted.titleColor = nil
    try h.settle()
    button.titleColor = Self.red
    try h.settle()
    try #expect(shown() == Self.red && h.stage.nextDeadline == nil)
  }

  @Test func aTranslucentLookIsPaintedOverTheBackground() throws {
    let button = ButtonNode("")
    button.background = .color(.white)
    button.normal.background = .color(Color(red: 0, green: 0, blue: 0, alpha: 0.5))
    let h = try stage(button)
    expect(ground(h), isNear: Color(white: 0.5))
    button.background = .gradient(
      .linear(from: Point(0, 0), to: Point(1, 0), stops: [GradientStop(0, .white), GradientStop(1, Self.red)]))
    try h.settle()
    expect(h.framebuffer.color(x: 99, y: 20), isNear: Color(red: 0.5, green: 0, blue: 0))
  }

  @Test func colorsThatFollowTheSchemeDoSoInEveryState() throws {
    let button = ButtonNode("")
    button.normal.background = .dynamic(light: .white, dark: .black)
    button.selected.background = .dynamic(light: Self.red, dark: Self.blue)
    let h = try stage(button)
    #expect(ground(h) == .white)
    h.stage.environment[\.colorScheme] = .dark
    try h.settle()
    #expect(ground(h) == .black)
    button.isSelected = true
    try h.advance(by: 1)
    #expect(ground(h) == Self.blue)
  }
}
