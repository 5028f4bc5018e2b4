import Foundation
import Tessera
import TesseraKit
@testable import TesseraReader
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
      #expect(!BrailleText(language: "en").line(for: element).text.isEmpty)
    }
    #expect(said.allSatisfy { !$0.isEmpty && !$0.contains("⟦") })
    try desktopReaders(reach: tree, on: s.h.stage)
  }

  /// A walk over the objects of AT-SPI from the application down has every element and cell once, and each answers.
  private func desktopReaders(reach tree: SemanticsTree, on stage: Stage) throws {
    var answers = DesktopAnswers(
      stage: stage, tree: tree, index: DesktopIndex(tree), bus: ":1.0", desktop: .string(""), title: "example")
    func call(_ path: String, _ interface: String, _ member: String, _ body: [BusValue] = []) throws -> [BusValue] {
      let answer = answers.answer(to: .call(":1.0", path, interface, member, body))
      let reply = try #require(answer)
      #expect(reply.kind == .reply, "\(path) \(member): \(reply.body)")
      return reply.body
    }
    var (waiting, seen): ([String], Set<String>) = ([DesktopObject.application.path], [])
    while let path = waiting.popLast() {
      #expect(seen.insert(path).inserted)
      _ = try call(path, "org.freedesktop.DBus.Properties", "GetAll", [.string("org.a11y.atspi.Accessible")])
      for member in ["GetRole", "GetState", "GetAttributes", "GetInterfaces"] { _ = try call(path, "org.a11y.atspi.Accessible", member) }
      guard case .array(_, let children)? = try call(path, "org.a11y.atspi.Accessible", "GetChildren").first else { continue }
      for child in children {
        if case .structure(let parts) = child, let below = parts.last?.text { waiting.append(below) }
      }
    }
    #expect(seen.count == tree.all().reduce(1) { $0 + 1 + ($1.semantics.cells?.count ?? 0) })
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
