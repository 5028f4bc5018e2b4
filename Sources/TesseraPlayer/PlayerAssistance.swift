/// Screen reader and switch scanning of a player's options. A value.
public struct PlayerAssistance: Sendable, Hashable {
  /// Whether elements are spoken, and printed on standard output.
  public var speaks = false
  /// Whether the braille display of brltty shows the element at the cursor; its content is printed on standard output.
  public var braille = false
  /// Accessibility bus for the screen reader of a desktop: `auto`, `none`, or the address of a bus.
  public var accessibilityBus = "auto"
  /// Speech output: `auto`, `none`, `speech-dispatcher`, or a program.
  public var synthesizer = "auto"
  /// Switches: `one`, `two` or `touch`; nil means none.
  public var switches: String?
  /// Seconds for each step of switch scanning.
  public var scanInterval = 1.5

  /// Names of ``switches``.
  public static let switchNames = ["one", "two", "touch"]

  /// Creates options without assistance.
  public init() {}

  /// Whether nothing is used, except the accessibility bus of the session.
  public var isEmpty: Bool { !speaks && !braille && switches == nil }

  /// Sets an option. Returns whether the name is one of these.
  mutating func set(_ name: String, _ value: String) throws(PlayerArguments.Wrong) -> Bool {
    func wrong(_ right: String) -> PlayerArguments.Wrong { PlayerArguments.Wrong(reason: "\(name) must be \(right) (got `\(value)`)") }
    switch name {
    case "--synthesizer":
      guard !value.isEmpty else { throw wrong("auto, none, speech-dispatcher, or a program such as espeak-ng") }
      synthesizer = value
    case "--accessibility-bus":
      guard value == "auto" || value == "none" || value.hasPrefix("unix:") else {
        throw wrong("auto, none, or the address of a Unix socket such as unix:path=/run/at-spi")
      }
      accessibilityBus = value
      if value != "none", value != "auto" { try checkPart(name) }
    case "--switch":
      guard Self.switchNames.contains(value) else { throw wrong("one, two or touch") }
      switches = value
      try checkPart(name)
    case "--scan-interval":
      guard let seconds = Double(value), (0.2...60).contains(seconds) else { throw wrong("0.2 to 60 seconds") }
      scanInterval = seconds
    default: return false
    }
    return true
  }

  /// Throws if this build has no screen reader.
  func checkPart(_ name: String) throws(PlayerArguments.Wrong) {
    #if !Reader
      throw PlayerArguments.Wrong(reason: "\(name): this program was built without the part `reader`")
    #endif
  }
}
