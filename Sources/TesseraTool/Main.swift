internal import ArgumentParser
internal import Glibc

/// Entry point of the program.
@main struct Main {
  static func main() {
    // A closed pipe then causes a write error, with a message and an exit code.
    signal(SIGPIPE, SIG_IGN)
    // Likewise for a file that exceeds the shell's size limit.
    signal(SIGXFSZ, SIG_IGN)
    let arguments = CommandWords.joined(Array(CommandLine.arguments.dropFirst()))
    if let problem = CommandWords.problem(arguments) { refuse(problem, arguments) }
    run(arguments)
    guard fflush(nil) == 0 else {
      StandardError.write("tessera: error: cannot write standard output: \(String(cString: strerror(errno)))\n")
      exit(ExitStatus.inputOutput.rawValue)
    }
  }

  /// Exits because of invalid arguments.
  private static func refuse(_ problem: String, _ arguments: [String]) -> Never {
    let error = ToolError(.usage, problem)
    StandardError.write("\(error.description)\n`\(CommandWords.help(for: arguments))` lists all options.\n")
    exit(error.status.rawValue)
  }

  private static func run(_ arguments: [String]) {
    do {
      var command = try TesseraCommand.parseAsRoot(arguments)
      try command.run()
    } catch let error as ToolError {
      StandardError.write(error.description + "\n")
      exit(error.status.rawValue)
    } catch let code as ExitCode {
      exit(code.rawValue)
    } catch {
      guard TesseraCommand.exitCode(for: error).isSuccess else {
        refuse(ParserMessage.rewritten(TesseraCommand.message(for: error)), arguments)
      }
      // Help and version are written to standard output, which may be full or closed like any output.
      do throws(ToolError) {
        try StandardOutput.write(TesseraCommand.fullMessage(for: error) + "\n")
      } catch {
        StandardError.write(error.description + "\n")
        exit(error.status.rawValue)
      }
    }
  }
}

/// `tessera`: root command.
struct TesseraCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tessera",
    abstract: "Renders, lays out and plays Tessera scenes, with or without a display.",
    discussion: """
      Exit codes: 0 success; 64 invalid arguments; 65 invalid scene, script or font, or a finding of `check`; 66 unreadable input; 70 internal error; \
      73 output that cannot be created; 74 error while reading or writing.
      Output files are written completely or not at all.
      """,
    version: "0.1.0",
    subcommands: [
      RenderCommand.self,
      LayoutCommand.self,
      TreeCommand.self,
      CheckCommand.self,
      NodesCommand.self,
      ImageCommand.self,
      VideoCommand.self,
      CamerasCommand.self,
      RunCommand.self,
      DataCommand.self,
      SubtitlesCommand.self,
      TilesCommand.self,
      MapStyleCommand.self,
      MessageCommand.self,
      LocalizeCommand.self,
    ])
}
