import Foundation
import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraDevices

@Suite struct FileWatcherTests {
  private final class Count { var value = 0 }

  /// A scene names its files as it likes: `a/b.png`, `./a/b.png`, `a/../a/b.png`. The kernel has one number for the folder of all of them.
  @Test func oneFileUnderTwoSpellingsIsNoticedUnderBoth() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tessera-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder + "/a", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let spellings = [folder + "/a/one.txt", folder + "/./a/two.txt", folder + "/a/../a/three.txt"]
    let count = Count()
    let watcher = try FileWatcher { _ in count.value += 1 }
    watcher.watch(spellings)
    let h = try HeadlessStage(width: 10, height: 10) { BoxNode() }
    h.stage.attach(watcher)
    func notice() throws -> Int {
      let before = count.value
      try h.settle()
      h.clock.advance(by: FileWatcher.pause * 1.01)
      try h.settle()
      return count.value - before
    }
    for name in ["one.txt", "two.txt", "three.txt"] {
      try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/a/\(name)"))
      #expect(try notice() == 1, "\(name)")
    }
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/a/other.txt"))
    #expect(try notice() == 0)
    // What is watched no more is not told of, in the same folder.
    watcher.watch([spellings[0]])
    try Data("y".utf8).write(to: URL(fileURLWithPath: "\(folder)/a/two.txt"))
    #expect(try notice() == 0)
    try Data("y".utf8).write(to: URL(fileURLWithPath: "\(folder)/a/one.txt"))
    #expect(try notice() == 1)
  }
}
