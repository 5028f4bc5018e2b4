import Foundation
import Tessera
import TesseraRender
import TesseraTestSupport
import Testing

@testable import VideoFramePlugin

@Suite struct VideoPictureTests {
  /// Returns a picture of one colour in a format, odd sizes included.
  static func plain(
    _ format: VideoPicture.Format, _ width: Int, _ height: Int, y: UInt8, u: UInt8, v: UInt8, _ matrix: VideoMatrix, _ range: VideoRange
  ) throws -> VideoPicture {
    let (w, h) = ((width + 1) / 2, (height + 1) / 2)
    func fill(_ value: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: value, count: count) }
    let samples: [UInt8] =
      switch format {
      case .i420: fill(y, width * height) + fill(u, w * h) + fill(v, w * h)
      case .i422: fill(y, width * height) + fill(u, w * height) + fill(v, w * height)
      case .i444: fill(y, width * height) + fill(u, width * height) + fill(v, width * height)
      case .gray: fill(y, width * height)
      case .nv12: fill(y, width * height) + (0..<w * h).flatMap { _ in [u, v] }
      case .yuyv: (0..<w * height).flatMap { _ in [y, u, y, v] }
      case .xrgb: (0..<width * height).flatMap { _ in [u, y, v, 17] }
      }
    return try VideoPicture(format: format, width: width, height: height, samples: samples, matrix: matrix, range: range)
  }

  /// Converts by the definitions of ITU-R BT.601, BT.709 and BT.2020.
  static func formula(_ y: UInt8, _ u: UInt8, _ v: UInt8, _ matrix: VideoMatrix, _ range: VideoRange) -> TestPixel {
    let (kr, kb) =
      switch matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    let luma = range == .full ? Double(y) / 255 : (Double(y) - 16) / 219
    let (cb, cr) = range == .full ? ((Double(u) - 128) / 255, (Double(v) - 128) / 255) : ((Double(u) - 128) / 224, (Double(v) - 128) / 224)
    let red = luma + 2 * (1 - kr) * cr
    let blue = luma + 2 * (1 - kb) * cb
    let green = (luma - kr * red - kb * blue) / (1 - kr - kb)
    func byte(_ c: Double) -> Int { Int((min(1, max(0, c)) * 255).rounded()) }
    return TestPixel(byte(red), byte(green), byte(blue))
  }

  @Test(arguments: VideoPicture.Format.allCases.filter { $0 != .xrgb }, VideoMatrix.allCases)
  func colorsFollowTheMatrixAndTheRange(format: VideoPicture.Format, matrix: VideoMatrix) throws {
    for range in VideoRange.allCases {
      for (y, u, v) in [(16, 128, 128), (235, 128, 128), (81, 90, 240), (145, 54, 34), (41, 240, 110), (128, 128, 128), (200, 100, 150)]
        as [(UInt8, UInt8, UInt8)]
      {
        let isGray = format == .gray
        let expected = Self.formula(y, isGray ? 128 : u, isGray ? 128 : v, matrix, range)
        for (width, height) in [(33, 17), (16, 2), (1, 1)] {
          let picture = try Self.plain(format, width, height, y: y, u: u, v: v, matrix, range)
          for (w, h) in [(width, height), (max(1, width / 3), max(1, height / 2))] {
            let pixels = try picture.pixels(width: w, height: h)
            // libyuv rounds averages of samples down, and the matrix amplifies the difference.
            // Its factors for BT.2020 have 6 bits.
            let tolerance = (w == width ? 3 : 6) + (matrix == .bt2020 ? 3 : 0)
            for (x, yy) in [(0, 0), (w - 1, h - 1), (w / 2, h / 2)] {
              let got = TestPixel(pixels, x, yy)
              #expect(
                got.difference(expected) <= tolerance,
                "\(format) \(matrix) \(range) \(y) \(u) \(v) at \(w)x\(h): \(got), not \(expected)")
              #expect(got.alpha == 255)
            }
          }
        }
      }
    }
  }

  @Test func aGivenMatrixReplacesThatOfThePicture() throws {
    let picture = try Self.plain(.i420, 4, 4, y: 81, u: 90, v: 240, .bt601, .limited)
    let got = TestPixel(try picture.pixels(width: 4, height: 4, matrix: .bt709, range: .full), 1, 1)
    #expect(got.difference(Self.formula(81, 90, 240, .bt709, .full)) <= 3)
    #expect(got.difference(Self.formula(81, 90, 240, .bt601, .limited)) > 10)
  }

  @Test func xrgbIsCopiedAndMadeOpaque() throws {
    let samples = (0..<5 * 3 * 4).map { (i: Int) -> UInt8 in UInt8(truncatingIfNeeded: i * 4) }
    let picture = try VideoPicture(format: .xrgb, width: 5, height: 3, samples: samples)
    let pixels = try picture.pixels(width: 5, height: 3)
    for i in 0..<15 {
      let p = TestPixel(pixels, i % 5, i / 5)
      #expect([p.blue, p.green, p.red, p.alpha] == [samples[i * 4], samples[i * 4 + 1], samples[i * 4 + 2], 255])
    }
    #expect(TestPixel(try picture.pixels(width: 2, height: 2), 1, 1).alpha == 255)
  }

  @Test(arguments: VideoPicture.Format.allCases) func paddingBetweenRowsIsNotVisible(format: VideoPicture.Format) throws {
    var random = SeededGenerator(seed: 7)
    let shapes = try VideoPicture.shapes(format, 7, 5)
    let packed = shapes.map { shape in (0..<shape.rowBytes * shape.rows).map { _ in UInt8.random(in: 0...255, using: &random) } }
    let plain = try VideoPicture(format: format, width: 7, height: 5, samples: packed.flatMap { $0 })
    let strides = shapes.map { $0.rowBytes + 9 }
    let padded = zip(shapes, packed).map { shape, plane -> [UInt8] in
      let rows = (0..<shape.rows).flatMap { row -> [UInt8] in
        Array(plane[row * shape.rowBytes..<(row + 1) * shape.rowBytes]) + [UInt8](repeating: 0xAB, count: 9)
      }
      return Array(rows.dropLast(9))
    }
    let memory = padded.map { plane in
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: plane.count, alignment: 1)
      copy.copyBytes(from: plane)
      return copy
    }
    let picture = try VideoPicture(
      format: format, width: 7, height: 5, planes: memory.map { UnsafeRawBufferPointer($0) }, strides: strides)
    // The picture has its own copy: later changes of the memory have no effect.
    for block in memory {
      block.initializeMemory(as: UInt8.self, repeating: 1)
      block.deallocate()
    }
    #expect(try picture.pixels(width: 7, height: 5).packedBytes == plain.pixels(width: 7, height: 5).packedBytes)
    #expect(picture.samples == plain.samples)
  }

  @Test func inconsistentPlanesAreRejected() throws {
    let bytes = [UInt8](repeating: 0, count: 100)
    for (width, height) in [(0, 4), (4, -1), (16385, 1), (Int.max, Int.max), (9, 9)] {
      #expect(throws: VideoError.self) { try VideoPicture(format: .i420, width: width, height: height, samples: bytes) }
    }
    bytes.withUnsafeBytes { memory in
      #expect(throws: VideoError.self) { try VideoPicture(format: .nv12, width: 4, height: 4, planes: [memory]) }
      #expect(throws: VideoError.self) { try VideoPicture(format: .gray, width: 8, height: 4, planes: [memory], strides: [7]) }
      #expect(throws: VideoError.self) { try VideoPicture(format: .gray, width: 8, height: 4, planes: [memory], strides: [40]) }
      #expect(throws: VideoError.self) { try VideoPicture(format: .gray, width: 8, height: 4, planes: [memory], strides: [Int.max]) }
      #expect(throws: Never.self) { try VideoPicture(format: .gray, width: 8, height: 4, planes: [memory], strides: [30]) }
    }
    let picture = try VideoPicture(format: .gray, width: 2, height: 2, samples: [1, 2, 3, 4])
    for (width, height) in [(0, 1), (-5, 2), (1_000_000, 1_000_000)] {
      #expect(throws: VideoError.self) { try picture.pixels(width: width, height: height) }
    }
  }
}
