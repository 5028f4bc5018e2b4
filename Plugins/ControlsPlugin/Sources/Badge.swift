public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Badge: a number or a word on a filled ground, or a dot without one.
///
/// ```swift
/// Badge(3)
/// ```
public struct Badge: AccessibleType {
  /// Ground of a badge.
  public enum Kind: String, Sendable, CaseIterable, Hashable { case danger, accent, neutral }

  public static let typeName = "badge"
  public static let summary = "Count, word or dot that marks something new."

  /// Number of the badge; nil means a dot. Numbers above 99 are shown as 99+.
  public var count: Int?
  /// Word instead of the number; empty means none.
  public var title = ""
  public var kind = Kind.danger
  /// Color of a rim of 2 units around the badge; nil means none, and on 1-bit displays the color of the ground.
  public var rim: Color?

  /// Creates a dot.
  public init() {}

  /// Creates a badge with a number; nil means a dot.
  public init(_ count: Int?, kind: Kind = .danger) { (self.count, self.kind) = (count, kind) }

  /// Creates a badge with a word.
  public init(_ title: String, kind: Kind = .danger) { (self.title, self.kind) = (title, kind) }

  public static var attributes: [NodeAttribute<Badge>] {
    [
      NodeAttribute(
        "value", kind: .integer(-1_000_000_000...1_000_000_000), help: "Number; unset: a dot.",
        get: { $0.count.map { .number(Double($0)) } }, set: { $0.count = $1.number.flatMap { Int(exactly: $0) } }),
      .text("title", \.title, help: "A word in place of the number."),
      .choice("kind", \.kind, affects: .display, help: "Its ground."),
      .color("rim", \.rim, affects: .display, help: "Color of a rim around it."),
    ]
  }

  /// Words in the badge; nil for a dot.
  var words: String? { !title.isEmpty ? title : count.map { $0 > 99 ? "99+" : "\($0)" } }

  private func text(_ words: String, _ environment: EnvironmentValues) -> ControlText {
    ControlText(words, environment.theme[.micro], environment, weight: 700, isTabular: true)
  }

  /// Side of a dot, logical units.
  private static let dot = 8.0
  private static let padding = 5.0

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    guard let words else { return range.clamp(Size(Self.dot, Self.dot)) }
    let size = text(words, context.environment).layout().size
    let height = size.height.rounded(.up) + 2
    return range.clamp(Size(max(height, min(range.max.width, size.width.rounded(.up) + 2 * Self.padding)), height))
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    context.plan(beyond: Insets(2)) { draw(in: $0, context: context) }
  }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let (theme, box) = (look.theme, look.aligned(context.contentRect))
    let radius = words == nil ? 3 : min(6, box.height / 3)
    let shape = RoundedRect(box, radius: radius)
    if let rim = rim ?? (look.isBilevel ? theme.ground : nil) {
      canvas.fill(RoundedRect(box.inset(by: -2), radius: radius + 2), .color(rim))
    }
    let (fill, letters): (Color, Color) =
      switch kind {
      case .danger: (theme.danger, theme.onDanger)
      case .accent: (theme.accent, theme.onAccent)
      case .neutral: (theme.well, theme.ink)
      }
    canvas.fill(shape, .color(fill))
    if kind == .neutral, look.outlinesWells { look.edge(shape, theme.edge, width: look.pixel, in: canvas) }
    guard let words else { return }
    let layout = text(words, context.environment).layout(letters, width: max(0, box.width - 2))
    canvas.draw(layout, at: Point(box.midX - layout.size.width / 2, box.midY - layout.size.height / 2))
  }

  /// Returns a status with the number or the word; a dot is an element only if the program sets a label.
  public static func semantics(of node: Node<Badge>) -> NodeSemantics {
    guard let words = node.value.words else { return node.semantics.label == nil ? NodeSemantics() : NodeSemantics(.status) }
    return NodeSemantics(.status, label: words)
  }
}

/// Node of a badge.
public typealias BadgeNode = Node<Badge>
