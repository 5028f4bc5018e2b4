internal import CTesseraDevices
internal import Glibc
public import TesseraGeometry
public import TesseraRender

/// Rotates and packs parts of frames into a panel's memory. Only writes to it: reading write-combined memory is slow. One thread.
public final class PanelWriter {
  /// Memory of a whole picture on a device.
  public final class Page {
    /// The first pixel.
    public let base: UnsafeMutableRawPointer
    /// Bytes from one row to the next.
    public let stride: Int
    /// The same as a pixel buffer, if it can be converted to directly.
    fileprivate let buffer: PixelBuffer?

    /// Creates a page of `height` rows of `stride` bytes at `base`, which must outlive the page.
    init(base: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int, pixels: PanelPixels) {
      (self.base, self.stride) = (base, stride)
      if case .format(let format) = pixels, format.bitsPerPixel >= 8 {
        buffer = try? PixelBuffer(wrapping: base, width: width, height: height, stride: stride, format: format)
      } else {
        buffer = nil
      }
    }
  }

  /// Width of the panel in pixels.
  public let width: Int
  /// Height of the panel in pixels.
  public let height: Int
  /// Pixel type of the panel.
  public let pixels: PanelPixels
  /// Clockwise rotation from the frame to the panel.
  public let rotation: Rotation
  private let dithers: Bool
  /// The rotated frame in one of the framework's formats, if the panel's memory cannot be converted to directly.
  private var shadow: PixelBuffer?

  /// Creates a writer for a panel of `width` x `height` pixels.
  public init(width: Int, height: Int, pixels: PanelPixels, rotation: Rotation = .none, dithers: Bool = true) {
    (self.width, self.height, self.pixels, self.rotation, self.dithers) = (width, height, pixels, rotation, dithers)
  }

  /// Size of the frames, pixels.
  public var frameSize: (width: Int, height: Int) { rotation.swapsAxes ? (height, width) : (width, height) }

  /// Returns the panel area of a frame area.
  public func turned(_ area: PixelRect) -> PixelRect { rotation.turned(area, in: frameSize) }

  /// Writes `area` of `frame`, clipped to the frame.
  /// - Throws: ``DeviceError`` if the rotated frame and the panel differ in size.
  public func write(_ frame: PixelBuffer, area: PixelRect, to page: Page) throws(DeviceError) {
    guard (frame.width, frame.height) == frameSize else {
      throw .badFrame(
        "a frame of \(frame.width) x \(frame.height) pixels, turned by \(rotation.rawValue) degrees, on a panel of \(width) x \(height)")
    }
    let part = area.intersection(frame.bounds)
    if part.isEmpty { return }
    do {
      switch pixels {
      case .format(let format):
        // Rotation would write columns: the panel gets whole rows from a copy instead.
        if let buffer = page.buffer, rotation == .none {
          try frame.convert(into: buffer, area: part, dither: dithers)
        } else {
          let shadow = try shadow(format)
          try frame.convert(into: shadow, area: part, rotation: rotation, dither: dithers)
          copy(shadow, turned(part), to: page, xor: 0)
        }
      case .invertedMono:
        let shadow = try shadow(.mono1)
        try frame.convert(into: shadow, area: part, rotation: rotation, dither: dithers)
        copy(shadow, turned(part), to: page, xor: 0xFF)
      case .channels(let layout):
        if rotation == .none, frame.format == .argb8888 || frame.format == .xrgb8888 {
          pack(frame, part, layout, to: page)
        } else {
          let shadow = try shadow(.xrgb8888)
          try frame.convert(into: shadow, area: part, rotation: rotation, dither: false)
          pack(shadow, turned(part), layout, to: page)
        }
      }
    } catch {
      throw .badFrame("\(error)")
    }
  }

  private func shadow(_ format: PixelFormat) throws(RenderError) -> PixelBuffer {
    if let shadow { return shadow }
    let made = try PixelBuffer(width: width, height: height, format: format)
    shadow = made
    return made
  }

  /// Copies the whole bytes that contain `area`.
  private func copy(_ source: PixelBuffer, _ area: PixelRect, to page: Page, xor: UInt8) {
    let bits = source.format.bitsPerPixel
    let first = area.x * bits / 8
    let count = (area.maxX * bits + 7) / 8 - first
    source.withUnsafeBytes { bytes in
      for y in area.y..<area.maxY {
        let row = UnsafeRawBufferPointer(rebasing: bytes[y * source.stride + first..<y * source.stride + first + count])
        let target = page.base + y * page.stride + first
        if xor == 0 {
          target.copyMemory(from: row.baseAddress!, byteCount: count)  // not empty: the area is not
        } else {
          for i in 0..<count { target.storeBytes(of: row[i] ^ xor, toByteOffset: i, as: UInt8.self) }
        }
      }
    }
  }

  private func pack(_ source: PixelBuffer, _ area: PixelRect, _ layout: ChannelLayout, to page: Page) {
    var layout = layout.asC
    let bytes = Int(layout.bytes)
    source.withUnsafeBytes { rows in
      guard let base = rows.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      for y in area.y..<area.maxY {
        td_pack_row(
          &layout, (page.base + y * page.stride + area.x * bytes).assumingMemoryBound(to: UInt8.self),
          base + y * source.stride + area.x * 4,
          area.width, UInt32(area.x), UInt32(y), dithers ? 1 : 0)
      }
    }
  }
}

extension ChannelLayout {
  var asC: td_layout {
    td_layout(
      bytes: Int32(clamping: bytes), red_offset: Int32(clamping: red.offset), red_length: Int32(clamping: red.length),
      green_offset: Int32(clamping: green.offset), green_length: Int32(clamping: green.length), blue_offset: Int32(clamping: blue.offset),
      blue_length: Int32(clamping: blue.length), alpha_offset: Int32(clamping: alpha.offset), alpha_length: Int32(clamping: alpha.length))
  }

  /// Whether the channels do not overlap and are inside the word.
  var isValid: Bool {
    var layout = asC
    return td_layout_is_valid(&layout) != 0
  }
}

extension Rotation {
  /// Returns the rotated position of an area in a picture of `size`.
  public func turned(_ area: PixelRect, in size: (width: Int, height: Int)) -> PixelRect {
    switch self {
    case .none: area
    case .quarter: PixelRect(x: size.height - area.y - area.height, y: area.x, width: area.height, height: area.width)
    case .half:
      PixelRect(x: size.width - area.x - area.width, y: size.height - area.y - area.height, width: area.width, height: area.height)
    case .threeQuarters: PixelRect(x: area.y, y: size.width - area.x - area.width, width: area.height, height: area.width)
    }
  }

  /// Returns the position in the unrotated picture of a point in the rotated one, both 0...1 from left and top.
  public func unturned(x: Double, y: Double) -> (x: Double, y: Double) {
    switch self {
    case .none: (x, y)
    case .quarter: (y, 1 - x)
    case .half: (1 - x, 1 - y)
    case .threeQuarters: (1 - y, x)
    }
  }
}
