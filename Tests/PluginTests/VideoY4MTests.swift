import Foundation
import Tessera
import TesseraDevices
import TesseraRender
import TesseraTestSupport
import Testing

@testable import VideoFramePlugin

@Suite struct VideoY4MTests {
  @Test func aHeaderAboveTheDecodingBudgetIsRefused() throws {
    let directory = try TestDirectory()
    let path = directory.file("huge.y4m")
    // The file has the size of its header, as holes: only the limit prevents an allocation of 805 MB.
    try Data("YUV4MPEG2 W16384 H16384 C444\nFRAME\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(truncate(path, 900_000_000) == 0)
    let error = #expect(throws: VideoError.self) { try Y4MFile(path) }
    let text = error.map(String.init(describing:)) ?? ""
    for part in [path, "805306368", "\(DecodingBudget.shared.byteLimit)", "16384 x 16384"] { #expect(text.contains(part), "\(text)") }
    #expect(DecodingBudget(byteLimit: 805_306_368).refusal(of: 805_306_368, for: "a frame") == nil)
  }

  @Test(arguments: Y4MWriter.Range.allCases, [(16, 8), (7, 5), (1, 1)])
  func writtenFramesAreReadBack(range: Y4MWriter.Range, size: (Int, Int)) throws {
    let directory = try TestDirectory()
    let path = directory.file("a.y4m")
    let writer = try Y4MWriter(path, width: size.0, height: size.1, rate: (30000, 1001), range: range)
    let colours = [Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 0.5, blue: 1), Color(white: 1), Color(white: 0)]
    let frames = try colours.map { colour in
      let frame = try PixelBuffer(width: size.0, height: size.1)
      frame.clear(colour)
      return frame
    }
    for frame in frames { try writer.append(frame) }
    #expect(directory.names.allSatisfy { $0 != "a.y4m" })
    try writer.finish()
    let file = try Y4MFile(path)
    #expect(file.frameCount == 4 && file.header.width == size.0 && file.header.height == size.1 && file.header.format == .i420)
    #expect(abs(file.header.framesPerSecond - 29.97) < 0.001 && file.header.range == (range == .full ? .full : .limited))
    for (index, frame) in frames.enumerated() {
      let pixels = try file.picture(at: index - 4).pixels(width: size.0, height: size.1)
      for y in 0..<size.1 {
        for x in 0..<size.0 { #expect(TestPixel(pixels, x, y).difference(TestPixel(frame, x, y)) <= 4) }
      }
    }
  }

  @Test(arguments: [
    ("YUV4MPEG2 W4 H2 F25:1 Ip A0:0 C420mpeg2 Xanything", 4, 2, 25.0, VideoPicture.Format.i420, VideoRange.limited),
    ("YUV4MPEG2 H2 W4", 4, 2, 30, .i420, .limited), ("YUV4MPEG2 W1 H1 F0:0 Cmono", 1, 1, 30, .gray, .limited),
    ("YUV4MPEG2 W3 H3 C444 XCOLORRANGE=FULL", 3, 3, 30, .i444, .full), ("YUV4MPEG2 W3 H3 C422", 3, 3, 30, .i422, .limited),
  ])
  func headersAreRead(
    line: String, width: Int, height: Int, rate: Double, format: VideoPicture.Format, range: VideoRange
  ) throws {
    let header = try Y4MHeader(line: Array(line.utf8))
    #expect(header.width == width && header.height == height && header.framesPerSecond == rate)
    #expect(header.format == format && header.range == range)
  }

  @Test(arguments: [
    "", "YUV4MPEG", "YUV4MPEG2", "YUV4MPEG2 W4", "YUV4MPEG2 W0 H4", "YUV4MPEG2 W-1 H4", "YUV4MPEG2 W99999 H4",
    "YUV4MPEG2 W99999999999999999999 H4", "YUV4MPEG2 W4 H4 F30", "YUV4MPEG2 W4 H4 F1:999999", "YUV4MPEG2 W4 H4 F-1:1",
    "YUV4MPEG2 W4 H4 C420p10", "YUV4MPEG2 W4 H4 C411", "YUV4MPEG2 W4x H4",
  ])
  func badHeadersAreRefused(line: String) {
    #expect(throws: VideoError.self) { try Y4MHeader(line: Array(line.utf8)) }
  }

  /// Three frames of 2 x 2, the second with a parameter.
  private static let mixed = Array("YUV4MPEG2 W2 H2 F1:1 Cmono\nFRAME\nabcdFRAME Ixyz\nefghFRAME\nijkl".utf8)

  @Test func framesWithParametersAreFound() throws {
    let directory = try TestDirectory()
    let file = try Y4MFile(directory.write(Self.mixed, to: "a.y4m"))
    #expect(file.frameCount == 3)
    #expect(
      try (0..<6).map { try String(decoding: file.picture(at: $0).samples, as: UTF8.self) } == [
        "abcd", "efgh", "ijkl", "abcd", "efgh", "ijkl",
      ])
  }

  @Test func aFileCutAnywhereGivesItsWholeFramesOrAnError() throws {
    let directory = try TestDirectory()
    for count in 0..<Self.mixed.count {
      let path = try directory.write(Array(Self.mixed[..<count]), to: "cut.y4m")
      do {
        let file = try Y4MFile(path)
        #expect(file.frameCount < 3)
        for index in 0..<file.frameCount { _ = try file.picture(at: index) }
      } catch {
        #expect(count < 37 && "\(error)".contains("cut.y4m"), "cut to \(count): \(error)")
      }
    }
  }

  @Test func damagedFilesGiveAnErrorOrFramesOfTheirSize() throws {
    let directory = try TestDirectory()
    var random = SeededGenerator(seed: 99)
    var (errors, good) = (0, 0)
    for _ in 0..<1500 {
      var bytes = Self.mixed
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        let file = try Y4MFile(directory.write(bytes, to: "damaged.y4m"))
        for index in 0..<min(4, file.frameCount) {
          #expect(try file.picture(at: index).samples.count == file.header.frameBytes)
        }
        good += 1
      } catch is VideoError {
        errors += 1
      }
    }
    #expect(errors > 50 && good > 50)
  }

  @Test func aHeaderWithFalseSizesIsAnErrorBeforeAllocation() throws {
    let directory = try TestDirectory()
    let path = try directory.write(Array("YUV4MPEG2 W16384 H16384 C444\nFRAME\nabc".utf8), to: "lie.y4m")
    #expect(throws: VideoError.self) { try Y4MFile(path) }
    for other in ["/dev/zero", directory.path, directory.file("none")] { #expect(throws: VideoError.self) { try Y4MFile(other) } }
  }
}
