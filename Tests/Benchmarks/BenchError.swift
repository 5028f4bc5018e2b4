/// Error that ends the program without figures.
struct BenchError: Error, CustomStringConvertible, Equatable {
  /// Exit status, from sysexits.h.
  enum Status: Int32 {
    case usage = 64
    case noInput = 66
    case cannotCreate = 73
    case inputOutput = 74
  }

  let status: Status
  let description: String

  init(_ status: Status, _ message: String) {
    self.status = status
    description = "tessera-bench: error: \(message)"
  }
}
