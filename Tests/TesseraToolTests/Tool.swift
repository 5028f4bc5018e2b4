import Foundation
import Testing

/// The built executable, which lies beside the test bundle.
enum Tool {
  struct Outcome {
    var status: Int32
    var output: Data
    var errors: String
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  static let executable: URL = {
    // The bundle of tests is the program that runs.
    let bundle = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: bundle ?? "tests").deletingLastPathComponent().appending(path: "tessera")
  }()

  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
  static func fixture(_ name: String) -> String { fixtures.appending(path: name).path }

  /// Runs the tool to its end; a shell sets `limits` first.
  static func run(_ arguments: [String], output: FileHandle? = nil, limits: String? = nil) throws -> Outcome {
    let process = Process()
    if let limits {
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "\(limits); exec \"$0\" \"$@\"", executable.path] + arguments
    } else {
      process.executableURL = executable
      process.arguments = arguments
    }
    // Files, not pipes: nothing has to be read while the tool runs.
    let directory = try Folder()
    defer { withExtendedLifetime(directory) {} }
    let (out, err) = (directory.path("out"), directory.path("err"))
    for file in [out, err] { try Data().write(to: URL(filePath: file)) }
    process.standardOutput = try output ?? FileHandle(forWritingTo: URL(filePath: out))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: err))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, "tessera \(arguments) was ended by signal \(process.terminationStatus)")
    return Outcome(
      status: process.terminationStatus, output: try Data(contentsOf: URL(filePath: out)),
      errors: String(decoding: try Data(contentsOf: URL(filePath: err)), as: UTF8.self))
  }
}

/// A folder that goes away with the value.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
  func data(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }
  func write(_ text: String, _ name: String) throws -> String {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    return path(name)
  }
  /// Names of all files, hidden ones as well.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}
