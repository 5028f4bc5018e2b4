import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera

extension ThemeToken<Color> {
  fileprivate static let brand = ThemeToken("testBrand", light: .white, dark: .black)
}

extension ThemeToken<Double> {
  fileprivate static let dial = ThemeToken("testDial", compact: 80, regular: 120, roomy: 160)
}

/// Paints its box with a token, has another as its background, and counts draws.
private struct Swatch: PropertyAdjustingType {
  static let typeName = "swatch"
  var label = ""
  var log: Log?
  var token: ThemeToken<Color>? = .ink
  var background: ThemeToken<Color>?
  var side: ThemeToken<Double>?
  static func == (a: Swatch, b: Swatch) -> Bool { a.label == b.label }
  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    log?.note("size \(label)")
    let side = side.map { context.environment.theme[$0] } ?? 10
    return range.clamp(Size(side, side))
  }
  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    log?.note("draw \(label)")
    if let token { canvas.fill(Rect(size: context.size), .color(context.environment.theme[token])) }
  }
  func adjust(_ properties: inout NodeProperties, storage: NoStorage, in environment: EnvironmentValues) {
    if let background { properties.background = .color(environment.theme[background]) }
  }
}

@Suite struct ThemeTests {
  private let log = Log()

  private func swatch(_ label: String, _ token: ThemeToken<Color>?, side: ThemeToken<Double>? = nil) -> Node<Swatch> {
    let node = Node(Swatch(label: label, log: log, token: token, side: side))
    node.style.alignSelf = .start
    return node
  }

  private func stage(_ nodes: [AnyNode], _ side: Double = 600) throws -> Stage {
    let root = BoxNode()
    for node in nodes { root.addSubnode(node) }
    let stage = try manualStage(side, side, root: root)
    try stage.settle()
    log.clear()
    return stage
  }

  @Test func aChangedTokenReachesOnlyItsReaders() throws {
    let nodes = [swatch("ink", .ink), swatch("accent", .accent), swatch("brand", .brand), swatch("none", nil)]
    let stage = try stage(nodes)
    stage.environment[\.theme].set(.accent, to: .white)
    try stage.settle()
    #expect(log.all == ["draw accent"])
    log.clear()
    stage.environment[\.theme].set(.brand, to: .black, in: .light)
    try stage.settle()
    #expect(log.all == ["draw brand"])
    log.clear()
    // A value without readers, and an unchanged value.
    stage.environment[\.theme].set(.danger, to: .white)
    stage.environment[\.theme].set(.ink, to: Color(rgb: 0x181C21), in: .light)
    try stage.settle()
    #expect(log.all == [])
    // Ember differs from the others in six roles.
    stage.environment[\.theme] = .ember
    try stage.settle()
    #expect(Set(log.all) == ["draw accent", "draw brand"])
  }

  @Test func theModeFollowsTheSchemeUnlessItIsSet() throws {
    let nodes = [swatch("ink", .ink), swatch("side", nil, side: .space4)]
    let stage = try stage(nodes)
    let layouts = stage.statistics.layouts
    stage.environment[\.colorScheme] = .dark
    try stage.settle()
    #expect(log.all == ["draw ink"] && stage.statistics.layouts == layouts)
    #expect(nodes[0].environmentValues.theme.ink == Color(rgb: 0xEFEFEF))
    stage.environment[\.theme].mode = .night
    #expect(nodes[0].environmentValues.theme.ink == Color(rgb: 0xE7866B))
    try stage.settle()
    log.clear()
    stage.environment[\.colorScheme] = .light
    try stage.settle()
    #expect(log.all == [])
    nodes[0].environment[\.theme].mode = .paper
    #expect(nodes[0].environmentValues.theme.ink == .black && nodes[1].environmentValues.theme.ground == .black)
  }

  @Test func aBackgroundFollowsATokenWithoutADraw() throws {
    let node = Node(Swatch(label: "a", log: log, token: nil, background: .surface))
    (node.style.width, node.style.height) = (.points(20), .points(20))
    let stage = try manualStage(20, 20, root: node)
    try stage.settle()
    let before = stage.statistics
    log.clear()
    #expect(bytes(stage.framebuffer)[0] == 255)
    stage.environment[\.theme].mode = .contrastDark
    try stage.settle()
    #expect(bytes(stage.framebuffer)[0] == 0 && stage.statistics.draws == before.draws && stage.statistics.layouts == before.layouts)
    #expect(log.all == [])
  }

  @Test func measuresFollowTheDensityOfTheStage() throws {
    let (dial, fixed) = (swatch("dial", nil, side: .dial), swatch("fixed", nil, side: .radius3))
    let stage = try stage([dial, fixed])
    #expect(dial.frame.width == 120 && fixed.frame.width == 10)
    try stage.resize(to: Size(320, 240), scale: 1)
    try stage.settle()
    #expect(dial.frame.width == 80 && log.all.filter { $0 == "size fixed" } == [])
    dial.environment[\.density] = .roomy
    try stage.settle()
    #expect(dial.frame.width == 160)
  }

