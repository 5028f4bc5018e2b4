public import Tessera
internal import TesseraGeometry

/// State of a keyboard outside of its value: page, pressed key, ring, the session of the focused field. Any thread.
public final class KeyboardStorage: NodeStorage {
  /// Bubble above the touched key.
  struct Bubble: Sendable {
    let overlay: StageOverlay
    let node: Node<KeyBubble>
  }

  /// Connection to the focused node.
  struct Input: Sendable {
    var session: TextInputSession?
    /// Purpose, action and capitals that the board was made for.
    var shown: TextInputState?
    /// Size of the screen; nil for a keyboard that is a part of a screen.
    var screen: Size?
    /// Returns words for a text; nil without suggestions.
    var suggest: (@Sendable (TextInputState) -> [String])?
    /// Method that a keyboard in a screen offers to the stage.
    var method: EmbeddedKeyboard?
    /// Whether the user has typed with keys of a device since the field got the focus.
    var usesDevice = false
    /// Whether an edit of the engine is under way.
    var isComposing = false
    /// Whether a missing engine was reported.
    var isReported = false
    /// Layouts of these names are used.
    var languages: [String]?

    /// Returns the field at which a missing engine is reported, once.
    mutating func consumeReport() -> AnyNode? {
      guard !isReported, let field = session?.node else { return nil }
      isReported = true
      return field
    }
  }

  let state = Locked(KeyboardState([]))
  let input = Locked(Input())
  let bubble = Locked<Bubble?>(nil)
  /// Looks of the keys as the nodes have them.
  let shown = Locked<[KeyboardKey]>([])

  /// Creates the state of an untouched keyboard.
  public init() {}
}
