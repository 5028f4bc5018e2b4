public import Tessera
public import TesseraRender

/// Icon of one color, by its name, such as `heat` or `chevron-up`, or by a custom drawing.
///
/// ```swift
/// Icon("heat").tint(.orange)
/// ```
public struct Icon: AccessibleType {
  public static let typeName = "icon"
  public static let summary = "Single-color icon by name; 254 are built in."

  /// Name of the icon; empty means that ``path`` is drawn. An unknown name is an error of the draw, and of the attribute in scenes.
  public var name = ""
  /// Custom drawing, used if ``name`` is empty: SVG path data in a square of 24 units, stroked, or parts as in `docs/icons.md`.
  public var path = ""
  /// Side of the square, logical units; nil means the theme's `icon`, which grows with the text scale to twice,
  /// or the shorter side of a larger box.
  public var side: Double?
  /// Color; nil means the environment's tint, or the theme's `ink` without a tint.
  public var tint: Color?
  /// Whether the outline is filled, for icons with a solid variant.
  public var isSolid = false
  /// Whether screen readers skip the icon.
  public var isDecorative = false

  /// Creates an icon that shows nothing until it has a name or a path.
  public init() {}

  /// Creates an icon.
  /// - Parameters:
  ///   - name: One of ``names``.
  ///   - size: Side of the square, logical units; nil means the theme's `icon`.
  public init(_ name: String, size: Double? = nil) { (self.name, side) = (name, size) }

  /// Creates an icon of a custom drawing (``path``).
  public init(path: String, size: Double? = nil) { (self.path, side) = (path, size) }

  /// Names of all icons: those of Tessera by group, then those registered by the program. Any thread; reads the set at each call.
  public static var names: [String] { IconSet.names }

  /// Adds an icon of the program, replacing an icon with the same name. Any thread. Icons on the screen show it at their next draw.
  ///
  /// `name.solid` adds the solid variant of `name`, and `name.16` its variant for sides up to 18, in a square of 16 units.
  ///
  /// - Parameters:
  ///   - name: Lower-case words joined by `-`.
  ///   - path: SVG path data in a square of 24 units, stroked, or parts as in `docs/icons.md`.
  ///   - isMirrored: Whether right-to-left layouts mirror the icon; a `~` at the beginning of the path has the same effect.
  /// - Throws: ``IconError`` if the name is empty or the path is invalid.
  public static func register(_ name: String, path: String, isMirrored: Bool = false) throws(IconError) {
    guard !name.isEmpty else { throw IconError("must be a name with letters, got an empty one") }
    var source = IconSource(path, grid: name.hasSuffix(".16") ? 16 : 24)
    if isMirrored { source.isMirrored = true }
    _ = try IconDrawing(source)
    IconSet.add(source, as: name)
  }

  public static var attributes: [NodeAttribute<Self>] {
    [
      NodeAttribute(
        "name", kind: .text, affects: .display, help: "Name of the icon, such as heat or chevron-up.", get: { .text($0.name) },
        set: { icon, new in
          let name = new.text ?? ""
          guard name.isEmpty || IconSet.contains(name) else {
            throw AttributeError(attribute: "name", reason: IconError.unknown(name).description)
          }
          icon.name = name
        }
      ).instead(of: "path"),
      NodeAttribute(
        "path", kind: .text, affects: .display, help: "Custom drawing: SVG path data in a square of 24 units, stroked.",
        get: { .text($0.path) },
        set: { icon, new in
          let path = new.text ?? ""
          do throws(IconError) {
            if !path.isEmpty { _ = try IconDrawing(IconSource(path)) }
          } catch {
            throw AttributeError(attribute: "path", reason: error.description)
          }
          icon.path = path
        }
      ).instead(of: "name"),
      NodeAttribute(
        "size", \.side, kind: .number(1...4096),
        help: "Side of the square, logical units; unset means the theme's `icon` with the text scale, or the shorter side of a larger box.",
        get: { $0.side.map(AttributeValue.number) }, set: { icon, new in icon.side = new.number }),
      .color("tint", \.tint, affects: .display, help: "Color; unset means the environment's tint, else the theme's `ink`."),
      .boolean("solid", \.isSolid, affects: .display, help: "Whether the outline is filled, for icons with a solid variant."),
      .boolean("decorative", \.isDecorative, affects: [], help: "Whether screen readers skip the icon."),
    ]
  }

  /// Returns an image with the words of the name as its label. A drawing without a name is an element only if the program sets a label.
  public static func semantics(of node: Node<Icon>) -> NodeSemantics {
    if node.isDecorative { return NodeSemantics(SemanticsRole.none) }
    if node.name.isEmpty { return node.semantics.label == nil ? NodeSemantics() : NodeSemantics(.image) }
    var semantics = NodeSemantics(.image, label: word(of: node.name))
    // Names of icons are English; a label of the program has the language of the surroundings.
    let locale = node.environmentValues.locale
    if node.semantics.label == nil, !locale.isEmpty, !locale.hasPrefix("en") { semantics.language = "en" }
    return semantics
  }

  /// Returns the words of a name, such as `chevron up`.
  static func word(of name: String) -> String {
    String(decoding: name.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }
}

/// Node of an icon.
public typealias IconNode = Node<Icon>
