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
    /// The same bytes without end.
    case endless([UInt8])
    /// A byte each so many seconds.
    case drip(ArraySlice<UInt8>, Double)
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
      case .endless(let bytes):
        // Whole lines or not: a line that is cut by a full socket is one more odd line.
        guard write(bytes[...]) != nil else { return }
      case .drip(let bytes, let seconds):
        guard !bytes.isEmpty else {
          output.removeFirst()
          continue
        }
        guard let count = write(bytes.prefix(1)) else { return }
        output[0] = .drip(bytes.dropFirst(count), seconds)
        pausedUntil = ServerLoop.now + seconds
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
    if count > faults.times || count <= faults.after {
      // Only what goes wrong ends; what the answer says of itself stays.
      var later = Faults("")
      (later.cacheControl, later.etag, later.servesRanges, later.delay) = (
        faults.cacheControl, faults.etag, faults.servesRanges, faults.delay
      )
      (later.other, later.range, later.slice) = (faults.other, faults.range, faults.slice)
      faults = later
    }
    let delay = content.delay + Double(faults.delay) / 1000
    if delay > 0 { output.append(.pause(delay)) }
    if answerWithoutBody(request, faults) { return }
    guard faults.size != nil || content.body(path) != nil else { return head(404, ["Content-Length: 0"]) }
    if faults.isLogin { return serve(Self.loginPage, request, faults) }
    if let endless = faults.endless { return serve(content.body(path) ?? [], endless) }
    if let other = faults.other, request.headers["range"] != nil, let body = content.body(other) { return serve(body, request, faults) }
    serve(content.body(path) ?? [], request, faults)
  }

  /// A page as networks send it that want a log-in first.
  static let loginPage = Array("<!DOCTYPE html><html><body>Welcome! Please log in.</body></html>".utf8)

  /// Answers where a fault does not concern a body. Returns whether it did.
  private func answerWithoutBody(_ request: TestServer.Request, _ faults: Faults) -> Bool {
    if faults.isSilent {
      output.append(.stall)
    } else if faults.isGarbage {
      output += [.bytes(Array("this is no answer\r\n\r\n".utf8)[...]), .close]
    } else if let redirect = faults.redirect {
      head(302, ["Location: \(redirect == "loop" ? request.target : redirect)", "Content-Length: 0"])
    } else if let status = faults.status {
      let body = status == 204 ? [] : Array("status \(status)".utf8)
      let length = status == 204 ? [] : ["Content-Length: \(body.count)"]
      head(status, length + (faults.retryAfter.map { ["Retry-After: \($0)"] } ?? []))
      output.append(.bytes(body[...]))
    } else {
      return false
    }
    return true
  }

  /// Serves a body with something that never ends.
  private func serve(_ body: [UInt8], _ endless: Faults.Endless) {
    func lines(_ text: String) -> Part { .endless(Array(String(repeating: text, count: 64).utf8)) }
    let size = Array((String(body.count, radix: 16) + "\r\n").utf8)
    switch endless {
    case .trailers, .trailer:
      let end = endless == .trailer ? "" : "\r\n"
      head(200, ["Transfer-Encoding: chunked"])
      output += [
        .bytes((size + body + Array("\r\n0\r\nX-Trailer: ".utf8))[...]), lines("\(String(repeating: "t", count: 100))\(end)X-Trailer: "),
      ]
    case .interim: output.append(lines("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"))
    case .headers: output += [.bytes(Array("HTTP/1.1 200 OK\r\n".utf8)[...]), lines("X-Header: \(String(repeating: "h", count: 100))\r\n")]
    case .extension:
      head(200, ["Transfer-Encoding: chunked"])
      output += [.bytes(Array("5;".utf8)[...]), lines("x=y;")]
    case .redirect:
      head(302, ["Location: /a", "Transfer-Encoding: chunked"])
      output.append(lines("5\r\nabcde\r\n"))
    }
  }

  private func serve(_ body: [UInt8], _ request: TestServer.Request, _ faults: Faults) {
    let name = faults.etag ?? Self.hash(body)
    let tag = name.isEmpty ? nil : "\"\(name)\""
    var headers: [String] = []
    if let control = faults.cacheControl { headers.append("Cache-Control: \(control)") }
    if let encoding = faults.encoding { headers.append("Content-Encoding: \(encoding)") }
    if let size = faults.headerSize { headers.append("X-Large: \(String(repeating: "x", count: size))") }
    headers.append("Accept-Ranges: \(faults.servesRanges ? "bytes" : "none")")
    if let tag, request.headers["if-none-match"] == tag { return head(304, headers + ["ETag: \(tag)"]) }
    let total = faults.size ?? body.count
    let isChanged = faults.other == nil && request.headers["if-range"].map { $0 != tag } ?? false
    if faults.servesRanges, !isChanged, let range = request.headers["range"], range.hasPrefix("bytes="), range.hasSuffix("-"),
      let first = Int(range.dropFirst(6).dropLast())
    {
      guard first < total else { return head(416, ["Content-Range: bytes */\(total)", "Content-Length: 0"]) }
      return servePart(of: body, from: first, tag, headers, faults)
    }
    let start = 0
    if let tag { headers.append("ETag: \(tag)") }
    headers.append("Content-Length: \(faults.length ?? total)")
    head(200, headers, drip: faults.headDrip)
    var left = total - start
    var ending: Part?
    if let cut = faults.cut, cut < left { (left, ending) = (cut, .close) }
    if let stall = faults.stall, stall < left { (left, ending) = (stall, .stall) }
    if let length = faults.length, length != total - start { ending = .close }
    if let drip = faults.drip {
      output.append(.drip(body[start..<(start + left)], Double(drip) / 1000))
    } else if faults.size != nil {
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

  /// Serves a body from a byte on.
  private func servePart(of body: [UInt8], from first: Int, _ tag: String?, _ headers: [String], _ faults: Faults) {
    let end = min(body.count, first + (faults.slice ?? body.count))
    let isShifted = faults.range == .shifted
    let unit = faults.range == .items ? "items" : "bytes"
    var headers = headers
    headers.append(
      faults.range == .multipart
        ? "Content-Type: multipart/byteranges; boundary=x"
        : "Content-Range: \(unit) \(first + (isShifted ? 1 : 0))-\(end - 1)/\(faults.range == .star ? "*" : "\(body.count)")")
    if let tag, faults.range != .untagged { headers.append("ETag: \(faults.range == .weak ? "W/" : "")\(tag)") }
    if faults.range == .gzip { headers.append("Content-Encoding: gzip") }
    if faults.range != .long { headers.append("Content-Length: \(end - first - (isShifted ? 1 : 0))") }
    head(206, headers)
    output.append(.bytes(body[(first + (isShifted ? 1 : 0))..<end]))
    if faults.range == .long { output += [.bytes(Array(repeating: 9, count: 100)[...]), .close] }
  }

  private func head(_ status: Int, _ headers: [String], drip: Int? = nil) {
    let text = (["HTTP/1.1 \(status) -"] + headers).joined(separator: "\r\n") + "\r\n\r\n"
    let bytes = Array(text.utf8)[...]
    output.append(drip.map { .drip(bytes, Double($0) / 1000) } ?? .bytes(bytes))
  }

  /// FNV-1a.
  private static func hash(_ bytes: [UInt8]) -> String {
    String(bytes.reduce(into: 0xcbf2_9ce4_8422_2325 as UInt64) { $0 = ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}
