public import TesseraGeometry
public import TesseraRender

/// What a panel that keeps its picture by itself is: electronic paper, a reflective display.
public struct PanelInfo: Sendable, Hashable {
  /// What it is, for messages.
  public var name: String
  /// Pixels in a row.
  public var width: Int
  /// Rows.
  public var height: Int
  /// `gray8`, `gray4` or `mono1`.
  public var format: PixelFormat
  /// Levels of gray that the panel shows, 2 to 256; none but 2 where the format is `mono1`.
  public var levels: Int
  /// Whether a part can be updated, and the rest stays as it is.
  public var updatesParts: Bool
  /// Left and right edges of a part are multiples of this many pixels, at least 1.
  public var alignment: Int

  /// Describes a panel.
  public init(
    name: String = "panel", width: Int, height: Int, format: PixelFormat, levels: Int? = nil, updatesParts: Bool = true, alignment: Int = 8
  ) {
    (self.name, self.width, self.height, self.format) = (name, width, height, format)
    let most = format == .mono1 ? 2 : format == .gray4 ? 16 : 256
    self.levels = min(most, max(2, levels ?? most))
    (self.updatesParts, self.alignment) = (updatesParts, max(1, alignment))
  }
}

/// How a panel drives its pixels from one picture to the next.
public enum PanelWaveform: String, Sendable, CaseIterable, Hashable {
  /// All pixels are driven to both ends first: flashes, takes longest, leaves nothing of the picture before.
  case full
  /// All grays, without a flash; a little of what was there stays to be seen.
  case grays
  /// Black and white only, fast; more of what was there stays.
  case fast
}

/// What speaks to a panel. Loop thread; nothing here waits for the panel.
///
/// An update is begun and goes on by itself; while it does, the panel is busy and takes no other. A driver whose panel tells when it is done
/// gives the file by which it tells, or the moment at which it will be.
public protocol PanelDriver: AnyObject {
  /// What the panel is; the same for as long as it is open.
  var info: PanelInfo { get }
  /// Whether an update is under way.
  var isBusy: Bool { get }
  /// A file that is readable when the update under way may have ended; -1: there is none.
  var descriptor: Int32 { get }
  /// When the update under way will have ended, or is given up, seconds of the clock that `update` was given; nil while there is none.
  var deadline: Double? { get }
  /// Begins an update; called only while the panel is not busy.
  ///
  /// - Parameters:
  ///   - picture: the whole picture, in the panel's size and format, already in levels that the panel has. It belongs to the caller: copy what is
  ///     needed later.
  ///   - area: what of it is to be shown, aligned; all of it for `full`.
  ///   - waveform: how.
  ///   - time: now.
  /// - Throws: ``DeviceError`` where the panel cannot be told; it is asked again then.
  func update(_ picture: PixelBuffer, area: PixelRect, waveform: PanelWaveform, at time: Double) throws(DeviceError)
  /// Looks whether the update under way has ended; called when the file is readable or the moment has come.
  /// - Throws: ``DeviceError`` where the panel says that it failed; it is not busy then.
  func serve(at time: Double) throws(DeviceError)
  /// Gives the panel back: it keeps its picture.
  func close()
}
