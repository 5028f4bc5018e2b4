/// Recognizes Lottie by the beginning of a file.
enum LottieSniffer {
  /// Returns whether a file with this beginning is a dotLottie archive: a ZIP whose first entry belongs to one.
  static func recognizesArchive(_ beginning: UnsafeRawBufferPointer) -> Bool {
    guard beginning.starts(with: [0x50, 0x4B, 3, 4]), beginning.count > 30 else { return false }
    let length = Int(beginning[26]) | Int(beginning[27]) << 8
    let name = String(decoding: beginning[30..<min(beginning.count, 30 + length)], as: UTF8.self)
    return name == "manifest.json" || LottieFile.animationFolders.contains { name.hasPrefix($0) }
  }

  private static let telling: Set<String> = ["v", "ip", "op", "fr", "layers", "assets", "w", "h"]

  /// Returns whether a file with this beginning is an animation: a JSON object with the keys of one. O(n) in at most 4096 bytes.
  static func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool {
    let bytes = beginning.prefix(4096)
    var at = bytes.startIndex
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at += 3 }
    while at < bytes.endIndex, bytes[at] == 32 || (bytes[at] >= 9 && bytes[at] <= 13) { at += 1 }
    guard at < bytes.endIndex, bytes[at] == UInt8(ascii: "{") else { return false }
    var depth = 0
    var (outer, inner) = (Set<String>(), Set<String>())
    while at < bytes.endIndex {
      switch bytes[at] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        let start = at + 1
        at = start
        while at < bytes.endIndex, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
        guard at < bytes.endIndex else { break }
        let isKey = bytes[(at + 1)...].first { $0 > 32 } == UInt8(ascii: ":")
        if isKey, at - start <= 8 {
          let key = String(decoding: bytes[start..<at], as: UTF8.self)
          if depth == 1 { outer.insert(key) } else { inner.insert(key) }
        }
      default: break
      }
      if depth == 0 { break }
      at += 1
    }
    let known = outer.intersection(telling)
    let isWhole = depth == 0
    if isWhole { return known.isSuperset(of: ["layers", "fr", "op"]) }
    // Some writers put layers or assets first, so that other keys are beyond the examined bytes.
    return known.count >= 3 && (known.contains("fr") || known.contains("op") || known.contains("ip"))
      || !known.isDisjoint(with: ["layers", "assets"]) && (inner.isSuperset(of: ["ty", "ks"]) || inner.isSuperset(of: ["id", "layers"]))
  }
}
