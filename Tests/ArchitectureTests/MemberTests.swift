import Testing

/// The members of a node's value are reached through the node: one of the name of a member of every node would be hidden by that.
@Suite struct MemberTests {
  /// All sources, read once.
  private static let read = Result {
    var sources = TypeMembers()
    for file in ["Sources", "Plugins"].flatMap({ Repository.files(under: $0, extensions: ["swift"]) }) {
      sources.add(try Repository.text(file), file: file)
    }
    return sources
  }

  /// Properties of node types that have the name of a member of every node. What a protocol of node types asks for may: the node's member is its answer.
  private func hidden(in sources: TypeMembers) -> [String] {
    let common = sources.members.filter { ["AnyNode", "Node", "LayoutElement"].contains($0.type) }
    let required = Set(
      sources.members.filter { sources.protocols.contains($0.type) && $0.file.hasPrefix("Sources/Tessera/Types/") }.map(\.name))
    let types = Set(sources.members.map(\.type)).filter { $0 != "NodeType" && sources.conforms($0, to: "NodeType") }
    return sources.members.filter { $0.isProperty && types.contains($0.type) && !required.contains($0.name) }.flatMap { member in
      common.filter {
        $0.name == member.name && ($0.isPublic || $0.module == member.module) && ($0.type != "LayoutElement" || member.isPublic)
      }
      .map { "\(member.type).\(member.name) (\(member.file)) is hidden by \($0.type).\($0.name) (\($0.file))" }
    }
  }

  @Test func noMemberOfAStandardTypeIsHiddenByOneOfEveryNode() throws {
    let sources = try Self.read.get()
    // What is looked for is found at all.
    for type in ["Text", "EditableText", "Image", "Button", "Shape", "VideoFrame", "Scroll", "Table", "ItemCollection", "Pager", "Screens"]
    {
      #expect(sources.conforms(type, to: "NodeType") && sources.members.contains { $0.type == type && $0.isProperty }, "\(type)")
    }
    for name in ["frame", "direction", "cornerRadius", "addSubnode", "onDraw", "value", "update"] {
      #expect(sources.members.contains { ($0.type == "AnyNode" || $0.type == "Node") && $0.isPublic && $0.name == name }, "\(name)")
    }
    for line in Set(hidden(in: sources)) { Issue.record("\(line)") }
  }

  /// Members without a modifier: contents, data and bindings, which initializers take; states of a button, whose attributes have modifiers; parts of types that no scene
  /// makes.
  private static let withoutModifier: Set<String> = [
    "Avatar.picture", "DatePicker.spokenLabel", "DurationPicker.spokenLabel", "Roller.spokenLabel", "TimePicker.spokenLabel",
    "Button.disabled", "Button.highlighted", "Button.normal", "ColorPicker.spokenLabel", "Dropdown.binding",
    "Dropdown.spokenLabel",
    "EditMenu.commands",
    "EditMenu.font", "EditMenu.titles", "EditableText.editing", "Expander.contents", "FormField.content",

    "ItemCollection.data", "ItemCollection.scrolling", "ListRow.parts", "Menu.content", "Menu.spokenLabel", "MonthCalendar.spokenLabel",
    "NavigationBar.actions", "Pager.data", "Pager.scrolling", "Popover.contents", "Popover.openBinding", "Rail.binding",
    "Rail.spokenLabel", "Scroll.scrolling", "SearchField.spokenLabel", "Segmented.binding", "Segmented.spokenLabel", "Slider.ends",
    "Split.panes",
    "Switch.isOn", "Table.data", "Table.scrolling", "Tooltip.content",
  ]

  @Test func everyMemberOfAStandardTypeIsAModifier() throws {
    let sources = try Self.read.get()
    let types = Set(sources.members.map(\.type)).filter {
      $0 != "NodeType" && sources.conforms($0, to: "NodeType") && !sources.protocols.contains($0)
    }
    let modifiers = Dictionary(grouping: sources.members.filter { $0.type.hasPrefix("TypedElement ") && !$0.isProperty }, by: \.type)
      .mapValues { Set($0.map { $0.name.lowercased() }) }
    #expect(modifiers.count > 50)
    var missing: Set<String> = []
    for member in sources.members where types.contains(member.type) && member.isStored && member.isPublic {
      let names = modifiers["TypedElement " + member.type] ?? []
      let short = member.name.hasPrefix("is") ? String(member.name.dropFirst(2)) : member.name
      if !names.contains(member.name.lowercased()), !names.contains(short.lowercased()) { missing.insert("\(member.type).\(member.name)") }
    }
    #expect(missing.subtracting(Self.withoutModifier) == [])
    #expect(Self.withoutModifier.subtracting(missing) == [], "these have a modifier, or are gone")
  }

  @Test func theListOfNamesOfNodesIsComplete() throws {
    let sources = try Self.read.get()
    let names = Set(
      sources.members.filter {
        ["AnyNode", "NodeReference", "Node", "LayoutElement"].contains($0.type) && $0.isPublic && $0.file.hasPrefix("Sources/Tessera")
          && ["Tessera", "TesseraLayout"].contains($0.module)
      }.map(\.name))
    let listed = Set(try Repository.text("Sources/Tessera/Registry/NodeMemberNames.swift").matches(of: #/"(\w+)"/#).map { String($0.1) })
    #expect(names.symmetricDifference(listed) == [])
  }

  @Test func aHiddenMemberIsDetected() {
    var sources = TypeMembers()
    sources.add(
      """
      public class AnyNode: Hashable {
        public var frame: Rect { lock.withLock { state.frame } }
        var state = 0
      }
      extension AnyNode {
        @discardableResult
        public func animate() -> Bool { let opacity = 1; return opacity > 0 }
      }
      extension Node where Value == Other { public var title: String { "" } }
      """, file: "Sources/Tessera/Tree/AnyNode.swift")
    sources.add("public protocol NodeType: Equatable {\n  var named: Int { get }\n}\n", file: "Sources/Tessera/Types/NodeType.swift")
    sources.add("extension AnyNode {\n  public var named: Int { 0 }\n}", file: "Sources/Tessera/Tree/A.swift")
    sources.add(
      """
      public protocol Scrolls: NodeType {}
      public struct Dial: Scrolls {
        public var frame = 1.0
        public private(set) var animate = false
        var state = 2
        var title = ""
        var opacity = 1
        var named: Int { 3 }
        static let frame = 2
        func animate(_ x: Int) {}
      }
      """, file: "Plugins/DialPlugin/Sources/Dial.swift")
    let found = hidden(in: sources).map { $0.prefix { $0 != " " } }
    #expect(found == ["Dial.frame", "Dial.animate"])
  }
}
