public import Tessera
public import TesseraGeometry
internal import TesseraRender

/// Link in a text.
public struct TextLink: Sendable, Hashable {
  /// UTF-8 bytes of the string.
  public var range: Range<Int>
  /// Target of the link; empty for the truncation message.
  public var target: String
}

/// Pressed link.
struct PressedLink: Sendable, Equatable {
  var link: TextLink
  var touch: Int
  /// Time of the long press, in seconds of the stage's clock.
  var due: Double
  var isTruncation: Bool
  /// Whether the finger is still on the link.
  var isLit = true
  /// Whether the long press was detected.
  var isHeld = false
}

extension Text {
  /// Time until a touch on a link is a long press, seconds.
  static let longPressInterval = SelectionGesture.longPressInterval
  /// Maximum distance of a touch from a link, logical units: half of a square of 44.
  static let linkReach = 22.0

  /// Links of the text, in order.
  public var links: [TextLink] { Self.links(of: attributedText) }

  private static func links(of text: AttributedText) -> [TextLink] {
    var links: [TextLink] = []
    for run in text.runs {
      guard let target = run.attributes.link else { continue }
      if let last = links.last, last.target == target, last.range.upperBound == run.range.lowerBound {
        links[links.count - 1].range = last.range.lowerBound..<run.range.upperBound
      } else {
        links.append(TextLink(range: run.range, target: target))
      }
    }
    return links
  }

  /// Returns the link nearest to `p` (logical units from the top left of the content box), within 22 units on each side; nil if no link is
  /// that near.
  ///
  /// White space at the end of a line is not part of a link.
  public func link(at p: Point, in size: Size, scale: Double = 1) -> TextLink? {
    let (layout, origin) = lines(in: size, scale: scale, TextLayoutCache())
    return link(at: p - origin, in: layout)
  }

  /// - Parameter reach: Maximum distance of the point from the link, logical units.
  private func link(at p: Point, in layout: TextLayout, reach: Double = Text.linkReach) -> TextLink? {
    var best: (distance: Double, link: TextLink)?
    let near = Rect(left: p.x, top: p.y - reach, right: p.x, bottom: p.y + reach)
    let ends = layout.lines(from: near.minY, to: near.maxY)
    for link in links {
      for rect in layout.selectionRects(link.range.clamped(to: layout.visibleRange), in: near) {
        // Hanging text at the end of a line extends beyond the line's box.
        guard let line = ends.first(where: { $0.frame.minY == rect.minY }) else { continue }
        let box = rect.intersection(line.frame)
        guard !box.isEmpty else { continue }
        let dx = max(box.minX - p.x, 0, p.x - box.maxX)
        let dy = max(box.minY - p.y, 0, p.y - box.maxY)
        let distance = max(dx, dy)
        if distance <= reach, distance < best?.distance ?? .infinity { best = (distance, link) }
      }
    }
    return best?.link
  }

  /// Whether touches on the truncation token or message are reported.
  var tellsTruncation: Bool { !truncationMessage.isEmpty || attributedTruncationMessage != nil || isTruncationTappable }

  private func pressed(at p: Point, in size: Size, touch: Touch, _ cache: TextLayoutCache) -> PressedLink? {
    let (layout, origin) = lines(in: size, scale: 1, cache)
    let p = p - origin
    if tellsTruncation, layout.truncationPart(at: p) != nil {
      let end = layout.visibleRange.upperBound
      return PressedLink(
        link: TextLink(range: end..<end, target: ""), touch: touch.id, due: touch.time + Self.longPressInterval, isTruncation: true)
    }
    return link(at: p, in: layout).map {
      PressedLink(link: $0, touch: touch.id, due: touch.time + Self.longPressInterval, isTruncation: false)
    }
  }
}

extension Text: LifecycleType, TickingType {
  /// Tracks one touch on a link, and selection; touches elsewhere are passed to the parent.
  public static func handle(_ event: Event, node: Node<Text>) -> EventResponse {
    switch event {
    case .touch(let touch): return handle(touch, node: node)
    case .key(let press): return select(press, node) == .handled ? .handled : keyOnLinks(press, node)
    case .focus(let isFocused):
      if !isFocused, node.storage.interaction?.focusedLink != nil { node.updateKeeping { $1.focusedLink = nil } }
      return focusDidChange(isFocused, node)
    case .contextMenu(let location): return openMenu(at: location, node)
    case .text, .composition, .wheel, .pointerButton: return .ignored
    }
  }

