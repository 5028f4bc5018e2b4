public import Tessera

// Members of ``Code`` as modifiers.
extension TypedElement where ElementType == Code {
  /// Encoded text. Empty: nothing is shown.
  public func text(_ text: String) -> Self { with { $0.text = text } }
  /// Kind of the code.
  public func kind(_ kind: CodeKind) -> Self { with { $0.kind = kind } }
  /// Width of a module, logical units, rounded to whole pixels. 0: 4 for matrix codes, 2 for bar codes.
  public func moduleSize(_ moduleSize: Double) -> Self { with { $0.moduleSize = moduleSize } }
  /// Height of the bars of a bar code, logical units.
  public func barHeight(_ barHeight: Double) -> Self { with { $0.barHeight = barHeight } }
  /// Whether the text is shown below the code; nil: only for bar codes.
  public func showsText(_ showsText: Bool?) -> Self { with { $0.showsText = showsText } }
}

// Options, with the names of attributes in scenes.
extension TypedElement where ElementType == Code {
  /// All options; they replace those of earlier modifiers.
  public func options(_ options: CodeOptions) -> Self { with { $0.options = options } }
  /// QR codes, PDF417, Aztec: share of the code that may be unreadable.
  public func level(_ level: CodeOptions.Level) -> Self { with { $0.options.level = level } }
  /// QR codes: version, 1...40, which sets the size; 0: the smallest one that holds the text.
  public func version(_ version: Int) -> Self { with { $0.options.version = version } }
  /// QR codes: mask of the modules, 0...7; nil: the best one.
  public func pattern(_ pattern: Int?) -> Self { with { $0.options.mask = pattern } }
  /// QR codes: encoding of all characters.
  public func encoding(_ encoding: CodeOptions.Mode) -> Self { with { $0.options.mode = encoding } }
}
