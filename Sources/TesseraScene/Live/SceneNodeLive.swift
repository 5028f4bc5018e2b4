internal import Tessera
internal import TesseraLayout

/// Parts of a scene node that follow data, events and the environment. A value.
struct SceneNodeLive: Sendable, Equatable {
  /// One of several values of an attribute. The last alternative whose condition holds applies.
  struct Alternative: Sendable, Equatable {
    /// Condition of the alternative; nil means always.
    var condition: Expression?
    var template: ValueTemplate
  }

  /// Attribute that follows data.
  struct Attribute: Sendable, Equatable {
    var name: String
    var alternatives: [Alternative]
    /// Value if no condition holds; nil means that nothing is set.
    var fallback: AttributeValue?
    /// Location in the file.
    var place: Place
  }

  /// One setting of a style. Settings are applied in order.
  struct Style: Sendable, Equatable {
    /// Condition of the setting; nil means always.
    var condition: Expression?
    var key: String
    var value: StyleValue
    /// Bound value; nil means the constant `value`.
    var bound: BoundValue?
    var place: Place
  }

  /// Repetition for each element of a list.
  struct Each: Sendable, Equatable {
    var items: Expression
    /// Identity of an element; nil means its index.
    var key: Expression?
    /// Name of the element in expressions.
    var name = "item"
    /// Section of an element; nil means a single section.
    var section: Expression?
  }

  /// Actions of a signal.
  struct Handler: Sendable, Equatable {
    var signal: String
    var actions: [SceneAction]
  }

  /// Actions at times of the stage's clock.
  struct Timer: Sendable, Equatable {
    /// Interval or delay in seconds.
    var seconds = 0.0
    /// Whether it repeats.
    var repeats = false
    /// Condition under which it runs; nil means always.
    var condition: Expression?
    var actions: [SceneAction] = []
  }

  /// Look that applies while a condition holds.
  struct Look: Sendable, Equatable {
    /// Condition of the look. It excludes the conditions of earlier looks.
    var condition: Expression
    /// Motion of changes from another look, and to no look.
    var motion: Motion
  }

  /// Condition for the node to exist; nil means always.
  var condition: Expression?
  /// Elements for which the node is repeated.
  var each: Each?
  /// Elements that have a row each.
  var rows: Each?
  var attributes: [Attribute] = []
  /// All settings of the style if one of them follows data; empty otherwise.
  var styles: [Style] = []
  var handlers: [Handler] = []
  var timers: [Timer] = []
  /// Sets of attributes and style settings that change together, with a motion; at most one applies.
  var looks: [Look] = []

  /// Whether the parent creates and removes the node.
  var isPart: Bool { condition != nil || each != nil }

  /// Whether the node follows nothing.
  var isEmpty: Bool {
    condition == nil && each == nil && rows == nil && attributes.isEmpty && styles.isEmpty && handlers.isEmpty && timers.isEmpty
  }
}

/// Role of a scene node for its parent. A value.
enum SceneNodeRole: Sendable, Equatable {
  case child
  /// Template of rows.
  case item
  /// Template of section headers.
  case header
  /// Screen that actions push; it has no parent.
  case screen(String)
  /// Overlay that actions present; it has no parent.
  case overlay(String)
}

/// Action of a signal. A value.
struct SceneAction: Sendable, Equatable {
  enum What: Sendable, Equatable {
    /// Sets the value at a path.
    case set(Expression, to: Expression)
    /// Sets false to true, and every other value to false.
    case toggle(Expression)
    /// Pushes a screen of the scene on the nearest stack, with `value` as its value.
    case push(String, value: Expression?)
    /// Pops the topmost screen.
    case pop
    /// Presents an overlay of the scene.
    case present(ScenePresentation)
    /// Dismisses the overlay that the node presented, or that contains it.
    case dismiss
    /// Sends an event to the program.
    case send(Expression, payload: Payload)
    /// Runs changes and other actions with an animation.
    case animate(SceneAnimation)
    /// Gives a node the focus.
    case focus(SceneFocus)
    /// Plays a sound.
    case play(SceneSound)
    /// Stops a sound.
    case silence(String, fade: Double)
    /// Captures sound.
    case talk(SceneTalk)
    /// Stops the capture of sound.
    case hush
    /// Switches the display off until the next input.
    case sleep
  }

  /// Payload of an event.
  indirect enum Payload: Sendable, Equatable {
    case none
    case expression(Expression)
    case map([String: Payload])
    case list([Payload])
  }

  /// Condition of the action; nil means always.
  var condition: Expression?
  var what: What
}
