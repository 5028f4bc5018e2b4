import TesseraKit
import TesseraTestSupport
import Testing

/// Types look finished without any style, and keep the look that the program gives them.
@Suite struct DefaultLookTests {
  private static func scene(_ nodes: String, environment: String = "") -> String {
    """
    tessera: 1
    size: [320, 240]
    environment: {density: regular\(environment)}
    root:
      type: box
      style: {flexDirection: column, alignItems: flex-start, width: 320, height: 240}
      children:
    \(nodes)
    """
  }

  private func has(_ color: Color, _ buffer: PixelBuffer) -> Bool {
    for y in 0..<buffer.height { for x in 0..<buffer.width where buffer.color(x: x, y: y).hex == color.hex { return true } }
    return false
  }

  // MARK: buttons

  @Test func aBareButtonHasTheLookOfTheThemeUntilItHasABox() throws {
    let h = try HeadlessStage(scene: Self.scene("    - {type: button, id: b, title: Go}"))
    let button = try #require(h.node("b") as? ButtonNode)
    let theme = button.environmentValues.theme
    #expect(h.frame(of: button).size == Size(88, 48) && has(theme.well, h.framebuffer) && has(theme.ink, h.framebuffer))
    #expect(button.background == nil, "the program's properties are unchanged")
    button.background = .color(Color(rgb: 0x204060))
    try h.settle()
    #expect(!has(theme.well, h.framebuffer) && h.frame(of: button).height < 48)
    button.background = nil
    try h.settle()
    #expect(h.frame(of: button).size == Size(88, 48) && has(theme.well, h.framebuffer))
    button.kind = .unstyled
    try h.settle()
    #expect(!has(theme.well, h.framebuffer))
  }

  @Test(arguments: ["background: '#204060'", "border: {width: 1}", "titleColor: red", "states: {selected: {title: On, titleColor: red}}"])
  func aButtonWithACustomLookKeepsIt(_ own: String) throws {
    let h = try HeadlessStage(scene: Self.scene("    - {type: button, id: b, title: Go, \(own)}"))
    let theme = try h.node("b").environmentValues.theme
    #expect(!has(theme.well, h.framebuffer))
  }

  @Test func aLoadingButtonKeepsItsSizeAndIgnoresPresses() throws {
    let h = try HeadlessStage(scene: Self.scene("    - {type: button, id: b, title: Save changes}"))
    let button = try #require(h.node("b") as? ButtonNode)
    let taps = Locked(0)
    button.on(AnyNode.tap) { taps.withLock { $0 += 1 } }
    let (size, rest) = (h.frame(of: button).size, try h.snapshot())
    button.isLoading = true
    try h.settle()
    #expect(h.frame(of: button).size == size && button.resolvedSemantics.isBusy == true)
    let first = try h.snapshot()
    try h.advance(by: 0.25)
    #expect(try pixelDifference(first, h.snapshot()).count > 0, "the spinner turns")
    try h.tap(id: "b")
    #expect(taps.withLock { $0 } == 0)
    button.isLoading = false
    try h.advance(by: 0.5)
    #expect(try pixelDifference(rest, h.snapshot()).count == 0)
    try h.tap(id: "b")
    #expect(taps.withLock { $0 } == 1)
  }

  @Test func aSpinnerDoesNotTurnWithReducedMotion() throws {
    let h = try HeadlessStage(scene: Self.scene("    - {type: button, title: Save, loading: true}", environment: ", reducesMotion: true"))
    let first = try h.snapshot()
    try h.advance(by: 1)
    #expect(try pixelDifference(first, h.snapshot()).count == 0 && h.stage.isAtRest)
  }

  @Test func theContentIsAtTheStartTheMiddleOrTheEnd() throws {
    var places: [Double] = []
    for alignment in ["start", "center", "end"] {
      let scene = Self.scene("    - {type: button, id: b, title: Go, alignment: \(alignment), style: {width: 200}}")
      for direction in [LayoutDirection.ltr, .rtl] {
        let h = try HeadlessStage(scene: scene)
        h.stage.direction = direction
        try h.settle()
        let title = try #require(h.node("b").subnodes.first)
        places.append(title.frame.midX)
      }
    }
    #expect(places[0] < 40 && places[1] > 160 && abs(places[2] - 100) < 1 && abs(places[3] - 100) < 1 && places[4] > 160 && places[5] < 40)
  }

