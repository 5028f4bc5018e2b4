internal import Glibc

/// Address of a VNC server, and its requirements for viewers.
public struct VNCOptions: Sendable, Hashable {
  /// Environment variable with the password, used if no file is set.
  public static let passwordVariable = "TESSERA_VNC_PASSWORD"
  /// Maximum password length in bytes; the protocol ignores the rest.
  public static let passwordLength = 8

  /// Name or number of the address to listen on; empty: loopback only; `*`: all addresses of the machine.
  public var address = ""
  /// The port; 0: any free one.
  public var port = 5900
  /// File with the password in its first line; empty: use the environment.
  public var passwordFile = ""
  /// Whether viewers may send touches, scroll and type.
  public var takesInput = true
  /// Title shown by viewers.
  public var name = "Tessera"

  /// Creates the default options.
  public init() {}

  /// Parses `[ADDRESS][:PORT][,view-only][,password=FILE]`; nil if invalid. An IPv6 address is in brackets.
  public init?(_ text: String) {
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    var place = words[0][...]
    if place.hasPrefix("[") {
      guard let end = place.firstIndex(of: "]") else { return nil }
      address = String(place[place.index(after: place.startIndex)..<end])
      place = place[place.index(after: end)...]
      guard !address.isEmpty, place.isEmpty || place.hasPrefix(":") else { return nil }
    } else if place.allSatisfy({ $0.isASCII && $0.isNumber }), !place.isEmpty {
      place = ":" + place
    } else {
      address = String(place.prefix { $0 != ":" })
      place = place.dropFirst(address.count)
    }
    if !place.isEmpty {
      guard let number = Int(place.dropFirst()), (0...65535).contains(number) else { return nil }
      port = number
    }
    for word in words.dropFirst() {
      if word == "view-only" {
        takesInput = false
      } else if word.hasPrefix("password="), word.count > 9 {
        passwordFile = String(word.dropFirst(9))
      } else {
        return nil
      }
    }
  }

  /// Reads the password; nil if there is none.
  ///
  /// - Throws: ``DeviceError`` if the file cannot be read, or has no password in its first line.
  func password() throws(DeviceError) -> String? {
    if passwordFile.isEmpty {
      guard let value = getenv(Self.passwordVariable) else { return nil }
      return try Self.checked(String(cString: value), from: Self.passwordVariable)
    }
    let file = open(passwordFile, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw .unreadable(path: passwordFile, code: errno, advice: "password=FILE names a file with the password in its first line")
    }
    defer { close(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in count = max(0, read(file, buffer.baseAddress, 256)) }
    return try Self.checked(String(decoding: bytes.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self), from: passwordFile)
  }

  private static func checked(_ password: String, from place: String) throws(DeviceError) -> String {
    guard !password.isEmpty else {
      throw .unusable(device: place, reason: "the password is empty", advice: "it must have 1 to \(passwordLength) characters")
    }
    return password
  }
}
