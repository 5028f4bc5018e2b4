public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Display into plain memory: a mapped device, shared memory, an array. Frame loop thread.
public final class MemoryDisplay: Display {
  /// The memory as a pixel buffer.
  public let target: PixelBuffer
  /// Clockwise rotation from the frame to the memory.
  public let rotation: Rotation
  /// Whether ordered dither is used if depth is lost.
  public let dithers: Bool

  /// Creates a display over the memory at `pointer`, which must outlive the display: `height` rows of `stride` bytes.
  ///
  /// - Parameters:
  ///   - pointer: The first row.
  ///   - width: Width in pixels.
  ///   - height: Height in rows.
  ///   - stride: Bytes from one row to the next.
  ///   - format: Pixel format of the memory.
  ///   - rotation: Clockwise rotation from the frame to the memory.
  ///   - dithers: Whether ordered dither is used if depth is lost.
  public convenience init(
    pointer: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int, format: PixelFormat, rotation: Rotation = .none,
    dithers: Bool = true
  ) throws(DeviceError) {
    let target: PixelBuffer
    do {
      target = try PixelBuffer(wrapping: pointer, width: width, height: height, stride: stride, format: format)
    } catch {
      throw .badFrame("\(error)")
    }
    self.init(target, rotation: rotation, dithers: dithers)
  }

  /// Creates a display over `target`.
  public init(_ target: PixelBuffer, rotation: Rotation = .none, dithers: Bool = true) {
    (self.target, self.rotation, self.dithers) = (target, rotation, dithers)
  }

  /// Bilevel if the memory has one bit per pixel.
  public var textAntialiasing: TextAntialiasing { target.format == .mono1 ? .bilevel : .grayscale }
  public var colorDepth: ColorDepth { ColorDepth(target.format) }

  /// Converts only the damaged pixels.
  ///
  /// - Throws: ``DeviceError`` if the rotated frame and the memory differ in size.
  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    let isTurned = rotation == .quarter || rotation == .threeQuarters
    let (width, height) = isTurned ? (frame.height, frame.width) : (frame.width, frame.height)
    guard width == target.width, height == target.height else {
      throw DeviceError.badFrame(
        "a frame of \(frame.width) x \(frame.height) pixels, turned by \(rotation.rawValue) degrees, on a display of \(target.width) x \(target.height)"
      )
    }
    let all = PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    for area in damage {
      let part = area.intersection(all)
      if !part.isEmpty { try frame.convert(into: target, area: part, rotation: rotation, dither: dithers) }
    }
  }
}
