internal import Glibc
internal import TesseraDevices
internal import TesseraScene

/// Exit status of the program: codes of sysexits.h, so that scripts can distinguish causes.
enum ExitStatus: Int32 {
  /// Invalid arguments.
  case usage = 64
  /// Invalid scene, script or font.
  case badData = 65
  /// An input that does not exist or cannot be opened.
  case noInput = 66
  /// An error of Tessera itself.
  case software = 70
  /// An output that cannot be created.
  case cannotCreate = 73
  /// A read or write error.
  case inputOutput = 74
}

/// Failure that ends the program.
struct ToolError: Error, CustomStringConvertible {
  let status: ExitStatus
  let description: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    description = "tessera: error: \(message)"
  }

  /// Converts all errors of a scene, each in a line that begins with its place.
  init(_ errors: SceneErrors) {
    status = errors.errors.first?.kind == .unreadable ? .noInput : .badData
    description = (status == .noInput ? "tessera: error: " : "") + errors.description
  }

  /// Converts an error of an output.
  init(_ error: DeviceError) {
    let status: ExitStatus =
      switch error {
      case .system(let action, _, _): action == "create" || action == "open" ? .cannotCreate : .inputOutput
      case .unusable: .noInput
      case .badFrame, .encoding: .usage
      case .outOfMemory: .software
      }
    self.init(status, "\(error)")
  }
}

/// Messages to the user.
enum StandardError {
  /// Writes all of `text`; ignores write errors, which cannot be reported.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let base = rest.baseAddress, !rest.isEmpty {
        let count = Glibc.write(STDERR_FILENO, base, rest.count)
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

/// Results for programs.
enum StandardOutput {
  /// Writes all of `text`.
  static func write(_ text: String) throws(ToolError) {
    do throws(DeviceError) {
      try AtomicFile.write(Array(text.utf8), to: "-")
    } catch {
      throw ToolError(error)
    }
  }
}
