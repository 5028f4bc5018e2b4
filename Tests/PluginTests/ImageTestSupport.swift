import Foundation
import Tessera
import TesseraRender

extension PixelBuffer {
  /// All bytes of the pixels, without padding of rows.
  var packedBytes: [UInt8] {
    withUnsafeBytes { bytes in (0..<height).flatMap { Array(bytes[$0 * stride..<$0 * stride + width * 4]) } }
  }
}

/// Directory of one test, removed with it.
final class TestDirectory {
  let path: String
  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("tessera-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }
  func file(_ name: String) -> String { path + "/" + name }
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? [] }
}

func fixture(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: fixturePath(name)))) }

func fixturePath(_ name: String) -> String {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures/\(name)").path
}

/// Runs `body` on `count` threads in parallel, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let done = DispatchSemaphore(value: 0)
  for index in 0..<count {
    Thread {
      body(index)
      done.signal()
    }.start()
  }
  for _ in 0..<count { done.wait() }
}

/// Counter for any thread.
final class Counter: Sendable {
  private let count = Locked(0)
  var value: Int { count.withLock { $0 } }
  @discardableResult func increment() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

extension AnyNode {
  /// A box that contains the node and does not affect its size.
  var inABox: BoxNode {
    let box = BoxNode()
    box.style.alignItems = .start
    box.addSubnode(self)
    return box
  }
}
