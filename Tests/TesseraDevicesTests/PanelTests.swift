import CTesseraDevices
import TesseraGeometry
import TesseraRender
import TesseraTestSupport
import Testing

@testable import TesseraDevices

@Suite struct PanelTests {
  private static func noise(_ width: Int, _ height: Int, seed: UInt64) throws -> PixelBuffer {
    let buffer = try PixelBuffer(width: width, height: height)
    var random = SeededGenerator(seed: seed)
    buffer.withUnsafeMutableBytes { bytes in
      for i in stride(from: 0, to: bytes.count, by: 4) {
        for c in 0..<3 { bytes[i + c] = UInt8.random(in: 0...255, using: &random) }
        bytes[i + 3] = 255
      }
    }
    return buffer
  }

  private static let bgr24 = ChannelLayout(bytes: 3, red: .init(16, 8), green: .init(8, 8), blue: .init(0, 8))
  private static let rgb565AsChannels = ChannelLayout(bytes: 2, red: .init(11, 5), green: .init(5, 6), blue: .init(0, 5))
  private static let argb1555 = ChannelLayout(bytes: 2, red: .init(10, 5), green: .init(5, 5), blue: .init(0, 5), alpha: .init(15, 1))
  private static let bgrx = ChannelLayout(bytes: 4, red: .init(0, 8), green: .init(8, 8), blue: .init(16, 8))
  private static let layouts: [PanelPixels] = [
    .format(.xrgb8888), .format(.rgb565), .format(.rgb888), .format(.gray8), .format(.gray4), .format(.mono1), .invertedMono,
    .channels(bgr24), .channels(argb1555), .channels(bgrx),
    .channels(ChannelLayout(bytes: 1, red: .init(5, 3), green: .init(2, 3), blue: .init(0, 2))),
  ]

