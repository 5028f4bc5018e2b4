public import Tessera
internal import TesseraGeometry
public import TesseraLayout

/// Field of a form: a title, a frame around an editable text or another node, and help or an error below it.
///
/// ```swift
/// FormField("Name", error: problem, content: EditableTextNode(EditableText()))
/// ```
public struct FormField: AccessibleType, SceneContainerType {
  public static let typeName = "field"
  public static let summary = "Form field: title, frame, help and error around a child."

  /// Title above the frame. It names the content for screen readers.
  public var title = ""
  /// Word after the title, such as "optional".
  public var note = ""
  /// Help below the frame.
  public var help = ""
  /// Error in place of the help; empty means that the value is valid.
  public var error = ""
  /// Words before and after the content, such as a unit.
  public var prefix = ""
  public var suffix = ""
  /// Whether the program needs a value.
  public var isRequired = false
  /// Node in the frame.
  public var content: AnyNode?
  /// Elements in the frame in place of a node.
  var elements: FieldContent?

  /// Creates an empty field.
  public init() {}

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - title: Title above the frame.
  ///   - help: Help below the frame.
  ///   - error: Error in place of the help; empty means that the value is valid.
  ///   - content: Node in the frame, such as an editable text.
  public init(_ title: String, help: String = "", error: String = "", content: AnyNode?) {
    (self.title, self.help, self.error, self.content) = (title, help, error, content)
  }

  /// Creates a field with an element in its frame, for layouts of other nodes.
  ///
  /// ```swift
  /// FormField("Mail", error: problem) { EditableText($mail) }
  /// ```
  ///
  /// - Parameters:
  ///   - title: Title above the frame.
  ///   - help: Help below the frame.
  ///   - error: Error in place of the help; empty means that the value is valid.
  ///   - content: Element in the frame, such as an editable text.
  public init(_ title: String, help: String = "", error: String = "", @LayoutElementBuilder content: () -> [any LayoutElement]) {
    (self.title, self.help, self.error) = (title, help, error)
    elements = FieldContent(elements: content())
  }

  public static let attributes: [NodeAttribute<FormField>] = [
    .text("title", \.title, affects: .layout, help: "Title above the frame."),
    .text("note", \.note, affects: .layout, help: "A word after the title, such as optional."),
    .text("help", \.help, affects: .layout, help: "Help below the frame."),
    .text("error", \.error, affects: .layout, help: "Error in place of the help; empty: the value is valid."),
    .text("prefix", \.prefix, affects: .layout, help: "Words before the content."),
    .text("suffix", \.suffix, affects: .layout, help: "Words after the content, such as a unit."),
    .boolean("required", \.isRequired, affects: .layout, help: "Whether a value is needed."),
  ]

  public static let traits: NodeTraits = .drawsNothing

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let isEnabled = context.environment.isEnabled
    let space = Dimension.points(6)
    return Column {
      if !title.isEmpty || !note.isEmpty {
        Row(gap: .points(8)) {
          if !title.isEmpty { Subnode("title", ControlLabel(title, .label, isEnabled: isEnabled)) }
          if !note.isEmpty { Subnode("note", ControlLabel(note, .help, isEnabled: isEnabled)) }
        }.style { $0.margin.bottom = space }
      }
      Subnode("frame", FieldFrame(self)).environment(\.framesFields, false)
      if !error.isEmpty {
        Subnode("error", ControlLabel(error, .error, lineLimit: 0)).style { $0.margin.top = space }
      } else if !help.isEmpty {
        Subnode("help", ControlLabel(help, .help, lineLimit: 0, isEnabled: isEnabled)).style { $0.margin.top = space }
      }
    }
  }

  public static func acceptChild(_ child: AnyNode, node: Node<FormField>) -> Bool {
    node.content = child
    return true
  }

  public static func sceneChildren(of node: Node<FormField>) -> [AnyNode] { node.content.map { [$0] } ?? [] }
}

/// Node of a field of a form.
public typealias FormFieldNode = Node<FormField>
