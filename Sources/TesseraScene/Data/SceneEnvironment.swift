internal import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// What a scene is told of what is around it: `env` in expressions, and the conditions of `when`. A value.
public struct SceneEnvironment: Sendable, Hashable {
  /// What people mostly work with.
  public enum Input: String, Sendable, CaseIterable, Hashable { case touch, pointer, keys }

  /// What nodes inherit of it.
  struct Looks: Sendable, Hashable {
    var scheme = ColorScheme.light
    var direction = LayoutDirection.ltr
    var reducesMotion = false
    /// Values of other keys of the environment, by their names.
    var values: [String: AttributeValue] = [:]
  }

  /// Its name in data and expressions.
  static let name = "env"
  /// Names of its members.
  static let names = ["direction", "height", "input", "orientation", "reducedMotion", "scale", "scheme", "width"]

  /// Returns names of its members with those of the keys of a registry.
  static func names(_ registry: NodeRegistry) -> [String] { names + keys(registry).map(\.name) }

  /// Returns keys of the environment that are members by their own names: `colorScheme` is `scheme`, `reducesMotion` is `reducedMotion`.
  static func keys(_ registry: NodeRegistry) -> [EnvironmentKeyDescription] {
    registry.environmentKeys.filter { $0.name != "colorScheme" && $0.name != "reducesMotion" }
  }

  /// The stage's size, logical units.
  public var size: Size
  /// Device pixels a logical unit.
  public var scale: Double
  /// What people mostly work with.
  public var input: Input
  private var looks: Looks

  /// Whether things are light or dark.
  public var scheme: ColorScheme {
    get { looks.scheme }
    set { looks.scheme = newValue }
  }
  /// Where lines and rows start.
  public var direction: LayoutDirection {
    get { looks.direction }
    set { looks.direction = newValue }
  }
  /// Whether movement is to be left out.
  public var reducesMotion: Bool {
    get { looks.reducesMotion }
    set { looks.reducesMotion = newValue }
  }

  /// Makes an environment.
  public init(
    size: Size = Size(800, 480), scale: Double = 1, scheme: ColorScheme = .light, input: Input = .touch, direction: LayoutDirection = .ltr,
    reducesMotion: Bool = false
  ) {
    (self.size, self.scale, self.input) = (size, scale, input)
    looks = Looks(scheme: scheme, direction: direction, reducesMotion: reducesMotion)
  }

  /// Makes the environment that the file of `scene` says for itself: its direction, and what its root's `environment` says.
  ///
  /// - Parameters:
  ///   - scene: A scene as its file says it.
  ///   - size: nil: the scene's own, else 800 x 480.
  ///   - scale: nil: the scene's own, else 1.
  public init(of scene: Scene, size: Size? = nil, scale: Double? = nil) {
    (self.size, self.scale, input) = (size ?? scene.size ?? Size(800, 480), scale ?? scene.scale ?? 1, .touch)
    looks = scene.statedLooks
  }

  /// What follows from size and scale.
  static func measures(size: Size, scale: Double) -> [String: DataValue] {
    [
      "width": .number(size.width.isFinite ? size.width : 1e6), "height": .number(size.height.isFinite ? size.height : 1e6),
      "scale": .number(scale.isFinite ? scale : 1), "orientation": .text(size.height > size.width ? "portrait" : "landscape"),
    ]
  }

  /// Returns the value that is set at a path of the data: the environment is a map, and all data have one.
  static func checked(_ value: DataValue, at path: DataPath, in data: DataValue) throws(DataError) -> DataValue {
    guard path.keys.isEmpty || path.keys == [name] else { return value }
    guard case .map(var pairs) = value else {
      if path.keys.isEmpty { throw DataError("the data must be a map, got \(value.kindName)") }
      throw DataError("`\(name)` is a map with \(names.joined(separator: ", ")), got \(value.kindName)")
    }
    guard path.keys.isEmpty else { return value }
    if pairs[name] == nil { pairs[name] = data[name] }
    if let environment = pairs[name] { _ = try checked(environment, at: DataPath([name]), in: data) }
    return .map(pairs)
  }

  var data: DataValue {
    var pairs = Self.measures(size: size, scale: scale)
    pairs["input"] = .text(input.rawValue)
    return .map(pairs.merging(looks.data) { $1 })
  }
}

extension SceneEnvironment.Looks {
  /// By their names in `env`.
  var data: [String: DataValue] {
    values.mapValues(DataValue.init).merging([
      "scheme": .text(scheme.rawValue), "direction": .text(direction == .rtl ? "rtl" : "ltr"), "reducedMotion": .boolean(reducesMotion),
    ]) { $1 }
  }
}

extension LayoutDirection {
  /// The direction of a scene file's word; nil: none of these.
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

  /// Tells what is around the scene. What of `env` is set already and is no measure of the stage, such as `env.scheme`, stays.
  public func begin(in environment: SceneEnvironment) {
    if let given = value(at: Self.environmentPath) {
      do throws(DataError) {
        _ = try SceneEnvironment.checked(given, at: Self.environmentPath, in: .null)
      } catch {
        report(SceneError(kind: .warning, file: "data", message: "\(error)"))
        try? set(environment.data, at: Self.environmentPath)
      }
      // A theme by its name becomes a map.
      try? set(given, at: Self.environmentPath)
    }
    fill(from: .map([SceneEnvironment.name: environment.data.without(complete: value(at: Self.environmentPath))]))
    resize(to: environment.size, scale: environment.scale)
  }

  /// Tells what is around a scene that nobody told of it yet, as far as its file says.
  func beginUnlessTold(_ scene: Scene) {
    guard value(at: Self.environmentPath + ["width"]) == nil else { return }
    begin(in: SceneEnvironment(of: scene))
  }

  /// The root of a stage got another size: what depends on that follows.
  func follow(_ size: Size) {
    guard let scale = value(at: Self.environmentPath + ["scale"]), case .number(let scale) = scale else { return }
    resize(to: size, scale: scale)
  }

  /// Tells that the stage has another size: what depends on that follows.
  public func resize(to size: Size, scale: Double) { setEnvironment(SceneEnvironment.measures(size: size, scale: scale)) }

  /// Stores the values that nodes inherit now.
  func take(_ looks: SceneEnvironment.Looks) { setEnvironment(looks.data) }

  /// Stores those values of a file that another reading of it had otherwise.
  func take(_ looks: SceneEnvironment.Looks, insteadOf former: SceneEnvironment.Looks) {
    let old = former.data
    let changed = looks.data.filter { old[$0.key] != $0.value }
    if !changed.isEmpty { setEnvironment(changed) }
  }

  private func setEnvironment(_ values: [String: DataValue]) {
    // There can be such values: `env` is a map, unless somebody made something else of it, and then nothing depends on it.
    try? set(values.keys.sorted().map { (Self.environmentPath + [$0], values[$0] ?? .null) })
  }
}
