internal import Glibc

/// Parsed arguments of the program.
///
/// Parsed by hand: a library for arguments would link Foundation, whose start the case `startup` would then measure.
enum BenchArguments: Equatable {
  case help
  /// Runs one case, with its inputs from `data` and its pictures in `out`.
  case run(name: String, data: String, out: String?)
  /// Creates the inputs of all cases in a folder.
  case makeData(folder: String)

  /// Folder of inputs without `--data` and `BENCH_DATA`; `make bench` creates the inputs there.
  static let defaultData = "out/bench/data"

  /// - Parameters:
  ///   - words: Arguments without the program's name.
  ///   - environmentData: Value of `BENCH_DATA`.
  init(_ words: [String], environmentData: String?) throws(BenchError) {
    var options: [String: String] = [:]
    var i = 0
    while i < words.count {
      if words[i] == "--help" || words[i] == "-h" {
        self = .help
        return
      }
      guard ["--case", "--out", "--data", "--make-data"].contains(words[i]) else {
        throw BenchError(.usage, "unknown argument `\(words[i])`; see --help")
      }
      guard i + 1 < words.count else { throw BenchError(.usage, "\(words[i]) needs a value") }
      options[words[i]] = words[i + 1]
      i += 2
    }
    if let folder = options["--make-data"] {
      guard options.count == 1 else { throw BenchError(.usage, "--make-data goes with no other argument") }
      self = .makeData(folder: folder)
    } else if let name = options["--case"] {
      let out = options["--out"].flatMap { $0.isEmpty ? nil : $0 }
      self = .run(name: name, data: options["--data"] ?? environmentData ?? Self.defaultData, out: out)
    } else {
      throw BenchError(.usage, "--case NAME is missing; the cases are \(BenchCases.names.joined(separator: " "))")
    }
  }
}
