import Foundation
import Tessera
import Testing

@testable import TesseraScene

@Suite struct SceneLimitTests {
  private func kinds(of text: String) throws -> [SceneError.Kind] {
    do throws(SceneErrors) {
      _ = try Scene.parse(text: text, registry: NodeRegistry())
      return []
    } catch {
      return error.errors.map(\.kind)
    }
  }

  @Test(arguments: [
    // Ten levels of ten: 10^10 values in a few hundred bytes.
    "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
      + (1..<10).map { "a\($0): &a\($0) [\(Array(repeating: "*a\($0 - 1)", count: 10).joined(separator: ","))]\n" }.joined(),
    // By merge keys.
    "a0: &a0 {\((0..<100).map { "k\($0): 1" }.joined(separator: ", "))}\n"
      + (1..<40).map { "a\($0): &a\($0) {<<: *a\($0 - 1), x\($0): [*a\($0 - 1), *a\($0 - 1)]}\n" }.joined(),
  ])
  func aliasBombIsRefused(text: String) throws {
    #expect(
      try kinds(of: "tessera: 1\nroot: {type: box}\ndefinitions:\n" + text.split(separator: "\n").map { "  \($0)\n" }.joined()) == [.limit])
  }

  @Test func nodesThatAliasesRepeatCount() throws {
    // 2^17 - 1 nodes, but fewer values than the limit of values.
    var text = "tessera: 1\ndefinitions:\n  n0: &n0 {type: box}\n"
    for i in 1...16 { text += "  n\(i): &n\(i) {type: box, children: [*n\(i - 1), *n\(i - 1)]}\n" }
    #expect(try kinds(of: text + "root: *n16\n") == [.limit])
    let scene = try Scene.parse(text: text + "root: *n9\n", registry: NodeRegistry())
    #expect(scene.nodes.count == 1023)
  }

  @Test(arguments: [10_000, 100_000]) func deepNestingIsAnErrorInAnyForm(levels: Int) throws {
    let flow =
      "tessera: 1\nroot: " + String(repeating: "{type: box, children: [", count: levels) + "{type: box}"
      + String(repeating: "]}", count: levels)
    #expect(try kinds(of: flow) == [.limit])
    #expect(try kinds(of: "tessera: 1\nroot: " + String(repeating: "[", count: levels)) == [.limit])
    #expect(try kinds(of: String(repeating: "- ", count: levels)) == [.limit])
    #expect(try kinds(of: String(repeating: "? ", count: levels)) == [.limit])
    var chain = "tessera: 1\ndefinitions:\n  n0: &n0 {type: box}\n"
    for i in 1...levels { chain += "  n\(i): &n\(i) {type: box, children: [*n\(i - 1)]}\n" }
    #expect(try kinds(of: chain + "root: *n\(levels)\n") == [.limit])
  }

  @Test func nestingUpToTheLimitIsRead() throws {
    func nested(_ levels: Int) -> String {
      "tessera: 1\nroot: " + String(repeating: "{type: box, children: [", count: levels - 1) + "{type: box}"
        + String(repeating: "]}", count: levels - 1)
    }
    let scene = try Scene.parse(text: nested(SceneLimits.nodeDepth), registry: NodeRegistry())
    #expect(scene.nodes.count == SceneLimits.nodeDepth)
    var node = try scene.makeRoot()
    var depth = 1
    while let child = node.subnodes.first {
      node = child
      depth += 1
    }
    #expect(depth == SceneLimits.nodeDepth)
    let errors = #expect(throws: SceneErrors.self) {
      try Scene.parse(text: nested(SceneLimits.nodeDepth + 1), registry: NodeRegistry())
    }
    #expect(errors?.errors.map(\.message) == ["nodes are nested more than 512 deep"])
  }

  @Test func hugeFileIsRefusedWithoutReadingItAll() throws {
    // The maximum size of a file, without a block on the disk.
    let file = FileManager.default.temporaryDirectory.appending(path: "huge-\(UUID().uuidString).yaml").path
    #expect(FileManager.default.createFile(atPath: file, contents: nil))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let handle = try #require(FileHandle(forWritingAtPath: file))
    try handle.truncate(atOffset: 1 << 40)
    try handle.close()
    let errors = #expect(throws: SceneErrors.self) { try Scene.load(file: file, registry: NodeRegistry()) }
    #expect(errors?.errors.map(\.kind) == [.limit])
    let device = #expect(throws: SceneErrors.self) { try Scene.load(file: "/dev/zero", registry: NodeRegistry()) }
    #expect(device?.errors.map(\.kind) == [.unreadable])
    let many = "tessera: 1\nroot: {type: box}\ndefinitions: [" + String(repeating: "1,", count: SceneLimits.values + 1) + "]"
    #expect(try kinds(of: many) == [.limit])
  }
}
