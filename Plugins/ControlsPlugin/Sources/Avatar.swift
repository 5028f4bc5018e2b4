public import Tessera
internal import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// Round picture of a person or a thing. Without a picture it has the initials of the name, or without a name a drawing of a person.
///
/// ```swift
/// Avatar("Ada Lovelace", diameter: 56)
/// ```
public struct Avatar: AccessibleType, StyleAdjustingType, SceneContainerType {
  /// State of the person, shown as a dot.
  public enum Status: String, Sendable, CaseIterable, Hashable { case none, good, warn, danger, neutral }

  public static let typeName = "avatar"
  public static let summary = "Round picture of a person: a child, initials or a drawing."

  /// Name of the person: the source of the initials, and the label.
  public var name = ""
  /// Width and height, logical units.
  public var diameter = 40.0
  /// Dot at the lower end.
  public var status = Status.none
  /// Node that fills the circle; nil means initials or a drawing.
  public var picture: AnyNode?

  /// Creates an avatar of an unknown person.
  public init() {}

  /// Creates an avatar.
  /// - Parameters:
  ///   - name: Name of the person.
  ///   - diameter: Width and height, logical units.
  ///   - picture: Node that fills the circle, such as an image.
  public init(_ name: String, diameter: Double = 40, picture: AnyNode? = nil) {
    (self.name, self.diameter, self.picture) = (name, diameter, picture)
  }

  public static let attributes: [NodeAttribute<Avatar>] = [
    .text("name", \.name, affects: .display, help: "Name, whose initials are shown without a picture."),
    .number("diameter", \.diameter, in: 0...1000, help: "Width and height: 24, 40, 56, 96."),
    .choice("status", \.status, help: "Dot at the lower end."),
  ]

  /// First letters of the first and the last word, upper case.
  public var initials: String {
    let words = name.split(whereSeparator: \.isWhitespace)
    guard let first = words.first?.first else { return "" }
    let last = words.count > 1 ? words.last?.first.map(String.init) ?? "" : ""
    return (String(first) + last).uppercased()
  }

  var side: Double { diameter.isFinite ? min(1000, max(0, diameter)) : 0 }

  public func adjust(_ style: inout LayoutStyle, storage: NoStorage, in environment: EnvironmentValues) {
    if style.width == .auto { style.width = .points(side) }
    if style.height == .auto { style.height = .points(side) }
    if style.flexShrink == 1 { style.flexShrink = 0 }
  }

  /// Places the picture in a circle, with the dot above it.
  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    guard let picture else { return nil }
    let status = status
    return Row {
      Subnode("picture", AvatarPicture(picture)).style {
        $0.position = .absolute
        $0.inset = .zero
      }
      if status != .none {
        Subnode("status", AvatarStatus(status)).style {
          $0.position = .absolute
          $0.inset = .zero
        }
      }
    }
  }

  public static func acceptChild(_ child: AnyNode, node: Node<Avatar>) -> Bool {
    node.picture = child
    return true
  }

  public static func sceneChildren(of node: Node<Avatar>) -> [AnyNode] { node.picture.map { [$0] } ?? [] }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    picture == nil ? context.plan(beyond: .zero) { draw(in: $0, context: context) } : .nothing
  }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let (theme, box) = (look.theme, look.aligned(context.contentRect))
    let side = min(box.width, box.height)
    guard side >= 4 else { return }
    let circle = RoundedRect(Rect(box.midX - side / 2, box.midY - side / 2, side, side), radius: side / 2)
    canvas.fill(circle, .color(theme.wash))
    if look.outlinesWells { look.edge(circle, theme.edge, width: look.pixel, in: canvas) }
    let initials = initials
    if initials.isEmpty {
      ControlMark.person.draw(in: circle.rect.inset(by: side / 5), theme.onWash, canvas)
    } else {
      // Letters follow the size of the circle and not the text size of the environment.
      let type = ThemeType(size: side * 0.4, line: side * 0.5, weight: 700)
      var environment = context.environment
      environment.textScale = 1
      let layout = ControlText(initials, type, environment).layout(theme.onWash, width: side)
      canvas.draw(layout, at: Point(box.midX - layout.size.width / 2, box.midY - layout.size.height / 2))
    }
    if status != .none { AvatarStatus(status).draw(look, in: box, canvas) }
  }

  public static func semantics(of node: Node<Avatar>) -> NodeSemantics {
    NodeSemantics(.image, label: node.name.isEmpty ? nil : node.name)
  }
}

/// Node of an avatar.
public typealias AvatarNode = Node<Avatar>
