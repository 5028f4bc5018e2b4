import Glibc
import TesseraMaps
import TesseraPictures
import TesseraTestSupport

@testable import LottieCodec

/// Files of the archive of cases.
enum MapCases {
  static func archive() throws -> ZipArchive {
    let path = try PackageFolder.root(of: #filePath) + "/Tests/TesseraMapsTests/Fixtures/cases.zip"
    return try ZipArchive(PictureData(file: path).bytes(), source: "cases.zip")
  }

  static func json(_ archive: ZipArchive, _ name: String) throws -> MapValue {
    guard let bytes = try archive.bytes(of: name) else { throw MapError(source: name, reason: "it is not in the archive") }
    return try MapValue.read(bytes, source: name)
  }

  /// Writes a file into the folder for temporary files and returns its path.
  static func temporary(_ bytes: [UInt8], _ suffix: String) throws -> String {
    var template = Array("/tmp/tessera-maps-XXXXXX\(suffix)".utf8CString)
    let descriptor = mkstemps(&template, Int32(suffix.utf8.count))
    guard descriptor >= 0 else { throw MapError(source: "/tmp", reason: "no file can be created") }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + done, bytes.count - done) }
      guard count > 0 else { throw MapError(source: "/tmp", reason: "the file cannot be written") }
      done += count
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static func remove(_ path: String) { unlink(path) }
}
