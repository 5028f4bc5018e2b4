import Foundation
import Tessera
import TesseraKit
import TesseraReader
import TesseraTestSupport
import Testing

/// The scenes of docs/examples, read aloud.
struct ExampleReadingTests {
  static let examples: [String] = {
    guard let root = try? PackageFolder.root() else { return [] }
    let folder = root + "/docs/examples"
    func names(_ sub: String) -> [String] {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder + sub)) ?? []
      return files.filter { $0.hasSuffix(".yaml") }.map { sub.dropFirst() + (sub.isEmpty ? "" : "/") + $0.dropLast(5) }
    }
    return (names("") + names("/appliances")).sorted()
  }()

  /// Scenes that read the network or large pictures: their elements are read by the tool's test of all examples.
  @Test(arguments: examples) func everyElementHasWordsAndIsReachedOnce(name: String) throws {
    let s = try SpokenStage(HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/\(name).yaml"), readsOn: true)
    let said = try s.readToEnd()
    let tree = s.h.stage.semanticsTree
    let list = ReadingList(tree)
    #expect(list.count > 0)
    // Lists may scroll while they are read, so that they have more elements than at the end.
    #expect(said.count >= list.count, "\(said)")
    for id in list.ids {
      let element = try #require(tree[id])
      let words = (element.semantics.label ?? "") + (element.semantics.value ?? "")
      let isNamed = words.contains { !$0.isWhitespace } || element.semantics.number != nil && !element.role.isInteractive
      #expect(isNamed, "no label: \(element.line)")
    }
    #expect(said.allSatisfy { !$0.isEmpty && !$0.contains("⟦") })
  }

  /// With one switch every control of a scene is reached.
  @Test(arguments: examples) func oneSwitchReachesEveryControl(name: String) throws {
    let h = try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/\(name).yaml")
    let tree = h.stage.semanticsTree
    var controls: Set<SemanticsID> = []
    var waiting = ScanTree(tree).items
    while let item = waiting.popLast() {
      if !item.isGroup { controls.insert(item.id) }
      waiting += item.items
    }
    let wanted = ReadingList(tree).ids.filter { id in
      guard let element = tree[id], element.semantics.isDisabled != true else { return false }
      return element.role.isInteractive || (element.semantics.actions ?? []).contains(.activate)
    }
    #expect(Set(wanted).isSubset(of: controls))
    // Each control is highlighted by a walk of time and presses alone.
    var scanner = SwitchScanner(.one, interval: 1)
    var (seen, now): (Set<SemanticsID>, Double) = ([], 0)
    _ = scanner.update(tree, at: now)
    var entered: Set<SemanticsID> = []
    for _ in 0..<20_000 where !controls.isSubset(of: seen) {
      if case .control(let id) = scanner.place { seen.insert(id) }
      if case .group(let id) = scanner.place, entered.insert(id).inserted {
        _ = scanner.select(at: now) { _ in false }
        continue
      }
      if scanner.isResting { _ = scanner.select(at: now) { _ in false } }
      now += 1
      _ = scanner.pass(at: now)
    }
    #expect(controls.isSubset(of: seen), "\(controls.subtracting(seen).compactMap { tree[$0]?.line })")
  }
}
