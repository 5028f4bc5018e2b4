@testable import Tessera
import TesseraKit
@testable import TesseraReader
import TesseraTestSupport
import Testing

/// The cursor while the elements change.
struct CursorTests {
  static func rows(_ count: Int) -> BoxNode {
    let root = BoxNode()
    root.style.direction = .column
    for i in 0..<count {
      let row = BoxNode()
      row.id = "\(i)"
      row.style.height = 10
      row.semantics = NodeSemantics(.text, label: "Row \(i)")
      root.addSubnode(row)
    }
    return root
  }

  @Test func aRemovedElementIsReplacedByTheNearestOne() throws {
    let s = try SpokenStage(try HeadlessStage(width: 100, height: 100) { Self.rows(4) })
    _ = try s.say(.next(.element), .next(.element))
    try s.h.node("2").removeFromSupernode()
    s.output.finish()
    #expect(try s.take() == ["Row 3"])
    try s.h.node("3").removeFromSupernode()
    s.output.finish()
    #expect(try s.take() == ["Row 1"])
    // Elements in front of the cursor do not move it.
    try s.h.node("0").removeFromSupernode()
    s.output.finish()
    #expect(try s.take() == [])
    try s.h.node("1").removeFromSupernode()
    _ = try s.take()
    #expect(try s.say(.next(.element)) == ["no elements"])
    #expect(s.reader.reader.cursor == nil)
  }

  @Test func aDialogKeepsTheCursorOfTheScreenBelow() throws {
    let root = Self.rows(3)
    let s = try SpokenStage(try HeadlessStage(width: 100, height: 100) { root })
    _ = try s.say(.next(.element))
    let dialog = BoxNode()
    dialog.semantics = NodeSemantics(.dialog, label: "Delete?")
    dialog.semantics.isModal = true
    let button = BoxNode()
    button.semantics = NodeSemantics(.button, label: "Yes")
    button.style.height = 10
    dialog.addSubnode(button)
    root.addSubnode(dialog)
    #expect(try s.take() == ["Delete?, dialog, Yes, button"])
    #expect(try s.say(.previous(.element)) == ["first element"])
    dialog.removeFromSupernode()
    #expect(try s.take() == ["Row 1"])
  }

  @Test func liveRegionsWaitOrInterrupt() throws {
    let root = Self.rows(2)
    let s = try SpokenStage(try HeadlessStage(width: 100, height: 100) { root })
    _ = try s.take()
    let status = try s.h.node("1")
    status.semantics.liveRegion = .polite
    _ = try s.take()
    status.semantics.label = "Saving"
    try s.h.settle()
    status.semantics.label = "Saved"
    // Only the newest text of a region waits.
    #expect(try s.take() == [])
    s.output.finish()
    #expect(try s.take() == ["Saved"])
    status.semantics.liveRegion = .assertive
    status.semantics.label = "Fire"
    #expect(try s.takeAll() == ["|", "Fire"])
    // A command waits for an assertive utterance.
    s.reader.perform(.first, in: s.h.stage)
    #expect(try s.take() == [])
    s.output.finish()
    #expect(try s.take() == ["Row 0"])
  }

  @Test func languagesOfElementsAreSpoken() throws {
    let root = Self.rows(1)
    let s = try SpokenStage(try HeadlessStage(width: 100, height: 100) { root })
    root.environment.setLanguage("de")
    _ = try s.take()
    let node = try s.h.node("0")
    node.semantics = NodeSemantics(.button, label: "Bonjour")
    _ = try s.take()
    #expect(try s.say(.current) == ["Bonjour, Taste"])
    node.semantics.language = "fr"
    _ = try s.take()
    #expect(try s.say(.current) == ["Bonjour, bouton"])
    #expect(try s.say(.next(.element)) == ["letztes Element"])
  }

  // MARK: Cost

  @Test func withoutAReaderNothingIsCollected() throws {
    let h = try HeadlessStage(width: 100, height: 100) { Self.rows(100) }
    for i in 0..<10 {
      try h.node("\(i)").semantics.label = "Other \(i)"
      try h.settle()
    }
    #expect(!h.stage.loop.accessibility.records.isUsed && h.stage.loop.accessibility.records.visits == 0)
  }

  @Test func stepsInALargeTreeBuildNoList() throws {
    let s = try SpokenStage(try HeadlessStage(width: 100, height: 100) { Self.rows(10_000) })
    #expect(s.reader.frames.first == 1)
    _ = try s.take()
    let (built, visits) = (s.reader.reader.listsBuilt, s.h.stage.loop.accessibility.records.visits)
    for i in 1...50 {
      s.reader.perform(.next(.element), in: s.h.stage)
      #expect(try s.take() == ["Row \(i)"])
    }
    #expect(s.reader.reader.listsBuilt == built && s.h.stage.loop.accessibility.records.visits == visits)
    // A change builds the list once, at the next step.
    try s.h.node("9000").semantics.label = "Other"
    _ = try s.take()
    for _ in 0..<3 { s.reader.perform(.next(.element), in: s.h.stage) }
    _ = try s.take()
    #expect(s.reader.reader.listsBuilt == built + 1)
  }

  @Test func emptyAndDeepTreesAreRead() throws {
    let empty = try SpokenStage(try HeadlessStage(width: 10, height: 10) { BoxNode() })
    #expect(try empty.say(.next(.element), .activate, .read, .dismiss) == ["no elements", "no elements", "no elements", "no elements"])
    let top = BoxNode()
    var at = top
    for i in 0..<400 {
      let node = BoxNode()
      node.semantics = NodeSemantics(.group, label: "Group \(i)")
      at.addSubnode(node)
      at = node
    }
    let leaf = BoxNode()
    leaf.semantics = NodeSemantics(.button, label: "Deep")
    at.addSubnode(leaf)
    let deep = try SpokenStage(try HeadlessStage(width: 10, height: 10) { top })
    let said = try deep.take()
    #expect(said.count == 1 && said[0].hasPrefix("Group 0, Group 1") && said[0].hasSuffix("Deep, button"))
    #expect(ScanTree(deep.h.stage.semanticsTree).items.count == 1)
  }
}
