public import Tessera
internal import TesseraGeometry
public import TesseraRender

// Keyboard focus of links; frame loop.

extension Text: FocusableType {
  /// Whether the text has links. Arrow keys, Tab and encoders move between them; Enter and Space send `linkTap`.
  public static func isFocusable(_ node: Node<Text>) -> Bool {
    let value = node.value
    if value.isPlain { return false }
    return !value.links.isEmpty
  }

  public static func focusArea(in node: Node<Text>) -> RoundedRect? {
    guard let number = node.storage.interaction?.focusedLink else { return nil }
    let boxes = node.oriented.linkBoxes(in: node)
    return boxes.indices.contains(number) ? RoundedRect(boxes[number], radius: 3) : nil
  }

  /// Returns the distance of the focus ring: small around a link, because letters are next to it.
  public static func focusRingReach(in node: Node<Text>) -> Double? { node.storage.interaction?.focusedLink == nil ? nil : 2 }

  public static func focusArrives(_ arrival: FocusArrival, at node: Node<Text>) {
    let boxes = node.oriented.linkBoxes(in: node)
    // Links that are cut off cannot be focused.
    let seen = boxes.indices.filter { !boxes[$0].isEmpty }
    guard let first = seen.first, let last = seen.last else { return }
    var number = arrival.direction.isForward ? first : last
    if let area = arrival.area, let near = SpatialFocus.pick(from: area, arrival.direction, of: seen.map { boxes[$0] }) {
      number = seen[near]
    }
    node.updateKeeping { $1.focusedLink = number }
  }

  /// Returns the boxes of links in the node's box, each around all of its lines.
  private func linkBoxes(in node: Node<Text>) -> [Rect] {
    let box = node.contentRect
    let (layout, origin) = lines(in: box.size, scale: 1, node.storage)
    return links.map { link in
      let shown = link.range.clamped(to: layout.visibleRange)
      guard let area = shown.isEmpty ? nil : layout.frame(of: shown) else { return Rect(origin: box.origin, size: .zero) }
      return area.offset(by: box.origin + origin)
    }
  }

  /// Moves the focus between links, and taps them.
  static func keyOnLinks(_ press: KeyPress, _ node: Node<Text>) -> EventResponse {
    guard press.isDown, let current = node.storage.interaction?.focusedLink else { return .ignored }
    let value = node.oriented
    let links = value.links
    guard links.indices.contains(current) else { return .ignored }
    if press.key == .enter || press.key == .space, press.modifiers.isEmpty {
      guard !press.isRepeat, node.allows(.tap, of: links[current]) else { return .handled }
      node.updateKeeping {
        $1.pressed = PressedLink(link: links[current], touch: -1, due: .infinity, isTruncation: false, isLit: false)
      }
      node.send(linkTap, links[current])
      return .handled
    }
    guard let direction = FocusDirection(press) else { return .ignored }
    let boxes = value.linkBoxes(in: node)
    let next =
      direction.axis == nil
      ? current + (direction.isForward ? 1 : -1) : SpatialFocus.pick(from: boxes[current], direction, of: boxes) ?? -1
    guard links.indices.contains(next), !boxes[next].isEmpty else { return .ignored }
    node.updateKeeping { $1.focusedLink = next }
    return .handled
  }
}
