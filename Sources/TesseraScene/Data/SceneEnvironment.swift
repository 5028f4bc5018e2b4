internal import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// Environment values of a scene: `env` in expressions, and the conditions of `when`. A value.
public struct SceneEnvironment: Sendable, Hashable {
  /// Primary input device of the user.
  public enum Input: String, Sendable, CaseIterable, Hashable { case touch, pointer, keys }

  /// Values that nodes inherit from the environment.
  struct Looks: Sendable, Hashable {
    var scheme = ColorScheme.light
    var direction = LayoutDirection.ltr
    var reducesMotion = false
    /// Values of other environment keys, by name.
    var values: [String: AttributeValue] = [:]
  }

  /// Name of the environment in data and expressions.
  static let name = "env"
  /// Names of the members.
  static let names = ["direction", "height", "input", "orientation", "reducedMotion", "scale", "scheme", "time", "width"]

  /// Returns the names of the members, including the keys of a registry.
  static func names(_ registry: NodeRegistry) -> [String] { names + keys(registry).map(\.name) }

  /// Environment keys whose members have other names.
  static let otherNames = ["colorScheme": "scheme", "reducesMotion": "reducedMotion"]

  /// Returns environment keys that are members by their own names.
  static func keys(_ registry: NodeRegistry) -> [EnvironmentKeyDescription] {
    registry.environmentKeys.filter { otherNames[$0.name] == nil }
  }

  /// Size of the stage in logical units.
  public var size: Size
  /// Device pixels per logical unit.
  public var scale: Double
  /// Primary input device of the user.
  public var input: Input
  private var looks: Looks

  /// Colour scheme.
  public var scheme: ColorScheme {
    get { looks.scheme }
    set { looks.scheme = newValue }
  }
  /// Direction of lines and rows.
  public var direction: LayoutDirection {
    get { looks.direction }
    set { looks.direction = newValue }
  }
  /// Whether motion is reduced.
  public var reducesMotion: Bool {
    get { looks.reducesMotion }
    set { looks.reducesMotion = newValue }
  }

  /// Creates an environment.
  public init(
    size: Size = Size(800, 480), scale: Double = 1, scheme: ColorScheme = .light, input: Input = .touch, direction: LayoutDirection = .ltr,
    reducesMotion: Bool = false
  ) {
    (self.size, self.scale, self.input) = (size, scale, input)
    looks = Looks(scheme: scheme, direction: direction, reducesMotion: reducesMotion)
  }

  /// Creates the environment given by the file of `scene`: its direction, and the `environment` of its root.
  ///
  /// - Parameters:
  ///   - scene: Scene as read from its file.
  ///   - size: nil means the scene's own, else 800 x 480.
  ///   - scale: nil means the scene's own, else 1.
  public init(of scene: Scene, size: Size? = nil, scale: Double? = nil) {
    (self.size, self.scale, input) = (size ?? scene.size ?? Size(800, 480), scale ?? scene.scale ?? 1, .touch)
    looks = scene.statedLooks
  }

  /// Returns a direction in the form used in data.
  static func word(_ direction: LayoutDirection) -> DataValue { .text(direction == .rtl ? "rtl" : "ltr") }

  /// Returns the members that depend on size and scale.
  static func measures(size: Size, scale: Double) -> [String: DataValue] {
    [
      "width": .number(size.width.isFinite ? size.width : 1e6), "height": .number(size.height.isFinite ? size.height : 1e6),
      "scale": .number(scale.isFinite ? scale : 1), "orientation": .text(size.height > size.width ? "portrait" : "landscape"),
    ]
  }

  /// Returns the value to set at a path of the data. The environment must be a map and is kept if all data are replaced.
  static func checked(_ value: DataValue, at path: DataPath, in data: DataValue) throws(DataError) -> DataValue {
    guard path.keys.isEmpty || path.keys == [name] else {
      if path.keys[0] == name { try checkMember(value, at: path, in: data) }
      return value
    }
    guard case .map(var pairs) = value else {
      if path.keys.isEmpty { throw DataError("the data must be a map, got \(value.kindName)") }
      throw DataError("`\(name)` must be a map with \(names.joined(separator: ", ")), got \(value.kindName)")
    }
    guard path.keys.isEmpty else {
      for key in pairs.keys.sorted() { if let reason = mistake(of: pairs[key] ?? .null, named: key) { throw DataError(reason) } }
      return value
    }
    if pairs[name] == nil { pairs[name] = data[name] }
    if let environment = pairs[name] { _ = try checked(environment, at: DataPath([name]), in: data) }
    return .map(pairs)
  }

