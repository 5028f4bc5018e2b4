internal import Tessera

// Interfaces Hypertext and Hyperlink.

extension DesktopAnswers {
  /// Links in the text of an element, in order.
  private func links(of element: SemanticsElement) -> [SemanticsElement] {
    element.children.compactMap { tree[$0].flatMap { $0.link == nil ? nil : $0 } }
  }

  func hasLinks(_ element: SemanticsElement) -> Bool { element.children.contains { tree[$0]?.link != nil } }

  /// Code points of a link in the text of the element above; nil if the program has replaced this text.
  private func range(of link: SemanticsElement) -> Range<Int>? {
    guard let bytes = link.link?.range, let above = index.parents[link.id].flatMap({ tree[$0.id] }), let text = above.desktopText else {
      return nil
    }
    return DesktopText(text, nil).codePoints(of: bytes)
  }

  func hypertext(_ member: String, _ arguments: Arguments, _ element: SemanticsElement) throws(Refusal) -> [BusValue] {
    let links = links(of: element)
    guard !links.isEmpty else { throw unknown(member) }
    switch member {
    case "GetNLinks": return [.int(links.count)]
    case "GetLink":
      let i = try arguments.int(0)
      return [links.indices.contains(i) ? reference(.element(links[i].id)) : null]
    case "GetLinkIndex":
      let offset = try arguments.int(0)
      return [.int(links.firstIndex { range(of: $0)?.contains(offset) ?? false } ?? -1)]
    default: throw unknown(member)
    }
  }

  func hyperlink(_ member: String, _ arguments: Arguments, _ element: SemanticsElement) throws(Refusal) -> [BusValue] {
    guard let link = element.link else { throw unknown(member) }
    switch member {
    // A link has one anchor, itself.
    case "GetObject": return [try arguments.int(0) == 0 ? reference(.element(element.id)) : null]
    case "GetURI": return [.string(try arguments.int(0) == 0 ? link.target : "")]
    // The bridge of ATK has it as properties alone; libatspi calls it.
    case "GetIndexRange":
      let range = range(of: element)
      return [.int(range?.lowerBound ?? -1), .int(range?.upperBound ?? -1)]
    case "IsValid": return [.bool(true)]
    default: throw unknown(member)
    }
  }

  func hyperlinkProperty(_ name: String, of element: SemanticsElement) -> BusValue? {
    guard element.link != nil else { return nil }
    switch name {
    // Type n in the interface, i in libatspi and in the bridge of ATK.
    case "NAnchors": return .int(1)
    case "StartIndex": return .int(range(of: element)?.lowerBound ?? -1)
    case "EndIndex": return .int(range(of: element)?.upperBound ?? -1)
    default: return nil
    }
  }
}
