public import TesseraGeometry
public import TesseraRender

/// Description of a bistable panel: electronic paper, a reflective display.
public struct PanelInfo: Sendable, Hashable {
  /// Name for messages.
  public var name: String
  /// Width in pixels.
  public var width: Int
  /// Height in pixels.
  public var height: Int
  /// `gray8`, `gray4` or `mono1`.
  public var format: PixelFormat
  /// Number of gray levels, 2 to 256; must be 2 if the format is `mono1`.
  public var levels: Int
  /// Whether a part can be updated without the rest.
  public var updatesParts: Bool
  /// Alignment of the left and right edges of a part in pixels, at least 1.
  public var alignment: Int

  /// Creates a description.
  public init(
    name: String = "panel", width: Int, height: Int, format: PixelFormat, levels: Int? = nil, updatesParts: Bool = true, alignment: Int = 8
  ) {
    (self.name, self.width, self.height, self.format) = (name, width, height, format)
    let most = format == .mono1 ? 2 : format == .gray4 ? 16 : 256
    self.levels = min(most, max(2, levels ?? most))
    (self.updatesParts, self.alignment) = (updatesParts, max(1, alignment))
  }
}

/// Waveform of a panel: how it drives its pixels from one picture to the next.
public enum PanelWaveform: String, Sendable, CaseIterable, Hashable {
  /// Drives all pixels to both extremes first: flashes, is slowest, leaves no ghosting.
  case full
  /// All grays, without a flash; leaves a little ghosting.
  case grays
  /// Black and white only, fast; leaves more ghosting.
  case fast
}

/// Driver of a panel. Loop thread; no method waits for the panel.
///
/// An update runs asynchronously after it is started; meanwhile the panel is busy and accepts no other. The driver provides a file that
/// becomes readable when the panel is done, or the time at which it will be.
public protocol PanelDriver: AnyObject {
  /// Description of the panel; constant while it is open.
  var info: PanelInfo { get }
  /// Whether an update is running.
  var isBusy: Bool { get }
  /// A file that becomes readable when the running update may have ended; -1: none.
  var descriptor: Int32 { get }
  /// End or timeout of the running update, seconds of the clock passed to `update`; nil if there is none.
  var deadline: Double? { get }
  /// Starts an update; only called while the panel is not busy.
  ///
  /// - Parameters:
  ///   - picture: the whole picture, in the panel's size, format and levels. It belongs to the caller: copy the parts that are
  ///     needed later.
  ///   - area: aligned area to update; the whole picture for `full`.
  ///   - waveform: waveform of the update.
  ///   - time: current time.
  /// - Throws: ``DeviceError`` if the update cannot be started; it is retried later.
  func update(_ picture: PixelBuffer, area: PixelRect, waveform: PanelWaveform, at time: Double) throws(DeviceError)
  /// Checks whether the running update has ended; called when the file is readable or the deadline has passed.
  /// - Throws: ``DeviceError`` if the panel reports a failure; it is not busy then.
  func serve(at time: Double) throws(DeviceError)
  /// Releases the panel, which keeps its picture.
  func close()
}