  @Test func tokensOfOneNameAreOne() {
    let other = ThemeToken("testBrand", light: Color.clear, dark: .clear)
    #expect(other.number == ThemeToken<Color>.brand.number && ThemeTokens.number("ink") == ThemeToken<Color>.ink.number)
    #expect(Set(ThemeTokens.standard).count == ThemeTokens.standard.count)
  }

  @Test func themesAreValuesOfAttributes() throws {
    // A token has its name from its creation.
    #expect(ThemeToken<Color>.brand.name == "testBrand")
    let node = BoxNode()
    func set(_ pairs: [(key: String, value: AttributeValue)]) throws { try node.environment.setValue("theme", to: .map(pairs)) }
    try node.environment.setValue("theme", to: .text("ember"))
    #expect(node.environmentValues.theme.accent == Color(rgb: 0xA53C10))
    try set([
      ("name", .text("ultramarine")), ("mode", .text("dark")), ("density", .text("compact")), ("radius3", .number(3)),
      ("ink", .color(.white)), ("testBrand", .map([("dark", .color(.clear))])), ("body", .map([("size", .number(15))])),
    ])
    let theme = node.environmentValues.theme
    #expect(theme.accent == Color(rgb: 0x9CAEFF) && theme[.radius3] == 3 && theme.ink == .white && theme[.brand] == .clear)
    #expect(theme[.body] == ThemeType(size: 15, line: 20, weight: 400) && theme[.control] == 36)
    // The value that was read can be set.
    let value = try #require(node.environment.value("theme"))
    let other = BoxNode()
    try other.environment.setValue("theme", to: value)
    #expect(other.environmentValues.theme == theme)
    let wrong = #expect(throws: AttributeError.self) { try set([("mode", .text("dusk"))]) }
    #expect(wrong?.reason.hasPrefix("needs for `theme` one of lagoon, ember, ultramarine, or a map with accent") == true)
  }

  // MARK: values of the roles

  private func luminance(_ color: Color) -> Double {
    func linear(_ channel: Float) -> Double {
      let value = Double(channel)
      return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  /// Returns the 2.4th power by Newton's method, without Foundation.
  private func power(_ base: Double) -> Double {
    // x^2.4 = x^2 * (x^2)^(1/5)
    let square = base * base
    var root = 1.0
    for _ in 0..<60 where square > 0 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
    return square * (square > 0 ? root : 0)
  }

  private func contrast(_ a: Color, _ b: Color) -> Double {
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  @Test(arguments: ThemeMode.allCases, ["lagoon", "ember", "ultramarine"]) func rolesHaveContrast(mode: ThemeMode, name: String) throws {
    var theme = try #require(Theme.families.first { $0.name == name })
    theme.mode = mode
    let text: [(ThemeToken<Color>, ThemeToken<Color>)] = [
      (.ink, .ground), (.ink, .surface), (.ink, .raised), (.ink, .well), (.ink, .wash), (.ink, .select), (.inkSoft, .ground),
      (.inkSoft, .surface), (.inkSoft, .well), (.inkFaint, .surface), (.accent, .surface), (.accent, .ground), (.accent, .well),
      (.accent, .wash), (.onAccent, .accent), (.onWash, .wash), (.danger, .surface), (.danger, .dangerWash), (.onDanger, .danger),
      (.warn, .surface), (.warn, .warnWash), (.onWarn, .warn), (.good, .surface), (.good, .goodWash), (.onGood, .good), (.info, .surface),
      (.info, .infoWash), (.onInverse, .inverse), (.inverseAccent, .inverse), (.tileMark, .tile), (.focus, .ground), (.focus, .surface),
    ]
    for (letters, ground) in text {
      let ratio = contrast(theme[letters], theme[ground])
      #expect(ratio >= 4.45, "\(letters.name) on \(ground.name) in \(mode.rawValue): \(ratio)")
    }
    for ground: ThemeToken<Color> in [.ground, .surface, .well] { #expect(contrast(theme.edge, theme[ground]) >= 3) }
    #expect(contrast(theme.ink, theme.ground) >= 6)
  }

  @Test func rolesAreColorsThatPanelsOf16BitsShow() {
    for token in ThemeToken<Color>.standard {
      for (mode, color) in zip(ThemeMode.allCases, token.values) where mode != .paper && color.alpha == 1 {
        func byte(_ channel: Float) -> Int { Int(channel * 255 + 0.5) }
        let (r, g, b) = (byte(color.red), byte(color.green), byte(color.blue))
        let isExact = r == (r >> 3) << 3 | r >> 5 && b == (b >> 3) << 3 | b >> 5 && g == (g >> 2) << 2 | g >> 6
        #expect(isExact, "\(token.name) in \(mode.rawValue): \(color.hex)")
      }
    }
  }
}
