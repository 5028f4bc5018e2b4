import Testing

/// State that several threads share lies where only its lock gives it out.
@Suite struct LockTests {
  /// Files that may switch off the check for exclusive access, each with the reason; one that does not need it must go from here.
  private static let unchecked = [
    "Sources/Tessera/Passes/LayoutCollector.swift": "a collector is one thread's, and nodes are asked for their specs between accesses"
  ]

  /// Classes that may have variables beside a bare `Lock`, each with the reason; one that has none must go from here.
  private static let bare: [String: String] = [:]

  /// Files that may store a `Cell`, each with the reason. A file that stores none must be removed from here.
  private static let cells = [
    "Sources/Tessera/Support/LockedCell.swift": "the cells that check their lock",
    "Sources/Tessera/Passes/RenderState.swift": "the loop alone reads and writes it",
    "Sources/Tessera/Passes/RetainedNodes.swift": "one layout job at a time has it",
    "Sources/Tessera/Passes/PaintTree.swift": "one thread at a time has a tree",
  ]

  private static let files = ["Sources", "Plugins"].flatMap { Repository.files(under: $0, extensions: ["swift"]) }

  @Test func exclusiveAccessChecksAreDisabledOnlyWithAReason() throws {
    var needed: Set<String> = []
    for file in Self.files {
      let lines = LockRules.uncheckedAccesses(in: try Repository.text(file))
      if lines.isEmpty { continue }
      needed.insert(file)
      #expect(Self.unchecked[file] != nil, "\(file) \(lines.joined(separator: "\n"))")
    }
    #expect(needed.isSuperset(of: Self.unchecked.keys), "not needed: \(Set(Self.unchecked.keys).subtracting(needed))")
  }

  @Test func stateNextToABareLockHasAReason() throws {
    var needed: Set<String> = []
    for file in Self.files {
      for (type, variables) in LockRules.bareState(in: try Repository.text(file)) {
        needed.insert(type)
        #expect(Self.bare[type] != nil, "\(file): \(type) has \(variables.joined(separator: ", ")) beside a Lock")
      }
    }
    #expect(needed.isSuperset(of: Self.bare.keys), "not needed: \(Set(Self.bare.keys).subtracting(needed))")
  }

  @Test func stateInACellIsGuardedByALockThatIsChecked() throws {
    var needed: Set<String> = []
    for file in Self.files {
      let lines = LockRules.uncheckedCells(in: try Repository.text(file))
      if lines.isEmpty { continue }
      needed.insert(file)
      #expect(Self.cells[file] != nil, "\(file) \(lines.joined(separator: "\n")) should be a LockedCell or a GuardedCell")
    }
    #expect(needed.isSuperset(of: Self.cells.keys), "not needed: \(Set(Self.cells.keys).subtracting(needed))")
  }

  @Test func anUncheckedCellIsDetected() {
    let found = LockRules.uncheckedCells(
      in: """
        final class Node: AnyNode {
          private let content: Cell<Content>
          private let state = Cell(State())
          private let other = Cell<Int>(1)
          private let checked = GuardedCell(State(), holder)
          func add() { cells.append(Cell(1)) }
        }
        """)
    #expect(found.map { $0.prefix(2) } == ["2:", "3:", "4:"])
    #expect(found.first == "2:   private let content: Cell<Content>")
  }

  @Test func anUncheckedAccessIsDetected() {
    let found = LockRules.uncheckedAccesses(in: "class A {\n  @exclusivity(unchecked) var b = 1\n}")
    #expect(found == ["2:   @exclusivity(unchecked) var b = 1"])
    #expect(LockRules.uncheckedAccesses(in: "// @exclusivity(unchecked)\nlet text = \"@exclusivity(unchecked)\"") == [])
  }

  @Test func stateNextToABareLockIsFound() {
    let found = LockRules.bareState(
      in: """
        public final class Cache: Sendable {
          private let lock = Lock()
          private var entries: [Int: Entry] = [:]
          weak var owner: Cache?
          public private(set) var count = 0 { didSet { changed() } }
          var name: String { didSet { changed() } }
          lazy var made = { 1 }()
          static var all = 0
          let limit = 3
          var isEmpty: Bool { lock.withLock { var left = 0; return entries.isEmpty } }
          var first: Entry? {
            get { nil }
          }
          private struct Entry {
            var value = 1
          }
          func change() {
            var next = 1
          }
        }
        class Outer:
          Base
        {
          final class Inner {
            let lock: Lock
            var state = 1
          }
          var free = 2
        }
        final class Raw {
          let lock = Lock()
          private let state = Cell(1)
          private let other: Cell<Int>
          class var shared: Raw { Raw() }
        }
        final class Free {
          static let lock = Lock()
          let state = Locked(1)
          var other = 2
        }
        struct Value {
          let lock = Lock()
          var other = 2
        }
        """)
    #expect(found["Cache"] == ["entries", "owner", "count", "name", "made"])
    #expect(found["Inner"] == ["state"])
    #expect(found["Raw"] == ["state", "other"])
    #expect(found.keys.sorted() == ["Cache", "Inner", "Raw"])
  }
}
