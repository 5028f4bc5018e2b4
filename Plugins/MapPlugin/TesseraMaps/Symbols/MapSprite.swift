internal import TesseraBase
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

/// Icons of a style: parts of one picture by name. Any thread.
///
/// Source: MapLibre style specification, sprite.
public struct MapSprite: Sendable {
  /// Maximum number of icons.
  static let maximumIcons = 10_000
  /// Maximum width and height of the picture, pixels.
  static let maximumSide = 4096

  /// Icon of a sprite.
  struct Icon: Sendable {
    var picture: PixelBuffer
    /// Pixels per point.
    var ratio: Double
    /// Alpha of each pixel of a signed distance field, row by row; nil for a colored icon.
    var distances: [UInt8]?
    /// Borders that keep their size when the icon fits a text, pixels.
    var borders: Insets?
    /// Borders around the area of a text, pixels.
    var content: Insets?

    /// Size, points.
    var size: Size { Size(Double(picture.width) / ratio, Double(picture.height) / ratio) }
  }

  private(set) var icons: [String: Icon] = [:]
  /// Icons that are left out because they are invalid, at most 20.
  private(set) var problems: [String] = []

  /// Names of the icons.
  var names: Set<String> { Set(icons.keys) }

  /// Creates an empty sprite.
  init() {}

  /// Reads the index and the picture of a sprite.
  /// - Parameters:
  ///   - index: JSON: names with `x`, `y`, `width`, `height`, `pixelRatio`, `sdf`, `stretchX`, `stretchY` and `content`.
  ///   - picture: encoded picture.
  ///   - source: name in messages.
  ///   - prefix: prefix of the icons' names.
  ///   - codecs: formats of pictures.
  /// - Throws: `MapError` if one of them is malformed or too large.
  mutating func add(index: [UInt8], picture: [UInt8], source: String, prefix: String = "", codecs: PictureCodecs) throws(MapError) {
    guard let members = try MapValue.read(index, source: source + ".json").members else {
      throw MapError(source: source + ".json", reason: "a sprite's index is an object with an entry for each icon")
    }
    guard members.count <= Self.maximumIcons else {
      throw MapError(source: source + ".json", reason: "the sprite has \(members.count) icons; the maximum is \(Self.maximumIcons)")
    }
    let sheet = try Self.decoded(picture, source: source + ".png", codecs)
    for member in members {
      guard let icon = Self.icon(member.value, in: sheet) else {
        if problems.count < 20 { problems.append("\(source).json: icon `\(member.key)` is not within the picture") }
        continue
      }
      icons[prefix + member.key] = icon
    }
  }

  private static func decoded(_ bytes: [UInt8], source: String, _ codecs: PictureCodecs) throws(MapError) -> PixelBuffer {
    do throws(PictureError) {
      let data = PictureData(bytes, name: source)
      let header = try codecs.header(of: data)
      guard header.width <= maximumSide, header.height <= maximumSide else {
        throw .unsupported(source: source, reason: "the picture is \(header.width)x\(header.height); the maximum is \(maximumSide)")
      }
      return try codecs.decode(data, header, PictureRequest(width: header.width, height: header.height))
    } catch { throw MapError(source: source, reason: "\(error)") }
  }

  private static func icon(_ value: MapValue, in sheet: PixelBuffer) -> Icon? {
    func integer(_ key: String) -> Int? { value[key]?.number.map { Int(saturating: $0) } }
    guard let x = integer("x"), let y = integer("y"), let width = integer("width"), let height = integer("height"), x >= 0, y >= 0,
      width > 0, height > 0, width <= sheet.width, height <= sheet.height, x <= sheet.width - width, y <= sheet.height - height,
      let picture = try? sheet.copy(of: PixelRect(x: x, y: y, width: width, height: height))
    else { return nil }
    let ratio = value["pixelRatio"]?.number ?? 1
    guard ratio >= 0.1, ratio <= 16 else { return nil }
    var icon = Icon(picture: picture, ratio: ratio)
    if value["sdf"]?.boolean == true {
      icon.distances = (0..<height).flatMap { y in (0..<width).map { UInt8((picture.color(x: $0, y: y).alpha * 255).rounded()) } }
    }
    let (across, down) = (stretch(value["stretchX"], width), stretch(value["stretchY"], height))
    if across != nil || down != nil {
      let (h, v) = (across ?? 0...Double(width), down ?? 0...Double(height))
      icon.borders = Insets(
        top: v.lowerBound, right: Double(width) - h.upperBound, bottom: Double(height) - v.upperBound, left: h.lowerBound)
    }
    let content = (value["content"]?.list ?? []).compactMap(\.number)
    if content.count == 4, content.allSatisfy({ $0 >= 0 && $0 <= Double(max(width, height)) }) {
      icon.content = Insets(
        top: content[1], right: Double(width) - content[2], bottom: Double(height) - content[3], left: content[0])
    }
    return icon
  }

  /// Range from the first to the last stretched pixel; nil if nothing stretches.
  private static func stretch(_ value: MapValue?, _ limit: Int) -> ClosedRange<Double>? {
    let numbers = (value?.list ?? []).flatMap { ($0.list ?? []).compactMap(\.number) }
    guard let low = numbers.min(), let high = numbers.max(), low >= 0, high <= Double(limit), low < high else { return nil }
    return low...high
  }
}

extension MapSprite.Icon {
  /// Returns the coverage of a distance field, enlarged; nil without memory, or if the icon has colors.
  /// - Parameters:
  ///   - width: width of the result, pixels.
  ///   - height: height of the result, pixels.
  ///   - growth: distance by which the shape grows on each side, pixels of the sprite.
  func coverage(width: Int, height: Int, growth: Double) -> PixelBuffer? {
    guard let distances, width > 0, height > 0, width <= 1024, height <= 1024,
      let buffer = try? PixelBuffer(width: width, height: height, format: .coverage8)
    else { return nil }
    // 8 pixels of distance are the whole range of alpha; the edge is at three quarters.
    let edge = max(0.02, 0.75 - growth / 8)
    let (columns, rows) = (picture.width, picture.height)
    let (stepX, stepY) = (Double(columns) / Double(width), Double(rows) / Double(height))
    let sharpness = 8 / max(stepX, stepY)
    let stride = buffer.stride
    buffer.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        let v = min(max((Double(y) + 0.5) * stepY - 0.5, 0), Double(rows - 1))
        let (y0, fy) = (Int(v), v - v.rounded(.down))
        let y1 = min(y0 + 1, rows - 1)
        for x in 0..<width {
          let u = min(max((Double(x) + 0.5) * stepX - 0.5, 0), Double(columns - 1))
          let (x0, fx) = (Int(u), u - u.rounded(.down))
          let x1 = min(x0 + 1, columns - 1)
          let top = Double(distances[y0 * columns + x0]) * (1 - fx) + Double(distances[y0 * columns + x1]) * fx
          let bottom = Double(distances[y1 * columns + x0]) * (1 - fx) + Double(distances[y1 * columns + x1]) * fx
          let distance = (top * (1 - fy) + bottom * fy) / 255
          bytes[y * stride + x] = UInt8(min(max((distance - edge) * sharpness + 0.5, 0), 1) * 255)
        }
      }
    }
    return buffer
  }
}
