internal import Glibc
internal import TesseraGeometry
internal import TesseraRender

/// Case `compositor`: each combination that a kernel composites, alternately by the kernel and by pixman.
extension BenchHarness {
  /// Pictures of one size, and a canvas for each compositor.
  private struct CompositorStage {
    let width: Int
    let height: Int
    let image, xrgb, mask: PixelBuffer
    let words, coverage: [PixelBuffer]

    init(width: Int, height: Int) throws {
      (self.width, self.height) = (width, height)
      var state: UInt32 = 12345
      func random() -> UInt32 {
        state = state &* 1_664_525 &+ 1_013_904_223
        return state >> 8
      }
      func filled(_ format: PixelFormat) throws -> PixelBuffer {
        let buffer = try PixelBuffer(width: width, height: height)
        buffer.withUnsafeMutableBytes { bytes in
          for y in 0..<height {
            for x in 0..<width {
              let alpha = random() & 255
              let gray = alpha * (random() & 255) / 255
              bytes.storeBytes(of: alpha << 24 | gray &* 0x010101, toByteOffset: y * buffer.stride + x * 4, as: UInt32.self)
            }
          }
        }
        return format == .argb8888 ? buffer : try buffer.converted(to: format)
      }
      image = try filled(.argb8888)
      xrgb = try filled(.xrgb8888)
      mask = try filled(.coverage8)
      words = [try filled(.xrgb8888).converted(to: .argb8888), try filled(.xrgb8888).converted(to: .argb8888)]
      coverage = [try filled(.coverage8), try filled(.coverage8)]
    }

    var rect: Rect { Rect(0, 0, Double(width), Double(height)) }

    /// Clip that covers half of every pixel.
    var halves: Path {
      var path = Path()
      for y in 0..<height {
        path.move(to: Point(0, Double(y)))
        path.line(to: Point(Double(width), Double(y)))
        path.line(to: Point(Double(width), Double(y) + 0.5))
        path.line(to: Point(0, Double(y) + 0.5))
        path.close()
      }
      return path
    }
  }

  private struct Combination {
    let name: String
    var onCoverage = false
    var isClipped = false
    let draw: (CompositorStage, borrowing Canvas) -> Void
  }

  private static func combinations() -> [Combination] {
    let dark = Color(rgb: 0x102040)
    let faint = Color(rgb: 0x102040, alpha: 0.5)
    func shrunk(_ s: CompositorStage) -> Rect { Rect(0, 0, Double(s.width) * 0.7, Double(s.height) * 0.7) }
    return [
      Combination(name: "color, opaque") { $1.fill($0.rect, .color(dark)) },
      Combination(name: "color") { $1.fill($0.rect, .color(faint)) },
      Combination(name: "color, opaque, through coverage") { $1.draw($0.mask, atPixel: 0, 0, tint: dark) },
      Combination(name: "color through coverage") { $1.draw($0.mask, atPixel: 0, 0, tint: faint) },
      Combination(name: "color through coverage, onto coverage", onCoverage: true) { $1.draw($0.mask, atPixel: 0, 0, tint: faint) },
      Combination(name: "argb8888") { $1.draw($0.image, atPixel: 0, 0) },
      Combination(name: "argb8888 of an opacity") { $1.draw($0.image, atPixel: 0, 0, opacity: 0.5) },
      Combination(name: "argb8888 through coverage", isClipped: true) { $1.draw($0.image, atPixel: 0, 0) },
      Combination(name: "argb8888, copied") { $1.draw($0.image, atPixel: 0, 0, opaque: true) },
      Combination(name: "xrgb8888, copied") { $1.draw($0.xrgb, atPixel: 0, 0) },
      Combination(name: "argb8888 of an opacity, copied") { $1.draw($0.image, atPixel: 0, 0, opacity: 0.5, blend: .copy) },
      Combination(name: "argb8888, copied through coverage", isClipped: true) { $1.draw($0.image, atPixel: 0, 0, blend: .copy) },
      Combination(name: "argb8888, bilinear, smaller") { $1.draw($0.image, in: shrunk($0), quality: .bilinear) },
      Combination(name: "xrgb8888, bilinear, larger") { s, c in
        c.draw(s.xrgb, in: s.rect, source: Rect(0, 0, s.rect.width * 0.6, s.rect.height * 0.6), quality: .bilinear)
      },
      Combination(name: "argb8888, bilinear, turned") { s, c in
        c.save()
        c.concatenate(.rotation(0.1))
        c.draw(s.image, in: s.rect, quality: .bilinear)
        c.restore()
      },
    ]
  }

  /// Returns the median CPU times of both compositors, in milliseconds of one call, measured alternately.
  private func compositorTimes(_ combination: Combination, _ stage: CompositorStage) throws -> [Double] {
    let calls = max(1, 120_000 / (stage.width * stage.height))
    let rounds = extent == .small ? 1 : 41
    let targets = combination.onCoverage ? stage.coverage : stage.words
    let kernels = try Canvas(targets[0])
    let pixman = try Canvas(targets[1])
    kernels.compositor = .kernels
    pixman.compositor = .pixman
    if combination.isClipped {
      kernels.clip(stage.halves)
      pixman.clip(stage.halves)
    }
    var times: [[Double]] = [[], []]
    for round in 0..<rounds + 2 {
      let first = time { for _ in 0..<calls { combination.draw(stage, kernels) } }.cpu
      let second = time { for _ in 0..<calls { combination.draw(stage, pixman) } }.cpu
      if round < min(2, rounds) { continue }
      times[0].append(first / Double(calls))
      times[1].append(second / Double(calls))
    }
    return times.map { Self.percentile($0.sorted(), 50) }
  }

  func compositor() throws {
    let sizes = extent == .small ? [(16, 16)] : [(16, 16), (128, 128), (1024, 600)]
    let stages = try sizes.map { try CompositorStage(width: $0.0, height: $0.1) }
    var table = "| combination |" + sizes.map { " \($0.0) x \($0.1) |" }.joined() + " mean |\n"
    table += "| --- |" + String(repeating: " --- |", count: sizes.count + 1) + "\n"
    for combination in Self.combinations() {
      var product = 1.0
      table += "| \(combination.name) |"
      for stage in stages {
        let times = try compositorTimes(combination, stage)
        let ratio = times[1] / times[0]
        product *= ratio
        value("\(combination.name), \(stage.width) x \(stage.height)", ratio, "times", "of pixman's time by that of the kernel")
        table += " \(Self.rounded(times[0] * 1000)) / \(Self.rounded(times[1] * 1000)) = \(Self.rounded(ratio)) |"
      }
      table += " \(Self.rounded(pow(product, 1 / Double(stages.count)))) |\n"
    }
    if extent == .full {
      let bytes = Array(("kernel / pixman, microseconds a call\n\n" + table).utf8)
      _ = write(STDERR_FILENO, bytes, bytes.count)
    }
  }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
