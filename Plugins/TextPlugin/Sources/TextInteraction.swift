internal import Tessera
internal import TesseraGeometry

/// What fingers, keys and the stage's clock left behind in a text. A value.
struct TextInteraction: Sendable, Equatable {
  /// The link under a finger, or the one that was touched last.
  var pressed: PressedLink?
  /// Over the link that is or was touched, and over `highlightedRange` on its way.
  var linkGlow: Glow?
  var rangeGlow: Glow?
  /// Over the link that a pointer is over, or left.
  var hoverGlow: Glow?
  /// Which of the links keys are for.
  var focusedLink: Int?
  var selecting = SelectingMemory()

  /// Whether both show the same.
  func looksLike(_ other: TextInteraction) -> Bool {
    linkGlow == other.linkGlow && rangeGlow == other.rangeGlow && hoverGlow == other.hoverGlow
  }

  var isGlowChanging: Bool { [linkGlow, rangeGlow, hoverGlow].contains { $0?.isChanging == true } }

  /// Whether something shows that a link is touched, or was.
  var isTouchSeen: Bool { pressed?.isLit ?? false || linkGlow != nil || rangeGlow != nil || hoverGlow != nil }

  /// Has what lies over the touched link come or go.
  mutating func light(fades: Bool) {
    guard let pressed else { return }
    // What stands for text that is left out has no bytes of its own.
    let place = pressed.isTruncation ? Glow.Place.truncation : .text(pressed.link.range)
    if pressed.isLit, linkGlow?.place != place {
      linkGlow = Glow(place, fades: fades)
    } else {
      linkGlow?.set(pressed.isLit, fades: fades)
    }
    if linkGlow?.isGone == true { linkGlow = nil }
  }

  /// How strong the glow under a pointer is: a share of that under a finger.
  private static let hoverStrength = 1.0 / 3

  /// A pointer is over `link`, or over none. Returns whether that is another look.
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

  /// Has what is on its way go on to `time`; what came or went all the way is on its way no more.
  mutating func advanceGlows(to time: Double) {
    linkGlow?.advance(to: time)
    if linkGlow?.isGone == true { linkGlow = nil }
    hoverGlow?.advance(to: time)
    if hoverGlow?.isGone == true { hoverGlow = nil }
    rangeGlow?.advance(to: time)
    if rangeGlow?.isChanging == false { rangeGlow = nil }
  }
}

/// What fingers and keys that select left behind.
struct SelectingMemory: Sendable, Equatable {
  /// The touch that selects, and what tells a second touch from a first.
  var touch: Int?
  var count = 0
  var time = -Double.infinity
  var start = Point.zero
  var isDragging = false
  /// What was selected before the touch.
  var before = 0..<0
  /// Whether a long press, or a finger on a handle, moves an end.
  var isHolding = false
  /// The word that stays selected while words are added to it.
  var word: Range<Int>?
  /// Whether the ends can be taken hold of.
  var showsHandles = false
  /// Whether the menu was asked for by a mouse, which needs no handles.
  var hasMenu = false
  /// Whether the end that moves is magnified.
  var showsLoupe = false
  /// How far above the finger the place is that it means: a handle is taken hold of below its line.
  var lift = 0.0
  /// Where up and down lead, while they follow one another.
  var preferredX: Double?
  /// What the rest belongs to: a program may set another string or selection at any time.
  private var string = ""
  private var selected = TextSelection()

  /// Whether there is anything that holds for one string only.
  private var isBound: Bool { touch != nil || isHolding || word != nil || showsHandles || hasMenu || preferredX != nil }

  /// Whether it belongs to what the text shows.
  func belongs(to text: Text) -> Bool { selected == text.selected && string.hasBytes(of: text.string) }

  /// Forgets what belongs to another string, or to another selection. A gesture that began with another string is over.
  mutating func follow(_ text: Text) {
    guard isBound, !belongs(to: text) else { return }
    if string.hasBytes(of: text.string) {
      (showsHandles, preferredX) = (false, nil)
    } else {
      self = SelectingMemory()
    }
  }

  /// Notes what it belongs to from now on.
  mutating func bind(to text: Text) {
    if text.selection.isEmpty { showsHandles = false }
    (string, selected) = isBound ? (text.string, text.selected) : ("", TextSelection())
  }
}

extension Node where Value == Text {
  /// The value, to be asked where things are: with lines that start where they were drawn. Any thread.
  var oriented: Text { value.inheriting(environmentValues, colors: true) }

  /// Changes the value, and what the node keeps of fingers and keys, in one step; draws again where something else is seen. Any thread.
  ///
  /// The value is ``oriented``. `change` must not touch this node; the storage's lock is not held, so that it may lay out.
  @discardableResult
  func updateKeeping<R>(_ change: (inout Text, inout TextInteraction) -> R) -> R {
    let (storage, environment) = (storage, environmentValues)
    let (result, looksSame) = update { value in
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