  /// Writes all of a frame and returns the page's bytes.
  private func page(_ frame: PixelBuffer, _ pixels: PanelPixels, _ rotation: Rotation, _ areas: [PixelRect], stride padding: Int = 5) throws
    -> [UInt8]
  {
    let (w, h) = rotation.swapsAxes ? (frame.height, frame.width) : (frame.width, frame.height)
    let stride = (w * pixels.bits + 7) / 8 + padding
    let memory = UnsafeMutableRawPointer.allocate(byteCount: stride * h, alignment: 16)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0x5A, count: stride * h)
    let writer = PanelWriter(width: w, height: h, pixels: pixels, rotation: rotation)
    let page = PanelWriter.Page(base: memory, width: w, height: h, stride: stride, pixels: pixels)
    for area in areas { try writer.write(frame, area: area, to: page) }
    let packed = (w * pixels.bits + 7) / 8
    for y in 0..<h { for x in packed..<stride { #expect(memory.load(fromByteOffset: y * stride + x, as: UInt8.self) == 0x5A) } }
    return (0..<h).flatMap { y in (0..<packed).map { memory.load(fromByteOffset: y * stride + $0, as: UInt8.self) } }
  }

  @Test(arguments: layouts, Rotation.allCases) func convertingInPartsEqualsConvertingTheWhole(pixels: PanelPixels, rotation: Rotation)
    throws
  {
    let frame = try Self.noise(40, 24, seed: 5)
    var random = SeededGenerator(seed: 6)
    var areas = [PixelRect(x: -3, y: -3, width: 20, height: 40), PixelRect(x: 17, y: -1, width: 90, height: 90)]
    for _ in 0..<6 {
      areas.append(PixelRect(x: Int.random(in: 0..<40, using: &random), y: Int.random(in: 0..<24, using: &random), width: 7, height: 5))
    }
    #expect(try page(frame, pixels, rotation, areas) == page(frame, pixels, rotation, [frame.bounds]))
  }

  @Test(arguments: Rotation.allCases) func aRowThatIsNotAlignedHoldsTheSamePixels(rotation: Rotation) throws {
    let frame = try Self.noise(19, 13, seed: 7)
    for pixels in Self.layouts {
      #expect(try page(frame, pixels, rotation, [frame.bounds], stride: 3) == page(frame, pixels, rotation, [frame.bounds], stride: 16))
    }
  }

  @Test func packingByChannelsEqualsPackingByFormat() throws {
    let frame = try Self.noise(64, 16, seed: 8)
    #expect(
      try page(frame, .channels(Self.rgb565AsChannels), .none, [frame.bounds]) == page(frame, .format(.rgb565), .none, [frame.bounds]))
    let words = try page(frame, .format(.xrgb8888), .none, [frame.bounds])
    let swapped = try page(frame, .channels(Self.bgrx), .none, [frame.bounds])
    for i in stride(from: 0, to: words.count, by: 4) { #expect(Array(words[i..<i + 3]) == Array(swapped[i..<i + 3].reversed())) }
    // Ones where hardware takes them for opacity.
    let opaque = try page(frame, .channels(Self.argb1555), .none, [frame.bounds])
    #expect(stride(from: 1, to: opaque.count, by: 2).allSatisfy { opaque[$0] & 0x80 != 0 })
  }

  @Test func impossibleLayoutsAreRefused() {
    typealias C = ChannelLayout.Channel
    func layout(_ bytes: Int, _ r: C, _ g: C, _ b: C) -> PanelPixels? {
      PanelPixels(ChannelLayout(bytes: bytes, red: r, green: g, blue: b))
    }
    #expect(layout(2, C(11, 5), C(5, 6), C(0, 5)) == .format(.rgb565))
    #expect(layout(3, C(0, 8), C(8, 8), C(16, 8)) == .format(.rgb888))
    #expect(layout(2, C(11, 6), C(5, 6), C(0, 5)) == nil, "beyond the word")
    #expect(layout(2, C(10, 5), C(5, 6), C(0, 5)) == nil, "on top of one another")
    #expect(layout(4, C(20, 10), C(10, 10), C(0, 10)) == nil, "more than 8 bits")
    #expect(layout(5, C(16, 8), C(8, 8), C(0, 8)) == nil)
    #expect(layout(4, C(-1, 8), C(8, 8), C(.max, .max)) == nil)
    #expect(layout(1, C(0, 0), C(0, 0), C(0, 0)) == nil, "no colour at all")
  }

  private func info(_ change: (inout td_framebuffer_info) -> Void) -> td_framebuffer_info {
    var info = td_framebuffer_info()
    (info.width, info.height, info.virtual_width, info.virtual_height) = (800, 480, 800, 480)
    (info.bits_per_pixel, info.line_length, info.memory_length) = (16, 1664, 1664 * 480)
    (info.visual, info.is_packed) = (UInt32(TD_VISUAL_TRUECOLOR.rawValue), 1)
    info.red = td_channel(offset: 11, length: 5, is_reversed: 0)
    info.green = td_channel(offset: 5, length: 6, is_reversed: 0)
    info.blue = td_channel(offset: 0, length: 5, is_reversed: 0)
    change(&info)
    return info
  }

  @Test func theRowLengthOfTheKernelIsUsed() throws {
    let plain = try FramebufferInfo(info { _ in }, path: "fb")
    #expect(plain.stride == 1664 && plain.pixels == .format(.rgb565) && !plain.hasTwoPages && plain.offset == 0)
    let panning = try FramebufferInfo(
      info { ($0.y_pan_step, $0.virtual_height, $0.memory_length, $0.y_offset) = (1, 960, 1664 * 960, 480) }, path: "fb")
    #expect(panning.hasTwoPages && panning.offset == 0)
    let fixed = try FramebufferInfo(info { ($0.memory_length, $0.y_offset, $0.x_offset) = (1664 * 490, 2, 8) }, path: "fb")
    #expect(fixed.offset == 2 * 1664 + 16)
    let mono = try FramebufferInfo(
      info { ($0.visual, $0.bits_per_pixel, $0.line_length) = (UInt32(TD_VISUAL_MONO_BLACK.rawValue), 1, 100) }, path: "fb")
    #expect(mono.pixels == .invertedMono)
    let palette = try FramebufferInfo(
      info { ($0.visual, $0.bits_per_pixel, $0.line_length) = (UInt32(TD_VISUAL_PALETTE.rawValue), 8, 800) }, path: "fb")
    #expect(palette.pixels.bits == 8)
  }

  @Test func numbersThatDoNotFitTheMemoryAreRefused() {
    let wrong: [(inout td_framebuffer_info) -> Void] = [
      { $0.line_length = 1599 }, { $0.memory_length = 1664 * 479 }, { $0.y_offset = 1 }, { $0.y_offset = .max }, { $0.x_offset = 16 },
      { $0.width = 0 }, { $0.height = .max }, { $0.line_length = .max }, { $0.memory_length = 0 }, { $0.is_packed = 0 },
      { $0.bits_per_pixel = 2 },
      { $0.visual = UInt32(TD_VISUAL_OTHER.rawValue) }, { $0.red.is_reversed = 1 }, { $0.green.offset = .max },
      { $0.bits_per_pixel = .max },
    ]
    for change in wrong { #expect(throws: DeviceError.self) { try FramebufferInfo(info(change), path: "fb") } }
    // Anything at all is refused or fits.
    var random = SeededGenerator(seed: 9)
    let numbers: [UInt32] = [0, 1, 2, 8, 16, 24, 32, 480, 800, 1600, 1664, 65536, .max]
    for _ in 0..<20_000 {
      func any() -> UInt32 { numbers.randomElement(using: &random)! }
      let random = info {
        ($0.width, $0.height, $0.virtual_height, $0.x_offset, $0.y_offset) = (any(), any(), any(), any(), any())
        ($0.bits_per_pixel, $0.line_length, $0.memory_length, $0.y_pan_step, $0.visual) = (
          any(), any(), UInt64(any()) * 64, any(), any() % 7
        )
        $0.green.offset = any()
      }
      guard let checked = try? FramebufferInfo(random, path: "fb") else { continue }
      let pages = checked.hasTwoPages ? 2 : 1
      #expect(checked.offset + checked.stride * checked.height * pages <= Int(random.memory_length))
      #expect(checked.stride * 8 >= checked.width * checked.pixels.bits)
    }
  }
}
