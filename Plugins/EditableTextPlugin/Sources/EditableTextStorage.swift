public import Tessera
internal import TesseraGeometry
internal import TextPlugin

/// State that an editable text node keeps outside its value: focus, blinking of the caret, scroll offset, undo history, and the last
/// layouts. Any thread.
public final class EditableTextStorage: DefaultLookStorage {
  public let ownBox = OwnBox()
  let layouts = EditingLayoutCache()
  /// Handles, magnifier and menu.
  let controls = SelectionControls()
  /// Changed with the node's lock held if the value changes too, so that both match.
  let state = Locked(EditableTextState())
  /// Whether a pointer is over the field.
  let isHovered = Locked(false)
  let policy = Locked(EditableTextPolicy())
  let matches = TextMatchCache()
  /// ``EditableText/match`` that was selected last.
  let shownMatch = Locked(0)
  /// Language whose missing dictionary was reported.
  let reportedLanguage = Locked("")
  /// List of completions or corrections.
  let suggestions = Locked(SuggestionPanel())
  /// Width at the end of the container that is not part of the frame that it draws, logical units.
  package let unframedEnd = Locked(0.0)

  /// Creates the state of an untouched field.
  public init() {}

  /// State of touches and keys.
  var interaction: EditableTextState.Interaction { state.withLock { $0.interaction } }
}

/// State of an editable text from touches, keys and the stage. A value.
struct EditableTextState: Sendable {
  var interaction = Interaction()
  /// Undo history.
  var history = EditingHistory()

  struct Interaction: Sendable, Equatable {
    var isFocused = false
    var isVisible = false
    /// Whether the field has ever been visible.
    var wasSeen = false
    /// Whether the caret is visible in its blinking.
    var isCaretLit = true
    /// Whether a tick is pending.
    var hasTimer = false
    /// Keeps the caret visible at the next tick, after an edit or a movement.
    var holdsCaret = false
    /// Scroll offset that shows the caret.
    var scroll = Point.zero
    /// Horizontal position kept by consecutive up and down keys.
    var preferredX: Double?
    var touch = TouchMemory()
    var hold = HandleMemory()
    /// Text that an input method has not committed.
    var preedit: EditingPreedit?
    /// Whether the user has made a secure text readable.
    var isRevealed = false

    /// Returns whether both states look the same.
    func looksLike(_ other: Interaction) -> Bool {
      isFocused == other.isFocused && isCaretLit == other.isCaretLit && scroll == other.scroll && preedit?.spans == other.preedit?.spans
        && isRevealed == other.isRevealed
    }
  }

  /// Data that detect double touches.
  struct TouchMemory: Sendable, Equatable {
    var count = 0
    var time = -Double.infinity
    var start = Point.zero
    var isDragging = false
    /// Whether the touch began on the button that reveals the text.
    var isOnEye = false
    /// Whether the touch began on the caret or the selection, which opens the menu.
    var asksForMenu = false
  }

  /// State of handles, of their drags and of long presses.
  struct HandleMemory: Sendable, Equatable {
    /// Whether a touch has placed the caret or selected, so that handles are shown.
    var showsHandles = false
    /// Text and selection of the handles. They become invalid if a program sets others, which it may do at any time.
    var editing = EditingState()
    var isHolding = false
    var showsLoupe = false
    /// Whether the finger has moved since the gesture began.
    var hasMoved = false
    /// Word that stays selected during selection by words.
    var word: Range<Int>?
    /// Distance of the text position above the finger: a handle is dragged below its line.
    var lift = 0.0
  }
}

extension Node where Value == EditableText {
  /// Whether the node is focused. Any thread; `becomeFocused()` changes it.
  public var isFocused: Bool { storage.interaction.isFocused }

  /// Changes the text and the node's state in one step; keeps the caret in view and visible. Any thread.
  func edit<R>(_ change: (inout EditingField, inout EditingHistory) -> R) -> R {
    let (storage, environment, size) = (storage, environmentValues, contentRect.size)
    return updateKeeping { value, state in
      var field = EditingField(value, state.interaction, in: environment, storage)
      let before = field.text.editing
      let result = change(&field, &state.history)
      field.showCaret(afterEditOf: before, in: size)
      field.interaction.isCaretLit = true
      field.interaction.holdsCaret = true
      field.interaction.scroll = field.scroll(in: size)
      // Kept only while handles are shown: a second reference to the text would make the next edit copy it.
      if field.interaction.hold.showsHandles { field.interaction.hold.editing = field.text.editing }
      (value, state.interaction) = (field.text, field.interaction)
      return result
    }
  }

  /// Changes the value and the node's state in one step; requests a draw if the look has changed. `change` must not touch this node. Any
  /// thread.
  func updateKeeping<R>(_ change: (inout EditableText, inout EditableTextState) -> R) -> R {
    let storage = storage
    let (result, looksSame) = updateHoldingLock { value in
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
