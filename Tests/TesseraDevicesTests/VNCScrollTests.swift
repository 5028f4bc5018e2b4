import Foundation
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraRender
import TesseraTestSupport
import Testing

@testable import TesseraDevices

/// Frames whose lower part scrolls below a header and beside a bar that moves by itself, for a viewer that copies and one that does not.
@Suite struct VNCScrollTests {
  private let stage: Stage
  private let display: VNCDisplay
  private var random = SeededGenerator(seed: 7)

  init() throws {
    var options = VNCOptions()
    options.port = 0
    stage = try Stage(
      size: Size(10, 10), scale: 1, root: BoxNode(), clock: RealClock(), workers: WorkerPool(threads: 0), background: .white)
    display = try VNCDisplay(options, width: 331, height: 240)
  }

  /// Pixels of content, rows from above it to below it; some rows are like others.
  private func content(_ row: Int) -> [UInt32] {
    let row = row % 7 == 0 ? 0 : row
    let blocks = (0..<42).map { block in UInt32(truncatingIfNeeded: (block &* 40503 ^ row &* 69069) &* 2_654_435_761) >> 8 }
    return blocks.flatMap { [UInt32](repeating: $0, count: 8) }
  }

  private func frame(_ offset: Int) throws -> PixelBuffer {
    let frame = try PixelBuffer(width: 331, height: 240, format: .xrgb8888)
    let stride = frame.stride
    frame.withUnsafeMutableBytes { bytes in
      for y in 0..<240 {
        var row = y < 30 ? content(y + 10_000) : content(y + offset)
        // The bar goes the other way.
        for x in 320..<328 where (0..<50).contains(y - 30 - offset / 10 % 150) { row[x] = 0xCC_CCCC }
        row.withUnsafeBytes { bytes.baseAddress!.advanced(by: y * stride).copyMemory(from: $0.baseAddress!, byteCount: 331 * 4) }
      }
    }
    return frame
  }

  /// As a viewer has them: without padding. The byte that is no color is 0.
  private func pixels(_ frame: PixelBuffer) -> [UInt8] {
    frame.withUnsafeBytes { bytes in
      (0..<frame.height).flatMap { y in bytes[y * frame.stride..<y * frame.stride + frame.width * 4] }
    }
  }

  private func connect(copies: Bool) throws -> Viewer {
    var viewer = try Viewer(port: display.options.port)
    viewer.copies = copies
    // All that it says up to its place among the viewers, without waiting for answers: this thread gives them.
    try viewer.write(Array("RFB 003.008\n".utf8) + [1])
    let before = display.viewerCount
    while display.viewerCount == before { display.serve(stage) }
    try display.present(frame(0), damage: [PixelRect(x: 0, y: 0, width: 331, height: 240)], at: 0)
    #expect(try viewer.read(12 + 2 + 4).suffix(6) == [1, 1, 0, 0, 0, 0])
    try viewer.initialize()
    return viewer
  }

  @Test func aViewerThatCopiesHasTheSamePixelsForFewerBytes() throws {
    var plain = try connect(copies: false)
    var viewer = try connect(copies: true)
    var pictures = [[UInt8]](repeating: [UInt8](repeating: 0, count: 331 * 240 * 4), count: 2)
    try plain.ask(incremental: false)
    _ = try plain.update(&pictures[0])
    try viewer.ask(incremental: false)
    _ = try viewer.update(&pictures[1])
    let before = (plain.received, viewer.received)
    var random = self.random
    var offset = 2000
    for turn in 0..<48 {
      // Small steps, large ones both ways, none at all, and further than the list is high.
      offset = max(0, offset + [3, -17, 48, -96, 0, 130, -190, 400][turn % 8] + Int.random(in: -2...2, using: &random))
      let new = try frame(offset)
      let area = PixelRect(x: 0, y: 30, width: 331, height: 210)
      let strip = PixelRect(x: 0, y: 200, width: 331, height: 40)
      try display.present(new, damage: turn % 3 == 0 ? [area] : [strip, area], at: 0)
      // Now and then a frame comes while the viewer does not ask, and one that it asks for in part.
      if turn % 5 == 4 {
        offset += 11
        try display.present(try frame(offset), damage: [area], at: 0)
      }
      let seen = pixels(try frame(offset))
      try plain.ask(incremental: true)
      try viewer.ask(incremental: true)
      while pictures[0] != seen {
        _ = try plain.update(&pictures[0])
        if pictures[0] != seen { try plain.ask(incremental: true) }
      }
      while pictures[1] != seen {
        _ = try viewer.update(&pictures[1])
        if pictures[1] != seen { try viewer.ask(incremental: true) }
      }
    }
    let all = (plain: plain.received - before.0, copying: viewer.received - before.1)
    #expect(viewer.copied > 0 && plain.copied == 0)
    #expect(all.copying * 2 < all.plain, "\(all)")
    plain.close()
    viewer.close()
    display.close()
  }

  /// What a list costs of which a twentieth comes in with each frame.
  @Test func aListThatIsScrolledCostsAFraction() throws {
    var plain = try connect(copies: false)
    var viewer = try connect(copies: true)
    var picture = [UInt8](repeating: 0, count: 331 * 240 * 4)
    var bytes: [Int] = []
    for isCopying in [false, true] {
      var one = isCopying ? viewer : plain
      try one.ask(incremental: false)
      _ = try one.update(&picture)
      let before = one.received
      for turn in 1...20 {
        let new = try frame(turn * 12)
        try display.present(new, damage: [PixelRect(x: 0, y: 30, width: 331, height: 210)], at: 0)
        try one.ask(incremental: true)
        let seen = pixels(new)
        while picture != seen {
          _ = try one.update(&picture)
          if picture != seen { try one.ask(incremental: true) }
        }
      }
      bytes.append((one.received - before) / 20)
      if isCopying { viewer = one } else { plain = one }
    }
    #expect(bytes[1] * 5 < bytes[0], "\(bytes) bytes a frame")
    print("VNC: \(bytes[0]) bytes a scrolled frame without copying, \(bytes[1]) with it")
    plain.close()
    viewer.close()
    display.close()
  }
}
