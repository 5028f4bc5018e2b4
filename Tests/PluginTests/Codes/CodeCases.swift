import Foundation
import TesseraKit
import TesseraTestSupport

/// Cases of `Fixtures/Codes`.
enum CodeCases {
  struct QR: Sendable {
    let text: String
    var options = CodeOptions()
    let largestVersion: Int
    let rows: [[Bool]]
  }

  enum Expected: Sendable, Equatable {
    case bars([Bool])
    case height(Int)
    case error
  }

  struct Bar: Sendable {
    let kind: CodeKind
    let text: String
    let expected: Expected
  }

  private static func lines(_ name: String) throws -> [[String]] {
    let path = try PackageFolder.root() + "/Tests/PluginTests/Fixtures/Codes/\(name)"
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
  }

  private static func text(_ digits: String) -> String {
    let bytes = Array(digits.utf8)
    func value(_ byte: UInt8) -> UInt8 { byte < 58 ? byte - 48 : byte - 87 }
    return String(decoding: stride(from: 0, to: bytes.count, by: 2).map { value(bytes[$0]) << 4 | value(bytes[$0 + 1]) }, as: UTF8.self)
  }

  static func qr() throws -> [QR] {
    try lines("qr.tsv").map { fields in
      let version = Int(fields[2]) ?? 1
      let rows = fields[6].split(separator: ",").map { row -> [Bool] in
        let bits = row.flatMap { digit in (0..<4).reversed().map { (digit.hexDigitValue ?? 0) >> $0 & 1 != 0 } }
        let size = version * 4 + 17
        return Array((Array(repeating: false, count: size) + bits).suffix(size))
      }
      var result = QR(text: text(fields[0]), largestVersion: Int(fields[3]) ?? 0, rows: rows)
      result.options.level = CodeOptions.Level(rawValue: fields[1]) ?? .medium
      (result.options.version, result.options.mask) = (version, Int(fields[4]))
      result.options.mode = CodeOptions.Mode(rawValue: fields[5]) ?? .automatic
      return result
    }
  }

  static func bars() throws -> [Bar] {
    try lines("barcodes.tsv").map { fields in
      let kind = CodeKind(rawValue: fields[0]) ?? .qr
      let expected: Expected =
        fields[2] == "error" ? .error : kind.isLinear ? .bars(fields[2].map { $0 == "1" }) : .height(Int(fields[2]) ?? 0)
      return Bar(kind: kind, text: text(fields[1]), expected: expected)
    }
  }
}
