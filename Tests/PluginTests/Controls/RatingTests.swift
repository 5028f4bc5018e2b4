import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct RatingTests {
  /// Creates a stage with five stars of 28 in 36 x 48 each.
  private func stage(_ node: RatingNode, direction: LayoutDirection = .ltr) throws -> HeadlessStage {
    node.environment[\.density] = .regular
    return try HeadlessStage(width: 172, height: 48, direction: direction) { node }
  }

  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: rating, label: Stars, value: 3}
      - {type: rating, label: Stars, value: 2.5, step: 0.5}
      - {type: rating, label: Stars}
      - {type: rating, label: Stars, value: 2, enabled: false}
      - {type: rating, label: Stars, value: 4.3, readOnly: true}
      """, width: 200, height: 270)
    try expectGolden(h.framebuffer, "rating")
  }

  @Test func tapsAndSlidesChoose() throws {
    let stars = Model(0.0)
    let node = RatingNode(Binding(stars, \.value))
    let h = try stage(node)
    try h.tap(at: Point(80, 24))
    #expect(stars.value == 3)
    try h.drag(from: Point(80, 24), to: Point(160, 24), steps: 4)
    #expect(stars.value == 5)
    try h.tap(at: Point(160, 24))
    #expect(stars.value == 5)
    node.clears = true
    try h.tap(at: Point(160, 24))
    #expect(stars.value == 0)
    stars.value = 2
    try h.settle()
    #expect(node.amount == 2)
  }

  @Test func keysAndEncoder() throws {
    let node = RatingNode(Rating(2, step: 0.5))
    let h = try stage(node)
    try h.key(.tab)
    for (key, number) in [(KeyPress.Key.right, 2.5), (.left, 2), (.end, 5), (.home, 0)] {
      try h.key(key)
      #expect(node.amount == number)
    }
    try h.key(.enter)
    try h.key(.next)
    try h.key(.next)
    #expect(node.amount == 1)
    try h.key(.escape)
    #expect(node.amount == 0)
  }

  @Test func rightToLeftTheFirstStarIsAtTheRight() throws {
    let node = RatingNode(Rating())
    let h = try stage(node, direction: .rtl)
    try h.tap(at: Point(160, 24))
    #expect(node.amount == 1)
  }

  @Test func aScreenReaderReadsAndChangesIt() throws {
    let node = RatingNode(Rating(3, label: "Stars"))
    let h = try stage(node)
    #expect(node.resolvedSemantics.value == "3 of 5" && node.resolvedSemantics.role == .slider)
    #expect(h.stage.perform(.increment, on: SemanticsID(node: node.serial)) && node.amount == 4)
    node.isReadOnly = true
    #expect(node.resolvedSemantics.role == .meter)
    #expect(!h.stage.perform(.increment, on: SemanticsID(node: node.serial)))
  }

  @Test func scenesBindItBothWays() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [172, 48]
        data: {stars: 4}
        root: {type: rating, id: stars, label: Stars, value: {bind: stars}}
        """)
    let node = try #require(try h.node("stars") as? RatingNode)
    #expect(node.amount == 4)
    try h.tap(at: Point(10, 24))
    #expect(node.amount == 1)
  }
}
