import Foundation
import Testing

@testable import TesseraDevices

@Suite struct LineSocketTests {
  private func path() -> String { NSTemporaryDirectory() + "tessera-line-\(UUID().uuidString.prefix(8))" }

  /// Serves until something is so: what was written to a Unix socket is there at once.
  private func serve(_ socket: LineSocket, until isSo: () -> Bool) {
    for _ in 0..<1000 where !isSo() { socket.serve() }
    #expect(isSo())
  }

  @Test func bytesAreCutIntoLinesAndLongOnesAreLeftOut() {
    var buffer = LineBuffer(limit: 4)
    #expect(buffer.append(Array("ab".utf8)) == [])
    #expect(buffer.append(Array("c\r\n\n1234\n12345".utf8)) == [.text("abc"), .text("1234"), .tooLong])
    #expect(buffer.append(Array("678901234567890\nx\n".utf8)) == [.text("x")])
    #expect(buffer.append([0xFF, 0x0A]) == [.text("\u{FFFD}")])
  }

  /// The same lines, however the bytes come.
  @Test(arguments: 1...20) func piecesDoNotChangeTheResult(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return Int(state >> 33) % limit
    }
    let bytes = (0..<400).map { _ in [UInt8]("ab\n\r".utf8)[next(4)] }
    var whole = LineBuffer(limit: 6)
    let expected = whole.append(bytes)
    var pieces = LineBuffer(limit: 6)
    var found: [LineBuffer.Line] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = min(rest.count, 1 + next(9))
      found += pieces.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(found == expected)
  }

  @Test func linesGoBothWaysToManyClients() throws {
    let path = path()
    let socket = try LineSocket(path)
    var info = stat()
    #expect(stat(path, &info) == 0 && info.st_mode & 0o777 == 0o600)
    var lines: [String] = []
    var gone = 0
    let sender = socket.sender
    socket.onLine = { line, client in
      if case .text(let text) = line { lines.append(text) }
      sender.send("got \(line)", to: client)
    }
    socket.onClose = { _ in gone += 1 }
    do {
      let clients = try (0..<5).map { _ in try LineClient(path) }
      for (i, client) in clients.enumerated() { try client.send("line \(i)") }
      serve(socket) { lines.count == 5 }
      #expect(lines.sorted() == (0..<5).map { "line \($0)" })
      for (i, client) in clients.enumerated() { #expect(try client.next() == .text("got text(\"line \(i)\")")) }
    }
    serve(socket) { gone == 5 }
  }

  @Test func anExtraClientGetsAnErrorAndAStalledOneIsDisconnected() throws {
    let path = path()
    var limits = LineSocket.Limits()
    (limits.clients, limits.waitingBytes) = (1, 100_000)
    let socket = try LineSocket(path, limits: limits)
    var client: LineSocket.Client?
    var isGone = false
    socket.onLine = { client = $1 }
    socket.onClose = { _ in isGone = true }
    let first = try LineClient(path)
    try first.send("x")
    serve(socket) { client != nil }
    let second = try LineClient(path)
    socket.serve()
    #expect(try second.next() == .text("{\"error\":\"1 clients are already connected, the maximum\"}"))
    #expect(try second.next() == nil)
    // It reads nothing: the kernel's buffer fills, then ours, and no call waits.
    let line = String(repeating: "y", count: 50_000)
    for _ in 0..<100 where !isGone {
      socket.sender.send(line, to: try #require(client))
      socket.serve()
    }
    #expect(isGone)
    let third = try LineClient(path)
    try third.send("z")
    let before = client
    serve(socket) { client != before }
  }

  @Test func aSocketNameIsReusedOnlyFromADeadListener() throws {
    let path = path()
    defer { unlink(path) }
    do {
      let socket = try LineSocket(path)
      #expect(throws: DeviceError.system(action: "create", path: path, code: EADDRINUSE)) { try LineSocket(path) }
      withExtendedLifetime(socket) {}
    }
    #expect(access(path, F_OK) != 0, "the name goes with the socket")
    try Data("mine".utf8).write(to: URL(filePath: path))
    #expect(throws: DeviceError.system(action: "create", path: path, code: EEXIST)) { try LineSocket(path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(throws: DeviceError.self) { try LineSocket(String(repeating: "x", count: 200)) }
    #expect(throws: DeviceError.self) { try LineClient(path + "-none") }
  }
}
