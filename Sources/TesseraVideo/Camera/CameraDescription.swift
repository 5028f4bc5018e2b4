/// Camera that is plugged in, with its abilities. A value.
public struct CameraDescription: Sendable, Hashable {
  /// Path, such as `/dev/video0`.
  public var path: String
  /// Name that the driver gives.
  public var name: String
  /// Name of the driver.
  public var driver: String
  /// Place where it is plugged in.
  public var bus: String
  /// Formats and sizes.
  public var modes: [CameraMode]
  /// Controls.
  public var controls: [CameraControl]
}

/// Format of a camera in a size, or a range of sizes. A value.
public struct CameraMode: Sendable, Hashable {
  /// Four characters, as V4L2 names the format.
  public var format: String
  /// Format, if pictures of it can be shown.
  public var pixelFormat: CameraPixelFormat?
  /// Widths in pixels; one, or a range.
  public var widths: ClosedRange<Int>
  /// Heights in pixels, likewise.
  public var heights: ClosedRange<Int>
  /// Steps of width and height in a range.
  public var widthStep = 1
  /// Steps of the height in a range.
  public var heightStep = 1
  /// Pictures a second, ascending; empty if the driver lists none.
  public var rates: [Double]
  /// Whether all rates between the first and the last one are available.
  public var hasRateRange = false

  /// Creates a mode of one size.
  public init(format: CameraPixelFormat, width: Int, height: Int, rates: [Double] = []) {
    (self.format, pixelFormat, self.rates) = (format.rawValue, format, rates)
    (widths, heights) = (width...width, height...height)
  }

  init(_ code: UInt32, widths: ClosedRange<Int>, heights: ClosedRange<Int>) {
    (format, pixelFormat) = (CameraPixelFormat.text(of: code), CameraPixelFormat(code: code))
    (self.widths, self.heights, rates) = (widths, heights, [])
  }

  /// Returns the available size that is nearest to another one.
  public func size(near width: Int, _ height: Int) -> (width: Int, height: Int) {
    func nearest(_ value: Int, _ range: ClosedRange<Int>, _ step: Int) -> Int {
      let inside = min(max(value, range.lowerBound), range.upperBound)
      let step = max(1, step)
      return min(range.upperBound, range.lowerBound + (inside - range.lowerBound + step / 2) / step * step)
    }
    return (nearest(width, widths, widthStep), nearest(height, heights, heightStep))
  }

  /// Returns the available rate that is nearest to another one; nil if the driver lists none.
  public func rate(near wanted: Double) -> Double? {
    guard let first = rates.first, let last = rates.last else { return nil }
    return hasRateRange ? min(max(wanted, first), last) : rates.min { abs($0 - wanted) < abs($1 - wanted) }
  }
}

/// Number of a camera that programs can set. A value.
public struct CameraControl: Sendable, Hashable {
  /// Kind of a control.
  public enum Kind: String, Sendable, CaseIterable, Hashable {
    /// A number of a range.
    case integer
    /// 0 or 1.
    case boolean
    /// The number of a choice.
    case menu
  }

  /// Name in lower case with underscores, as `v4l2-ctl` has it: `white_balance_automatic`.
  public var name: String
  /// Name that the driver gives.
  public var title: String
  /// Kind.
  public var kind: Kind
  /// Valid values.
  public var range: ClosedRange<Int>
  /// Distance of valid values, at least 1.
  public var step: Int
  /// Value after plugging in.
  public var standard: Int
  /// Current value; nil if it cannot be read.
  public var value: Int?
  /// Whether it cannot be set at all, or not now: exposure, while an automatic one is on.
  public var isFixed: Bool
  var identifier: UInt32 = 0

  /// Returns the name of a control for a driver's title.
  static func name(of title: String) -> String {
    var name: [UInt8] = []
    for byte in title.utf8 {
      let isLetter = (0x61...0x7A).contains(byte | 0x20), isDigit = (0x30...0x39).contains(byte)
      if isLetter || isDigit {
        name.append(isLetter ? byte | 0x20 : byte)
      } else if let last = name.last, last != 0x5F {
        name.append(0x5F)
      }
    }
    if name.last == 0x5F { name.removeLast() }
    return String(decoding: name, as: UTF8.self)
  }
}
