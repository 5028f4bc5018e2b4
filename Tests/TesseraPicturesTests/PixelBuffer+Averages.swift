import TesseraRender
import TesseraTestSupport

extension PixelBuffer {
  /// What a pixel of a shrunk picture of `width` x `height` covers of this one, by the definition: blue, green, red, alpha.
  func average(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> [Double] {
    let (sx, sy) = (Double(self.width) / Double(width), Double(self.height) / Double(height))
    var sums = [0.0, 0, 0, 0]
    for v in 0..<self.height {
      for u in 0..<self.width {
        let w = max(0, min(Double(u + 1), Double(x + 1) * sx) - max(Double(u), Double(x) * sx))
        let h = max(0, min(Double(v + 1), Double(y + 1) * sy) - max(Double(v), Double(y) * sy))
        if w * h <= 0 { continue }
        let p = TestPixel(self, u, v)
        for (i, c) in [p.blue, p.green, p.red, p.alpha].enumerated() { sums[i] += Double(c) * w * h }
      }
    }
    return sums.map { $0 / (sx * sy) }
  }

  /// Returns the largest difference of a channel between a shrunk picture and the averages of this one.
  func difference(fromAverageIn small: PixelBuffer) -> Double {
    var largest = 0.0
    for y in 0..<small.height {
      for x in 0..<small.width {
        let got = TestPixel(small, x, y)
        for (a, b) in zip(average(x, y, small.width, small.height), [got.blue, got.green, got.red, got.alpha]) {
          largest = max(largest, abs(a - Double(b)))
        }
      }
    }
    return largest
  }
}