  // MARK: fields

  @Test func aBareFieldHasAFrameThatShowsItsState() throws {
    let h = try HeadlessStage(scene: Self.scene("    - {type: editable-text, id: f, string: Word, style: {width: 200}}"))
    let field = try #require(h.node("f") as? EditableTextNode)
    let theme = field.environmentValues.theme
    #expect(h.frame(of: field).size == Size(200, 48) && field.contentRect.minX == 12)
    func edge() -> String { h.framebuffer.color(x: 0, y: 24).hex }
    #expect(edge() == theme.edge.hex && h.framebuffer.color(x: 100, y: 6).hex == theme.surface.hex)
    field.becomeFocused()
    try h.advance(by: 0.3)
    #expect(edge() == theme.accent.hex)
    field.isInvalid = true
    try h.advance(by: 0.3)
    #expect(edge() == theme.danger.hex && field.resolvedSemantics.isInvalid == true)
    field.kind = .plain
    try h.advance(by: 0.3)
    #expect(h.frame(of: field).height < 30 && edge() == theme.ground.hex)
    field.kind = .automatic
    field.background = .color(.white)
    try h.advance(by: 0.3)
    #expect(h.frame(of: field).height < 30)
  }

  @Test func aDisabledFieldIsAWellAndAReadOnlyOneHasNoFrame() throws {
    for (environment, isWell) in [("enabled: false", true), ("readOnly: true", false)] {
      let node = "    - {type: editable-text, id: f, string: Word, environment: {\(environment)}, style: {width: 200}}"
      let h = try HeadlessStage(scene: Self.scene(node))
      let theme = try h.node("f").environmentValues.theme
      #expect(h.framebuffer.color(x: 100, y: 6).hex == (isWell ? theme.well : theme.ground).hex)
      try h.tap(id: "f")
      try h.type("x")
      #expect(try h.node("f").attribute("string") == .text("Word"))
    }
  }

  @Test func aFieldOfAFormHasOneFrame() throws {
    let node = "    - {type: field, id: form, title: Name, children: [{type: editable-text, id: f, string: Word}]}"
    let h = try HeadlessStage(scene: Self.scene(node))
    #expect(try h.frame(of: "f").height < 30)
  }

  // MARK: rows

  @Test func rowsWithoutDistancesHaveThoseOfTheTheme() throws {
    func table(_ attributes: String, _ row: String) throws -> HeadlessStage {
      try HeadlessStage(
        scene: Self.scene("    - {type: table, id: t, \(attributes)style: {width: 320, height: 240}, children: [{\(row)}]}"))
    }
    let text = "type: text, id: row, string: Kitchen"
    let bare = try table("", text)
    let row = try bare.frame(of: "row")
    #expect(row.minX == 20 && abs(row.midY - 28) < 1, "the margin, in the middle of a row of 56")
    #expect(try table("padsRows: false, ", text).frame(of: "row").minX == 0)
    #expect(try table("rowHeight: 40, ", text).frame(of: "row").midY == 20)
    #expect(try table("", text + ", style: {padding: 3}").frame(of: "row").minX == 0)
    #expect(try table("", "type: box, id: row, background: red, style: {height: 20}").frame(of: "row").minX == 0)
  }

  // MARK: text

  @Test func runsWithoutAColorHaveTheInkOfTheMode() throws {
    var text = AttributedText("MMM ")
    text.append("MMM", attributes: TextAttributes(font: Font(size: 30)))
    let node = TextNode("")
    node.attributedText = text
    let h = try HeadlessStage(width: 200, height: 60) { node }
    for mode in ThemeMode.allCases {
      h.stage.environment[\.theme].mode = mode
      try h.settle()
      #expect(has(node.environmentValues.theme.ink, h.framebuffer), "\(mode)")
    }
  }

  // MARK: a type of another module

  private struct Pad: DefaultLookType, PropertyAdjustingType, StyleAdjustingType {
    struct Storage: DefaultLookStorage { let ownBox = OwnBox() }
    static let typeName = "pad"
    static let traits: NodeTraits = .drawsNothing

