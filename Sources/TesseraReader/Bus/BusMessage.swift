/// Message of D-Bus. A value. (D-Bus specification, "Message Format".)
struct BusMessage: Sendable, Hashable {
  enum Kind: UInt8, Sendable { case call = 1, reply, error, signal }

  var kind: Kind
  var serial: UInt32 = 0
  var path = ""
  var interface = ""
  var member = ""
  /// Name of an error.
  var errorName = ""
  /// Serial number of the call that a reply answers.
  var replySerial: UInt32 = 0
  var destination = ""
  var sender = ""
  /// Whether the caller needs no reply.
  var needsNoReply = false
  var body: [BusValue] = []

  /// Maximum size of a message that is read.
  static let limit = 1 << 18

  init(_ kind: Kind) { self.kind = kind }

  static func call(_ destination: String, _ path: String, _ interface: String, _ member: String, _ body: [BusValue] = []) -> BusMessage {
    var message = BusMessage(.call)
    (message.destination, message.path, message.interface, message.member, message.body) = (destination, path, interface, member, body)
    return message
  }

  static func signal(_ path: String, _ interface: String, _ member: String, _ body: [BusValue]) -> BusMessage {
    var message = BusMessage(.signal)
    (message.path, message.interface, message.member, message.body) = (path, interface, member, body)
    return message
  }

  /// Returns the reply to this call.
  func reply(_ body: [BusValue]) -> BusMessage {
    var message = BusMessage(.reply)
    (message.destination, message.replySerial, message.body) = (sender, serial, body)
    return message
  }

  /// Returns an error as the reply to this call.
  func error(_ name: String, _ reason: String) -> BusMessage {
    var message = BusMessage(.error)
    (message.destination, message.replySerial, message.errorName, message.body) = (sender, serial, name, [.string(reason)])
    return message
  }

  /// Bytes of the message.
  var bytes: [UInt8] {
    var content = BusWriter()
    for value in body { content.append(value) }
    func field(_ code: UInt8, _ value: BusValue) -> BusValue { .structure([.byte(code), .variant(value)]) }
    var fields: [BusValue] = []
    if !path.isEmpty { fields.append(field(1, .path(path))) }
    if !interface.isEmpty { fields.append(field(2, .string(interface))) }
    if !member.isEmpty { fields.append(field(3, .string(member))) }
    if !errorName.isEmpty { fields.append(field(4, .string(errorName))) }
    if replySerial != 0 { fields.append(field(5, .uint32(replySerial))) }
    if !destination.isEmpty { fields.append(field(6, .string(destination))) }
    if !sender.isEmpty { fields.append(field(7, .string(sender))) }
    if !body.isEmpty { fields.append(field(8, .signature(body.map(\.signature).joined()))) }
    var header = BusWriter()
    header.append(raw: [UInt8(ascii: "l"), kind.rawValue, needsNoReply ? 1 : 0, 1])
    header.append(UInt32(content.bytes.count))
    header.append(serial)
    header.append(.array(of: "(yv)", fields))
    header.align(8)
    return header.bytes + content.bytes
  }

  /// Returns the size of the message at the start of bytes; nil if too few are there to say.
  static func size(_ bytes: ArraySlice<UInt8>) throws(BusReader.Malformed) -> Int? {
    guard bytes.count >= 16, let first = bytes.first else { return nil }
    guard first == UInt8(ascii: "l") || first == UInt8(ascii: "B") else { throw BusReader.Malformed() }
    var reader = BusReader(bytes, isBigEndian: first == UInt8(ascii: "B"))
    _ = try reader.number(UInt32.self)
    let body = Int(try reader.number(UInt32.self))
    _ = try reader.number(UInt32.self)
    let fields = Int(try reader.number(UInt32.self))
    guard body <= limit, fields <= limit else { throw BusReader.Malformed() }
    return (16 + fields + 7) / 8 * 8 + body
  }

  /// Reads a message whose bytes are complete.
  init(_ bytes: ArraySlice<UInt8>) throws(BusReader.Malformed) {
    let isBigEndian = bytes.first == UInt8(ascii: "B")
    var reader = BusReader(bytes, isBigEndian: isBigEndian)
    let header = try reader.values("yyyyuua(yv)")
    guard case .byte(let code) = header[1], let kind = Kind(rawValue: code), case .byte(let flags) = header[2],
      case .uint32(let serial) = header[5], case .array(_, let fields) = header[6]
    else { throw BusReader.Malformed() }
    (self.kind, self.serial, needsNoReply) = (kind, serial, flags & 1 != 0)
    var signature = ""
    for field in fields {
      guard case .structure(let parts) = field, parts.count == 2, case .byte(let code) = parts[0], case .variant(let value) = parts[1]
      else {
        throw BusReader.Malformed()
      }
      switch code {
      case 1: path = value.text ?? ""
      case 2: interface = value.text ?? ""
      case 3: member = value.text ?? ""
      case 4: errorName = value.text ?? ""
      case 5: replySerial = UInt32(clamping: value.integer ?? 0)
      case 6: destination = value.text ?? ""
      case 7: sender = value.text ?? ""
      case 8:
        // A text could be longer than a signature.
        guard case .signature(let text) = value else { throw BusReader.Malformed() }
        signature = text
      default: break
      }
    }
    try reader.align(8)
    body = try reader.values(signature)
  }
}
