public import TesseraLayout
public import TesseraRender

/// What a node inherits: from its stage, and from the nodes above it, each of which can say otherwise for all below. A value; any thread.
///
/// Code of a node type that reads a value from its context is done again when that value is another; nothing else is.
public struct EnvironmentValues: Sendable, Hashable {
  /// Device pixels a logical unit. The stage's.
  public var scale: Double
  /// Where text and rows start. Nodes say otherwise with ``AnyNode/direction``.
  public var direction: LayoutDirection
  /// How letters are drawn. The stage's.
  public var textAntialiasing: TextAntialiasing
  /// The depth whose colors flat paint takes. The stage's.
  public var colorDepth = ColorDepth.full
  private var stageReducesMotion: Bool
  /// What nodes and the stage set; nil: nothing.
  var storage: EnvironmentStorage?

  /// Makes an environment.
  public init(
    scale: Double = 1, direction: LayoutDirection = .ltr, reducesMotion: Bool = false, textAntialiasing: TextAntialiasing = .grayscale
  ) {
    self.textAntialiasing = textAntialiasing
    self.scale = scale
    self.direction = direction
    stageReducesMotion = reducesMotion
  }

  /// The same where lines start from `direction`.
  func running(_ direction: LayoutDirection) -> EnvironmentValues {
    var environment = self
    environment.direction = direction
    return environment
  }

  /// The same with what a node inherits.
  func inheriting(_ storage: EnvironmentStorage?) -> EnvironmentValues {
    var environment = self
    environment.storage = storage
    return environment
  }

  /// The value of a key of a program or plugin.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { value(EnvironmentKeys.number(of: Key.self)) ?? Key.defaultValue }
    set { set(EnvironmentKeys.number(of: Key.self), newValue, isDefault: newValue == Key.defaultValue) }
  }

  @inline(__always)
  func value<Content: Sendable & Equatable>(_ number: Int) -> Content? {
    ChangeTracking.current?.pointee.environmentKeys.insert(EnvironmentKeys.bit(number))
    return storage?.value(number, as: Content.self)
  }

  mutating func set<Content: Sendable & Equatable>(_ number: Int, _ new: Content, isDefault: Bool) {
    storage = EnvironmentStorage.setting(number, to: EnvironmentStorage.Value(new, isDefault: isDefault), in: storage)
  }

  /// Whether the values that only a stage says are equal.
  func isStageEqual(to other: EnvironmentValues) -> Bool {
    scale == other.scale && direction == other.direction && textAntialiasing == other.textAntialiasing && colorDepth == other.colorDepth
      && stageReducesMotion == other.stageReducesMotion
  }

  /// Whether scale, antialiasing and color depth are equal.
  func isDeviceEqual(to other: EnvironmentValues) -> Bool {
    scale == other.scale && textAntialiasing == other.textAntialiasing && colorDepth == other.colorDepth
  }

  public static func == (a: EnvironmentValues, b: EnvironmentValues) -> Bool {
    a.isStageEqual(to: b) && EnvironmentStorage.difference(a.storage, b.storage).isEmpty
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(scale)
    hasher.combine(direction)
  }
}

extension EnvironmentValues {
  /// Whether colours are dark on light or light on dark; `light` unless said. `Color.dynamic(light:dark:)` follows it.
  public var colorScheme: ColorScheme {
    get { value(EnvironmentKeys.colorScheme) ?? .light }
    set { set(EnvironmentKeys.colorScheme, newValue, isDefault: newValue == .light) }
  }

  /// Factor of the size of letters, 0.25...8; 1 unless said. Texts, titles of buttons and fields follow it.
  public var textScale: Double {
    get { value(EnvironmentKeys.textScale) ?? 1 }
    set {
      let scale = newValue.isFinite ? min(8, max(0.25, newValue)) : 1
      set(EnvironmentKeys.textScale, scale, isDefault: scale == 1)
    }
  }

  /// The colour of what can be touched and of icons, where these have none of their own; nil: as their types say. Links, titles of buttons, template pictures
  /// and the titles of tabs follow it.
  public var tint: Color? {
    get {
      let tint: Color?? = value(EnvironmentKeys.tint)
      return tint ?? nil
    }
    set { set(EnvironmentKeys.tint, newValue, isDefault: newValue == nil) }
  }

  /// How much room there is from side to side: that of the stage (``SizeClass/init(_:)``), or what a container says for those in it.
  public var horizontalSizeClass: SizeClass {
    get { value(EnvironmentKeys.horizontalSizeClass) ?? .regular }
    set { set(EnvironmentKeys.horizontalSizeClass, newValue, isDefault: newValue == .regular) }
  }

  /// How much room there is from top to bottom: that of the stage, or what a container says for those in it.
  public var verticalSizeClass: SizeClass {
    get { value(EnvironmentKeys.verticalSizeClass) ?? .regular }
    set { set(EnvironmentKeys.verticalSizeClass, newValue, isDefault: newValue == .regular) }
  }

  /// Language and region of what a person reads, as "de-AT" (BCP 47); "" unless said.
  public var locale: String {
    get { value(EnvironmentKeys.locale) ?? "" }
    set { set(EnvironmentKeys.locale, newValue, isDefault: newValue.isEmpty) }
  }

  /// Whether what moves for its looks alone is to be still: the stage's ``Stage/reducesMotion``, or what a node says for those below it.
  public var reducesMotion: Bool {
    get { value(EnvironmentKeys.reducesMotion) ?? stageReducesMotion }
    set { set(EnvironmentKeys.reducesMotion, newValue, isDefault: false) }
  }

  /// Whether controls can be used; true unless set. A form that sets it to false disables all controls in it.
  public var isEnabled: Bool {
    get { value(EnvironmentKeys.enabled) ?? true }
    set { set(EnvironmentKeys.enabled, newValue, isDefault: newValue) }
  }

  /// Whether controls show their value and do not change it; false unless set.
  public var isReadOnly: Bool {
    get { value(EnvironmentKeys.readOnly) ?? false }
    set { set(EnvironmentKeys.readOnly, newValue, isDefault: !newValue) }
  }
}

/// How much room a container has along one axis.
public enum SizeClass: String, Sendable, CaseIterable, Hashable {
  /// Less than 480 logical units.
  case compact
  /// 480 logical units or more.
  case regular

  /// The class of a length, logical units.
  public init(_ length: Double) { self = length < 480 ? .compact : .regular }
}
