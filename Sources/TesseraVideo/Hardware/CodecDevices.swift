internal import TesseraBase

/// Decoder of the kernel: hardware that decodes video. A value.
public struct HardwareDecoder: Sendable, Hashable {
  /// Codec with the sizes of its pictures. A value.
  public struct Codec: Sendable, Hashable {
    /// Name as of ``VideoFileInfo/codec``.
    public var name: String
    /// Widths in pixels.
    public var widths: ClosedRange<Int>
    /// Heights in pixels.
    public var heights: ClosedRange<Int>
  }

  /// Path of the device, such as `/dev/video10`.
  public var path: String
  /// Name of the device.
  public var name: String
  /// Name of its driver.
  public var driver: String
  /// Codecs that are used.
  public var codecs: [Codec]

  /// Returns the decoders of this machine: stateful V4L2 memory-to-memory devices that the process may open. Any thread; opens devices.
  public static func all() -> [HardwareDecoder] { CodecDevices.kernel.all() }
}

/// Decoders of a machine. Any thread.
struct CodecDevices: Sendable {
  /// Names of codecs, and their formats of packets.
  static let formats: [(name: String, format: String)] = [("h264", "H264"), ("hevc", "HEVC"), ("vp8", "VP80"), ("vp9", "VP90")]

  let paths: @Sendable () -> [String]
  let open: @Sendable (String) throws(CameraProblem) -> KernelCodec
  /// Decoders of the last search and the paths that it saw: opening a device may wake it.
  private let known = Locked<(paths: [String], decoders: [HardwareDecoder])>(([], []))

  init(paths: @escaping @Sendable () -> [String], open: @escaping @Sendable (String) throws(CameraProblem) -> KernelCodec) {
    (self.paths, self.open) = (paths, open)
  }

  /// Devices of the kernel.
  static let kernel = CodecDevices(paths: { KernelCameras().paths() }) { path throws(CameraProblem) in try KernelCodec(path) }

  /// Returns the decoders, in the order of their paths.
  func all() -> [HardwareDecoder] {
    let paths = paths()
    if let decoders = known.withLock({ $0.paths == paths ? $0.decoders : nil }) { return decoders }
    let decoders = paths.compactMap { path -> HardwareDecoder? in
      guard let device = try? open(path), device.isCodec else { return nil }
      let codecs = Self.codecs(of: device)
      return codecs.isEmpty ? nil : HardwareDecoder(path: path, name: device.name, driver: device.driver, codecs: codecs)
    }
    known.withLock { $0 = (paths, decoders) }
    return decoders
  }

  /// Returns the decoders of a codec that have a size.
  func decoders(of codec: String, width: Int, height: Int) -> [HardwareDecoder] {
    all().filter { $0.codecs.contains { $0.name == codec && $0.widths.contains(width) && $0.heights.contains(height) } }
  }

  /// Returns the format of the packets of a codec; nil for other codecs.
  static func format(of codec: String) -> UInt32? {
    formats.first { $0.name == codec }.map { $0.format.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
  }

  private static func codecs(of device: KernelCodec) -> [HardwareDecoder.Codec] {
    var found: Set<UInt32> = []
    for index in 0..<64 {
      guard let format = device.format(of: .packets, at: index) else { break }
      found.insert(format)
    }
    return formats.compactMap { name, _ in
      guard let format = format(of: name), found.contains(format) else { return nil }
      var (widths, heights): (ClosedRange<Int>?, ClosedRange<Int>?)
      for index in 0..<64 {
        guard let sizes = device.sizes(of: format, at: index) else { break }
        guard sizes.leastWidth <= sizes.mostWidth, sizes.leastHeight <= sizes.mostHeight else { continue }
        widths = union(widths, Int(sizes.leastWidth)...Int(sizes.mostWidth))
        heights = union(heights, Int(sizes.leastHeight)...Int(sizes.mostHeight))
      }
      // A driver without sizes refuses a stream that is too large for it.
      return HardwareDecoder.Codec(name: name, widths: widths ?? 1...16384, heights: heights ?? 1...16384)
    }
  }

  private static func union(_ range: ClosedRange<Int>?, _ other: ClosedRange<Int>) -> ClosedRange<Int> {
    range.map { min($0.lowerBound, other.lowerBound)...max($0.upperBound, other.upperBound) } ?? other
  }
}
