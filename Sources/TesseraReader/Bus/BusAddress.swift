/// Address of a message bus: a Unix socket. A value. (D-Bus specification, "Server Addresses".)
struct BusAddress: Sendable, Hashable {
  /// Name of the socket.
  let name: String
  /// Whether the name is in the abstract namespace of Linux, not a file.
  let isAbstract: Bool

  /// Reads the first Unix socket of a list, such as `unix:path=/run/user/0/bus,guid=…`; nil if there is none.
  init?(_ text: String) {
    for address in text.split(separator: ";") {
      guard address.hasPrefix("unix:") else { continue }
      for pair in address.dropFirst(5).split(separator: ",") {
        for (key, isAbstract) in [("path=", false), ("abstract=", true)] where pair.hasPrefix(key) {
          (name, self.isAbstract) = (Self.unescaped(pair.dropFirst(key.utf8.count)), isAbstract)
          return
        }
      }
    }
    return nil
  }

  /// Replaces `%2F` and other escaped bytes.
  private static func unescaped(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var (result, at): ([UInt8], Int) = ([], 0)
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[at + 1...at + 2], as: UTF8.self), radix: 16)
      {
        result.append(byte)
        at += 3
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
