internal import Tessera
internal import TesseraGeometry

/// State of a text from touches, keys and animation. A value.
struct TextInteraction: Sendable, Equatable {
  /// Link under a finger, or the link touched last.
  var pressed: PressedLink?
  /// Highlights of the touched link, and of `highlightedRange` while it fades.
  var linkGlow: Glow?
  var rangeGlow: Glow?
  /// Highlight of the link under a pointer, also while it fades out.
  var hoverGlow: Glow?
  /// Number of the focused link.
  var focusedLink: Int?
  var selecting = SelectingMemory()

  /// Returns whether both states look the same.
  func looksLike(_ other: TextInteraction) -> Bool {
    linkGlow == other.linkGlow && rangeGlow == other.rangeGlow && hoverGlow == other.hoverGlow
  }

  var isGlowChanging: Bool { [linkGlow, rangeGlow, hoverGlow].contains { $0?.isChanging == true } }

  /// Whether a touch is visible, also while its highlight fades out.
  var isTouchSeen: Bool { pressed?.isLit ?? false || linkGlow != nil || rangeGlow != nil || hoverGlow != nil }

  /// Fades the highlight of the touched link in or out.
  mutating func light(fades: Bool) {
    guard let pressed else { return }
    // The truncation token or message is not part of the string.
    let place = pressed.isTruncation ? Glow.Place.truncation : .text(pressed.link.range)
    if pressed.isLit, linkGlow?.place != place {
      linkGlow = Glow(place, fades: fades)
    } else {
      linkGlow?.set(pressed.isLit, fades: fades)
    }
    if linkGlow?.isGone == true { linkGlow = nil }
  }

  /// Strength of the highlight under a pointer, relative to that of a touch.
  private static let hoverStrength = 1.0 / 3

  /// Sets the link under a pointer, or none. Returns whether the look has changed.
  mutating func hover(over link: TextLink?, fades: Bool) -> Bool {
    let before = hoverGlow
    if let link {
      if hoverGlow?.place == .text(link.range) {
        hoverGlow?.set(true, fades: fades)
      } else {
        hoverGlow = Glow(.text(link.range), fades: fades)
        hoverGlow?.strength = Self.hoverStrength
      }
    } else {
      hoverGlow?.set(false, fades: fades)
      if hoverGlow?.isGone == true { hoverGlow = nil }
    }
    return hoverGlow != before
  }

  /// Advances highlights to `time` and removes finished ones.
  mutating func advanceGlows(to time: Double) {
    linkGlow?.advance(to: time)
    if linkGlow?.isGone == true { linkGlow = nil }
    hoverGlow?.advance(to: time)
    if hoverGlow?.isGone == true { hoverGlow = nil }
    rangeGlow?.advance(to: time)
    if rangeGlow?.isChanging == false { rangeGlow = nil }
  }
}

/// State of a selection by touches and keys.
struct SelectingMemory: Sendable, Equatable {
  /// Current touch, and the data that detect double touches.
  var touch: Int?
  var count = 0
  var time = -Double.infinity
  var start = Point.zero
  var isDragging = false
  /// Selection before the touch.
  var before = 0..<0
  /// Whether a long press, or a drag of a handle, moves an end.
  var isHolding = false
  /// Word that stays selected during selection by words.
  var word: Range<Int>?
  /// Whether handles are shown.
  var showsHandles = false
  /// Whether a mouse opened the menu, which needs no handles.
  var hasMenu = false
  /// Whether the moving end is magnified.
  var showsLoupe = false
  /// Distance of the text position above the finger: a handle is dragged below its line.
  var lift = 0.0
  /// Horizontal position kept by consecutive up and down keys.
  var preferredX: Double?
  /// String and selection of this state. It becomes invalid if a program sets others, which it may do at any time.
  private var string = ""
  private var selected = TextSelection()

  /// Whether any part of the state is valid for one string only.
  private var isBound: Bool { touch != nil || isHolding || word != nil || showsHandles || hasMenu || preferredX != nil }

  /// Returns whether the state belongs to the string and the selection of `text`.
  func belongs(to text: Text) -> Bool { selected == text.selected && string.hasBytes(of: text.string) }

  /// Resets state of another selection; for another string, resets all state, which ends a gesture.
  mutating func reset(for text: Text) {
    guard isBound, !belongs(to: text) else { return }
    if string.hasBytes(of: text.string) {
      (showsHandles, preferredX) = (false, nil)
    } else {
      self = SelectingMemory()
    }
  }

  /// Records string and selection of the state.
  mutating func bind(to text: Text) {
    if text.selection.isEmpty { showsHandles = false }
    (string, selected) = isBound ? (text.string, text.selected) : ("", TextSelection())
  }
}

extension Node where Value == Text {
  /// Value for geometry queries, with the environment of its drawing. Any thread.
  var oriented: Text { value.inheriting(environmentValues, colors: true) }

  /// Changes the value and the interaction state in one step; requests a draw if the look has changed. Any thread.
  ///
  /// The value is ``oriented``. `change` must not touch this node. The storage's lock is not held, so layout is possible.
  @discardableResult
  func updateKeeping<R>(_ change: (inout Text, inout TextInteraction) -> R) -> R {
    let (storage, environment) = (storage, environmentValues)
    let (result, looksSame) = updateHoldingLock { value in
      let before = storage.interaction ?? TextInteraction()
      var (text, state) = (value.inheriting(environment, colors: true), before)
      let result = change(&text, &state)
      (text.surrounding, text.inherited) = (value.surrounding, value.inherited)
      if text.followsTint { text.color = value.color }
      value = text
      if state != before { storage.interaction = state == TextInteraction() ? nil : state }
      return (result, before.looksLike(state))
    }
    if !looksSame { setNeedsDisplay() }
    return result
  }
}
