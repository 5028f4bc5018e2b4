import Tessera
import TesseraKit
import Testing

/// Modifiers with the names of attributes in scenes set those attributes.
@Suite struct SceneNameTests {
  private static func expect(_ node: AnyNode, _ name: String, _ value: AttributeValue, _ place: SourceLocation = #_sourceLocation) {
    #expect(node.attribute(name) == value, "\(node.typeName)", sourceLocation: place)
  }

  @Test func valuesOfControls() {
    Self.expect(Badge().value(3).makeNode(), "value", .number(3))
    Self.expect(Checkbox().value(true).makeNode(), "value", .boolean(true))
    Self.expect(Checkbox().value(.mixed).makeNode(), "value", .text("mixed"))
    Self.expect(Chip("Vegan").value(true).makeNode(), "value", .boolean(true))
    Self.expect(Dial().value(20).makeNode(), "value", .number(20))
    Self.expect(Expander().value(true).makeNode(), "value", .boolean(true))
    Self.expect(PageDots().value(2).makeNode(), "value", .number(2))
    Self.expect(Progress().value(0.5).makeNode(), "value", .number(0.5))
    Self.expect(ProgressRing().value(0.5).makeNode(), "value", .number(0.5))
    Self.expect(Rating().value(4).makeNode(), "value", .number(4))
    Self.expect(Slider().value(40).makeNode(), "value", .number(40))
    Self.expect(Split().value(0.25).makeNode(), "value", .number(0.25))
    Self.expect(Stepper().value(7).makeNode(), "value", .number(7))
    Self.expect(Switch().value(true).makeNode(), "value", .boolean(true))
  }

  @Test func valuesOfOptions() {
    let options: [ControlOption] = ["Air", "Grill"]
    Self.expect(RadioGroup().options(options).value("Grill").makeNode(), "value", .text("Grill"))
    Self.expect(Segmented().options(options).value("Grill").makeNode(), "value", .text("Grill"))
    Self.expect(Dropdown().options(options).value("Grill").makeNode(), "value", .text("Grill"))
    Self.expect(Rail().options(options).value("Grill").foot(1).makeNode(), "foot", .number(1))
    Self.expect(Steps().options(options).value("Grill").makeNode(), "value", .text("Grill"))
    Self.expect(Roller().options(options).value("Grill").makeNode(), "value", .text("Grill"))
  }

  @Test func valuesOfPickers() throws {
    let day = try #require(CalendarDate(year: 2026, month: 11, day: 28))
    Self.expect(MonthCalendar().value(day).makeNode(), "value", .text("2026-11-28"))
    Self.expect(DatePicker().value(day).makeNode(), "value", .text("2026-11-28"))
    Self.expect(TimePicker().value(ClockTime(hour: 7, minute: 30)).makeNode(), "value", .text("07:30"))
    Self.expect(DurationPicker().value(90).makeNode(), "value", .number(90))
    Self.expect(ColorPicker().value(.white).makeNode(), "value", .color(.white))
    Self.expect(SearchField().value("soup").makeNode(), "value", .text("soup"))
  }

  @Test func otherNames() {
    Self.expect(NavigationBar().back().makeNode(), "back", .boolean(true))
    Self.expect(NavigationBar().line().makeNode(), "line", .boolean(true))
    Self.expect(Progress().failed().makeNode(), "failed", .boolean(true))
    Self.expect(ProgressRing().failed().makeNode(), "failed", .boolean(true))
    Self.expect(Split().initial(0.3).makeNode(), "initial", .number(0.3))
    Self.expect(Grid().sort("-size").makeNode(), "sort", .text("-size"))
    Self.expect(Grid().selected(2).makeNode(), "selected", .number(2))
  }

  @Test func partsOfFonts() {
    func expectAll<Element: TypedElement>(_ element: Element) where Element.ElementType: FontStyledType {
      let node = element.fontSize(20).weight(.bold).slant(.italic).fontWidth(75).hinting(.slight).axes(["wdth": 80]).features(["tnum": 1])
        .makeAnyNode()
      Self.expect(node, "fontSize", .number(20))
      Self.expect(node, "weight", .text("bold"))
      Self.expect(node, "slant", .text("italic"))
      Self.expect(node, "fontWidth", .number(75))
      Self.expect(node, "hinting", .text("slight"))
      Self.expect(node, "axes", .map([("wdth", .number(80))]))
      Self.expect(node, "features", .map([("tnum", .number(1))]))
    }
    expectAll(Text("Toucan"))
    expectAll(Button("Toucan"))
    expectAll(EditableText("Toucan"))
  }

