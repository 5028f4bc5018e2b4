import Tessera
import TesseraTestSupport
import Testing

@testable import TesseraContainers

/// A model of numbers, told by place.
final class NumberSource: ListDataSource {
  let model: Locked<[[Int]]>
  init(_ model: [[Int]]) { self.model = Locked(model) }
  var sectionCount: Int { model.withLock { $0.count } }
  func itemCount(inSection section: Int) -> Int { model.withLock { $0.indices.contains(section) ? $0[section].count : 0 } }
  func nodeFactory(for element: ListElement) -> ListNodeFactory? {
    guard let index = element.index,
      let value = model.withLock({
        $0.indices.contains(index.section) && $0[index.section].indices.contains(index.item) ? $0[index.section][index.item] : nil
      })
    else { return nil }
    return {
      let node = BoxNode()
      node.id = "\(value)"
      return node
    }
  }
}

struct ListDataControllerTests {
  private final class Log<Value: Sendable>: Sendable {
    private let all = Locked<[Value]>([])
    func append(_ value: Value) { all.withLock { $0.append(value) } }
    var values: [Value] { all.withLock { $0 } }
  }

  @Test func nestedBatchesEndInnerFirst() {
    let data = NumberSource([[1, 2, 3]])
    let controller = ListDataController(data)
    let (changes, order) = (Log<ListDataController.Change>(), Log<Int>())
    controller.onChange = { changes.append($0) }
    controller.performBatchUpdates(
      {
        data.model.withLock { _ = $0[0].removeFirst() }
        controller.deleteItems(at: [ListIndex(0, 0)])
        controller.performBatchUpdates(
          {
            data.model.withLock { $0[0].append(4) }
            controller.insertItems(at: [ListIndex(0, 2)])
          }, completion: { _ in order.append(0) })
        controller.performBatchUpdates(nil, completion: { _ in order.append(1) })
      },
      completion: {
        #expect($0); order.append(2)
      })
    #expect(changes.values.count == 2, "the first state, and one update")
    for completion in changes.values[1].completions { completion(true) }
    #expect(order.values == [0, 1, 2])
  }

  @Test func reloadedAndMovedRowsKeepTheirIdentity() throws {
    let data = NumberSource([[1, 2, 3], [4, 5]])
    let controller = ListDataController(data)
    let errors = Log<ListError>()
    controller.onError = { errors.append($0) }
    controller.onChange = { _ in }
    let before = controller.source
    controller.performBatchUpdates {
      data.model.withLock { $0 = [[3, 10, 2], [4, 5, 6]] }
      controller.moveItem(from: ListIndex(0, 2), to: ListIndex(0, 0))
      controller.reloadItems(at: [ListIndex(0, 0)])
      controller.reloadSections([1])
    }
    let diff = try controller.source.diff(from: before)
    #expect(errors.values.isEmpty && diff.newCounts == [3, 3])
    #expect((0..<3).map { diff.newIndex(of: ListIndex(0, $0)) } == [ListIndex(0, 1), ListIndex(0, 2), ListIndex(0, 0)])
    #expect(diff.updates.contains { $0.old == ListIndex(0, 0) && $0.new == ListIndex(0, 1) })
    #expect(diff.sectionUpdates.map(\.old) == [1])
  }

  @Test func anEditBeforeTheFirstReadIsIgnored() {
    let data = NumberSource([[1]])
    let controller = ListDataController(data)
    let (errors, ends) = (Log<ListError>(), Log<Bool>())
    controller.onError = { errors.append($0) }
    controller.performBatchUpdates({ controller.insertItems(at: [ListIndex(0, 0)]) }, completion: { ends.append($0) })
    #expect(errors.values.isEmpty)
    #expect(ends.values == [true])
  }

  @Test func mismatchedCountsAreReportedAndTheSourceIsUsed() throws {
    let data = NumberSource([[1, 2], [3]])
    let controller = ListDataController(data)
    let (changes, errors, ends) = (Log<ListDataController.Change>(), Log<ListError>(), Log<Bool>())
    controller.onError = { errors.append($0) }
    controller.onChange = { changes.append($0) }
    let before = controller.source
    controller.performBatchUpdates(
      {
        data.model.withLock { $0[1] = [3, 4, 5] }
        controller.insertItems(at: [ListIndex(1, 1)])
      }, completion: { ends.append($0) })
    #expect(errors.values == [.itemCount(section: 1, before: 1, after: 3, inserted: 1, deleted: 0)])
    let change = try #require(changes.values.last)
    for completion in change.completions { completion(true) }
    #expect(ends.values == [false])
    #expect(change.source.itemCounts == [2, 3])
    let diff = try change.source.diff(from: before)
    #expect(diff.newCounts == [2, 3])
    #expect(diff.updates.count == 3)
  }

  @Test func anOldStateFindsItsMovedItems() throws {
    let data = NumberSource([[10, 11, 12]])
    let controller = ListDataController(data)
    controller.onChange = { _ in }
    let first = controller.source
    for step in 0..<5 {
      controller.performBatchUpdates {
        data.model.withLock { $0[0].insert(step, at: 0) }
        controller.insertItems(at: [ListIndex(0, 0)])
      }
    }
    controller.performBatchUpdates {
      data.model.withLock { $0[0].removeAll { $0 == 11 } }
      controller.deleteItems(at: [ListIndex(0, 6)])
    }
    #expect(try first.makeNode(for: .item(ListIndex(0, 0)))?.id == "10")
    #expect(try first.makeNode(for: .item(ListIndex(0, 1))) == nil)
    #expect(try first.makeNode(for: .item(ListIndex(0, 2)))?.id == "12")
    let diff = try controller.source.diff(from: first)
    #expect(diff.newIndex(of: ListIndex(0, 2)) == ListIndex(0, 6))
    #expect(diff.insertedItems == [.init(section: 0, items: 0..<5)])
  }

  @Test func aNegativeCountIsAnErrorAndNoTrap() throws {
    final class Bad: ListDataSource {
      func itemCount(inSection section: Int) -> Int { -4 }
      func nodeFactory(for element: ListElement) -> ListNodeFactory? { nil }
    }
    let data = Bad()
    let controller = ListDataController(data)
    let errors = Log<ListError>()
    controller.onError = { errors.append($0) }
    controller.onChange = { _ in }
    controller.reloadData()
    #expect(errors.values == [.badCount(section: 0, -4), .badCount(section: 0, -4)])
    #expect(controller.source.itemCounts == [])
  }

  @Test func updatesOfEightThreadsAreSerialized() async throws {
    let data = NumberSource([Array(0..<50)])
    let controller = ListDataController(data)
    let (changes, errors) = (Log<ListDataController.Change>(), Log<ListError>())
    controller.onError = { errors.append($0) }
    controller.onChange = { changes.append($0) }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(thread))
          for step in 0..<200 {
            controller.performBatchUpdates {
              let at = data.model.withLock { model in
                let at = Int.random(in: 0...model[0].count, using: &random)
                model[0].insert(thread * 1000 + step, at: at)
                return at
              }
              controller.insertItems(at: [ListIndex(0, at)])
            }
            let index = ListIndex(0, Int.random(in: 0..<50, using: &random))
            _ = try? controller.source.makeNode(for: .item(index))
          }
        }
      }
    }
    #expect(errors.values.isEmpty)
    #expect(changes.values.count == 1601)
    #expect(changes.values.map { $0.source.itemCounts[0] } == Array(50...1650))
  }
}
