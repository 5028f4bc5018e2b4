internal import Tessera
internal import TesseraLayout

/// What of a scene's node follows data, events and the environment. A value.
struct SceneNodeLive: Sendable, Equatable {
  /// One of several values of an attribute: the last whose condition holds counts.
  struct Alternative: Sendable, Equatable {
    /// nil: always.
    var condition: Expression?
    var template: ValueTemplate
  }

  /// An attribute that follows data.
  struct Attribute: Sendable, Equatable {
    var name: String
    var alternatives: [Alternative]
    /// What counts where no condition holds; nil: nothing is set then.
    var fallback: AttributeValue?
    /// Where it stands in the file.
    var place: Place
  }

  /// One setting of a style; all of them are applied in order.
  struct Style: Sendable, Equatable {
    /// nil: always.
    var condition: Expression?
    var key: String
    var value: StyleValue
    /// nil: `value` is what it is.
    var bound: BoundValue?
    var place: Place
  }

  /// A node for each element of a list.
  struct Each: Sendable, Equatable {
    var items: Expression
    /// What tells an element from the others; nil: its number.
    var key: Expression?
    /// What expressions call the element.
    var name = "item"
    /// What an element belongs to; nil: there is one section.
    var section: Expression?
  }

  /// What happens on a signal.
  struct Handler: Sendable, Equatable {
    var signal: String
    var actions: [SceneAction]
  }

  /// A look that the node has while a condition holds.
  struct Look: Sendable, Equatable {
    /// Whether the node has it: it has no earlier one.
    var condition: Expression
    /// How the node comes to it from another, and leaves it for none.
    var motion: Motion
  }

  /// Whether the node is there; nil: always.
  var condition: Expression?
  /// Elements that each have a node like this.
  var each: Each?
  /// Elements that each have a row.
  var rows: Each?
  var attributes: [Attribute] = []
  /// All settings of the style, where one of them follows data; else none.
  var styles: [Style] = []
  var handlers: [Handler] = []
  /// Which of its attributes and settings of the style change together, by a motion; at most one holds.
  var looks: [Look] = []

  /// Whether a parent makes and removes the node.
  var isPart: Bool { condition != nil || each != nil }

  /// Whether there is nothing.
  var isEmpty: Bool {
    condition == nil && each == nil && rows == nil && attributes.isEmpty && styles.isEmpty && handlers.isEmpty
  }
}

/// What a node of a scene file is to its parent. A value.
enum SceneNodeRole: Sendable, Equatable {
  case child
  /// What rows are made like.
  case item
  /// What headers of sections are made like.
  case header
  /// A screen that actions push; it has no parent.
  case screen(String)
  /// An overlay that actions show; it has no parent.
  case overlay(String)
}

/// One thing that happens on a signal. A value.
struct SceneAction: Sendable, Equatable {
  enum What: Sendable, Equatable {
    /// Sets the value at a path.
    case set(Expression, to: Expression)
    /// Makes false of true and true of everything else.
    case toggle(Expression)
    /// Puts a screen of the scene on the nearest stack, with `value` in it.
    case push(String, value: Expression?)
    /// Sends the topmost screen away.
    case pop
    /// Shows an overlay of the scene.
    case present(ScenePresentation)
    /// Takes away the overlay that the node showed, or is in.
    case dismiss
    /// Tells the program.
    case send(Expression, payload: Payload)
    /// Changes nodes, or does other things, so that it is seen as motion.
    case animate(SceneAnimation)
  }

  /// What is told with an event.
  indirect enum Payload: Sendable, Equatable {
    case none
    case expression(Expression)
    case map([String: Payload])
    case list([Payload])
  }

  /// nil: always.
  var condition: Expression?
  var what: What
}
