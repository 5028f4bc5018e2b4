public import Tessera
public import TesseraRender

extension FontWeight {
  /// Weights with a name in scene files, lightest first.
  public static let names: [(name: String, weight: FontWeight)] = [
    ("thin", FontWeight(100)), ("extraLight", FontWeight(200)), ("light", FontWeight(300)), ("regular", .regular), ("medium", .medium),
    ("semibold", .semibold), ("bold", .bold), ("extraBold", FontWeight(800)), ("black", FontWeight(900)),
  ]

  /// Creates the weight from a scene file's value: a number from 1 to 1000 or a name; nil for anything else.
  public init?(_ value: AttributeValue) {
    if let number = value.number, let whole = Int(exactly: number), (1...1000).contains(whole) {
      self.init(whole)
    } else if let name = value.text, let known = FontWeight.names.first(where: { $0.name == name }) {
      self = known.weight
    } else {
      return nil
    }
  }

  /// Weight as a scene file's value: its name if it has one.
  public var attributeValue: AttributeValue {
    if let known = FontWeight.names.first(where: { $0.weight == self }) { return .text(known.name) }
    return .number(Double(value))
  }
}

extension AttributeKind {
  /// A font weight: a name or a number.
  public static let fontWeight = AttributeKind.either([.integer(1...1000), .choice(FontWeight.names.map(\.name))])
  /// Font family, or several in order of preference.
  public static let fontFamilies = AttributeKind.either([.text, .list(.text)])
  /// Variation axes of a font: value by four-letter tag.
  public static let fontAxes = AttributeKind.named(.number(-100_000...100_000))
  /// OpenType features of a font: value by four-letter tag; 0 disables a feature.
  public static let fontFeatures = AttributeKind.named(.integer(0...65_535))
  /// Font size in logical units per em.
  public static let fontSize = AttributeKind.number(0...10_000)
}

/// Conversion of axes and features from and to scene files.
enum FontTags {
  static func read(_ value: AttributeValue, _ attribute: String) throws -> [String: Double] {
    guard case .map(let pairs) = value else { throw AttributeError(attribute: attribute, reason: "must be a map of tags and numbers") }
    var tags: [String: Double] = [:]
    for (key, value) in pairs {
      guard key.utf8.count == 4, key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
        throw AttributeError(
          attribute: attribute, reason: "has the invalid tag `\(key)`; a tag has four letters or digits, such as wdth or tnum")
      }
      tags[key] = value.number ?? 0
    }
    return tags
  }

  static func write(_ tags: [String: Double]) -> AttributeValue? {
    tags.isEmpty ? nil : .map(tags.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
  }
}

/// Conversion of font families from and to scene files.
enum Families {
  static func read(_ value: AttributeValue) -> [String]? {
    if let one = value.text { return [one] }
    guard let list = value.list else { return nil }
    let names = list.compactMap(\.text)
    return names.count == list.count ? names : nil
  }

  static func write(_ families: [String]) -> AttributeValue? {
    switch families.count {
    case 0: nil
    case 1: .text(families[0])
    default: .list(families.map(AttributeValue.text))
    }
  }
}

extension NodeAttribute {
  /// Declares `font`, `fontSize`, `weight`, `slant`, `fontWidth`, `hinting`, `axes` and `features` for the font at `path`, for node types
  /// that show text.
  public static func font(_ path: @autoclosure @escaping Path<Font>) -> [Self] {
    [
      Self(
        "font", kind: .fontFamilies, help: "Font family, or a list in order of preference.",
        get: { Families.write($0[keyPath: path()].families) },
        set: { target, new in
          guard let families = Families.read(new) else {
            throw AttributeError(attribute: "font", reason: "must be \(AttributeKind.fontFamilies.description)")
          }
          target[keyPath: path()].families = families
        }),
      Self(
        "fontSize", kind: .fontSize, help: "Font size, logical units.", get: { .number($0[keyPath: path()].size) },
        set: { target, new in
          guard let size = new.number, (0...10_000).contains(size) else {
            throw AttributeError(attribute: "fontSize", reason: "must be \(AttributeKind.fontSize.description)")
          }
          target[keyPath: path()].size = size
        }),
      Self(
        "weight", kind: .fontWeight, help: "Font weight: a name or a number.", get: { $0[keyPath: path()].weight.attributeValue },
        set: { target, new in
          guard let weight = FontWeight(new) else {
            throw AttributeError(attribute: "weight", reason: "must be \(AttributeKind.fontWeight.description)")
          }
          target[keyPath: path()].weight = weight
        }),
      Self(
        "slant", kind: .choice(FontSlant.allCases.map(\.rawValue)), help: "Font slant: upright or italic.",
        get: { .text($0[keyPath: path()].slant.rawValue) },
        set: { target, new in
          guard let slant = new.text.flatMap(FontSlant.init(rawValue:)) else {
            throw AttributeError(attribute: "slant", reason: "must be upright or italic")
          }
          target[keyPath: path()].slant = slant
        }),
      Self(
        "fontWidth", kind: .number(25...400), help: "Font width, percent of the normal width.",
        get: { .number($0[keyPath: path()].width) },
        set: { target, new in
          guard let width = new.number, (25...400).contains(width) else {
            throw AttributeError(attribute: "fontWidth", reason: "must be a number from 25 to 400")
          }
          target[keyPath: path()].width = width
        }),
      Self(
        "hinting", kind: .choice(FontHinting.allCases.map(\.rawValue)),
        help: "Alignment of horizontal edges of letters to pixel rows; automatic (default): up to 24 pixels per em at scale 1.",
        get: { .text($0[keyPath: path()].hinting.rawValue) },
        set: { target, new in
          guard let hinting = new.text.flatMap(FontHinting.init(rawValue:)) else {
            throw AttributeError(attribute: "hinting", reason: "must be none, slight or automatic")
          }
          target[keyPath: path()].hinting = hinting
        }),
      Self(
        "axes", kind: .fontAxes, help: "Variation axes of the font: tags such as wdth, each with a value.",
        get: { FontTags.write($0[keyPath: path()].variations) },
        set: { target, new in target[keyPath: path()].variations = try FontTags.read(new, "axes") }),
      Self(
        "features", kind: .fontFeatures, help: "OpenType features: tags such as tnum, each with a value; 0 turns it off.",
        get: { FontTags.write($0[keyPath: path()].features.mapValues(Double.init)) },
        set: { target, new in target[keyPath: path()].features = try FontTags.read(new, "features").mapValues { Int($0) } }),
    ]
  }
}
