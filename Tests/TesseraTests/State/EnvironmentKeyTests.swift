import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera

/// Generator of any number of types: `Numbered<Numbered<…>>`.
private enum Numbered<Inner> {}

/// Calls `body` with `count` types.
private func forTypes(_ count: Int, _ body: (any Any.Type) -> Void) {
  func step<Inner>(_ type: Inner.Type, _ left: Int) {
    body(type)
    if left > 1 { step(Numbered<Inner>.self, left - 1) }
  }
  step(Numbered<Never>.self, count)
}

/// Separate key for each type.
private struct TypeKey<Tag>: EnvironmentKey { static var defaultValue: Int { 0 } }

private struct SeatKey: NamedEnvironmentKey {
  static let name = "testSeatHeight"
  static let help = "How high the seat is."
  static let defaultValue = 1.0
  static let kind = AttributeKind.number(0...9)
}

private enum Season: String, CaseIterable { case spring, winter }

private struct SeasonKey: NamedEnvironmentKey {
  static let name = "testSeason"
  static let defaultValue = Season.spring
}

private struct OtherSeatKey: NamedEnvironmentKey {
  static let name = "testSeatHeight"
  static let defaultValue = 2.0
}

private struct BadKey: NamedEnvironmentKey {
  static let name = "Seat-height"
  static let defaultValue = true
}

private struct WidthKey: NamedEnvironmentKey {
  static let name = "width"
  static let defaultValue = 5
}

/// Reads a key while it draws, and counts the draws.
private struct Reader: NodeType {
  static let typeName = "reader"
  var label = ""
  var log: Log?
  var read: @Sendable (EnvironmentValues) -> Int = { _ in 0 }
  static func == (a: Reader, b: Reader) -> Bool { a.label == b.label }
  func draw(in canvas: borrowing Canvas, context: DrawContext) { log?.note("\(label) \(read(context.environment))") }
}

@Suite struct EnvironmentKeyTests {
  private let log = Log()

  @Test func eachTypeHasOneNumber() {
    let numbers = TypeNumbers()
    var given: [Int] = []
    forTypes(300) { given.append(numbers.number(of: $0)) }
    #expect(given == Array(0..<300))
    var again: [Int] = []
    forTypes(300) { again.append(numbers.number(of: $0)) }
    #expect(again == given)
  }

  @Test func threadsAgreeAboutNumbers() async {
    let numbers = TypeNumbers()
    let all = await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var given: [Int] = []
          forTypes(200) { given.append(numbers.number(of: $0)) }
          return given
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(all.allSatisfy { $0 == all[0] } && Set(all[0]) == Set(0..<200))
  }

  @Test(arguments: 0..<10) func setsOfKeysAreThoseOfNumbers(seed: UInt64) {
    var random = SplitMix(seed: seed)
    func make() -> (EnvironmentKeySet, Set<Int>) {
      var (keys, numbers) = (EnvironmentKeySet(), Set<Int>())
      for _ in 0..<Int.random(in: 0..<6, using: &random) {
        let bit = Int.random(in: 0..<400, using: &random)
        keys.insert(bit)
        numbers.insert(bit)
      }
      return (keys, numbers)
    }
    for _ in 0..<200 {
      let ((a, x), (b, y)) = (make(), make())
      #expect(a.isEmpty == x.isEmpty && a.intersects(b) == !x.isDisjoint(with: y))
      var union = a
      union.formUnion(b)
      for bit in 0..<400 { #expect(union.contains(bit) == x.union(y).contains(bit)) }
    }
  }

  /// Keys after the 63rd used to share a bit, so a reader of one was updated for all of them.
  @Test func manyKeysAreTrackedApart() throws {
    let root = BoxNode()
    var writers: [(AnyNode) -> Void] = []
    func step<Inner>(_ type: Inner.Type, _ left: Int) {
      let node = Node(Reader(label: "\(writers.count)", log: log, read: { $0[TypeKey<Inner>.self] }))
      (node.style.width, node.style.height) = (.points(10), .points(10))
      root.addSubnode(node)
      writers.append { node in
        var values = node.environmentValues
        values[TypeKey<Inner>.self] = 7
        let storage = values.storage
        node.changeOwnEnvironment { _ in storage }
      }
      if left > 1 { step(Numbered<Inner>.self, left - 1) }
    }
    step(Numbered<Never>.self, 140)
    let stage = try manualStage(2000, 2000, root: root)
    try stage.settle()
    for (i, write) in writers.enumerated() where i % 23 == 0 {
      log.clear()
      write(root)
      try stage.settle()
      #expect(log.all == ["\(i) 7"])
    }
  }

  @Test func keysAreSetByNameOnNodes() throws {
    var registry = NodeRegistry()
    try registry.register(SeatKey.self)
    try registry.register(SeasonKey.self)
    try registry.register(SeatKey.self)
    #expect(registry.environmentKeys.map(\.name).suffix(2) == ["testSeason", "testSeatHeight"])
    let (node, below) = (BoxNode(), BoxNode())
    node.addSubnode(below)
    try node.setAttribute(
      "environment", to: .map([("testSeatHeight", .number(4)), ("testSeason", .text("winter")), ("locale", .text("de"))]))
    #expect(below.environmentValues[SeatKey.self] == 4 && below.environmentValues[SeasonKey.self] == .winter)
    #expect(
      node.attribute("environment")
        == .map([("locale", .text("de")), ("testSeatHeight", .number(4)), ("testSeason", .text("winter"))]))
    try node.environment.setValue("testSeatHeight", to: .number(5))
    #expect(below.environment.value("testSeatHeight") == .number(5) && below.environment.value("testSeason") == .text("winter"))
    try node.setAttribute("environment", to: .map([]))
    #expect(below.environment.value("testSeatHeight") == .number(1) && below.environment.value("nothing") == nil)
  }

  @Test func invalidNamesAndValuesAreReported() throws {
    var registry = NodeRegistry()
    try registry.register(SeatKey.self)
    let node = BoxNode()
    let wrong = #expect(throws: AttributeError.self) {
      try node.setAttribute("environment", to: .map([("testSeatHeight", .number(10))]))
    }
    #expect(wrong?.reason == "needs for `testSeatHeight` a number from 0 to 9")
    let unknown = #expect(throws: AttributeError.self) { try node.environment.setValue("testSeatHight", to: .number(1)) }
    #expect(unknown?.reason.hasSuffix("; did you mean `testSeatHeight`?") == true)
    #expect(node.environment.value("testSeatHeight") == .number(1))
    #expect(throws: RegistryError.environmentKeyTaken(name: "testSeatHeight", wantedBy: core)) { try registry.register(OtherSeatKey.self) }
    #expect(throws: RegistryError.badEnvironmentKey(name: "Seat-height", plugin: core)) { try registry.register(BadKey.self) }
    #expect(throws: RegistryError.environmentKeyTaken(name: "width", wantedBy: core)) { try registry.register(WidthKey.self) }
  }

  private let core = PluginManifest(identifier: "tessera.core", version: "0.1.0")
}
