internal import TesseraJSON
internal import ArgumentParser
internal import TesseraGeometry
internal import TesseraRender
internal import TesseraScene

/// Size in logical units: `800x480`.
struct SizeArgument: ExpressibleByArgument {
  let size: Size
  /// Text as typed.
  let text: String

  /// Parses the value of an option.
  ///
  /// - Throws: ``ValidationError`` with the form of a size.
  static func checked(_ text: String) throws -> SizeArgument {
    guard let argument = SizeArgument(argument: text) else { throw ValidationError("it must be WIDTHxHEIGHT, such as 800x480") }
    return argument
  }

  init?(argument: String) {
    text = argument
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]), width >= 0, height >= 0,
      width.isFinite, height.isFinite
    else { return nil }
    size = Size(width, height)
  }
}

/// Available space of a layout: `800x480`, `800xunlimited`, `unlimited`.
struct AvailableArgument: ExpressibleByArgument {
  let width: Double
  let height: Double

  /// Parses the value of an option.
  static func checked(_ text: String) throws -> AvailableArgument {
    guard let argument = AvailableArgument(argument: text) else {
      throw ValidationError("it must be WIDTHxHEIGHT, such as 320xunlimited, or unlimited")
    }
    return argument
  }

  init?(argument: String) {
    func extent(_ text: Substring) -> Double? {
      if text == "unlimited" { return .infinity }
      return Double(text).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
    }
    if argument == "unlimited" {
      (width, height) = (.infinity, .infinity)
      return
    }
    guard let x = argument.firstIndex(of: "x"), let width = extent(argument[..<x]),
      let height = extent(argument[argument.index(after: x)...])
    else { return nil }
    (self.width, self.height) = (width, height)
  }
}

/// Adjustment of glyph coverage.
enum TextCoverageArgument: String, ExpressibleByArgument, CaseIterable {
  /// Adjusted to the tone of the text.
  case adjusted
  /// Exact coverage of the outlines.
  case exact
}

/// Text anti-aliasing: `auto`, `grayscale` or `bilevel`.
enum TextAntialiasingArgument: String, ExpressibleByArgument, CaseIterable {
  /// Chosen by the format or the display.
  case auto
  /// Anti-aliased.
  case grayscale
  /// Without anti-aliasing.
  case bilevel

  /// Value for the stage; nil means that of its display.
  var textAntialiasing: TextAntialiasing? {
    switch self {
    case .auto: nil
    case .grayscale: .grayscale
    case .bilevel: .bilevel
    }
  }
}

/// Safe-area insets in logical units, top, right, bottom, left: `24` or `24,0,34,0`.
struct SafeAreaArgument: ExpressibleByArgument {
  let insets: Insets

  /// Parses the value of an option.
  static func checked(_ text: String) throws -> SafeAreaArgument {
    guard let argument = SafeAreaArgument(argument: text) else {
      throw ValidationError("it must be one number from 0, or four with commas between them: top,right,bottom,left")
    }
    return argument
  }

  init?(argument: String) {
    let lengths = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? -1 }
    guard lengths.count == 1 || lengths.count == 4, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return nil }
    insets =
      lengths.count == 1
      ? Insets(lengths[0]) : Insets(top: lengths[0], right: lengths[1], bottom: lengths[2], left: lengths[3])
  }
}

/// Name of a pixel format in which pictures can be written.
struct FormatArgument: ExpressibleByArgument {
  let format: PixelFormat
  static let formats = PixelFormat.allCases.filter { $0 != .coverage8 }
  static var allValueStrings: [String] { formats.map(\.rawValue) }

  init?(argument: String) {
    guard let format = Self.formats.first(where: { $0.rawValue == argument.lowercased() }) else { return nil }
    self.format = format
  }
}

/// Clockwise rotation in degrees: `0`, `90`, `180`, `270`.
struct RotationArgument: ExpressibleByArgument {
  let rotation: Rotation
  static var allValueStrings: [String] { Rotation.allCases.map { String($0.rawValue) } }
  var defaultValueDescription: String { String(rotation.rawValue) }

  init?(argument: String) {
    guard let degrees = Int(argument), let rotation = Rotation(rawValue: degrees) else { return nil }
    self.rotation = rotation
  }
}

/// Returns a number for a message in its usual form: 5, not 5.0.
func shown(_ number: Double) -> String { number.isFinite ? JSONValue.number(number).compact : "\(number)" }
