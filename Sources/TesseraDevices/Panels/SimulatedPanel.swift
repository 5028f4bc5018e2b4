public import TesseraGeometry
public import TesseraRender

/// A simulated panel with the update times and ghosting of electronic paper. Loop thread.
///
/// It uses the time passed to it. Its picture can be read, and is written to a PNG file after each update if a path is given.
public final class SimulatedPanel: PanelDriver {
  /// Behaviour of the material.
  public struct Behaviour: Sendable, Hashable {
    /// Duration of a full update, seconds.
    public var fullTime = 0.9
    /// Duration of a partial update in all grays, seconds.
    public var graysTime = 0.45
    /// Duration of a partial update in black and white, seconds.
    public var fastTime = 0.12
    /// Ghosting after an update in all grays: remaining share of the previous picture, 0...1.
    public var graysGhost = 0.06
    /// Ghosting after an update in black and white.
    public var fastGhost = 0.12

    /// Creates the default behaviour.
    public init() {}

    func time(_ waveform: PanelWaveform) -> Double {
      waveform == .full ? fullTime : waveform == .grays ? graysTime : fastTime
    }
    func ghost(_ waveform: PanelWaveform) -> Double {
      waveform == .full ? 0 : waveform == .grays ? graysGhost : fastGhost
    }
  }

  /// A requested update.
  public struct Update: Sendable, Hashable {
    /// Waveform.
    public var waveform: PanelWaveform
    /// Area of the panel.
    public var area: PixelRect
    /// Start time, seconds.
    public var time: Double
  }

  public let info: PanelInfo
  /// Behaviour of the material.
  public let behaviour: Behaviour
  /// Updates requested so far.
  public private(set) var updates: [Update] = []
  private let path: String?
  /// Lightness of each pixel, 0...255.
  private var light: [Double]
  private var target: [UInt8]
  private var end: Double?

  /// Creates a white panel.
  ///
  /// - Parameters:
  ///   - info: description of the panel.
  ///   - behaviour: behaviour of the material.
  ///   - path: file for its picture; nil: none.
  public init(_ info: PanelInfo, behaviour: Behaviour = Behaviour(), path: String? = nil) {
    (self.info, self.behaviour, self.path) = (info, behaviour, path)
    let count = max(0, info.width) * max(0, info.height)
    light = [Double](repeating: 255, count: count)
    target = [UInt8](repeating: 255, count: count)
  }

  public var isBusy: Bool { end != nil }
  public var descriptor: Int32 { -1 }
  public var deadline: Double? { end }

  public func update(_ picture: PixelBuffer, area: PixelRect, waveform: PanelWaveform, at time: Double) throws(DeviceError) {
    guard end == nil else { throw .unusable(device: info.name, reason: "it is busy", advice: "wait until its update ends") }
    guard picture.format == info.format, (picture.width, picture.height) == (info.width, info.height), picture.bounds.contains(area) else {
      throw .badFrame("a picture of \(picture.width) x \(picture.height) in \(picture.format.rawValue) on \(info.name)")
    }
    guard area.x % info.alignment == 0, area.maxX % info.alignment == 0 || area.maxX == info.width else {
      throw .badFrame("the edges of a part must be multiples of \(info.alignment) (got \(area.x) and \(area.maxX))")
    }
    let gray: PixelBuffer
    do { gray = try picture.converted(to: .gray8, dither: false) } catch { throw .badFrame("\(error)") }
    let ghost = behaviour.ghost(waveform)
    gray.withUnsafeBytes { bytes in
      for y in area.y..<area.maxY {
        for x in area.x..<area.maxX {
          let i = y * info.width + x
          target[i] = bytes[y * gray.stride + x]
          light[i] = Double(target[i]) + ghost * (light[i] - Double(target[i]))
        }
      }
    }
    // Enough for inspection; a panel that runs for days must not use more and more memory.
    if updates.count >= 4096 { updates.removeFirst(2048) }
    updates.append(Update(waveform: waveform, area: area, time: time))
    end = time + behaviour.time(waveform)
  }

  /// Ends the update if its time is over, and writes the picture.
  /// - Throws: ``DeviceError`` if the picture cannot be written.
  public func serve(at time: Double) throws(DeviceError) {
    guard let end, time >= end - 1e-6 else { return }
    self.end = nil
    try writePicture()
  }

  /// Writes the visible picture if a path was given; a white panel before the first update.
  /// - Throws: ``DeviceError`` if it cannot be written.
  public func writePicture() throws(DeviceError) {
    guard let path else { return }
    let picture: PixelBuffer
    do { picture = try seen() } catch { throw .badFrame("\(error)") }
    try AtomicFile.write(PNGEncoder.encode(picture), to: path)
  }

  /// Returns the visible picture with ghosting: 8 bits of gray.
  public func seen() throws(RenderError) -> PixelBuffer {
    let buffer = try PixelBuffer(width: info.width, height: info.height, format: .gray8)
    buffer.withUnsafeMutableBytes { bytes in
      for y in 0..<info.height {
        for x in 0..<info.width { bytes[y * buffer.stride + x] = UInt8(min(255, max(0, light[y * info.width + x].rounded()))) }
      }
    }
    return buffer
  }

  /// Maximum difference between visible and requested lightness of all pixels, levels of 0...255.
  public var worstGhost: Double { zip(light, target).reduce(0) { max($0, abs($1.0 - Double($1.1))) } }

  public func close() {}
}
