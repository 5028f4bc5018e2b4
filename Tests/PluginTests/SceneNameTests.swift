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
}
