extension VectorTile {
  /// Maximum size of an expanded tile, bytes.
  public static let maximumSize = 32 << 20
  /// Maximum number of layers.
  public static let maximumLayers = 1024
  /// Maximum number of features, values and keys in a tile.
  public static let maximumItems = 2 << 20

  /// Reads a tile that is not compressed, in linear time. Any thread.
  ///
  /// Features that can be left out without changing others are dropped and named in `problems`.
  /// - Throws: `MapError` with the byte offset if the tile is malformed or exceeds a limit.
  public init(reading bytes: [UInt8]) throws(MapError) {
    guard bytes.count <= Self.maximumSize else {
      throw MapError(source: "tile", reason: "the tile has \(bytes.count) bytes; the maximum is \(Self.maximumSize)")
    }
    self.init()
    try bytes.withUnsafeBufferPointer { buffer throws(MapError) in
      let raw = UnsafeRawBufferPointer(buffer)

      var reader = ProtobufReader(raw, 0..<raw.count)
      var names: Set<String> = []
      var items = 0
      while let (number, wire) = try reader.field() {
        guard number == 3 else {
          try reader.skip(wire)
          continue
        }
        try reader.expect(wire, .bytes, "a layer")
        guard layers.count < Self.maximumLayers else { throw reader.failure("there are more than \(Self.maximumLayers) layers") }
        let layer = try LayerReader.read(try reader.message(), items: &items, problems: &problems)
        guard names.insert(layer.name).inserted else { throw reader.failure("there are two layers with the name `\(layer.name)`") }
        layers.append(layer)
      }
    }
  }
}

/// Reader of a layer.
struct LayerReader {
  private var layer = VectorLayer(name: "", version: 0, extent: 4096)
  private var tags: [UInt32] = []
  private var geometry: [UInt32] = []
  private var problems: [String] = []

  static func read(_ message: ProtobufReader, items: inout Int, problems: inout [String]) throws(MapError) -> VectorLayer {
    var reader = LayerReader()
    try reader.read(message, items: &items)
    problems += reader.problems.prefix(max(0, 100 - problems.count))
    return reader.layer
  }

  private mutating func read(_ message: ProtobufReader, items: inout Int) throws(MapError) {
    var message = message
    var (version, name): (UInt64?, String?) = (nil, nil)
    var features: [ProtobufReader] = []
    while let (number, wire) = try message.field() {
      if number >= 2, number <= 4 {
        items += 1
        guard items <= VectorTile.maximumItems else { throw message.failure("the tile has more than \(VectorTile.maximumItems) items") }
      }
      switch number {
      case 1:
        try message.expect(wire, .bytes, "a layer's name")
        name = try message.string()
      case 2:
        try message.expect(wire, .bytes, "a feature")
        features.append(try message.message())
      case 3:
        try message.expect(wire, .bytes, "a key")
        layer.keys.append(try message.string())
      case 4:
        try message.expect(wire, .bytes, "a value")
        layer.values.append(try Self.value(try message.message()))
      case 5:
        try message.expect(wire, .varint, "a layer's extent")
        let extent = try message.varint()
        guard extent >= 1, extent <= 1 << 24 else { throw message.failure("extent \(extent); it must be 1 to \(1 << 24)") }
        layer.extent = Int(extent)
      case 15:
        try message.expect(wire, .varint, "a layer's version")
        version = try message.varint()
      default: try message.skip(wire)
      }
    }
    guard let name else { throw message.failure("a layer has no name") }
    layer.name = name
    guard let version else { throw message.failure("layer `\(name)` has no version") }
    guard version == 1 || version == 2 else { throw message.failure("layer `\(name)` has version \(version); valid versions are 1 and 2") }
    layer.version = Int(version)
    layer.features.reserveCapacity(features.count)
    for feature in features { try addFeature(feature) }
  }

  private static func value(_ message: ProtobufReader) throws(MapError) -> VectorValue {
    var message = message
    var result: VectorValue?
    while let (number, wire) = try message.field() {
      guard result == nil || number < 1 || number > 7 else { throw message.failure("a value has more than one type") }
      switch number {
      case 1:
        try message.expect(wire, .bytes, "a string")
        result = .string(try message.string())
      case 2:
        try message.expect(wire, .fixed32, "a float")
        result = .float(Float(bitPattern: try message.fixed32()))
      case 3:
        try message.expect(wire, .fixed64, "a double")
        result = .double(Double(bitPattern: try message.fixed64()))
      case 4, 5, 6, 7:
        try message.expect(wire, .varint, "a number")
        let bits = try message.varint()
        result =
          switch number {
          case 4: .int(Int64(bitPattern: bits))
          case 5: .uint(bits)
          case 6: .sint(Int64(bitPattern: bits >> 1) ^ -Int64(bits & 1))
          default: .bool(bits != 0)
          }
      default: throw message.failure("a value has the unknown type \(number)")
      }
    }
    guard let result else { throw message.failure("a value has no type") }
    return result
  }

  private mutating func addFeature(_ message: ProtobufReader) throws(MapError) {
    var message = message
    tags.removeAll(keepingCapacity: true)
    geometry.removeAll(keepingCapacity: true)
    var (id, kind): (UInt64?, UInt64?) = (nil, nil)
    while let (number, wire) = try message.field() {
      switch number {
      case 1:
        try message.expect(wire, .varint, "a feature's id")
        id = try message.varint()
      case 2: try message.numbers(wire, "tags", into: &tags)
      case 3:
        try message.expect(wire, .varint, "a geometry's type")
        kind = try message.varint()
      case 4: try message.numbers(wire, "a geometry", into: &geometry)
      default: try message.skip(wire)
      }
    }
    guard tags.count.isMultiple(of: 2) else { throw message.failure("a feature has \(tags.count) tags; they must be pairs") }
    for (i, tag) in tags.enumerated() where tag >= (i % 2 == 0 ? layer.keys.count : layer.values.count) {
      throw message.failure("tag \(tag) does not exist; the layer has \(layer.keys.count) keys and \(layer.values.count) values")
    }
    guard let kind, kind <= 3, let type = VectorFeature.Kind(rawValue: Int(kind)) else {
      return drop(kind.map { "geometry type \($0); valid types are 0 to 3" } ?? "no geometry type")
    }
    guard !geometry.isEmpty else { return drop("no geometry") }
    if let problem = try GeometryCheck.problem(geometry, type, in: message) { return drop(problem) }
    let start = layer.numbers.count
    layer.numbers += tags
    layer.numbers += geometry
    let middle = start + tags.count
    layer.features.append(VectorFeature(id: id, kind: type, tags: start..<middle, geometry: middle..<layer.numbers.count))
  }

  private mutating func drop(_ reason: String) {
    if problems.count < 100 { problems.append("layer `\(layer.name)`: a feature is left out: \(reason)") }
  }
}