  /// Checks a value at a path below the environment.
  private static func checkMember(_ value: DataValue, at path: DataPath, in data: DataValue) throws(DataError) {
    let (key, rest) = (path.keys[1], DataPath(Array(path.keys.dropFirst(2))))
    var whole = value
    if !rest.keys.isEmpty {
      whole = data[name]?[key] ?? .map([:])
      // Other values have no members: the put reports that.
      guard case .map = whole, EnvironmentKeyDescription.named(key)?.kind.members != nil else { return }
      try whole.set(value, at: rest)
    }
    if let reason = mistake(of: whole, named: key) { throw DataError(reason) }
  }

  /// Returns the reason why `env` cannot have this value of the key; nil if it can, or if the key is unknown.
  static func mistake(of value: DataValue, named key: String) -> String? {
    let words: [String]
    switch key {
    case "scheme": words = ColorScheme.allCases.map(\.rawValue)
    case "direction": words = ["ltr", "rtl"]
    case "orientation": words = ["landscape", "portrait"]
    case "input": words = Input.allCases.map(\.rawValue)
    case "reducedMotion":
      if case .boolean = value { return nil }
      return "\(name).\(key) must be true or false, got \(value.shortText)"
    case "width", "height", "scale":
      if case .number(let number) = value, number > 0 { return nil }
      return "\(name).\(key) must be a number above 0, got \(value.shortText)"
    default:
      guard let description = EnvironmentKeyDescription.named(key), description.value(of: value, in: "") == nil else { return nil }
      return DataMistake.message(value, as: description.kind, of: "\(name).\(key)")
    }
    if case .text(let word) = value, words.contains(word) { return nil }
    return "\(name).\(key) must be \(words.dropLast().joined(separator: ", ")) or \(words[words.count - 1]), got \(value.shortText)"
  }

  var data: DataValue {
    var pairs = Self.measures(size: size, scale: scale)
    pairs["input"] = .text(input.rawValue)
    return .map(pairs.merging(looks.data) { $1 })
  }
}

extension SceneEnvironment.Looks {
  /// Values by their names in `env`.
  var data: [String: DataValue] {
    values.mapValues(DataValue.init).merging([
      "scheme": .text(scheme.rawValue), "direction": SceneEnvironment.word(direction), "reducedMotion": .boolean(reducesMotion),
    ]) { $1 }
  }
}

extension LayoutDirection {
  /// Creates the direction of a scene file's word; nil if the word is invalid.
  init?(word: String) {
    switch word {
    case "ltr": self = .ltr
    case "rtl": self = .rtl
    default: return nil
    }
  }
}

extension SceneData {
  private static let environmentPath = DataPath([SceneEnvironment.name])

  /// Sets the environment of the scene. Values of `env` that are already set and are not measures of the stage, such as `env.scheme`, stay.
  public func begin(in environment: SceneEnvironment) {
    if let given = value(at: Self.environmentPath) {
      do throws(DataError) {
        _ = try SceneEnvironment.checked(given, at: Self.environmentPath, in: .null)
      } catch {
        report(SceneError(kind: .warning, file: "data", message: "\(error)"))
        try? set(environment.data, at: Self.environmentPath)
      }
      // Setting the value again completes it: a theme name becomes a map.
      try? set(given, at: Self.environmentPath)
    }
    fill(from: .map([SceneEnvironment.name: environment.data.without(complete: value(at: Self.environmentPath))]))
    resize(to: environment.size, scale: environment.scale)
  }

  /// Sets the environment from the scene's file if it is not set yet.
  func beginUnlessTold(_ scene: Scene) {
    guard value(at: Self.environmentPath + ["width"]) == nil else { return }
    begin(in: SceneEnvironment(of: scene))
  }

  /// Stores size and scale of the stage of the scene's root, unless the data have no environment.
  func store(_ size: Size, scale: Double) {
    guard case .number? = value(at: Self.environmentPath + ["scale"]) else { return }
    resize(to: size, scale: scale)
  }

  /// Sets the size of the stage and updates everything that depends on it.
  public func resize(to size: Size, scale: Double) { setEnvironment(SceneEnvironment.measures(size: size, scale: scale)) }

  /// Stores the current values that nodes inherit.
  func store(_ looks: SceneEnvironment.Looks) { setEnvironment(looks.data) }

  /// Stores the values of a file that differ from an earlier version of it.
  func store(_ looks: SceneEnvironment.Looks, insteadOf former: SceneEnvironment.Looks) {
    let old = former.data
    let changed = looks.data.filter { old[$0.key] != $0.value }
    if !changed.isEmpty { setEnvironment(changed) }
  }

  private func setEnvironment(_ values: [String: DataValue]) {
    // Setting succeeds as long as `env` is a map. If a program replaced it by another value, nothing depends on it.
    try? set(values.keys.sorted().map { (Self.environmentPath + [$0], values[$0] ?? .null) })
  }
}
