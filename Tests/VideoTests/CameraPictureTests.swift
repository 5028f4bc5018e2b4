import Foundation
import TesseraPictures
import TesseraRender
import Testing

@testable import TesseraVideo

/// Pixels of cameras' formats: four colors, of which each format has its own samples.
@Suite struct CameraPictureTests {
  private static let colors = [(200, 40, 40), (40, 180, 60), (210, 210, 210), (50, 60, 200)]
  private static let (width, height) = (16, 12)

  private static func color(_ x: Int, _ y: Int) -> (Int, Int, Int) { colors[(y >= height / 2 ? 2 : 0) + (x >= width / 2 ? 1 : 0)] }

  /// Limited range, BT.601.
  private static func samples(_ x: Int, _ y: Int) -> (y: UInt8, u: UInt8, v: UInt8) {
    let (r, g, b) = (Double(color(x, y).0), Double(color(x, y).1), Double(color(x, y).2))
    let luma = 0.299 * r + 0.587 * g + 0.114 * b
    func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
    return (byte(16 + luma * 219 / 255), byte(128 + (b - luma) / 1.772 * 224 / 255), byte(128 + (r - luma) / 1.402 * 224 / 255))
  }

  /// Returns a picture whose rows have `padding` bytes behind them.
  private static func bytes(_ format: CameraPixelFormat, padding: Int) -> (bytes: [UInt8], stride: Int) {
    var bytes: [UInt8] = []
    func rows(_ count: Int, _ down: Int, _ pad: Int, _ row: (Int) -> [UInt8]) {
      for y in 0..<count { bytes += row(y * down) + [UInt8](repeating: 0xAA, count: pad) }
    }
    func chroma(_ order: [KeyPath<(y: UInt8, u: UInt8, v: UInt8), UInt8>], _ pad: Int) {
      rows(height / 2, 2, pad) { y in stride(from: 0, to: width, by: 2).flatMap { x in order.map { samples(x, y)[keyPath: $0] } } }
    }
    func packed(_ pixel: (Int, Int) -> [UInt8]) { rows(height, 1, padding) { y in (0..<width).flatMap { pixel($0, y) } } }
    func luma() { packed { x, y in [samples(x, y).y] } }
    func half(_ path: KeyPath<(y: UInt8, u: UInt8, v: UInt8), UInt8>) { chroma([path], padding / 2) }
    switch format {
    case .yuyv: packed { x, y in [samples(x, y).y, x % 2 == 0 ? samples(x, y).u : samples(x, y).v] }
    case .uyvy: packed { x, y in [x % 2 == 0 ? samples(x, y).u : samples(x, y).v, samples(x, y).y] }
    case .nv12:
      luma()
      chroma([\.u, \.v], padding)
    case .nv21:
      luma()
      chroma([\.v, \.u], padding)
    case .yu12:
      luma()
      half(\.u)
      half(\.v)
    case .yv12:
      luma()
      half(\.v)
      half(\.u)
    case .rgb24: packed { x, y in [UInt8(color(x, y).0), UInt8(color(x, y).1), UInt8(color(x, y).2)] }
    case .bgr24: packed { x, y in [UInt8(color(x, y).2), UInt8(color(x, y).1), UInt8(color(x, y).0)] }
    case .xbgr32: packed { x, y in [UInt8(color(x, y).2), UInt8(color(x, y).1), UInt8(color(x, y).0), 0] }
    case .rgb565:
      packed { x, y in
        let (r, g, b) = color(x, y)
        let value = (r >> 3) << 11 | (g >> 2) << 5 | b >> 3
        return [UInt8(value & 255), UInt8(value >> 8)]
      }
    case .gray: luma()
    case .motionJPEG, .jpeg: break
    }
    return (bytes, bytes.count / (format == .nv12 || format == .nv21 || format == .yu12 || format == .yv12 ? height * 3 / 2 : height))
  }

  private func picture(_ layout: CameraLayout, _ bytes: [UInt8]) throws -> CameraPicture {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
    copy.copyBytes(from: bytes)
    let memory = CameraMemory(UnsafeRawBufferPointer(copy)) { $0.deallocate() }
    let range = try #require(layout.bytes(of: CameraFilled(index: 0, used: bytes.count), length: bytes.count))
    return CameraPicture(layout, memory, range, time: 0, source: "test")
  }

