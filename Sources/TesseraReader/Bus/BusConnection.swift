/// A connection to a message bus: authorization by the user's number, then messages. A value; it has no socket.
struct BusConnection: Sendable {
  /// Result of bytes that arrived.
  enum Event: Sendable, Hashable {
    case message(BusMessage)
    /// The connection is of no use any more.
    case failed(String)
  }

  /// Bytes to send.
  private(set) var output: [UInt8]
  private var input: [UInt8] = []
  /// Messages that follow the end of the authorization.
  private var waiting: [UInt8] = []
  private var isAuthorized = false
  private var serial: UInt32 = 0

  /// Maximum length of a line of the authorization.
  static let lineLimit = 512

  /// - Parameter user: number of the user.
  init(user: UInt32) {
    let hex = String(user).utf8.map { String($0, radix: 16) }.joined()
    output = [0] + Array("AUTH EXTERNAL \(hex)\r\n".utf8)
  }

  mutating func dequeueOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Sends a message. Returns its serial number.
  @discardableResult
  mutating func send(_ message: BusMessage) -> UInt32 {
    var message = message
    serial = serial == .max ? 1 : serial + 1
    message.serial = serial
    if isAuthorized { output += message.bytes } else { waiting += message.bytes }
    return serial
  }

  /// Takes bytes. O(bytes).
  mutating func receive(_ bytes: some Sequence<UInt8>) -> [Event] {
    input += bytes
    var (events, at): ([Event], Int) = ([], 0)
    if !isAuthorized {
      guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else {
        return input.count > Self.lineLimit ? [.failed("the bus sent no line of its authorization")] : []
      }
      guard input.starts(with: Array("OK".utf8)) else { return [.failed("the bus refused this user")] }
      at = end + 1
      isAuthorized = true
      output += Array("BEGIN\r\n".utf8) + waiting
      waiting = []
    }
    do throws(BusReader.Malformed) {
      while let size = try BusMessage.size(input[at...]), input.count - at >= size {
        events.append(.message(try BusMessage(input[at..<at + size])))
        at += size
      }
    } catch {
      return events + [.failed("the bus sent a malformed message, or one of more than \(BusMessage.limit) bytes")]
    }
    input.removeFirst(at)
    return events
  }
}
