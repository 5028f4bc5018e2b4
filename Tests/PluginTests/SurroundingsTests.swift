import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

/// Access of handlers to the node, its screens and the theme, and names that a Swift developer tries first.
@Suite struct SurroundingsTests {
  struct Page: NodeType {
    static let typeName = "surroundings-page"
    @Environment(\.screens) var screens
    @Environment(\.screen) var screen
    @Environment(\.node) var node
    @NodeState var isOn = false
    var log = Model(Log())

    func layout(in context: LayoutContext) -> (any LayoutElement)? {
      Column {
        Button("Details", icon: "settings").id("details").onTap {
          screens?.present(ScreenNode("Details", content: Subnode(Page()).makeNode()), as: .cover)
        }
        Button("Back").id("back").onTap { screen?.dismiss() }
        Button("Night").id("night").onTap { node?.treeRoot.environment[\.theme].mode = .night }
        Button("Itself").id("itself").onTap { button in button.title = "Pressed" }
        Switch("On", isOn: $isOn).id("switch").onChange { isOn in log.lines.append("\(isOn)") }
        Switch("Off", isOn: false).id("other").on(Switch.change) { control, isOn in log.lines.append("\(control.title) \(isOn)") }
      }
      .background(.white)
    }
  }

  struct Log: Sendable { var lines: [String] = [] }

  @Test func handlersReachScreensThemeAndTheNode() throws {
    let page = Node(Page())
    let screens = ScreensNode(root: ScreenNode("Home", content: page))
    let h = try HeadlessStage(width: 320, height: 480) { screens }
    func tap(_ id: String) throws {
      try h.tap(at: h.frame(of: try #require(screens.top?.find(id))).center)
      try h.advance(by: 1)
    }
    try tap("details")
    #expect(screens.screens.map(\.title) == ["Home", "Details"])
    try tap("back")
    #expect(screens.screens.map(\.title) == ["Home"])
    try tap("back")
    #expect(screens.screens.count == 1, "the lowest screen stays")
    try tap("itself")
    #expect(page.find(Button.self) { $0.title == "Pressed" } != nil)
    try tap("night")
    #expect(h.root.environmentValues.theme.mode == .night)
    try tap("switch")
    try tap("other")
    #expect(page.log.lines == ["true", "Off true"])
    #expect(EnvironmentValues().node == nil && EnvironmentValues().screens == nil)
  }

  @Test func anIconOfAButtonHasItsColorAndSize() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [400, 120]
        root:
          type: box
          style: {gap: 8, padding: 8, flexWrap: wrap, alignItems: flex-start}
          children:
            - {type: button, kind: primary, icon: play, title: Start}
            - {type: button, icon: chevron-down, imagePlacement: trailing, title: Programs}
            - {type: button, kind: quiet, size: small, icon: plus, title: Add, enabled: false}
            - {type: button, icon: settings, semantics: {label: Settings}, id: alone}
            - {type: button, icon: refresh, title: Update, loading: true}
        """, directory: "")
    let alone = h.frame(of: try h.node("alone"))
    #expect(alone.width == alone.height && alone.height == 36)
    try expectGolden(h.framebuffer, "button-icons")
    let button = ButtonNode("Go")
    #expect(throws: AttributeError.self) { try button.setAttribute("icon", to: .text("setings")) }
    button.icon = "settings"
    #expect(button.value.icon == "settings")
  }

  @Test func actionsOnTheEnvironmentAreChecked() throws {
    func warnings(_ action: String) throws -> [String] {
      try Scene(text: "tessera: 1\nroot: {type: button, title: A, on: {tap: {set: {\(action)}}}}", registry: .standard).warnings.map {
        $0.message + ($0.suggestion.map { " " + $0 } ?? "")
      }
    }
    #expect(try warnings("env.theme.mode: \"'dark'\"") == [])
    #expect(try warnings("env.theme.mode: \"env.theme.mode == 'dark' ? 'light' : 'dark'\"") == [])
    #expect(try warnings("env.theme.mode: \"'drak'\"").first?.hasSuffix("got `drak` dark") == true)
    #expect(try warnings("env.theme.mode: dark").first?.hasSuffix("got the data `dark` 'dark'") == true)
    #expect(try warnings("env.theme.mod: \"'dark'\"") == ["`env.theme` has no member `mod` mode"])
    #expect(try warnings("env.themes: {mode: dark}").first?.hasSuffix(" theme") == true)
  }

  @Test func namesThatAreTriedFirst() throws {
    let scene = try Scene(text: "tessera: 1\nroot: {type: box}", registry: .standard)
    #expect(scene.nodes.count == 1)
    let box = BoxNode()
    box.background = .white
    #expect(box.background == .color(.white) && Color.tomato == Color("tomato") && Color.darkSlateGray == Color("darkslategray"))
    let names = ["Air", "Grill"]
    let mode = Model(Log(lines: ["Grill"]))
    let binding = Binding(get: { mode.lines[0] }, set: { mode.lines[0] = $0 })
    #expect(Dropdown(binding, names).selectedIndex == 1 && Segmented(binding, names, label: "Mode").options == ["Air", "Grill"])
  }
}
