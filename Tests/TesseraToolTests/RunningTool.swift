import Foundation
import Testing

/// The tool as a process that runs until it is told to stop.
final class RunningTool {
  let process = Process()
  let folder: Folder
  private let output: String

  init(_ arguments: [String], in folder: Folder, environment: [String: String] = [:]) throws {
    self.folder = folder
    output = folder.path("output")
    try Data().write(to: URL(filePath: output))
    process.executableURL = Tool.executable
    process.arguments = ["run"] + arguments + ["--announce"]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let file = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardOutput = file
    process.standardError = file
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  var text: String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }

  /// Waits until something is so, or the tool has ended.
  func wait(_ what: String, until isSo: () throws -> Bool) rethrows {
    var (isRunning, isDone) = (process.isRunning, try isSo())
    while !isDone && isRunning {
      sched_yield()
      // Asked once more after it has ended.
      (isRunning, isDone) = (process.isRunning, try isSo())
    }
    #expect(isDone, "the tool ended before \(what):\n\(text)")
  }

  func waitUntilReady() { wait("READY") { text.contains("READY") } }

  /// A line of the process's status, such as `VmRSS`; 0 where there is none.
  func status(_ name: String) throws -> Int {
    let lines = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(name + ":") }) else { return 0 }
    return Int(line.split(whereSeparator: \.isWhitespace)[1]) ?? 0
  }

  /// Numbers of its descriptors.
  func descriptors() throws -> [Int] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd").compactMap(Int.init).sorted()
  }

  /// Its mappings, a line each.
  func mappings() throws -> [Substring] {
    try String(contentsOfFile: "/proc/\(process.processIdentifier)/maps", encoding: .utf8).split(separator: "\n")
  }

  func end() -> Int32 {
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    return process.terminationStatus
  }
}
