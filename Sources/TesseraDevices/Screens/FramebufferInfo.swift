internal import CTesseraDevices
internal import TesseraRender

/// The kernel's description of a framebuffer, validated: all pixels are inside the memory.
struct FramebufferInfo: Equatable {
  var name: String
  var width: Int
  var height: Int
  var stride: Int
  /// Bytes from the start of the memory to the first visible pixel.
  var offset: Int
  var pixels: PanelPixels
  /// Whether there is space for a second picture below the first, and panning can show it.
  var hasTwoPages: Bool

  init(name: String, width: Int, height: Int, stride: Int, offset: Int = 0, pixels: PanelPixels, hasTwoPages: Bool = false) {
    (self.name, self.width, self.height, self.stride) = (name, width, height, stride)
    (self.offset, self.pixels, self.hasTwoPages) = (offset, pixels, hasTwoPages)
  }

  /// Validates the kernel's description of the device at `path`.
  init(_ info: td_framebuffer_info, path: String) throws(DeviceError) {
    func fail(_ what: String) -> DeviceError { .unusable(device: path, reason: what, advice: nil) }
    let name = withUnsafeBytes(of: info.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let (width, height, stride) = (Int(info.width), Int(info.height), Int(info.line_length))
    guard (1...16384).contains(width), (1...16384).contains(height) else {
      throw fail("it reports \(width) x \(height) pixels; a side must have 1 to 16384")
    }
    guard info.is_packed != 0 else {
      throw fail("its pixels are stored in planes; only packed pixels are supported")
    }
    let pixels = try Self.pixels(info, fail)
    let (rows, seen) = (Int(info.y_offset), Int(info.x_offset) * pixels.bits)
    let packed = (width * pixels.bits + 7) / 8
    let (offset, isTooFar) = rows.multipliedReportingOverflow(by: stride)
    let (size, isTooLarge) = stride.multipliedReportingOverflow(by: height)
    let memory = Int(clamping: info.memory_length)
    guard stride >= packed, seen % 8 == 0, !isTooFar, !isTooLarge, offset <= memory - size - seen / 8 else {
      throw fail(
        "\(width) x \(height) pixels of \(pixels.bits) bits from (\(info.x_offset), \(info.y_offset)) in rows of \(stride) bytes do not fit into its \(memory) bytes"
      )
    }
    let canPan = info.y_pan_step > 0 && height % Int(info.y_pan_step) == 0 && info.x_offset == 0
    let hasTwoPages = canPan && Int(info.virtual_height) >= 2 * height && size <= memory / 2
    self.init(
      name: name, width: width, height: height, stride: stride, offset: hasTwoPages ? 0 : offset + seen / 8, pixels: pixels,
      hasTwoPages: hasTwoPages)
  }

  private static func pixels(_ info: td_framebuffer_info, _ fail: (String) -> DeviceError) throws(DeviceError) -> PanelPixels {
    let bits = Int(info.bits_per_pixel)
    switch td_visual(info.visual) {
    case TD_VISUAL_MONO_WHITE where bits == 1: return .format(.mono1)
    case TD_VISUAL_MONO_BLACK where bits == 1: return .invertedMono
    case TD_VISUAL_PALETTE where bits == 8, TD_VISUAL_FIXED_PALETTE where bits == 8:
      // A writable palette was set to 3-3-2 bit colours; a fixed one is interpreted as lightness.
      if info.is_gray != 0 || td_visual(info.visual) == TD_VISUAL_FIXED_PALETTE { return .format(.gray8) }
      return .channels(ChannelLayout(bytes: 1, red: .init(5, 3), green: .init(2, 3), blue: .init(0, 2)))
    case TD_VISUAL_TRUECOLOR where info.is_gray != 0 && bits == 8: return .format(.gray8)
    case TD_VISUAL_TRUECOLOR where info.is_gray != 0 && bits == 4: return .format(.gray4)
    case TD_VISUAL_TRUECOLOR, TD_VISUAL_DIRECTCOLOR:
      let channels = [info.red, info.green, info.blue, info.alpha]
      guard !channels.contains(where: { $0.is_reversed != 0 }) else { throw fail("its colours have their bits in reverse order") }
      let bytes = (bits + 7) / 8
      func channel(_ c: td_channel) -> ChannelLayout.Channel { .init(Int(c.offset), Int(c.length)) }
      guard
        let pixels = PanelPixels(
          ChannelLayout(
            bytes: bytes, red: channel(info.red), green: channel(info.green), blue: channel(info.blue), alpha: channel(info.alpha)))
      else { break }
      return pixels
    default: break
    }
    func text(_ c: td_channel) -> String { "\(c.length) bits from \(c.offset)" }
    throw fail(
      "pixels of \(bits) bits (visual \(info.visual); red \(text(info.red)), green \(text(info.green)), blue \(text(info.blue))) are not supported; "
        + "supported are 1 bit, 8 bits, and colours of at most 8 bits each in 1 to 4 bytes")
  }
}
