import Foundation
import Testing

/// A process whose descriptors are used up: who connects waits at the kernel's door, the loop sleeps meanwhile, and serves when there are some again.
@Suite struct DescriptorTests {
  /// A stream socket of a client.
  private final class Client {
    let file: Int32

    init(unix path: String) throws {
      file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      try connect(&address)
    }

    init(port: Int) throws {
      file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(UInt16(port)).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      try connect(&address)
    }

    private func connect<Address>(_ address: inout Address) throws {
      let status = withUnsafeBytes(of: &address) {
        Foundation.connect(file, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
      }
      try #require(status == 0, "\(String(cString: strerror(errno)))")
    }

    deinit { close(file) }

    func send(_ text: String) {
      let bytes = Array(text.utf8)
      #expect(Foundation.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
    }

    /// Waits until so much has come, or the end.
    func receive(_ count: Int) -> String {
      var bytes = [UInt8](repeating: 0, count: count)
      var got = 0
      while got < count {
        let some = recv(file, &bytes[got], count - got, 0)
        guard some > 0 else { break }
        got += some
      }
      return String(decoding: bytes.prefix(got), as: UTF8.self)
    }

    /// Whether something has come.
    var hasSomething: Bool {
      var file = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      return poll(&file, 1, 0) > 0
    }
  }

  /// Sets how many descriptors a running process may have; nil: as many as it might.
  private func limit(_ tool: RunningTool, to count: Int?) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/prlimit")
    process.arguments = ["--pid", "\(tool.process.processIdentifier)", "--nofile=\(count ?? 1024):"]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// Whether the loop's thread sleeps, and is not woken, for as long as it takes to look a thousand times.
  private func comesToRest(_ tool: RunningTool) throws -> Bool {
    let folder = "/proc/\(tool.process.processIdentifier)/task/\(tool.process.processIdentifier)"
    func look() throws -> (state: Substring?, switches: Substring?) {
      let lines = try String(contentsOfFile: folder + "/status", encoding: .utf8).split(separator: "\n")
      func value(_ name: String) -> Substring? {
        lines.first { $0.hasPrefix(name) }?.split(whereSeparator: \.isWhitespace).dropFirst().first
      }
      return (value("State:"), value("voluntary_ctxt_switches:"))
    }
    var (still, last) = (0, Substring?.none)
    for _ in 0..<200_000 {
      let (state, switches) = try look()
      still = state == "S" && switches == last ? still + 1 : 0
      last = switches
      if still == 1000 { return true }
    }
    return false
  }

  @Test func aProcessWithoutDescriptorsSleepsAndServesOnceItHasSome() throws {
    let folder = try Folder()
    // Not in the folder, whose path is too long for a socket's name.
    let path = "/tmp/tessera-data-\(getpid())-\(UUID().uuidString.prefix(8))"
    let tool = try RunningTool(
      [Tool.fixture("plain.yaml"), "--display", "vnc:127.0.0.1:0", "--data-socket", path, "--set", "n=1"], in: folder)
    tool.waitUntilReady()
    let port = try #require(tool.text.firstMatch(of: #/served at 127\.0\.0\.1:(\d+)/#).flatMap { Int($0.1) }, "\(tool.text)")
    let known = try Client(unix: path)
    let question = "{\"get\": \"n\"}\n"
    let answer = "{\"path\":\"n\",\"value\":1}\n"
    func ask() {
      known.send(question)
      #expect(known.receive(answer.utf8.count) == answer)
    }
    ask()
    // None is left: the first number that is free is the limit.
    #expect(try comesToRest(tool))
    let used = try tool.descriptors()
    try limit(tool, to: (0...).first { !used.contains($0) } ?? 0)
    let (waiting, viewer) = (try Client(unix: path), try Client(port: port))
    waiting.send(question)
    // When the loop has answered twice it has been at its doors.
    ask()
    ask()
    #expect(try comesToRest(tool), "the loop turns while nothing can be accepted")
    #expect(!waiting.hasSomething && !viewer.hasSomething)
    #expect(try tool.descriptors() == used)
    try limit(tool, to: nil)
    // No client of the socket has left: it looks again by itself.
    #expect(waiting.receive(answer.utf8.count) == answer)
    #expect(viewer.receive(12) == "RFB 003.008\n")
    #expect(tool.end() == 0)
  }
}
