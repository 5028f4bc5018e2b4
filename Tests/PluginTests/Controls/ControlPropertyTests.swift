@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Any values: no trap, no endless loop, and the stage becomes idle.
@Suite struct ControlPropertyTests {
  static let numbers: [Double] = [
    0, -0.0, 1, -1, 0.1, 50, 1e9, -1e9, 1e300, -1e300, Double.leastNonzeroMagnitude, .nan, .infinity, -.infinity, .greatestFiniteMagnitude,
  ]
  static let texts = [
    "", "a", String(repeating: "W", count: 10_000), String(repeating: "word ", count: 2_000), "\n\n", "\u{202E}x",
  ]

  func exercise(_ node: AnyNode, width: Double, height: Double, density: ThemeDensity, _ direction: LayoutDirection) throws {
    node.environment[\.density] = density
    let h = try HeadlessStage(width: width, height: height, direction: direction) { node }
    try h.drag(from: Point(1, 1), to: Point(width - 1, height - 1), steps: 3)
    try h.tap(at: Point(width / 2, height / 2))
    try h.key(.tab)
    for key in [KeyPress.Key.right, .up, .enter, .next, .end, .escape, .home, .pageUp] { try h.key(key) }
    _ = h.stage.semanticsTree.text()
    for action in [SemanticsAction.increment, .decrement, .activate] { h.stage.perform(action, on: SemanticsID(node: node.serial)) }
    try h.advance(by: 0.5, step: 0.25)
    #expect(h.errors.isEmpty, "\(h.errors)")
  }

  func surroundings(_ random: inout SeededGenerator) -> (Double, Double, ThemeDensity, LayoutDirection) {
    (
      [1, 20, 120, 400].randomElement(using: &random)!, [1, 30, 200].randomElement(using: &random)!,
      ThemeDensity.allCases.randomElement(using: &random)!, Bool.random(using: &random) ? .ltr : .rtl
    )
  }

  @Test func numbersOfAnyKind() throws {
    var random = SeededGenerator(seed: 17)
    func number() -> Double { Self.numbers.randomElement(using: &random)! }
    for _ in 0..<60 {
      var (slider, stepper) = (Slider(number()), Stepper(number()))
      (slider.minimum, slider.maximum, slider.step, slider.unit) = (number(), number(), number(), Self.texts.randomElement(using: &random)!)
      slider.origin = Bool.random(using: &random) ? number() : nil
      slider.axis = Bool.random(using: &random) ? .horizontal : .vertical
      (stepper.minimum, stepper.maximum, stepper.step) = (number(), number(), number())
      let (width, height, density, direction) = surroundings(&random)
      try exercise(SliderNode(slider), width: width, height: height, density: density, direction)
      try exercise(StepperNode(stepper), width: width, height: height, density: density, direction)
      try exercise(ProgressNode(Progress(number())), width: width, height: height, density: density, direction)
      try exercise(ProgressRingNode(ProgressRing(number(), diameter: number())), width: width, height: height, density: density, direction)
    }
  }

  @Test func textsOfAnyLength() throws {
    var random = SeededGenerator(seed: 18)
    for text in Self.texts {
      let (width, height, density, direction) = surroundings(&random)
      try exercise(SwitchNode(Switch(text, isOn: true)), width: width, height: height, density: density, direction)
      try exercise(CheckboxNode(Checkbox(text, state: .mixed)), width: width, height: height, density: density, direction)
      try exercise(ProgressNode(Progress(0.5, title: text)), width: width, height: height, density: density, direction)
      try exercise(DividerNode(Divider(text)), width: width, height: height, density: density, direction)
      let options = [ControlOption(text), ControlOption("b", title: text)]
      try exercise(RadioGroupNode(RadioGroup(text, options)), width: width, height: height, density: density, direction)
      try exercise(SegmentedNode(Segmented("b", options)), width: width, height: height, density: density, direction)
      try exercise(DropdownNode(Dropdown(text, options)), width: width, height: height, density: density, direction)
    }
  }

  @Test func partsOfAnyKind() throws {
    var random = SeededGenerator(seed: 19)
    for text in Self.texts {
      let (width, height, density, direction) = surroundings(&random)
      func check(_ node: AnyNode) throws { try exercise(node, width: width, height: height, density: density, direction) }
      try check(BadgeNode(Badge(text)))
      try check(ChipNode(Chip(text, isSelected: true, isRemovable: true)))
      try check(AvatarNode(Avatar(text, diameter: Self.numbers.randomElement(using: &random)!)))
    }
    for number in [0, 1, -1, 10_000, Int.max, Int.min] {
      let (width, height, density, direction) = surroundings(&random)
      func check(_ node: AnyNode) throws { try exercise(node, width: width, height: height, density: density, direction) }
      try check(BadgeNode(Badge(number)))
      try check(CardNode(Card(elevation: number)))
      try check(SkeletonNode(SkeletonBars(lines: number)))
      try check(PageDotsNode(PageDots(number, of: 5)))
      try check(PageDotsNode(PageDots(3, of: number)))
    }
  }

  @Test(arguments: [0, 1, 2_000]) func anyNumberOfOptions(count: Int) throws {
    let options = (0..<count).map { ControlOption("\($0)") }
    try exercise(RadioGroupNode(RadioGroup("5", options)), width: 200, height: 200, density: .regular, .ltr)
    try exercise(RadioGroupNode(RadioGroup("5", options, axis: .horizontal)), width: 200, height: 48, density: .compact, .rtl)
    try exercise(SegmentedNode(Segmented(nil, options)), width: 200, height: 48, density: .regular, .ltr)
    try exercise(DropdownNode(Dropdown("5", options)), width: 200, height: 200, density: .roomy, .rtl)
  }

  @Test func wordsOfNumbers() {
    #expect(ControlWords.words(Slider(21.5, step: 0.5)) == "21.5")
    #expect(ControlWords.words(Slider(21, step: 1)) == "21")
    #expect(ControlWords.words(Slider(0.333, in: 0...1)) == "0.33")
    #expect(ControlWords.words(Slider(.nan)) == "0")
  }

  private enum ControlWords {
    static func words(_ slider: Slider) -> String? { SliderNode(slider).resolvedSemantics.value }
  }

  @Test func onBlackAndWhite() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [400, 480]
        fonts: [docs/examples/assets/fonts]
        theme: {mode: paper}
        root:
          type: box
          style: {flexDirection: column, padding: 12, gap: 8, width: 400, boxSizing: border-box}
          children:
            - type: box
              style: {gap: 12}
              children:
                - {type: switch}
                - {type: switch, value: true}
                - {type: switch, value: true, enabled: false}
                - {type: stepper, value: 21, style: {width: 140}}
            - {type: slider, value: 40}
            - {type: slider, value: 40, step: 10, enabled: false}
            - type: box
              style: {gap: 16}
              children:
                - {type: checkbox, title: Keep, value: true}
                - {type: checkbox, title: Log, invalid: true}
                - {type: checkbox, title: Mix, value: mixed, enabled: false}
            - {type: radio, options: [Air, Fan], value: Air, axis: horizontal}
            - {type: segmented, options: [Heat, Eco, 'Off'], value: Eco}
            - {type: divider, title: More}
            - {type: progress, value: 0.6, title: Water, showsPercent: true}
            - {type: ring, value: 0.7}
        """, directory: try PackageFolder.root())
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    try expectGolden(h.framebuffer, "controls-bilevel")
    let gray = (0..<480 * 400).count { ![.black, .white].contains(h.framebuffer.color(x: $0 % 400, y: $0 / 400)) }
    #expect(gray == 0, "no part of a control is a pattern")
  }
}
