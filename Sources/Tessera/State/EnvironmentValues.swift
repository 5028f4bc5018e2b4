public import TesseraLayout
public import TesseraRender

/// Values that a node inherits from its stage and from the nodes above it. Each node can override them for itself and all below it. A value; any
/// thread.
///
/// Code of a node type that reads a value from its context runs again when that value changes.
public struct EnvironmentValues: Sendable, Hashable {
  /// Device pixels per logical unit. Set by the stage.
  public var scale: Double
  /// Direction of lines and rows. Nodes override it with ``AnyNode/direction``.
  public var direction: LayoutDirection
  /// Antialiasing of text. Set by the stage.
  public var textAntialiasing: TextAntialiasing
  /// Colour depth to which flat paint is converted. Set by the stage.
  public var colorDepth = ColorDepth.full
  private var stageReducesMotion: Bool
  /// Values set by nodes and the stage, or nil.
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

  /// Returns the values with another line direction.
  func running(_ direction: LayoutDirection) -> EnvironmentValues {
    var environment = self
    environment.direction = direction
    return environment
  }

  /// Returns the values with those that a node inherits.
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

  /// Returns whether the values that only a stage sets are equal.
  func isStageEqual(to other: EnvironmentValues) -> Bool {
    scale == other.scale && direction == other.direction && textAntialiasing == other.textAntialiasing && colorDepth == other.colorDepth
      && stageReducesMotion == other.stageReducesMotion
  }

  /// Returns whether scale, antialiasing and color depth are equal.
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
  /// Colour scheme: dark on light or light on dark; `light` by default. `Color.dynamic(light:dark:)` follows it.
  public var colorScheme: ColorScheme {
    get { value(EnvironmentKeys.colorScheme) ?? .light }
    set { set(EnvironmentKeys.colorScheme, newValue, isDefault: newValue == .light) }
  }

  /// Factor of the size of text, 0.25...8; 1 by default. Texts, titles of buttons and fields follow it.
  public var textScale: Double {
    get { value(EnvironmentKeys.textScale) ?? 1 }
    set {
      let scale = newValue.isFinite ? min(8, max(0.25, newValue)) : 1
      set(EnvironmentKeys.textScale, scale, isDefault: scale == 1)
    }
  }

  /// Colour of interactive elements and icons that have no colour of their own; nil: the defaults of their types. Links, titles of buttons, template
  /// pictures and the titles of tabs follow it.
  public var tint: Color? {
    get {
      let tint: Color?? = value(EnvironmentKeys.tint)
      return tint ?? nil
    }
    set { set(EnvironmentKeys.tint, newValue, isDefault: newValue == nil) }
  }

  /// Width class: that of the stage (``SizeClass/init(_:)``), or one set by a container for its content.
  public var horizontalSizeClass: SizeClass {
    get { value(EnvironmentKeys.horizontalSizeClass) ?? .regular }
    set { set(EnvironmentKeys.horizontalSizeClass, newValue, isDefault: newValue == .regular) }
  }

  /// Height class: that of the stage, or one set by a container for its content.
  public var verticalSizeClass: SizeClass {
    get { value(EnvironmentKeys.verticalSizeClass) ?? .regular }
    set { set(EnvironmentKeys.verticalSizeClass, newValue, isDefault: newValue == .regular) }
  }

  /// Language and region of texts for people, as "de-AT" (BCP 47); "" by default.
  public var locale: String {
    get { value(EnvironmentKeys.locale) ?? "" }
    set { set(EnvironmentKeys.locale, newValue, isDefault: newValue.isEmpty) }
  }

  /// Whether decorative motion is disabled: the stage's ``Stage/reducesMotion``, or a value that a node sets for itself and those below it.
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

extension EnvironmentValues {
  /// Whether text fields without background and border have a frame; true unless set. A container that draws the frame of its fields sets it to
  /// false.
  public var framesFields: Bool {
    get { value(EnvironmentKeys.framesFields) ?? true }
    set { set(EnvironmentKeys.framesFields, newValue, isDefault: newValue) }
  }
}

/// Available space of a container along one axis.
public enum SizeClass: String, Sendable, CaseIterable, Hashable {
  /// Less than 480 logical units.
  case compact
  /// 480 logical units or more.
  case regular

  /// The class of a length, logical units.
  public init(_ length: Double) { self = length < 480 ? .compact : .regular }
}
