internal import Glibc
internal import TesseraKit

/// Case `cancel`: time until cancelled work ends.
extension BenchHarness {
  /// Measures the longest CPU time of a thread between two checks for cancellation, including the times before the first and after the last
  /// check.
  func cancel() throws {
    func longest(_ metric: String, _ note: String, _ work: (_ isCancelled: @escaping () -> Bool) throws -> Void) rethrows {
      var most = 0.0
      var questions = 0
      for _ in 0..<9 {
        var longest = 0.0
        questions = 0
        var last = Self.milliseconds(CLOCK_THREAD_CPUTIME_ID)
        func pass() {
          let now = Self.milliseconds(CLOCK_THREAD_CPUTIME_ID)
          longest = max(longest, now - last)
          last = now
        }
        try withoutActuallyEscaping(
          {
            pass()
            questions += 1
            return false
          } as () -> Bool
        ) { try work($0) }
        pass()
        most = max(most, longest)
      }
      value(metric, most, "ms", "\(note); longest time between two of \(questions) questions, in 9 runs")
    }
    let photo = try BenchData.read("\(data)/gen/photo-4000x3000.jpg")
    try longest("jpeg", "JPEG of 4000 x 3000 in full") {
      _ = try ImageDecoder.decode(bytes: photo, width: 4000, height: 3000, isCancelled: $0)
    }
    try longest("jpeg_small", "JPEG of 4000 x 3000 at 500 x 375") {
      _ = try ImageDecoder.decode(bytes: photo, width: 500, height: 375, isCancelled: $0)
    }
    let drawing = try BenchData.read("\(data)/gen/photo-1000.png")
    try longest("png", "PNG of 1000 x 1000") { _ = try ImageDecoder.decode(bytes: drawing, width: 1000, height: 1000, isCancelled: $0) }
    let buffer = try PixelBuffer(width: 1080, height: 1920, format: .argb8888)
    try longest("blur", "blur of 1080 x 1920, sigma 30") { try buffer.blur(sigma: 30, isCancelled: $0) }
  }
}
