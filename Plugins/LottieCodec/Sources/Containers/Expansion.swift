internal import TesseraPictures

/// Expands compressed content of a file.
enum Expansion {
  /// Expands bytes.
  /// - Parameters:
  ///   - limit: maximum size of the result in bytes.
  ///   - what: name in error messages.
  static func expand(
    _ bytes: ArraySlice<UInt8>, _ container: Deflate.Container, limit: Int, what: String, source: String
  ) throws(LottieError) -> [UInt8] {
    let result = bytes.withUnsafeBytes { raw in
      Result { () throws(DeflateError) in try Deflate.expand(raw, container, limit: limit) }
    }
    switch result {
    case .success(let bytes): return bytes
    case .failure(.truncated):
      var error = LottieError(source: source, reason: "\(what) is cut off")
      error.isTruncated = true
      throw error
    case .failure(.damaged): throw LottieError(source: source, reason: "\(what) is damaged")
    case .failure(.tooLong): throw LottieError(source: source, reason: "\(what) holds more than \(limit) bytes")
    case .failure(.outOfMemory): throw LottieError(source: source, reason: "no memory for \(what)")
    }
  }
}
