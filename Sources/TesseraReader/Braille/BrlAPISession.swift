/// A conversation with brltty by the protocol of BrlAPI, version 8: bytes that arrive, bytes to send. A value.
///
/// A packet is its size without the header and its type, each 4 bytes, then the content; numbers are big-endian (`brlapi_protocol.h`). The server
/// begins with its version and the kinds of authorization.
struct BrlAPISession: Sendable {
  /// Result of bytes that arrived.
  enum Event: Sendable, Hashable {
    /// The display has this number of cells; 0 means that there is none.
    case resized(Int)
    case key(BrailleKey)
    /// The server refused the program; the connection is of no use.
    case refused(String)
  }

  /// Bytes to send.
  private(set) var output: [UInt8] = []
  /// Whether the display belongs to this program.
  private(set) var isReady = false
  /// Whether the display was requested.
  private var isEntering = false
  private var input: [UInt8] = []
  private let key: [UInt8]
  private let terminals: [UInt32]
  private var columns = 0
  private var lastFrame: BrailleFrame?

  static let version: UInt32 = 8
  /// Maximum size of a packet (`BRLAPI_MAXPACKETSIZE`).
  static let packetLimit = 4_096
  /// Parameter with the dimensions of the display (`BRLAPI_PARAM_DISPLAY_SIZE`).
  private static let displaySize: UInt32 = 6

  /// - Parameters:
  ///   - key: secret of the server's key file; empty means that the program has none.
  ///   - terminals: path of terminals of the program; empty means the whole display.
  init(key: [UInt8] = [], terminals: [UInt32] = []) { (self.key, self.terminals) = (key, terminals) }

  mutating func dequeueOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Shows a content, now or when the display is ready.
  mutating func show(_ frame: BrailleFrame) {
    guard frame != lastFrame else { return }
    lastFrame = frame
    if isReady, columns > 0 { write(frame) }
  }

  /// Gives the display back.
  mutating func leave() {
    if isReady { send("L", []) }
    isReady = false
  }

  // MARK: Packets

  private mutating func send(_ type: UInt32, _ content: [UInt8]) {
    output += Self.bytes(UInt32(content.count)) + Self.bytes(type) + content
  }

  private mutating func send(_ type: Unicode.Scalar, _ content: [UInt8]) { send(type.value, content) }

  private static func bytes(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }

  private static func number(_ bytes: ArraySlice<UInt8>, _ index: Int) -> UInt32? {
    let at = bytes.startIndex + 4 * index
    guard at + 4 <= bytes.endIndex else { return nil }
    return bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func write(_ frame: BrailleFrame) {
    let text = Array(frame.text.utf8)
    let count = frame.text.unicodeScalars.count
    // A region of another size than the display would leave old cells.
    guard count == columns, text.count < Self.packetLimit / 2 else { return }
    // Region, text, dots 7 and 8 of selected cells, cursor (from 1; 0 means none), character set.
    var content = Self.bytes(0x02 | 0x04 | 0x10 | 0x20 | 0x40) + Self.bytes(1) + Self.bytes(UInt32(count))
    content += Self.bytes(UInt32(text.count)) + text
    content += (0..<count).map { frame.selection.contains($0) ? 0xC0 : 0 }
    content += Self.bytes(UInt32((frame.caret ?? -1) + 1))
    let set = Array("UTF-8".utf8)
    send("w", content + [UInt8(set.count)] + set)
  }

  /// Takes bytes of the server. O(bytes).
  mutating func receive(_ bytes: some Sequence<UInt8>) -> [Event] {
    input += bytes
    var (events, at): ([Event], Int) = ([], 0)
    while let size = Self.number(input[at...], 0), let type = Self.number(input[at...], 1) {
      guard size <= Self.packetLimit else { return events + [.refused("a packet of \(size) bytes; at most \(Self.packetLimit) are valid")] }
      guard input.count - at >= 8 + Int(size) else { break }
      handle(type, input[(at + 8)..<(at + 8 + Int(size))], &events)
      at += 8 + Int(size)
    }
    input.removeFirst(at)
    return events
  }

  private mutating func handle(_ type: UInt32, _ content: ArraySlice<UInt8>, _ events: inout [Event]) {
    switch type {
    case Unicode.Scalar("v").value:
      let server = Self.number(content, 0) ?? 0
      guard server == Self.version else {
        return events.append(.refused("version \(server) of the protocol; version \(Self.version) is needed"))
      }
      send("v", Self.bytes(Self.version))
    case Unicode.Scalar("a").value: authorize(content, &events)
    case Unicode.Scalar("A").value: acknowledge()
    case 0x5055:
      // The size has changed. brltty 6.5 sends changes twice, one of them with swapped bytes: the size is requested.
      if Self.number(content, 1) == Self.displaySize { send("s", []) }
    case Unicode.Scalar("s").value:
      guard let columns = Self.number(content, 0), columns <= BrailleLine.limit else { return }
      self.columns = Int(columns)
      events.append(.resized(self.columns))
      if let lastFrame { write(lastFrame) }
    case Unicode.Scalar("k").value:
      if let flags = Self.number(content, 0), let code = Self.number(content, 1), let key = Self.key(code, flags: flags) {
        events.append(.key(key))
      }
    case Unicode.Scalar("e").value, Unicode.Scalar("E").value:
      let code = Self.number(content, 0) ?? 0
      if !isReady { events.append(.refused(Self.reason(code))) }
    default: break
    }
  }

  private mutating func authorize(_ content: ArraySlice<UInt8>, _ events: inout [Event]) {
    let kinds = (0..<content.count / 4).compactMap { Self.number(content, $0) }
    if kinds.contains(Unicode.Scalar("N").value) { return enter() }
    if kinds.contains(Unicode.Scalar("K").value), !key.isEmpty { return send("a", Self.bytes(Unicode.Scalar("K").value) + key) }
    if kinds.contains(Unicode.Scalar("C").value) { return send("a", Self.bytes(Unicode.Scalar("C").value)) }
    events.append(.refused("no permission: the key file /etc/brlapi.key cannot be read; add the user to the group brlapi"))
  }

  /// Takes the display of the terminals.
  private mutating func enter() {
    isEntering = true
    let path = terminals.reduce(into: Self.bytes(UInt32(terminals.count))) { $0 += Self.bytes($1) }
    // Without the name of a driver, keys are commands.
    send("t", path + [0])
  }

  private mutating func acknowledge() {
    guard isEntering else { return enter() }
    guard !isReady else { return }
    isReady = true
    let all: [UInt32] = [0, 0, .max, .max]
    send("m", all.flatMap(Self.bytes))
    send("u", Self.acceptedKeys.flatMap { [0, $0.lowerBound, .max, $0.upperBound].flatMap(Self.bytes) })
    // The size of the display, and notices of its changes (0x200) for all programs (0x01).
    send("s", [])
    send(0x5052, Self.bytes(0x201) + Self.bytes(Self.displaySize) + Self.bytes(0) + Self.bytes(0))
  }

  private static func reason(_ code: UInt32) -> String {
    switch code {
    case 2, 3: "the display is in use by another program (error \(code))"
    case 17: "no permission (error 17): the key file has another key than that of brltty"
    default: "error \(code) of BrlAPI"
    }
  }
}
