public import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// QR code or bar code of a text: black on white in every mode of the theme.
///
/// ```swift
/// Code("https://example.com")
/// Code("4006381333931", as: .ean13)
/// ```
///
/// Modules are whole pixels, with the quiet zone that readers need around them. In a larger box the modules grow to the next whole number of pixels. A text
/// that the code does not have is shown as an error, and reported to `Stage.onError`.
public struct Code: AccessibleType, LifecycleType {
  public typealias Storage = CodeStorage

  public static let typeName = "code"
  public static let summary = "QR code or bar code of a text."
  /// The text cannot be encoded; the payload is the reason.
  public static let failed = Signal<String>("failed")

  /// Encoded text. Empty: nothing is shown.
  public var text = ""
  /// Kind of the code.
  public var kind = CodeKind.qr
  /// Options of matrix codes.
  public var options = CodeOptions()
  /// Width of a module, logical units, rounded to whole pixels. 0: 4 for matrix codes, 2 for bar codes.
  public var moduleSize = 0.0
  /// Height of the bars of a bar code, logical units.
  public var barHeight = 72.0
  /// Whether the text is shown below the code; nil: only for bar codes.
  public var showsText: Bool?

  /// Creates a code without a text.
  public init() {}

  /// Creates a code.
  ///
  /// - Parameters:
  ///   - text: Encoded text.
  ///   - kind: Kind of the code.
  ///   - options: Options of matrix codes.
  public init(_ text: String, as kind: CodeKind = .qr, options: CodeOptions = CodeOptions()) {
    (self.text, self.kind, self.options) = (text, kind, options)
  }

  public static var attributes: [NodeAttribute<Code>] {
    [
      .text("text", \.text, help: "Encoded text."),
      .choice("kind", \.kind, help: "Kind of the code."),
      .choice("level", \.options.level, help: "QR codes, PDF417, Aztec: share of the code that may be unreadable."),
      .integer("version", \.options.version, in: 0...40, help: "QR codes: version, which sets the size; 0: the smallest one."),
      NodeAttribute(
        "pattern", \.options.mask, kind: .integer(0...7), affects: .display, help: "QR codes: mask of the modules; default: the best one.",
        get: { $0.options.mask.map { .number(Double($0)) } }, set: { $0.options.mask = $1.number.map { Int($0) } }),
      .choice("encoding", \.options.mode, help: "QR codes: encoding of all characters."),
      .number("moduleSize", \.moduleSize, in: 0...100, help: "Width of a module; 0: 4, or 2 for bar codes."),
      .number("barHeight", \.barHeight, in: 1...2000, help: "Height of the bars of a bar code."),
      NodeAttribute(
        "showsText", \.showsText, kind: .boolean, affects: [.layout, .display],
        help: "Whether the text is below the code; default: bar codes.",
        get: { $0.showsText.map(AttributeValue.boolean) }, set: { $0.showsText = $1.boolean }),
    ]
  }

  public static var signals: [NodeSignal] {
    [NodeSignal(failed, payload: .text, help: "The text cannot be encoded; the reason.") { .text($0) }]
  }

  public static func drawDidFinish(_ node: Node<Code>) {
    guard let error = node.storage.unreportedError(node.value) else { return }
    node.report(.data, error.description)
    node.send(failed, error.description)
  }

  public static func semantics(of node: Node<Code>) -> NodeSemantics {
    let value = node.value
    guard !value.text.isEmpty else { return NodeSemantics(SemanticsRole.none) }
    var semantics = NodeSemantics(
      .image, label: value.kind.word.map { node.environmentValues.word($0) } ?? value.kind.title, value: value.text)
    if case .failure(let error) = node.storage.symbol(value) { (semantics.isInvalid, semantics.value) = (true, error.description) }
    return semantics
  }
}

/// Node of a QR code or bar code.
public typealias CodeNode = Node<Code>
