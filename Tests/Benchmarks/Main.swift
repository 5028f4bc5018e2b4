internal import Glibc

/// Entry point of the program.
@main struct Main {
  static func main() {
    do throws(BenchError) {
      let data = getenv("BENCH_DATA").map { String(cString: $0) }
      switch try BenchArguments(Array(CommandLine.arguments.dropFirst()), environmentData: data) {
      case .help: print(help)
      case .run(let name, let data, let out): try BenchCases.run(name, data: data, out: out)
      case .makeData(let folder): try BenchDataMaker.make(folder)
      }
    } catch {
      let message = error.description + "\n"
      _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
      exit(error.status.rawValue)
    }
    guard fflush(nil) == 0 else { exit(BenchError.Status.inputOutput.rawValue) }
  }

  private static let help = """
    usage: tessera-bench --case NAME [--out DIR] [--data DIR]
           tessera-bench --make-data DIR

    Measures one benchmark case and prints its figures as JSON lines.
      --case NAME      \(BenchCases.names.joined(separator: " "))
      --out DIR        folder for pictures of what was drawn
      --data DIR       folder of the inputs (default: $BENCH_DATA, or \(BenchArguments.defaultData))
      --make-data DIR  makes the inputs of all cases in a folder, about 55 MB

    Times are CPU time of the process; memcpy_ms is the time of a memcpy of one 1920x1080x4 surface in the same process.
    """
}
