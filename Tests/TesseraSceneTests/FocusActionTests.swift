import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraScene

/// The action `focus`.
@Suite struct FocusActionTests {
  private static let form = """
    tessera: 1
    size: [320, 240]
    data: {mail: nobody, tried: false}
    root:
      type: box
      id: form
      style: {flexDirection: column}
      children:
        - {type: field, title: Name, children: [{type: editable-text, id: name}]}
        - type: scroll
          style: {height: 60}
          children:
            - {type: box, style: {height: 400}}
            - type: field
              title: Mail
              error: {bind: "tried and not contains(mail, '@') ? 'Needs an @' : ''"}
              children: [{type: editable-text, id: mail, string: {bind: mail}}]
        - {type: button, id: send, title: Send, on: {tap: [{set: {tried: true}}, {focus: {invalid: form}}]}}
        - {type: button, id: first, title: First, on: {tap: {focus: name}}}
        - {type: button, id: gone, title: Gone, on: {tap: {focus: nowhere}}}
        - {type: box, id: nowhere, when: false}
    """

  @Test func aNodeThatTheFileDoesNotHaveIsAWarning() throws {
    for action in ["focus: nmae", "focus: {invalid: nmae}"] {
      let scene = try Scene.parse(
        text: "tessera: 1\nroot: {type: button, id: name, on: {tap: {\(action)}}}", registry: .standard)
      #expect(scene.warnings.count == 1)
      let message = "names the node `nmae`, which the scene does not have; did you mean `name`?"
      #expect(scene.warnings.first?.description.contains(message) == true, "\(scene.warnings)")
    }
  }

  @Test func theFirstInvalidFieldIsFocused() throws {
    let h = try HeadlessStage(scene: Self.form)
    try h.tap(id: "first")
    #expect(h.stage.focusedNode?.id == "name")
    try h.tap(id: "send")
    try h.advance(by: 1)
    #expect(h.stage.focusedNode?.id == "mail")
    let mail = try #require(h.stage.root.find("mail"))
    // The list around it scrolled.
    let list = try #require(mail.supernodes.first { $0 is ScrollNode } as? ScrollNode)
    let top = try #require(h.stage.convert(Point.zero, from: mail)), edge = try #require(h.stage.convert(Point.zero, from: list))
    #expect(top.y >= edge.y && top.y + mail.frame.height <= edge.y + list.frame.height)
    // A valid form keeps the focus where it is.
    (mail as? EditableTextNode)?.string = "a@b"
    mail.send(EditableText.change, "a@b")
    try h.settle()
    try h.tap(id: "first")
    try h.tap(id: "send")
    try h.advance(by: 1)
    #expect(h.stage.focusedNode?.id == "name")
    try h.tap(id: "gone")
    #expect(h.stage.focusedNode?.id != "mail")
  }

  @Test(arguments: ["focus: ''", "focus: {wrong: form}", "focus: {invalid: form, more: 1}", "focus: [a]"])
  func wrongTargetsAreRefused(action: String) throws {
    let error = #expect(throws: SceneErrors.self) {
      try Scene.parse(text: "tessera: 1\nroot: {type: box, on: {tap: {\(action)}}}", registry: .standard)
    }
    #expect(error?.errors.map(\.message).contains { $0.contains("must be the id of a node, or {invalid: ID}") } == true)
  }
}
