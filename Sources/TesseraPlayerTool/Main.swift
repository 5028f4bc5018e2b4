internal import Glibc
internal import TesseraPlayer

/// `tessera-player`: a scene on a screen, without Foundation and without an argument parser.
@main struct Main {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.contains("--help") || arguments.contains("-h") {
      print(PlayerArguments.help)
      return
    }
    do throws(PlayerArguments.Wrong) {
      let options = try PlayerArguments.parse(arguments)
      do throws(PlayerError) {
        try Player(options, message: say).run()
      } catch {
        say("error: \(error)")
        exit(PlayerArguments.status(of: error))
      }
    } catch {
      say("error: \(error.reason)\nSee tessera-player --help.")
      exit(64)
    }
  }

  /// Messages are lines on standard error; what cannot be written is dropped.
  @Sendable static func say(_ text: String) {
    var line = "tessera-player: \(text)\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
