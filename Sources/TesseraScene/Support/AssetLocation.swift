/// Location of an asset given by a scene or its data. A value; any thread.
enum AssetLocation: Equatable {
  /// File, as a path that can be opened.
  case file(String)
  /// http or https URL; the case of the scheme is ignored.
  case url(String)
  /// Camera or RTSP stream, which only node types of videos read.
  case live(String)
  /// URL with an unsupported scheme, in lower case.
  case unsupported(scheme: String)

  /// Classifies `text`. A relative path is relative to `directory`; a URL is independent of it.
  ///
  /// A scheme has at least two letters, so `c:/photo.png` is a path. Only `file:`, `data:` and `camera:` are schemes without `//`, so a file may be
  /// called `photo:1.png`.
  init(_ text: String, in directory: String) {
    guard let (scheme, rest) = Self.split(text) else {
      self = .file(FileReading.resolve(text, in: directory))
      return
    }
    switch scheme {
    case "http", "https": self = .url(text)
    case "camera", "rtsp", "rtsps": self = .live(text)
    case "file":
      if let path = Self.path(rest) {
        self = .file(FileReading.resolve(path, in: directory))
      } else {
        self = .unsupported(scheme: scheme)
      }
    default: self = .unsupported(scheme: scheme)
    }
  }

  /// Message about a URL with an unsupported scheme; nil if the location can be loaded.
  var problem: String? {
    guard case .unsupported(let scheme) = self else { return nil }
    if scheme == "file" { return "a `file:` URL names another host; a path, or file:///PATH, is valid" }
    return "`\(scheme):` URLs cannot be loaded; the path of a file, or an http, https or file URL is valid"
  }

  /// Returns the scheme in lower case and the text after its colon; nil if `text` is a path.
  private static func split(_ text: String) -> (scheme: String, rest: Substring)? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = text.utf8[..<colon]
    guard name.count >= 2, name.first.map(isLetter) == true, name.allSatisfy({ isLetter($0) || isSchemeSign($0) }) else { return nil }
    let scheme = text[..<colon].lowercased()
    let rest = text[text.utf8.index(after: colon)...]
    guard rest.hasPrefix("//") || ["file", "data", "camera"].contains(scheme) else { return nil }
    return (scheme, rest)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  private static func isSchemeSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }

  /// Returns the path of a file URL with escapes decoded; nil if it names another host. Source: RFC 8089.
  private static func path(_ rest: Substring) -> String? {
    var path = rest
    if path.hasPrefix("//") {
      path = path.dropFirst(2)
      let host = path.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
      path = path[host.endIndex...]
    }
    var bytes: [UInt8] = []
    var source = Array(path.utf8)[...]
    while let byte = source.popFirst() {
      let digits = source.prefix(2).compactMap(hex)
      guard byte == UInt8(ascii: "%"), digits.count == 2, digits[0] << 4 | digits[1] != 0 else {
        bytes.append(byte)
        continue
      }
      bytes.append(digits[0] << 4 | digits[1])
      source = source.dropFirst(2)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