  private static func handle(_ touch: Touch, node: Node<Text>) -> EventResponse {
    let box = node.contentRect
    let point = touch.location - box.origin
    let kept = node.storage.interaction
    if touch.phase == .began {
      let value = node.oriented
      guard kept?.pressed.map({ !$0.isLit || $0.touch == touch.id }) ?? true,
        let found = value.pressed(at: point, in: box.size, touch: touch, node.storage),
        found.isTruncation || node.allows(.tap, of: found.link)
      else { return select(touch, at: point, node) }
      node.updateKeeping {
        $1.pressed = found
        $1.light(fades: $0.fadesHighlight)
      }
      node.requestTick(after: value.fadesHighlight ? 0 : longPressInterval)
      return .handled
    }
    if kept?.selecting.touch == touch.id { return select(touch, at: point, node) }
    guard kept?.pressed?.touch == touch.id else { return .handled }
    let now = node.oriented.pressed(at: point, in: box.size, touch: touch, node.storage)
    let tapped: PressedLink? = node.updateKeeping { value, state in
      guard var pressed = state.pressed, pressed.touch == touch.id else { return nil }
      defer { state.light(fades: value.fadesHighlight) }
      let isOn = now?.link == pressed.link && now?.isTruncation == pressed.isTruncation
      switch touch.phase {
      case .began, .moved:
        pressed.isLit = isOn && !pressed.isHeld
        state.pressed = pressed
        return nil
      case .ended, .cancelled:
        let taps = touch.phase == .ended && isOn && !pressed.isHeld
        pressed.isLit = false
        pressed.touch = -1
        state.pressed = pressed
        return taps ? pressed : nil
      }
    }
    if node.storage.interaction?.isGlowChanging == true { node.requestTick(after: 0) }
    if let tapped { if tapped.isTruncation { node.send(truncationTap) } else { node.send(linkTap, tapped.link) } }
    return .handled
  }

  /// Animates link highlights and detects a long press of a link.
  public static func tick(_ node: Node<Text>, at time: Double) -> Double? {
    let mayHold = node.storage.interaction?.pressed.map { pressed in
      !pressed.isLit || pressed.isHeld || pressed.isTruncation || time < pressed.due - 1e-6 || node.allows(.longPress, of: pressed.link)
    }
    // The tick may have been requested for an earlier touch.
    let (held, left) = node.updateKeeping { value, state -> (TextLink?, Double?) in
      state.advanceGlows(to: time)
      let step = state.isGlowChanging ? Glow.step : nil
      guard let pressed = state.pressed, pressed.isLit, !pressed.isHeld, !pressed.isTruncation else { return (nil, step) }
      guard time >= pressed.due - 1e-6 else { return (nil, min(step ?? .infinity, pressed.due - time)) }
      guard mayHold ?? false else { return (nil, step) }
      state.pressed?.isHeld = true
      state.pressed?.isLit = false
      state.light(fades: value.fadesHighlight)
      return (pressed.link, state.isGlowChanging ? 0 : nil)
    }
    if let held { node.send(linkLongPress, held) }
    return left
  }

  public static func isSettling(_ node: Node<Text>) -> Bool { node.storage.interaction?.isGlowChanging == true }

  /// Cancels the touch of a text that leaves the screen, and clears the layouts of one that leaves the tree.
  public static func interfaceStateDidChange(_ node: Node<Text>, from old: InterfaceState, to new: InterfaceState) {
    // Most texts were never touched: this check is cheaper than an update without changes.
    if old == .visible, node.storage.interaction?.isTouchSeen == true {
      node.updateKeeping {
        $1.pressed?.isLit = false
        ($1.linkGlow, $1.rangeGlow, $1.hoverGlow) = (nil, nil, nil)
      }
    }
    if new == .idle { node.storage.clear() }
  }

  /// Moves the handles with the lines.
  public static func layoutDidFinish(_ node: Node<Text>) { trackSelection(node) }
}

extension Text: HoverableType {
  /// Highlights the link under the pointer, at a third of the strength of a touched one.
  public static func hover(_ node: Node<Text>, at location: Point?) -> EventResponse {
    let value = node.oriented
    guard location == nil ? node.storage.interaction?.hoverGlow != nil : value.hasLinks else { return .ignored }
    let box = node.contentRect
    let found = location.flatMap { place -> TextLink? in
      let (layout, origin) = value.lines(in: box.size, scale: 1, node.storage)
      return value.link(at: place - box.origin - origin, in: layout, reach: 0).flatMap { node.allows(.tap, of: $0) ? $0 : nil }
    }
    guard found != nil || node.storage.interaction?.hoverGlow != nil else { return .ignored }
    if node.updateKeeping({ $1.hover(over: found, fades: $0.fadesHighlight) }) { node.requestTick(after: 0) }
    return found == nil ? .ignored : .handled
  }

  /// Whether any part of the text is a link.
  private var hasLinks: Bool { attributedText.runs.contains { $0.attributes.link != nil } }
}

extension Node where Value == Text {
  /// Last touched link, during and after the touch; nil before. Any thread.
  public var touchedLink: TextLink? { storage.interaction?.pressed?.link }

  /// Highlights the UTF-8 bytes of `range` with `highlightColor`, or removes the highlight: sets `highlightedRange` and animates the
  /// change.
  ///
  /// Any thread. Fades in within 0.10 s and out within 0.15 s. If the node is not visible, or `fadesHighlight` is false, the change is
  /// immediate.
  public func highlight(_ range: Range<Int>?) {
    let isSeen = interfaceState == .visible
    updateKeeping { value, state in
      let fades = isSeen && value.fadesHighlight
      if let range {
        if fades, value.highlightedRange != range { state.rangeGlow = Glow(.text(range), fades: true) }
      } else if fades, let old = value.highlightedRange {
        var glow = state.rangeGlow ?? Glow(.text(old), fades: false)
        glow.set(false, fades: true)
        state.rangeGlow = glow
      }
      if !fades { state.rangeGlow = nil }
      value.highlightedRange = range
    }
    requestTick(after: 0)
  }
}
