import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct AvatarTests {
  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: avatar, name: Ada Lovelace}
      - {type: avatar, name: Toucan, diameter: 56, status: good}
      - {type: avatar, label: Guest, diameter: 56, status: warn}
      - {type: avatar, name: Sky, diameter: 56, status: danger, children: [{type: box, background: steelblue}]}
      - {type: avatar, name: Ines, diameter: 24}
      """, width: 90, height: 330)
    try expectGolden(h.framebuffer, "avatar")
  }

  @Test func initialsAndLabel() {
    #expect(Avatar("Ada King Lovelace").initials == "AL")
    #expect(Avatar("  émile ").initials == "É")
    #expect(Avatar("").initials.isEmpty)
    #expect(AvatarNode(Avatar("Ada")).resolvedSemantics.label == "Ada")
  }

  @Test func aPictureFillsTheCircle() throws {
    let picture = BoxNode()
    picture.background = .color(.black)
    let node = AvatarNode(Avatar("Ada", diameter: 48, picture: picture))
    let h = try HeadlessStage(width: 100, height: 100) {
      let root = BoxNode()
      root.style.alignItems = .start
      root.addSubnode(node)
      return root
    }
    #expect(node.frame.size == Size(48, 48) && picture.frame.size == Size(48, 48))
    #expect(h.framebuffer.color(x: 24, y: 24) == .black && h.framebuffer.color(x: 1, y: 1) == .white)
  }
}
