internal import Glibc

/// Where a VNC server listens, and what it asks of viewers.
public struct VNCOptions: Sendable, Hashable {
  /// The environment variable whose value is the password where no file is named.
  public static let passwordVariable = "TESSERA_VNC_PASSWORD"
  /// Bytes of a password that count: the protocol knows no more.
  public static let passwordLength = 8

  /// Name or number of the address to listen on; empty: loopback only; `*`: every address of the machine.
  public var address = ""
  /// The port; 0: any that is free.
  public var port = 5900
  /// The file whose first line is the password; empty: the environment says it.
  public var passwordFile = ""
  /// Whether viewers may touch, scroll and type.
  public var takesInput = true
  /// What viewers show as title.
  public var name = "Tessera"

  /// Makes the usual options.
  public init() {}

  /// Reads `[ADDRESS][:PORT][,view-only][,password=FILE]`; nil for anything else. An IPv6 address stands in brackets.
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

  /// Reads the password; nil: there is none.
  ///
  /// - Throws: ``DeviceError`` where the file cannot be read, or has no password in its first line.
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
