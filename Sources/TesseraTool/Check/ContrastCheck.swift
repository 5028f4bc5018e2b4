internal import TesseraKit

/// Contrast of letters and of controls with the ground around them, measured in the pixels.
struct ContrastCheck {
  /// Required for letters, for large letters and for parts of controls. Source: WCAG 2.2, 1.4.3 and 1.4.11.
  static let (letters, parts) = (4.5, 3.0)
  /// Share of the area below which no color is its ground, as over a photo.
  private static let leastGround = 0.2

  /// Margin around a control in which its ground is, logical units.
  private static let margin = 4.0

  private(set) var findings: [CheckFinding] = []
  /// Number of judged nodes, and of nodes over a ground of many colors.
  private(set) var (judged, unjudged) = (0, 0)

  init(_ screen: CheckedScreen) {
    var holdsText: Set<ObjectIdentifier> = []
    var texts: [(CheckedScreen.Item, Rect)] = []
    for item in screen.items {
      guard !isDisabled(item.node, screen), let lines = screen.lines(of: item) else { continue }
      let area = lines.ink.intersection(item.visible)
      if Self.isMostly(area, of: lines.ink) { texts.append((item, area)) }
      var above: AnyNode? = item.node
      while let node = above, holdsText.insert(ObjectIdentifier(node)).inserted { above = node.supernode }
    }
    for (item, area) in texts { judge(item, area, required: Self.required(of: item.node, screen.condition), screen) }
    for item in screen.items
    where item.isInteractive && !holdsText.contains(ObjectIdentifier(item.node)) && Self.isMostly(item.visible, of: item.frame) {
      let hasWords = !(item.node.attribute("title")?.text ?? "").isEmpty
      // With a margin, so that a filled control is compared with the ground around it.
      let area = Self.framed(item, screen).inset(by: -Self.margin)
      judge(item, area, required: hasWords ? Self.letters : Self.parts, screen)
    }
  }

  /// Returns the box of a control, or of the container that draws a frame around it.
  private static func framed(_ item: CheckedScreen.Item, _ screen: CheckedScreen) -> Rect {
    guard !item.node.environmentValues.framesFields, let container = item.node.supernode else { return item.visible }
    return screen.items.first { $0.node === container }?.visible ?? item.visible
  }

  /// Whether enough of a box is visible to judge its colors.
  private static func isMostly(_ visible: Rect, of box: Rect) -> Bool { visible.width * visible.height >= 0.5 * box.width * box.height }

  /// Letters of 24 units, or of 18.66 units in bold, are large.
  private static func required(of node: AnyNode, _ condition: CheckCondition) -> Double {
    let size = (node.attribute("fontSize")?.number ?? 16) * (condition.textScale ?? 1)
    let isBold =
      switch node.attribute("weight") {
      case .number(let weight): weight >= 700
      case .text(let name): name == "bold" || name == "heavy" || name == "black"
      default: false
      }
    return size >= 24 || isBold && size >= 18.66 ? parts : letters
  }

  /// Whether the node or an ancestor is disabled: then no contrast is required.
  private func isDisabled(_ node: AnyNode, _ screen: CheckedScreen) -> Bool {
    var current: AnyNode? = node
    while let at = current {
      if at.attribute("enabled") == .boolean(false) { return true }
      current = at.supernode
    }
    return false
  }

  private mutating func judge(_ item: CheckedScreen.Item, _ area: Rect, required: Double, _ screen: CheckedScreen) {
    let colors = screen.colors(in: area)
    guard let ground = colors.ground else { return }
    guard ground.share >= Self.leastGround, !colors.isCut else { return unjudged += 1 }
    judged += 1
    // Fewer pixels are edges of letters.
    let least = max(4, colors.total / 4000)
    let inks = colors.counts.filter { $0.value >= least && $0.key != ground.color }
    let best = inks.map { (color: $0.key, ratio: contrastRatio($0.key, ground.color)) }.max { $0.ratio < $1.ratio }
    let ratio = best?.ratio ?? 1
    guard ratio < required - 0.05 else { return }
    let least2 = String(shown(required)) + ":1"
    let color = best.map { "\(hexText($0.color)) on \(hexText(ground.color)) is \(Self.shownRatio($0.ratio)):1" }
    let message =
      (color ?? "nothing differs from the ground \(hexText(ground.color))") + ", at least \(least2) is required"
      + Self.advice(best?.color ?? ground.color, on: ground.color, required)
    findings.append(
      CheckFinding(
        kind: .contrast, element: item.checked, message: message, measured: ((ratio * 100).rounded() / 100, required)))
  }

  private static func shownRatio(_ ratio: Double) -> String { shown((ratio * 10).rounded(.down) / 10) }

  /// Returns the nearest color, towards black or white, that passes.
  private static func advice(_ color: UInt32, on ground: UInt32, _ required: Double) -> String {
    let candidates = [UInt32(0), 0xFF_FFFF].compactMap { end -> (color: UInt32, step: Int)? in
      (1...64).lazy.map { (color: mixed(color, end, $0), step: $0) }.first { contrastRatio($0.color, ground) >= required }
    }
    return candidates.min { $0.step < $1.step }.map { "; \(hexText($0.color)) passes" } ?? ""
  }

  /// Returns `color` with `step` 64ths of `end`.
  private static func mixed(_ color: UInt32, _ end: UInt32, _ step: Int) -> UInt32 {
    var result: UInt32 = 0
    for shift in [UInt32(16), 8, 0] {
      let (from, to) = (Int(color >> shift & 255), Int(end >> shift & 255))
      result |= UInt32(from + (to - from) * step / 64) << shift
    }
    return result
  }
}
