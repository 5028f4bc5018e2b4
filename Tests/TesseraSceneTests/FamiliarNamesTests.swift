import Tessera
import TesseraKit
import TesseraLayout
import Testing

@testable import TesseraScene

/// Suggestions for people who write the names of CSS and other frameworks.
struct FamiliarNamesTests {
  private static func errors(_ node: String) -> [String] {
    let text = "tessera: 1\nroot:\n  \(node.replacing("\n", with: "\n  "))\n"
    let errors = #expect(throws: SceneErrors.self) { try Scene(text: text, registry: .standard) }
    return errors?.errors.map { "\($0)" } ?? []
  }

  @Test(arguments: [
    ("type: toggle", "did you mean `switch`?"), ("type: QProgressBar", "`tessera nodes` lists all)"), ("type: ProgressBar", "`progress`?"),
    ("type: switch\nchecked: true", "`value`?"), ("type: slider\nmin: 3", "`minimum`?"), ("type: dropdown\nitems: [a]", "`options`?"),
    ("type: button\nlabel: OK\non-click: x", "lists all"), ("type: button\nonClick: x", "actions are in `on`, such as `on: {tap: …}`"),
    ("type: slider\nonValueChanged: x", "such as `on: {change: …}`"), ("type: button\non: {clicked: []}", "did you mean `tap`?"),
    ("type: box\nstyle: {grow: 1}", "`flexGrow`?"), ("type: box\nstyle: {justify: center}", "`justifyContent`?"),
    ("type: box\nstyle: {direction: row}", "`flexDirection`?"), ("type: box\nstyle: {alignItems: middle}", "`center`?"),
    ("type: text\nstyle: {color: red}", "it is an attribute, write it outside `style`"), ("type: text\ncolor: redd", "`red`?"),
    ("type: text\nfontSize: 12px", "got `12px`; write 12, without a unit"), ("type: image\ncontentMode: cover", "`fill`?"),
    ("type: text\nalignment: middle", "`center`?"), ("type: box\nz: 3", "`zIndex`?"),
    ("type: box\nenabled: false", "write it inside `environment`"),
  ])
  func aNameOfAnotherFrameworkGetsTheNameHere(node: String, answer: String) {
    let errors = Self.errors(node)
    #expect(errors.count >= 1 && errors.last?.hasSuffix(answer) == true, "\(errors)")
  }

  /// An equivalent that no standard type has would never be suggested.
  @Test func everyEquivalentExists() {
    let types = NodeRegistry.standard.names.compactMap { NodeRegistry.standard[$0] }
    // `link` is a key of the maps in `spans`.
    let attributes = Set(types.flatMap(\.attributeNames) + SceneReader.nodeKeys + ["link"])
    let signals = Set(types.flatMap { $0.signals.map(\.name) })
    func missing(_ table: [String: [String]], in names: Set<String>) -> [String] { table.values.joined().filter { !names.contains($0) } }
    #expect(missing(FamiliarNames.types, in: Set(types.map(\.name))) == [])
    #expect(missing(FamiliarNames.attributes, in: attributes) == [])
    #expect(missing(FamiliarNames.signals, in: signals) == [])
    #expect(missing(FamiliarNames.styleKeys, in: Set(LayoutStyle.keys.map(\.name))) == [])
    for table in [FamiliarNames.types, FamiliarNames.attributes, FamiliarNames.signals, FamiliarNames.styleKeys, FamiliarNames.words] {
      #expect(table.keys.allSatisfy { $0.allSatisfy { $0.isLowercase } })
    }
  }
}
