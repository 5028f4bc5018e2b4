public import Tessera
internal import TesseraGeometry
internal import TextPlugin

/// What an editable text node keeps beside its value: the focus, the caret's blinking, how far the text is scrolled, what can be undone, and the last
/// layouts. Any thread.
public final class EditableTextStorage: NodeStorage {
  let layouts = EditingLayoutCache()
  /// Handles, glass and menu.
  let controls = SelectionControls()
  /// Changed with the node's lock held where the value changes too, so that both fit.
  let state = Locked(EditableTextState())
  /// Whether a pointer is over the field.
  let isHovered = Locked(false)

  /// Makes that of a field that nobody has touched.
  public init() {}

  /// What touches and keys left behind.
  var interaction: EditableTextState.Interaction { state.withLock { $0.interaction } }
}

/// What touches, keys and the stage left behind in an editable text. A value.
struct EditableTextState: Sendable {
  var interaction = Interaction()
  /// What can be undone.
  var history = EditingHistory()

  struct Interaction: Sendable, Equatable {
    var isFocused = false
    var isVisible = false
    /// Whether it has been in view before.
    var wasSeen = false
    /// Whether the caret is in the lit half of its blinking.
    var isCaretLit = true
    /// Whether a tick is on its way.
    var hasTimer = false
    /// Keeps the caret lit at the next tick: something was done.
    var holdsCaret = false
    /// How far the text is moved left and up to show the caret.
    var scroll = Point.zero
    /// Where up and down lead, while they follow one another.
    var preferredX: Double?
    var touch = TouchMemory()
    var hold = HandleMemory()

    /// Whether both show the same.
    func looksLike(_ other: Interaction) -> Bool {
      isFocused == other.isFocused && isCaretLit == other.isCaretLit && scroll == other.scroll
    }
  }

  /// What tells a second touch from a first.
  struct TouchMemory: Sendable, Equatable {
    var count = 0
    var time = -Double.infinity
    var start = Point.zero
    var isDragging = false
    /// Whether it is on the caret that was there, or on what is selected: it asks for the menu.
    var asksForMenu = false
  }

  /// What shows handles, and what a finger on one, or one that rests, moves.
  struct HandleMemory: Sendable, Equatable {
    /// Whether a finger has placed the caret or selected, so that there are handles for what it left.
    var showsHandles = false
    /// The text that the handles belong to: a program may set another at any time.
    var editing = EditingState()
    var isHolding = false
    var showsLoupe = false
    /// Whether the finger has moved since it took hold.
    var hasMoved = false
    /// The word that stays selected while words are added to it.
    var word: Range<Int>?
    /// How far above the finger the place is that it means: a handle is taken hold of below its line.
    var lift = 0.0
  }
}

extension Node where Value == EditableText {
  /// Whether the node has the focus. Any thread; `becomeFocused()` changes it.
  public var isFocused: Bool { storage.interaction.isFocused }

  /// Takes the text back by one edit of a person. Sends no signal. Any thread. Returns whether there was one.
  @discardableResult
  public func undo() -> Bool { edit { $1.undo(&$0.text.editing) } }

  /// Does again what was undone last. Sends no signal. Any thread. Returns whether there was anything.
  @discardableResult
  public func redo() -> Bool { edit { $1.redo(&$0.text.editing) } }

  /// Changes the text with what the node keeps, in one step; keeps the caret in view and lit. Any thread.
  func edit<R>(_ change: (inout EditingField, inout EditingHistory) -> R) -> R {
    let (storage, environment, size) = (storage, environmentValues, contentRect.size)
    let (direction, textScale) = (environment.direction, environment.textScale)
    return updateKeeping { value, state in
      var field = EditingField(value, state.interaction, direction, textScale: textScale, storage.layouts)
      let before = field.text.editing
      let result = change(&field, &state.history)
      field.showCaret(afterEditOf: before, in: size)
      field.interaction.isCaretLit = true
      field.interaction.holdsCaret = true
      field.interaction.scroll = field.scroll(in: size)
      // Kept only while there are handles: a text that is held twice is copied by the next edit.
      if field.interaction.hold.showsHandles { field.interaction.hold.editing = field.text.editing }
      (value, state.interaction) = (field.text, field.interaction)
      return result
    }
  }

  /// Changes the value and what the node keeps in one step; draws again where something else is seen. `change` must not touch this node. Any thread.
  func updateKeeping<R>(_ change: (inout EditableText, inout EditableTextState) -> R) -> R {
    let storage = storage
    let (result, looksSame) = update { value in
      storage.state.withLock { state in
        let before = state.interaction
        let result = change(&value, &state)
        return (result, before.looksLike(state.interaction))
      }
    }
    if !looksSame { setNeedsDisplay() }
    return result
  }
}
