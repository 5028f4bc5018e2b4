@testable import TesseraReader

/// Messages of a session bus, one after another. A message that is read has the same values when it was written and read again.
@Sendable func readBus(_ input: [UInt8]) {
  var rest = input[...]
  while true {
    let message: BusMessage
    do throws(BusReader.Malformed) {
      guard let size = try BusMessage.size(rest), size <= rest.count else { return }
      precondition(size >= 16, "a message without a header")
      message = try BusMessage(rest.prefix(size))
      rest = rest.dropFirst(size)
    } catch { return }
    let bytes = message.bytes
    // Strings that are not UTF-8 grow when they are repaired.
    guard let size = try? BusMessage.size(bytes[...]) else { continue }
    precondition(size == bytes.count, "a message of \(bytes.count) bytes says that it has \(size)")
    guard let again = try? BusMessage(bytes[...]) else { preconditionFailure("a message that was written cannot be read") }
    precondition(again.bytes == bytes, "a message is read back as another one")
  }
}

/// Packets of a braille server, in pieces. The first byte is the size of a piece.
@Sendable func readBraille(_ input: [UInt8]) {
  guard let first = input.first else { return }
  var session = BrlAPISession(key: [1, 2, 3], terminals: [7])
  session.show(BrailleFrame(text: "Living room", caret: 3))
  var rest = input.dropFirst()
  while !rest.isEmpty {
    let piece = rest.prefix(Int(first) + 1)
    rest = rest.dropFirst(piece.count)
    for event in session.receive(piece) {
      switch event {
      case .resized(let cells): precondition((0...BrailleLine.limit).contains(cells), "a display of \(cells) cells")
      case .refused(let reason): return precondition(!reason.isEmpty, "an error that says nothing")
      case .key: break
      }
    }
    // The server's answers are whole packets.
    var output = session.dequeueOutput()[...]
    while output.count >= 8 {
      let size = output.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      precondition(size <= BrlAPISession.packetLimit && output.count >= 8 + size, "a packet that is cut off")
      output = output.dropFirst(8 + size)
    }
    precondition(output.isEmpty, "a packet without a header")
  }
}
