import Foundation
import TesseraTestServer
import Testing

/// Examples whose pictures come from a server.
@Suite struct NetworkExampleTests {
  private static let examples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/examples")
    .standardizedFileURL

  /// An example of docs/examples with another server, and with faults changed.
  private func example(_ name: String, _ server: TestServer, _ changes: [(String, String)], in folder: Folder) throws -> String {
    var text = try String(contentsOf: Self.examples.appending(path: name), encoding: .utf8)
    for (from, to) in [("127.0.0.1:8080", "127.0.0.1:\(server.port)"), ("assets/", Self.examples.path + "/assets/")] + changes {
      #expect(text.contains(from), "\(name) has no \(from)")
      text = text.replacingOccurrences(of: from, with: to)
    }
    return try folder.write(text, name)
  }

  @Test(arguments: [
    // Retries after 4 seconds and slow transfers are left out.
    ("network.yaml", [("?cut=9000&times=1", ""), ("?status=500&times=1", "")], 6, ["nothing.jpg"]),
    ("progressive.yaml", [("?rate=6000", ""), ("?rate=7000", ""), ("?rate=2000", "")], 3, []),
  ]) func picturesOfTheExampleAreShown(name: String, changes: [(String, String)], count: Int, missing: [String]) throws {
    let folder = try Folder()
    let server = try TestServer(root: Self.examples.appending(path: "assets/photos").path)
    defer { server.stop() }
    let scene = try example(name, server, changes, in: folder)
    let loaded = try Tool.run(["render", scene, "-o", folder.path("loaded.png"), "--cache", "none", "--timeout", "600"])
    #expect(loaded.status == 0, "\(loaded.errors)")
    let warnings = loaded.errors.split(separator: "\n")
    #expect(warnings.count == missing.count && zip(warnings, missing).allSatisfy { $0.contains($1) }, "\(loaded.errors)")
    #expect(Set(server.requests.map(\.target)).count >= count)
    // Without an answer the placeholders stay: the server is gone, since on a busy machine its answers may come before the picture is taken.
    server.stop()
    let waiting = try Tool.run(["render", scene, "-o", folder.path("waiting.png"), "--cache", "none", "--timeout", "0"])
    #expect(waiting.status == 0, "\(waiting.errors)")
    #expect(try folder.data("loaded.png").count > folder.data("waiting.png").count)
  }
}
