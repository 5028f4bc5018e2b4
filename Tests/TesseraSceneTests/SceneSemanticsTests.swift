import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

/// `label`, `role` and `semantics` in scene files.
@Suite struct SceneSemanticsTests {
  private func root(_ yaml: String) throws -> AnyNode {
    try Scene.parse(text: "tessera: 1\nsize: [100, 100]\n" + yaml, registry: .standard).makeRoot()
  }

  @Test func everyKeyIsReadAndWrittenBack() throws {
    let map = """
      {role: slider, label: Volume, value: loud, number: {value: 40, min: 0, max: 100, step: 5}, hint: Turns, disabled: true, checked: mixed,
       selected: false, expanded: true, busy: true, required: true, invalid: true, password: true, readOnly: true, multiline: true,
       actions: [increment, scroll-up], customActions: [Mute], level: 2, position: {number: 3, count: 12}, live: polite, language: de,
       modal: true, hidden: false, order: -1, grouping: merged}
      """
    let node = try root("root: {type: box, semantics: \(map)}")
    let semantics = node.semantics
    #expect(semantics.role == .slider && semantics.number == SemanticsNumber(40, in: 0...100, step: 5) && semantics.checked == .mixed)
    #expect(semantics.actions == [.increment, .scroll(.up), .custom("Mute")] && semantics.position == SemanticsPosition(3, of: 12))
    #expect(semantics.isSelected == false && semantics.isExpanded == true && semantics.order == -1 && semantics.liveRegion == .polite)
    let copy = BoxNode()
    try copy.setAttribute("semantics", to: #require(node.attribute("semantics")))
    #expect(copy.semantics == semantics)
  }

  @Test func labelAndRoleAreShortForTheirKeys() throws {
    let node = try root("root: {type: box, label: Go, role: button, semantics: {hint: Leaves}}")
    #expect(node.semantics.role == .button && node.semantics.label == "Go" && node.semantics.hint == "Leaves")
    #expect(node.attribute("label") == .text("Go") && BoxNode().attribute("role") == nil && BoxNode().attribute("semantics") == nil)
  }

  @Test(arguments: [
    ("role: buton", "button"), ("semantics: {role: header}", "one of"), ("semantics: {lable: x}", "label"),
    ("semantics: {checked: maybe}", "true or false"), ("semantics: {actions: [actvate]}", "activate"),
    ("semantics: {number: {min: 1}}", "`number` needs a `value`"), ("semantics: {number: {value: 1, min: 3, max: 2}}", "`min`"),
    ("semantics: {position: {number: 4, count: 3}}", "`position` needs"), ("semantics: {level: 0}", "whole number"),
  ])
  func wrongNamesAndValuesAreErrors(attribute: String, part: String) throws {
    let error = #expect(throws: (any Error).self) { try root("root: {type: box, \(attribute)}") }
    #expect("\(try #require(error))".contains(part), "\(error as Any)")
  }
}
