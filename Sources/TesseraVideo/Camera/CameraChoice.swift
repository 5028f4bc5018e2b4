/// Choice of a camera and of its mode. Pure functions.
enum CameraChoice {
  /// Returns the mode, size and rate that are nearest to a request; nil if no mode can be shown.
  ///
  /// Sizes count first, then the rate, then the work of the format. A larger picture is preferred to a smaller one.
  static func mode(_ modes: [CameraMode], for request: CameraRequest) -> (layout: CameraLayout, rate: Double?)? {
    var best: (cost: Double, layout: CameraLayout, rate: Double?)?
    for mode in modes {
      guard let format = mode.pixelFormat, request.format == nil || request.format == format else { continue }
      let size = mode.size(near: request.width, request.height)
      guard size.width * size.height <= CameraLayout.mostPixels else { continue }
      let rate = mode.rate(near: request.framesPerSecond)
      let cost =
        (distance(size.width, request.width) + distance(size.height, request.height)) * 1000
        + max(0, 1 - (rate ?? request.framesPerSecond) / max(1, request.framesPerSecond)) * 100 + Double(format.cost)
      if best.map({ cost < $0.cost }) ?? true {
        best = (cost, CameraLayout(width: size.width, height: size.height, format: format.code), rate)
      }
    }
    return best.map { ($0.layout, $0.rate) }
  }

  private static func distance(_ size: Int, _ wanted: Int) -> Double {
    let (size, wanted) = (Double(max(1, size)), Double(max(1, wanted)))
    return size >= wanted ? size / wanted - 1 : 1.25 * (wanted / size - 1)
  }

  /// Returns a value that a control permits, the nearest to a wanted one.
  static func value(_ wanted: Int, of control: CameraControl) -> Int {
    let inside = min(max(wanted, control.range.lowerBound), control.range.upperBound)
    let (distance, step) = (inside - control.range.lowerBound, max(1, control.step))
    return control.range.lowerBound + distance / step * step
  }

  /// Returns the number of pictures a second that a duration means; nil for an invalid one.
  static func rate(_ duration: CameraDurations.Fraction) -> Double? {
    duration.numerator > 0 && duration.denominator > 0 ? Double(duration.denominator) / Double(duration.numerator) : nil
  }

  /// Returns the duration of a rate.
  static func duration(_ rate: Double) -> CameraDurations.Fraction {
    CameraDurations.Fraction(numerator: 1000, denominator: UInt32((min(max(rate, 0.001), 1000) * 1000).rounded()))
  }

  /// Returns the reason of a failed call in the words of a user.
  static func reason(_ problem: CameraProblem, _ text: String) -> String {
    switch problem.code {
    case Code.noEntry, Code.noDeviceAddress: "it is not plugged in"
    case Code.noDevice: "it was unplugged"
    case Code.busy: "another program uses it"
    case Code.access, Code.permission: "access is denied; the user must be in the group `video`"
    case Code.noTerminal: "it is not a camera"
    case Code.noMemory, Code.noSpace: "the kernel has no memory, or the USB bus no bandwidth, for its pictures"
    default: text
    }
  }

  /// Codes of Linux.
  enum Code {
    static let permission: Int32 = 1, noEntry: Int32 = 2, inputOutput: Int32 = 5, noDeviceAddress: Int32 = 6, noMemory: Int32 = 12
    static let access: Int32 = 13, busy: Int32 = 16, noDevice: Int32 = 19, invalid: Int32 = 22, noTerminal: Int32 = 25, noSpace: Int32 = 28
  }
}
