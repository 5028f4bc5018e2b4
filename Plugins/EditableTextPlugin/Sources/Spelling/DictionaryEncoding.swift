#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Conversion between UTF-8 and the encoding of a dictionary.
enum DictionaryEncoding {
  /// Converts zero-terminated bytes; nil if a letter has no code in the other encoding. `length` is that of the input.
  static func convert(_ bytes: [UInt8], from: String, to: String) -> [UInt8]? {
    let converter = iconv_open(to, from)
    // iconv_open returns -1 for an encoding that it does not know.
    guard converter != iconv_t(bitPattern: -1), let converter else { return nil }
    defer { iconv_close(converter) }
    var (input, output) = (bytes.map { CChar(bitPattern: $0) }, [CChar](repeating: 0, count: bytes.count * 4 + 4))
    let written: Int? = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (source, left, target, room) = (input.baseAddress, input.count, output.baseAddress, output.count)
        guard iconv(converter, &source, &left, &target, &room) != Int(bitPattern: UInt.max), left == 0 else { return nil }
        return output.count - room
      }
    }
    return written.map { output.prefix($0).map { UInt8(bitPattern: $0) } }
  }
}