  @Test(arguments: CameraPixelFormat.allCases.filter { !$0.isCompressed }) func eachFormatHasItsColors(format: CameraPixelFormat) throws {
    for padding in [0, 8] {
      let (bytes, stride) = Self.bytes(format, padding: padding)
      let layout = CameraLayout(width: Self.width, height: Self.height, format: format.code, stride: stride, size: bytes.count)
      #expect(layout.problem == nil && layout.neededSize <= bytes.count && layout.neededSize > bytes.count - stride)
      let picture = try picture(layout, bytes)
      var conversion = FrameConversion()
      for (isMirrored, turns, shrink) in [(false, 0, 1), (true, 0, 1), (false, 1, 1), (true, 1, 1), (true, 0, 2)] {
        (conversion.isMirrored, conversion.quarterTurns, conversion.shrink) = (isMirrored, turns, shrink)
        let pixels = try picture.pixels(conversion)
        let size = turns == 0 ? (Self.width, Self.height) : (Self.height, Self.width)
        #expect(pixels.width == size.0 / shrink && pixels.height == size.1 / shrink)
        for (right, lower) in [(false, false), (true, false), (false, true), (true, true)] {
          // The place in the result, mirrored and turned back to the place in the picture.
          let (column, row) = (isMirrored ? !right : right, lower)
          let source = turns == 0 ? (column, row) : (row, !column)
          var wanted = Self.colors[(source.1 ? 2 : 0) + (source.0 ? 1 : 0)]
          if format == .gray {
            let luma = Int((0.299 * Double(wanted.0) + 0.587 * Double(wanted.1) + 0.114 * Double(wanted.2)).rounded())
            wanted = (luma, luma, luma)
          }
          let got = Clips.pixel(pixels, (right ? 3 : 1) * pixels.width / 4, (lower ? 3 : 1) * pixels.height / 4)
          let most = format == .rgb565 ? 8 : 3
          #expect(
            abs(got.0 - wanted.0) <= most && abs(got.1 - wanted.1) <= most && abs(got.2 - wanted.2) <= most,
            "\(format) \(conversion): \(got), not \(wanted)")
        }
      }
    }
  }

  @Test func aPictureOfJPEGIsThatOfItsFile() throws {
    let file = Clips.folder.appending(path: "../../docs/examples/assets/photos").standardizedFileURL.path
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: file).filter { $0.hasSuffix(".jpg") }.min())
    let bytes = try Clips.bytes("\(file)/\(name)")
    let data = PictureData(bytes)
    let header = try JPEGCodec().header(of: data)
    let layout = CameraLayout(width: header.width, height: header.height, format: CameraPixelFormat.motionJPEG.code)
    var conversion = FrameConversion()
    let plain = try picture(layout, bytes).pixels(conversion)
    let decoded = try JPEGCodec().decode(data, header, PictureRequest(width: header.width, height: header.height))
    #expect(Clips.pixel(plain, 10, 20) == Clips.pixel(decoded, 10, 20) && plain.width == header.width)
    conversion.isMirrored = true
    let mirrored = try picture(layout, bytes).pixels(conversion)
    #expect(Clips.pixel(mirrored, header.width - 1 - 10, 20) == Clips.pixel(decoded, 10, 20))
    (conversion.isMirrored, conversion.shrink) = (false, 4)
    #expect(try picture(layout, bytes).pixels(conversion).width == header.width / 4)
    for cut in [1, 2, 100] where cut < bytes.count {
      if let half = try? picture(layout, Array(bytes[..<cut])) {
        #expect(throws: VideoFileError.self) { try half.pixels(FrameConversion()) }
      }
    }
  }

  @Test func oddSizesHaveAColumnOfChroma() throws {
    for format in CameraPixelFormat.allCases where !format.isCompressed {
      for (width, height) in [(1, 1), (3, 5), (7, 2)] {
        let across = (width + 1) / 2
        let stride =
          [.yuyv, .uyvy].contains(format) ? across * 4 : width * (format == .xbgr32 ? 4 : [.rgb24, .bgr24].contains(format) ? 3 : 2)
        let even = (stride + 1) / 2 * 2
        let layout = CameraLayout(width: width, height: height, format: format.code, stride: even)
        #expect(layout.neededSize > 0, "\(format) \(width)x\(height)")
        let pixels = try picture(layout, [UInt8](repeating: 100, count: layout.neededSize)).pixels(FrameConversion())
        #expect(pixels.width == width && pixels.height == height)
      }
    }
  }
}
