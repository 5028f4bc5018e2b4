import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

@testable import Tessera

private final class WordStorage: NodeStorage {
  let words = Locked<[String]>([])
}

/// Node type whose layout adds its word to the storage.
private struct Worded: LifecycleType {
  typealias Storage = WordStorage
  static let typeName = "worded"
  var word = "a"

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let (word, storage) = (word, context.storage(of: Worded.self))
    context.onAdoption { storage.words.withLock { $0.append(word) } }
    return Subnode("patch", Patch(name: word))
  }

  static func layoutDidFinish(_ node: Node<Worded>) { node.storage.words.withLock { $0.append("finished") } }
}

@Suite struct LayoutEffectTests {
  private func words(_ node: Node<Worded>) -> [String] { node.storage.words.withLock { $0 } }

  @Test func anEffectRunsOnceWhenItsLayoutIsAdopted() throws {
    let node = Node(Worded())
    let h = try HeadlessStage(width: 100, height: 100) { node }
    #expect(words(node) == ["a", "finished"])
    node.word = "b"
    #expect(words(node) == ["a", "finished"])
    try h.settle()
    #expect(words(node) == ["a", "finished", "b"])
    // A layout that does not evaluate the spec again has none of its effects.
    (node.subnodes.first as? Node<Patch>)?.wanted = Size(20, 20)
    try h.settle()
    #expect(h.stage.statistics.layouts == 3 && words(node).filter { $0 == "b" }.count == 1)
  }

  @Test func aDiscardedLayoutHasNoEffect() throws {
    let node = Node(Worded())
    _ = node.layoutDescription(available: AvailableSize(Size(100, 100)))
    #expect(words(node).isEmpty)
    let memory = RetainedNodes()
    func run() throws -> LayoutJob.Result {
      try #require(
        LayoutJob(
          root: node, space: SafeAreaSpace(size: Size(100, 100)), environment: EnvironmentValues(),
          viewport: PixelRect(x: 0, y: 0, width: 100, height: 100), memory: memory, changed: [], previous: nil, previousProperties: [],
          reaches: [:], changedReaches: []
        ).run())
    }
    #expect(try run().adoptions.count == 1)
    let result = try run()
    #expect(result.adoptions.count == 1 && words(node).isEmpty)
    for adopt in result.adoptions { adopt() }
    #expect(words(node) == ["a"])
  }

  @Test func anEvaluationReplacesTheEffectsOfTheFormerOne() {
    let (first, second, done) = (Node(Worded()), Node(Worded()), Locked<[Int]>([]))
    let effects = LayoutEffects()
    for (number, node) in [first, second, first].enumerated() { effects.add(of: node) { done.withLock { $0.append(number) } } }
    effects.discard(of: first)
    effects.add(of: first) { done.withLock { $0.append(3) } }
    for run in effects.dequeueAll() { run() }
    #expect(done.withLock { $0 } == [1, 3] && effects.dequeueAll().isEmpty)
    // In one layout: the second evaluation counts.
    let context = LayoutContext(environment: EnvironmentValues(), node: first, effects: effects)
    _ = first.makeSpec(in: context)
    _ = first.makeSpec(in: context)
    #expect(effects.dequeueAll().count == 1)
  }
}
