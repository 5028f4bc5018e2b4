internal import CTesseraSound

/// Conversion of stereo frames between rates, by a windowed sinc. One thread at a time.
package final class SampleRateConverter {
  private let pointer: OpaquePointer
  /// Whether frames stay as they are.
  private let isIdentity: Bool

  /// Creates a converter; nil without memory, or if a rate is not 1...1,000,000.
  package init?(from: Double, to: Double) {
    guard let pointer = so_converter_create(from, to) else { return nil }
    (self.pointer, isIdentity) = (pointer, from == to)
  }

  deinit { so_converter_free(pointer) }

  /// Silent frames that must follow the last one.
  var tail: Int { Int(so_converter_tail(pointer)) }

  /// Converts samples. Returns the numbers of frames taken and written. Allocates nothing.
  func run(_ input: UnsafeBufferPointer<Float>, into output: UnsafeMutableBufferPointer<Float>) -> (used: Int, made: Int) {
    var used: Int32 = 0
    let made = so_converter_run(
      pointer, input.baseAddress, Int32(clamping: input.count / 2), &used, output.baseAddress, Int32(clamping: output.count / 2))
    return (Int(used), Int(made))
  }

  /// Converts all samples; the last ones with the tail. Linear.
  package func convert(_ input: [Float], isLast: Bool) -> [Float] {
    if isIdentity { return input }
    let input = isLast ? input + [Float](repeating: 0, count: tail * 2) : input
    var (result, at) = ([Float](), 0)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 8192) { part in
      while true {
        let (used, made) = input.withUnsafeBufferPointer { run(UnsafeBufferPointer(rebasing: $0[at...]), into: part) }
        at += used * 2
        result.append(contentsOf: UnsafeMutableBufferPointer(rebasing: part[..<(made * 2)]))
        if used == 0, made == 0 { return }
      }
    }
    return result
  }
}
