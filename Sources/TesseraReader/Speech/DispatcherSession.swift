/// A conversation with speech-dispatcher by its protocol SSIP: bytes that arrive, lines to send. A value.
///
/// Replies are lines of a three-digit code, a hyphen before all but the last, and CR LF. Codes of 7xx are events: the message, the client, and the event.
/// (SSIP, chapter 3 and 4 of the manual of speech-dispatcher.)
struct DispatcherSession: Sendable {
  /// Result of bytes that arrived.
  enum Event: Sendable, Hashable {
    /// An utterance was spoken, or cancelled by the server.
    case ended(Int)
    /// The server refused a command.
    case refused(String)
  }

  /// Bytes to send.
  private(set) var output: [UInt8]
  /// Utterance that waits for the reply to SPEAK.
  private var prepared: Utterance?
  /// Text that is sent after the reply 230.
  private var text: [UInt8] = []
  /// Number of the server's message, and the utterance.
  private var current: (message: String, id: Int)?
  private var line: [UInt8] = []
  /// Lines of a reply or event of several lines.
  private var data: [String] = []
  private var language = ""
  private var wait = Wait.nothing

  private enum Wait { case nothing, speakReply, textReply }

  static let lineLimit = 4_096

  init() {
    output = Array("SET self CLIENT_NAME user:tessera:reader\r\nSET self NOTIFICATION END on\r\nSET self NOTIFICATION CANCEL on\r\n".utf8)
  }

  mutating func dequeueOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Speaks an utterance; a former one was cancelled or has ended.
  mutating func speak(_ utterance: Utterance) {
    let tag = utterance.language.split(separator: "-").first.map(String.init) ?? "en"
    if tag != language, tag.utf8.allSatisfy({ $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }) {
      send("SET self LANGUAGE \(tag)")
      language = tag
    }
    prepared = utterance
    begin()
  }

  /// Stops the current utterance.
  mutating func cancel() {
    (prepared, current) = (nil, nil)
    send("CANCEL self")
  }

  private mutating func begin() {
    // A text that is being sent ends first.
    guard wait == .nothing, let prepared else { return }
    send("SPEAK")
    // A line of a single dot ends the text, so a dot at the start of a line is doubled.
    let lines = prepared.text.split(whereSeparator: \.isNewline).map { $0.first == "." ? "." + $0 : String($0) }
    text = Array((lines.joined(separator: "\r\n") + "\r\n.\r\n").utf8)
    wait = .speakReply
  }

  private mutating func send(_ command: String) { output += Array((command + "\r\n").utf8) }

  /// Takes bytes of the server. Lines above the limit are dropped.
  mutating func receive(_ bytes: some Sequence<UInt8>) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        if line.count >= 4, let code = Int(String(decoding: line[..<3], as: UTF8.self)) {
          handle(code, isLast: line[3] != UInt8(ascii: "-"), String(decoding: line[4...], as: UTF8.self), &events)
        }
        line.removeAll(keepingCapacity: true)
      } else if line.count < Self.lineLimit {
        line.append(byte)
      }
    }
    return events
  }

  private mutating func handle(_ code: Int, isLast: Bool, _ words: String, _ events: inout [Event]) {
    guard isLast else {
      if data.count < 16 { data.append(words) }
      return
    }
    defer { data = [] }
    switch code {
    case 230:
      // The text is sent even if the utterance was cancelled: the server waits for it.
      output += text
      wait = .textReply
    case 225:
      wait = .nothing
      if let spoken = prepared, text.isEmpty == false {
        current = (data.first ?? "", spoken.id)
        prepared = nil
      } else {
        send("CANCEL self")
      }
      text = []
      begin()
    case 702, 703:
      guard let current, data.first == current.message else { return }
      self.current = nil
      events.append(.ended(current.id))
    case 300...599:
      events.append(.refused("\(code) \(words)"))
      if wait != .nothing {
        wait = .nothing
        text = []
        if let id = prepared?.id { events.append(.ended(id)) }
        prepared = nil
      }
    default: break
    }
  }
}