    func adjust(_ properties: inout NodeProperties, storage: Storage, in environment: EnvironmentValues) {
      if !storage.ownBox.isGiven { properties.background = .theme(.well) }
    }

    func adjust(_ style: inout LayoutStyle, storage: Storage, in environment: EnvironmentValues) {
      if !storage.ownBox.isGiven { style.minHeight = .points(40) }
    }
  }

  @Test func otherTypesHaveDefaultLooks() throws {
    let pad = Node<Pad>()
    let h = try HeadlessStage(width: 60, height: 60) { Column(align: .flexStart) { pad }.makeNode() }
    #expect(h.frame(of: pad).height == 40)
    let draws = h.stage.statistics.layouts
    pad.cornerRadius = 4
    try h.settle()
    #expect(h.stage.statistics.layouts == draws, "corners are no box")
    pad.border = Border(width: 1, color: .black)
    try h.settle()
    #expect(h.frame(of: pad).height == 0)
    pad.border = nil
    try h.settle()
    #expect(h.frame(of: pad).height == 40)
  }

  // MARK: changes of the mode

  @Test func framesWaitForTheDrawsOfAChangeOfMode() throws {
    let h = try HeadlessStage(scene: Self.scene("    - {type: text, string: Word}"))
    let before = try h.snapshot()
    h.stage.environment[\.theme].mode = .dark
    // The draw has not run yet.
    #expect(try h.stage.frame() == false)
    #expect(try pixelDifference(before, h.snapshot()).count == 0)
    h.workers.runAll()
    #expect(try h.stage.frame())
    let after = try h.snapshot()
    let theme = h.root.environmentValues.theme
    #expect(has(theme.ground, after) && has(theme.ink, after))
  }

  @Test func framesDoNotWaitForLong() throws {
    let h = try HeadlessStage(scene: Self.scene("    - {type: text, string: Word}"))
    h.stage.environment[\.theme].mode = .dark
    #expect(try h.stage.frame() == false)
    h.clock.advance(by: 0.3)
    #expect(try h.stage.frame(), "a draw that takes long does not hold the screen")
  }

  // MARK: layers

  @Test func theLayerOfHoverFades() throws {
    for isReduced in [false, true] {
      let h = try HeadlessStage(
        scene: Self.scene(
          "    - {type: card, id: c, pressable: true, style: {width: 100, height: 60}}", environment: ", reducesMotion: \(isReduced)"))
      func light() -> Double { Double(h.framebuffer.color(x: 50, y: 30).red) }
      let rest = light()
      h.stage.movePointer(to: Point(50, 30))
      try h.settle()
      let first = light()
      try h.advance(by: 0.05)
      let middle = light()
      try h.advance(by: 0.3)
      let end = light()
      #expect(end < rest && h.stage.isAtRest)
      if isReduced { #expect(first == end) } else { #expect(first == rest && middle < rest && middle > end) }
    }
  }

  // MARK: ends of a slider

  @Test func aSliderHasNodesAtItsEnds() throws {
    let h = try HeadlessStage(
      scene: Self.scene(
        """
            - type: slider
              id: s
              label: Light
              value: 50
              style: {width: 272, height: 48}
              children: [{type: icon, id: low, name: moon}, {type: icon, id: high, name: sun}]
        """))
    let slider = try #require(h.node("s") as? SliderNode)
    #expect(try h.frame(of: "low") == Rect(0, 12, 24, 24) && h.frame(of: "high") == Rect(248, 12, 24, 24))
    #expect(SliderNode.focusMiddle(slider) == 136)
    try h.tap(at: Point(236 - 12, 24))
    #expect(slider.amount == 100)
    try h.tap(at: Point(12, 24))
    #expect(slider.amount == 99, "a tap on an end is a step")
    h.stage.direction = .rtl
    try h.settle()
    #expect(try h.frame(of: "low").minX == 296)
  }
}

extension SliderNode {
  fileprivate static func focusMiddle(_ node: SliderNode) -> Double { Slider.focusArea(in: node)?.rect.midX ?? 0 }
}