  @Test func namesOfTexts() throws {
    let format = try NumberFormat("%.1f")
    Self.expect(Text().value(3).format(format).makeNode(), "value", .number(3))
    Self.expect(Text().value(3).format(format).makeNode(), "format", .text("%.1f"))
    let spans = try Text().markup("Big **bold**").makeNode().attribute("spans")?.list
    #expect(spans?.count == 2)
    #expect(spans?.last?["weight"] == .text("bold"))
    #expect(throws: AttributeError.self) { try Text().markup(String(repeating: "a", count: 5 << 20)) }
    Self.expect(Text().hangingPunctuation().makeNode(), "hangingPunctuation", .boolean(true))
    Self.expect(Text().direction(.rightToLeft).makeNode(), "direction", .text("rtl"))
    Self.expect(Text().copyTitle("Take").makeNode(), "copyTitle", .text("Take"))
    Self.expect(Text().selectAllTitle("All").makeNode(), "selectAllTitle", .text("All"))
    let field = EditableText("a").cutTitle("Cut it").copyTitle("Take").pasteTitle("Put").selectAllTitle("All").direction(.rightToLeft)
      .makeNode()
    for (name, title) in [
      ("cutTitle", "Cut it"), ("copyTitle", "Take"), ("pasteTitle", "Put"), ("selectAllTitle", "All"), ("direction", "rtl"),
    ] {
      Self.expect(field, name, .text(title))
    }
    let button = Button("Go").size(.small).imageTint(.white).states([.disabled: ButtonAppearance(title: "Wait")]).makeNode()
    Self.expect(button, "size", .text("small"))
    Self.expect(button, "imageTint", .color(.white))
    #expect(button.attribute("states")?["disabled"]?["title"] == .text("Wait"))
  }

  @Test func namesOfScrollingTypes() {
    Self.expect(Scroll().directionalLock().makeNode(), "directionalLock", .boolean(true))
    Self.expect(Table().indicators(false).makeNode(), "indicators", .boolean(false))
    let table = Table().stickyHeaders().stickyFooters().separators().separatorColor(.white).separatorEndInset(8).makeNode()
    for name in ["stickyHeaders", "stickyFooters", "separators"] { Self.expect(table, name, .boolean(true)) }
    Self.expect(table, "separatorColor", .color(.white))
    Self.expect(table, "separatorEndInset", .number(8))
    Self.expect(Table().separators(false).makeNode(), "separators", .boolean(false))
    let sizes = ItemCollection().layout(.flow).axis(.horizontal).columns(3).columnWidth(90).columnSpacing(4).lineSpacing(5).itemLength(60)
      .itemRatio(2).estimatedLength(40).estimatedBreadth(50).contentBreadth(800).justify(.center).align(.end).makeNode()
    for (name, number) in [
      ("columns", 3.0), ("columnWidth", 90), ("columnSpacing", 4), ("lineSpacing", 5), ("itemLength", 60), ("itemRatio", 2),
      ("estimatedLength", 40), ("estimatedBreadth", 50), ("contentBreadth", 800),
    ] { Self.expect(sizes, name, .number(number)) }
    for (name, word) in [("layout", "flow"), ("axis", "horizontal"), ("justify", "center"), ("align", "end")] {
      Self.expect(sizes, name, .text(word))
    }
    Self.expect(Screens().screenTransition(.fade).duration(0.5).backSwipe(false).makeNode(), "screenTransition", .text("fade"))
    Self.expect(Screens().screenTransition(.fade).duration(0.5).makeNode(), "duration", .number(0.5))
    Self.expect(Screens().backSwipe(false).makeNode(), "backSwipe", .boolean(false))
    Self.expect(Tabs().screenTransition(.none).duration(0.5).makeNode(), "screenTransition", .text("none"))
    Self.expect(Screen().grabber(false).makeNode(), "grabber", .boolean(false))
    let hud = HUD().range(20).budget(8).color(.white).makeNode()
    Self.expect(hud, "range", .number(20))
    Self.expect(hud, "budget", .number(8))
    Self.expect(hud, "color", .color(.white))
  }

  @Test func namesOfCodesChartsAndMedia() {
    let code = Code("12").level(.high).version(4).pattern(3).encoding(.byte).makeNode()
    for (name, value) in [
      ("level", AttributeValue.text("high")), ("version", .number(4)), ("pattern", .number(3)), ("encoding", .text("byte")),
    ] {
      Self.expect(code, name, value)
    }
    var options = CodeOptions()
    options.version = 2
    Self.expect(Code("12").level(.high).options(options).makeNode(), "level", .text("medium"))
    Self.expect(Chart().values([1, 2]).range(0...1).makeNode(), "values", .list([.number(1), .number(2)]))
    Self.expect(Chart().values([1, 2]).range(0...1).makeNode(), "range", .list([.number(0), .number(1)]))
    let map = Map().clusters().scaleBar(false).attribution(false).makeNode()
    Self.expect(map, "clusters", .boolean(true))
    Self.expect(map, "scaleBar", .boolean(false))
    Self.expect(map, "attribution", .boolean(false))
    #expect(Tree().entries([TreeItem("a")]).makeNode().attribute("entries")?.list?.count == 1)
    let video = Video().loop().position(2).seek(.fast).captions(false).makeNode()
    Self.expect(video, "loop", .boolean(true))
    Self.expect(video, "position", .number(2))
    Self.expect(video, "seek", .text("fast"))
    Self.expect(video, "captions", .boolean(false))
    let player = VideoPlayer().loop().captions(false).expandable(false).makeNode()
    Self.expect(player, "loop", .boolean(true))
    Self.expect(player, "captions", .boolean(false))
    Self.expect(player, "expandable", .boolean(false))
    let frame = VideoFrame().loop(false).frame(3).makeNode()
    Self.expect(frame, "loop", .boolean(false))
    Self.expect(frame, "frame", .number(3))
  }
}
