public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// On-screen keyboard. It types into the focused node that takes text (`TextInputType`).
///
/// As a node of a screen it is always visible: for kiosks and locks. ``AutomaticKeyboard`` shows one at the lower edge while a field has the focus.
///
/// Keys act where the finger is lifted; there are no gaps between keys for touches. A long press shows the variants of a letter, Delete repeats, a
/// slide on the space key moves the caret, and two presses of Shift lock it. With keys or an encoder a ring moves over the board.
public struct Keyboard: NodeType {
  /// Page, pressed key, and the session of the focused field.
  public typealias Storage = KeyboardStorage

  /// Type name in scene files.
  public static let typeName = "keyboard"
  /// One line of help.
  public static let summary = "On-screen keyboard that types into the focused field."
  /// The user pressed a key, for sound and vibration; the payload is its text, or the name of its function such as "shift".
  public static let keyPress = Signal<String>("keyPress")
  /// The user hid the keyboard, or ended the input with Enter.
  public static let close = Signal<Void>("close")

  /// Names of layouts (``KeyboardLayout/standardNames``) and files of layouts, the first one first; "emoji" adds pages of emoji. Empty: the layout of
  /// the environment's locale, or English.
  public var languages: [String] = []
  /// Kind of text whose keys are shown; nil: that of the focused field.
  public var purpose: TextInputPurpose?
  /// Whether sentences begin with a capital.
  public var capitalizes = true
  /// Words that the strip suggests by their first letters.
  public var words: [String] = []

  /// Creates a keyboard that follows the focused field.
  public init() {}

  /// Creates a keyboard with layouts.
  public init(_ languages: [String], purpose: TextInputPurpose? = nil) { (self.languages, self.purpose) = (languages, purpose) }

  private static let automatic = "auto"

  /// Attributes for scene files.
  public static let attributes: [NodeAttribute<Keyboard>] = [
    NodeAttribute(
      "languages", kind: .list(.either([.choice(KeyboardLayout.standardNames + [emojiName]), .asset])), affects: .layout,
      help: "Layouts by name, such as de, or files of layouts; emoji adds pages of emoji. Unset: by the locale.",
      get: { .list($0.languages.map(AttributeValue.text)) },
      set: { keyboard, new in
        let names = new.list?.compactMap(\.text) ?? []
        for name in names where name != emojiName {
          do { _ = try KeyboardLayout.find(name) } catch { throw AttributeError(attribute: "languages", reason: "\(error)") }
        }
        keyboard.languages = names
      }),
    NodeAttribute(
      "purpose", kind: .choice([automatic] + TextInputPurpose.allCases.map(\.rawValue)), affects: .layout,
      help: "Kind of text whose keys are shown; auto: that of the focused field.", get: { .text($0.purpose?.rawValue ?? automatic) },
      set: { $0.purpose = $1.text.flatMap(TextInputPurpose.init(rawValue:)) }),
    .boolean("capitalizes", \.capitalizes, affects: .display, help: "Whether sentences begin with a capital."),
    NodeAttribute(
      "words", kind: .list(.text), affects: .layout, help: "Words that a strip above the keys suggests by their first letters.",
      get: { .list($0.words.map(AttributeValue.text)) }, set: { $0.words = $1.list?.compactMap(\.text) ?? [] }),
  ]

  /// Signals for scene files.
  public static var signals: [NodeSignal] {
    [
      NodeSignal(keyPress, payload: .text, help: "The user pressed a key; its text, or the name of its function.") { .text($0) },
      NodeSignal(close, help: "The user hid the keyboard, or ended the input with Enter."),
    ]
  }

  static let emojiName = "emoji"

  // MARK: layout

  /// Distance between keys, logical units.
  static func gap(_ environment: EnvironmentValues) -> Double { environment.density == .compact ? 4 : 6 }
  /// Height of the strip, logical units.
  static func strip(_ environment: EnvironmentValues) -> Double { environment.density == .compact ? 36 : 44 }

  /// Returns the full width; the height is 45 % of a landscape screen and 34 % of a portrait one, 216 to 400 and at most 70 %, and the strip.
  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let storage = context.storage(of: Keyboard.self)
    let screen = storage.input.withLock { $0.screen } ?? range.max
    let width = range.max.width.isFinite ? range.max.width : 480
    let height = screen.height.isFinite && screen.height > 0 ? screen.height : width * 0.6
    let share = max(216, min(400, height * (width > height ? 0.45 : 0.34)))
    let strip = storage.state.withLock { $0.kind.strip } > 0 ? Self.strip(context.environment) : 0
    return range.clamp(Size(width, (min(share, height * 0.7) + strip).rounded()))
  }

  /// Places a node for each key.
  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let environment = context.environment
    let storage = context.storage(of: Keyboard.self)
    let state = storage.state.withLock { $0 }
    let keys = Self.looks(state)
    let (gap, strip) = (Self.gap(environment), Self.strip(environment))
    return ManualLayout {
      for (number, key) in keys.enumerated() { Subnode("\(number)", key) }
    } frames: { size in
      state.board.cells(in: size, strip: strip, padding: gap / 2).map { $0.inset(by: min(gap / 2, $0.width / 4)) }
    }
  }

  /// Returns a plan that keeps no pixels: ground and line are filled with each frame.
  public func drawPlan(in context: DrawContext) throws -> DrawPlan { .direct { draw(in: $0, context: context) } }

  /// Draws the ground and the line above it.
  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let theme = context.environment.theme
    canvas.fill(Rect(size: context.size), .color(theme.ground))
    let pixel = 1 / max(context.scale, 0.1)
    canvas.fill(Rect(0, 0, context.size.width, pixel), .color(KeyLook(context).hasEdges ? theme.edge : theme.line))
  }

  /// Returns the looks of all keys.
  static func looks(_ state: KeyboardState) -> [KeyboardKey] {
    state.board.keys.enumerated().map { number, key in
      var look = KeyboardKey(key)
      look.isPressed = state.press?.key == number && state.press?.caretFrom == nil
      look.isRinged = state.ring == number
      if key.role == .shift { look.mark = state.shift == .off ? .none : state.shift == .once ? .on : .locked }
      if case .suggestion(let index) = key.role {
        look.label = state.stripLabel(index)
        if index == 0, let query = state.query, state.suggestions.isEmpty { look.label = query.isEmpty ? "…" : query }
        look.spoken = look.label
      }
      return look
    }
  }
}

/// Node of an on-screen keyboard.
public typealias KeyboardNode = Node<Keyboard>

extension Node where Value == Keyboard {
  /// Creates a keyboard with layouts. Any thread.
  public convenience init(_ languages: [String], purpose: TextInputPurpose? = nil) { self.init(Keyboard(languages, purpose: purpose)) }

  /// Returns words for the strip, from the text around the caret; nil: by ``Keyboard/words``. Called on the frame loop for each change of the text.
  public var suggestions: (@Sendable (TextInputState) -> [String])? {
    get { storage.input.withLock { $0.suggest } }
    set {
      storage.input.withLock { $0.suggest = newValue }
      setNeedsLayout()
    }
  }

  /// Calls `perform` for each key that the user presses, with its text or the name of its function. Frame loop.
  @discardableResult
  public func onKeyPress(_ perform: @escaping @Sendable (String) -> Void) -> HandlerToken { on(Keyboard.keyPress, perform: perform) }
}
