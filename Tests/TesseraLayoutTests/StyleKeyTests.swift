import TesseraGeometry
import Testing

@testable import TesseraLayout

@Suite struct StyleKeyTests {
  private func styled(_ key: String, _ value: StyleValue) throws -> LayoutStyle {
    var style = LayoutStyle()
    try style.set(key: key, value: value)
    return style
  }

  @Test func aFreshStyleHasTheInitialValuesOfCSS() {
    let style = LayoutStyle()
    #expect(style.direction == .row && style.wrap == .noWrap && style.flexGrow == 0 && style.flexShrink == 1 && style.flexBasis == .auto)
    #expect(style.minWidth == .auto && style.maxWidth == .auto && style.boxSizing == .contentBox && style.position == .relative)
    #expect(style.alignItems == .normal && style.alignSelf == .auto && style.inset == .auto && style.margin == .zero)
  }

  @Test func everyKeyIsFoundInCamelAndKebabCase() {
    for key in LayoutStyle.keys {
      #expect(LayoutStyle.key(named: key.name)?.name == key.name)
      #expect(LayoutStyle.key(named: StyleKey.kebab(key.name))?.name == key.name)
      #expect(!key.help.isEmpty && !key.initial.isEmpty)
    }
    #expect(Set(LayoutStyle.keys.map(\.name)).count == LayoutStyle.keys.count)
    #expect(LayoutStyle.key(named: "border-top-width")?.name == "borderTop")
  }

  @Test func theInitialValueOfEveryKeyCanBeSetAndChangesNothing() throws {
    for key in LayoutStyle.keys {
      let value = Double(key.initial).map { StyleValue.number($0) } ?? .text(key.initial)
      var style = LayoutStyle()
      try style.set(key: key.name, value: value)
      // Start and end become set by being named; everything else is as before.
      let becomesSet = key.name.lowercased().hasSuffix("start") || key.name.lowercased().hasSuffix("end")
      #expect(becomesSet || style == LayoutStyle(), "\(key.name)")
    }
  }

  @Test func everyWordOfEveryKeyIsUnderstood() throws {
    for key in LayoutStyle.keys {
      for word in key.words where !word.hasSuffix("…") { _ = try styled(key.name, .text(word)) }
    }
  }

  @Test func valuesAreReadAsCSSWritesThem() throws {
    #expect(try styled("width", .text("50%")).width == .percent(50))
    #expect(try styled("width", .text("12.5px")).width == .points(12.5))
    #expect(try styled("min-height", .text("max-content")).minHeight == .maxContent)
    #expect(try styled("flexDirection", .text("row-reverse")).direction == .rowReverse)
    #expect(try styled("justify-content", .text("safe center")).justifyContent == .safe(.center))
    #expect(try styled("alignItems", .text("last baseline")).alignItems == .lastBaseline)
    #expect(try styled("alignItems", .text("flexStart")).alignItems == .flexStart)
    #expect(try styled("aspectRatio", .text("3/2")).aspectRatio == 1.5)
    #expect(try styled("aspectRatio", .number(2)).aspectRatio == 2)
    #expect(try styled("marginLeft", .text("auto")).margin.left == .auto)
    #expect(try styled("marginStart", .number(-4)).margin.start == .points(-4))
    #expect(try styled("top", .text("10%")).inset.top == .percent(10))
    #expect(try styled("maxWidth", .text("none")).maxWidth == .auto)
    #expect(try styled("order", .number(-2)).order == -2)
    #expect(try styled("direction", .text("rtl")).writingDirection == .rightToLeft)
  }

  @Test func shorthandsSpreadTheirValues() throws {
    #expect(try styled("margin", .text("1 2 3 4")).margin == LayoutEdges(top: 1, right: 2, bottom: 3, left: 4))
    #expect(try styled("padding", .text("1 2")).padding == LayoutEdges(horizontal: 2, vertical: 1))
    #expect(try styled("inset", .number(0)).inset == .zero)
    #expect(try styled("border", .number(3)).border == LayoutEdges(3))
    let gap = try styled("gap", .text("4 8"))
    #expect(gap.rowGap == 4 && gap.columnGap == 8)
    let flex = try styled("flex", .number(2))
    #expect(flex.flexGrow == 2 && flex.flexShrink == 1 && flex.flexBasis == 0)
    let three = try styled("flex", .text("1 0 25%"))
    #expect(three.flexGrow == 1 && three.flexShrink == 0 && three.flexBasis == .percent(25))
    let flow = try styled("flexFlow", .text("column wrap"))
    #expect(flow.direction == .column && flow.wrap == .wrap)
    let size = try styled("size", .text("10 50%"))
    #expect(size.width == 10 && size.height == .percent(50))
    #expect(try styled("paddingHorizontal", .number(5)).padding == LayoutEdges(horizontal: 5, vertical: 0))
  }

  @Test(arguments: [
    ("width", StyleValue.text("wide")), ("width", .number(-1)), ("flexGrow", .text("1 2")), ("flexGrow", .number(.nan)),
    ("padding", .text("auto")), ("border", .text("5%")), ("aspectRatio", .number(-1)), ("order", .number(1.5)),
    ("flexDirection", .text("up")), ("margin", .text("1 2 3 4 5")), ("height", .number(.infinity)), ("gap", .text("")),
    ("alignItems", .text("safe stretch")), ("flex", .text("1 2 3 4")), ("justifyContent", .number(3)),
  ])
  func aWrongValueIsAnErrorWithTheValidValues(key: String, value: StyleValue) {
    var style = LayoutStyle()
    let error = #expect(throws: LayoutStyleError.self) { try style.set(key: key, value: value) }
    #expect(error?.key == key && error?.value?.description == value.description && error?.expected.isEmpty == false)
    #expect(error?.description.contains("`\(key)`") == true)
    #expect(style == LayoutStyle())
  }

  @Test func anUnknownKeySuggestsTheNearestOne() {
    var style = LayoutStyle()
    let error = #expect(throws: LayoutStyleError.self) { try style.set(key: "flexGrwo", value: .number(1)) }
    #expect(error?.description == "unknown style key `flexGrwo`; did you mean `flexGrow`?")
  }

  @Test(arguments: [
    Dimension.auto, .points(0), .points(-3.25), .points(.infinity), .percent(33.5), .percent(0), .minContent, .maxContent, .fitContent,
    .stretch,
  ])
  func packingKeepsADimension(dimension: Dimension) {
    #expect(PackedDimension(dimension).dimension == dimension)
    #expect(PackedDimension(dimension).optional == dimension)
  }
}
