public import TesseraGeometry
public import TesseraRender

/// A panel that is none: it takes as long as electronic paper, and what it showed before shines through until a full update. Loop thread.
///
/// The time is the one that it is told. Its picture can be looked at, and is written as a PNG file after each update where a path is given.
public final class SimulatedPanel: PanelDriver {
  /// How the material behaves.
  public struct Behaviour: Sendable, Hashable {
    /// Seconds that an update takes.
    public var fullTime = 0.9
    /// The same for all grays, of a part.
    public var graysTime = 0.45
    /// The same for black and white.
    public var fastTime = 0.12
    /// How much of what was there stays to be seen after an update, 0...1.
    public var graysGhost = 0.06
    /// The same for black and white.
    public var fastGhost = 0.12

    /// Makes what is usual.
    public init() {}

    func time(_ waveform: PanelWaveform) -> Double {
      waveform == .full ? fullTime : waveform == .grays ? graysTime : fastTime
    }
    func ghost(_ waveform: PanelWaveform) -> Double {
      waveform == .full ? 0 : waveform == .grays ? graysGhost : fastGhost
    }
  }

  /// An update that was asked for.
  public struct Update: Sendable, Hashable {
    /// How.
    public var waveform: PanelWaveform
    /// What of the panel.
    public var area: PixelRect
    /// When it began, seconds.
    public var time: Double
  }

  public let info: PanelInfo
  /// How the material behaves.
  public let behaviour: Behaviour
  /// What was asked for so far.
  public private(set) var updates: [Update] = []
  private let path: String?
  /// How light each pixel is, 0...255.
  private var light: [Double]
  private var target: [UInt8]
  private var end: Double?

  /// Makes a white panel.
  ///
  /// - Parameters:
  ///   - info: what it is.
  ///   - behaviour: how the material behaves.
  ///   - path: where its picture is written; nil: nowhere.
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
    guard end == nil else { throw .unusable(device: info.name, reason: "it is busy", advice: "wait until it is not") }
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
    // Enough to look at; a panel that runs for days must not gather more.
    if updates.count >= 4096 { updates.removeFirst(2048) }
    updates.append(Update(waveform: waveform, area: area, time: time))
    end = time + behaviour.time(waveform)
  }

  /// Ends the update whose time is over, and writes the picture.
  /// - Throws: ``DeviceError`` where the picture cannot be written.
  public func serve(at time: Double) throws(DeviceError) {
    guard let end, time >= end - 1e-6 else { return }
    self.end = nil
    try writePicture()
  }

  /// Writes the picture where a path was given: what a person sees now, a white panel before the first update.
  /// - Throws: ``DeviceError`` where it cannot be written.
  public func writePicture() throws(DeviceError) {
    guard let path else { return }
    let picture: PixelBuffer
    do { picture = try seen() } catch { throw .badFrame("\(error)") }
    try AtomicFile.write(PNGEncoder.encode(picture), to: path)
  }

  /// What a person sees, ghosts included: 8 bits of gray.
  public func seen() throws(RenderError) -> PixelBuffer {
    let buffer = try PixelBuffer(width: info.width, height: info.height, format: .gray8)
    buffer.withUnsafeMutableBytes { bytes in
      for y in 0..<info.height {
        for x in 0..<info.width { bytes[y * buffer.stride + x] = UInt8(min(255, max(0, light[y * info.width + x].rounded()))) }
      }
    }
    return buffer
  }

  /// How far what is seen is from what was asked for, levels of 0...255: the most of all pixels.
  public var worstGhost: Double { zip(light, target).reduce(0) { max($0, abs($1.0 - Double($1.1))) } }

  public func close() {}
}
