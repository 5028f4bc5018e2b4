import Testing

@testable import Tessera

/// Animated properties of nodes and their order, without a stage.
struct PropertyMotionsTests {
  private func track(_ key: MotionKey = .property(.opacity), run: MotionRun, from: Double = 0, to: Double = 1, lasting: Double = 2)
    -> MotionTrack
  {
    let path = MotionPath(
      from: MotionVector([from]), velocity: MotionVector([0]), to: MotionVector([to]), by: .linear(lasting), tolerance: MotionVector([0.01])
    )
    return MotionTrack(
      key: key, template: .opacity, path: .motion(path), start: 0, run: run, goal: .attribute(from: .number(from), to: .number(to)),
      origin: nil)
  }

  private func moved(_ motions: inout PropertyMotions, isSeen: (Int) -> Bool = { _ in true }) -> (indices: [Int], mayBeOver: Bool) {
    let (nodes, mayBeOver) = motions.dequeueMoved(isSeen: isSeen) { _ in SharedProperties(NodeProperties()) }
    return (nodes.map(\.index), mayBeOver)
  }

  @Test func entriesAreInTreeOrder() {
    var motions = PropertyMotions()
    let run = motions.run(of: nil, now: 0)
    let (first, last) = (BoxNode(), BoxNode())
    motions.add(track(run: run), of: last, at: 9)
    motions.add(track(run: run), of: first, at: 2)
    #expect(motions.entries.map(\.index) == [2, 9] && motions.tracks(of: first).count == 1 && motions.moving(of: last) == .one(.opacity))
    let left = motions.reindex { $0 === last ? 1 : nil }
    #expect(left.count == 1 && left[0] === first && motions.entries.map(\.index) == [-1, 1])
  }

  @Test func aTrackReplacesThatOfTheSameKey() {
    var motions = PropertyMotions()
    let run = motions.run(of: nil, now: 0)
    let node = BoxNode()
    motions.add(track(run: run), of: node, at: 0)
    motions.add(track(run: run, to: 0.5), of: node, at: 0)
    motions.add(track(.attribute("value"), run: run), of: node, at: 0)
    #expect(motions.tracks(of: node).count == 2 && motions.tracks(of: node)[0].path.value(at: 10) == MotionVector([0.5]))
  }

  @Test func aNodeMovesWhileItsRunDoesAndIsSeen() {
    var motions = PropertyMotions()
    let run = motions.run(of: nil, now: 10)
    motions.add(track(run: run), of: BoxNode(), at: 3)
    motions.advance(to: 10)
    #expect(moved(&motions).indices == [3])
    motions.advance(to: 11)
    // A node out of sight is shown with its newest values when it returns.
    #expect(moved(&motions, isSeen: { _ in false }).indices.isEmpty)
    motions.advance(to: 11)
    let (indices, mayBeOver) = moved(&motions)
    #expect(indices == [3] && !mayBeOver)
    motions.advance(to: 12)
    #expect(moved(&motions).mayBeOver)
  }

  @Test func removedTracksAreTidiedUpOnce() {
    var motions = PropertyMotions()
    let run = motions.run(of: nil, now: 0)
    let (node, other) = (BoxNode(), BoxNode())
    motions.add(track(run: run), of: node, at: 0)
    motions.add(track(run: run), of: other, at: 1)
    #expect(motions.remove(from: node, finished: false) { _ in true }.count == 1)
    #expect(motions.entries.count == 2 && !motions.isEmpty)
    motions.tidy()
    #expect(motions.entries.count == 1 && motions.tracks(of: node).isEmpty && motions.runs.count == 1)
    _ = motions.remove(from: other, finished: true) { _ in true }
    motions.tidy()
    #expect(motions.isEmpty && motions.runs.isEmpty)
  }

  @Test func declaredAnimationsAreReportedWhenTheyChange() {
    var motions = PropertyMotions()
    let node = BoxNode()
    let pulse = KeyframeAnimation("opacity", [])
    let (none, began, same) = (
      motions.replaceDeclared(node, []), motions.replaceDeclared(node, [pulse]), motions.replaceDeclared(node, [pulse])
    )
    #expect(none == nil && began == [] && same == nil)
    let ended = motions.replaceDeclared(node, [])
    #expect(ended == [pulse])
    _ = motions.replaceDeclared(node, [pulse])
    motions.forgetDeclared(node)
    let again = motions.replaceDeclared(node, [pulse])
    #expect(again == [])
  }
}
