#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One connection of a ``TestServer``. The server's thread.
final class ServerConnection {
  /// What is to be sent, in order.
  private enum Part {
    case bytes(ArraySlice<UInt8>)
    case zeros(Int)
    case pause(Double)
    case stall
    case close
  }

  let socket: Int32
  private(set) var isOver = false
  /// Until when nothing is sent, seconds of the monotonic clock.
  private(set) var pausedUntil: Double?
  private let content: ServerContent
  private var input: [UInt8] = []
  private var output: [Part] = []

  init(socket: Int32, content: ServerContent) { (self.socket, self.content) = (socket, content) }

  /// Whether something waits for room.
  var canWrite: Bool {
    guard pausedUntil == nil, let first = output.first else { return false }
    if case .stall = first { return false }
    return true
  }

  func end() {
    if !isOver { close(socket) }
    isOver = true
  }

  /// Reads what has come, and sends what can be sent.
  func serve(isReadable: Bool) {
    if isReadable { receive() }
    if let until = pausedUntil, until <= ServerLoop.now { pausedUntil = nil }
    while !isOver, pausedUntil == nil, let part = output.first {
      switch part {
      case .stall: return
      case .close: return end()
      case .pause(let seconds):
        output.removeFirst()
        pausedUntil = ServerLoop.now + seconds
      case .bytes(let bytes):
        guard let count = write(bytes) else { return }
        if count == bytes.count { output.removeFirst() } else { output[0] = .bytes(bytes.dropFirst(count)) }
      case .zeros(let left):
        guard let count = write([UInt8](repeating: 0, count: min(left, 65536))[...]) else { return }
        if count == left { output.removeFirst() } else { output[0] = .zeros(left - count) }
      }
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    if count < 0, errno != EAGAIN, errno != EINTR { end() }
    return count < 0 ? nil : count
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 16384)
    let count = recv(socket, &buffer, buffer.count, 0)
    if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { return end() }
    if count > 0 { input += buffer[..<count] }
    while let request = takeRequest() { answer(request) }
    if input.count > 65536 { end() }
  }

  private func takeRequest() -> TestServer.Request? {
    let mark = Array("\r\n\r\n".utf8)
    guard input.count >= 4, let end = (0...(input.count - 4)).first(where: { Array(input[$0..<($0 + 4)]) == mark }) else { return nil }
    let text = String(decoding: input[..<end], as: UTF8.self)
    input.removeFirst(end + 4)
    // A line end is one character.
    var lines = text.split { $0 == "\r\n" || $0 == "\n" }[...]
    let target = lines.popFirst()?.split(separator: " ").dropFirst().first.map(String.init) ?? "/"
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    return TestServer.Request(target: target, headers: headers)
  }

  // MARK: answers

  private func answer(_ request: TestServer.Request) {
    let parts = request.target.split(separator: "?", maxSplits: 1)
    let path = parts.first.map(String.init) ?? "/"
    let count = content.note(request)
    var faults = Faults(parts.count == 2 ? parts[1] : "")
    if count > faults.times {
      // Only what goes wrong ends; what the answer says of itself stays.
      var later = Faults("")
      (later.cacheControl, later.etag, later.servesRanges, later.delay) = (
        faults.cacheControl, faults.etag, faults.servesRanges, faults.delay
      )
      faults = later
    }
    let delay = content.delay + Double(faults.delay) / 1000
    if delay > 0 { output.append(.pause(delay)) }
    if faults.isGarbage {
      output += [.bytes(Array("this is no answer\r\n\r\n".utf8)[...]), .close]
      return
    }
    if let redirect = faults.redirect {
      return head(302, ["Location: \(redirect == "loop" ? request.target : redirect)", "Content-Length: 0"])
    }
    if let status = faults.status {
      let body = Array("status \(status)".utf8)
      head(status, ["Content-Length: \(body.count)"] + (faults.retryAfter.map { ["Retry-After: \($0)"] } ?? []))
      output.append(.bytes(body[...]))
      return
    }
    guard faults.size != nil || content.body(path) != nil else { return head(404, ["Content-Length: 0"]) }
    serve(content.body(path) ?? [], request, faults)
  }

  private func serve(_ body: [UInt8], _ request: TestServer.Request, _ faults: Faults) {
    let name = faults.etag ?? Self.hash(body)
    let tag = name.isEmpty ? nil : "\"\(name)\""
    var headers = tag.map { ["ETag: \($0)"] } ?? []
    if let control = faults.cacheControl { headers.append("Cache-Control: \(control)") }
    headers.append("Accept-Ranges: \(faults.servesRanges ? "bytes" : "none")")
    if let tag, request.headers["if-none-match"] == tag { return head(304, headers) }
    let total = faults.size ?? body.count
    var start = 0
    if faults.servesRanges, let range = request.headers["range"], range.hasPrefix("bytes="), range.hasSuffix("-"),
      let first = Int(range.dropFirst(6).dropLast()), request.headers["if-range"].map({ $0 == tag }) ?? true
    {
      guard first < total else { return head(416, ["Content-Range: bytes */\(total)", "Content-Length: 0"]) }
      start = first
      headers.append("Content-Range: bytes \(start)-\(total - 1)/\(total)")
    }
    headers.append("Content-Length: \(faults.length ?? (total - start))")
    head(start > 0 ? 206 : 200, headers)
    var left = total - start
    var ending: Part?
    if let cut = faults.cut, cut < left { (left, ending) = (cut, .close) }
    if let stall = faults.stall, stall < left { (left, ending) = (stall, .stall) }
    if let length = faults.length, length != total - start { ending = .close }
    if faults.size != nil {
      output.append(.zeros(left))
    } else if let rate = faults.rate {
      // Twenty parts a second.
      let step = max(1, rate / 20)
      for at in stride(from: start, to: start + left, by: step) {
        output += [.bytes(body[at..<min(at + step, start + left)]), .pause(0.05)]
      }
    } else {
      output.append(.bytes(body[start..<(start + left)]))
    }
    if let ending { output.append(ending) }
  }

  private func head(_ status: Int, _ headers: [String]) {
    let text = (["HTTP/1.1 \(status) -"] + headers).joined(separator: "\r\n") + "\r\n\r\n"
    output.append(.bytes(Array(text.utf8)[...]))
  }

  /// FNV-1a.
  private static func hash(_ bytes: [UInt8]) -> String {
    String(bytes.reduce(into: 0xcbf2_9ce4_8422_2325 as UInt64) { $0 = ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}
