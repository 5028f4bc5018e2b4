internal import Tessera
internal import TesseraGeometry

// Interfaces Component, Action, Text and EditableText.

extension DesktopAnswers {
  // MARK: Component

  /// Frame in device pixels; `kind` 2 is relative to the parent, others to the screen, which the window fills.
  private func extents(of rect: Rect, _ kind: Int, _ object: DesktopObject) -> [BusValue] {
    var origin = Point.zero
    if kind == 2, let parent = above(object), let place = stage.semanticsPlace(of: parent) { origin = place.frame.origin }
    let scale = stage.scale
    func pixels(_ length: Double) -> BusValue { .int((length * scale).isFinite ? Int(max(-1e9, min(1e9, (length * scale).rounded()))) : 0) }
    return [pixels(rect.minX - origin.x), pixels(rect.minY - origin.y), pixels(rect.width), pixels(rect.height)]
  }

  /// Element above an object; nil for the window.
  private func above(_ object: DesktopObject) -> SemanticsID? {
    if case .cell(let row, _) = object { return row }
    return object.row.flatMap { index.parents[$0]?.id }
  }

  private func point(_ arguments: Arguments, _ object: DesktopObject) throws(Refusal) -> Point {
    let kind = try arguments.int(2)
    var point = Point(Double(try arguments.int(0)) / stage.scale, Double(try arguments.int(1)) / stage.scale)
    if kind == 2, let parent = above(object), let place = stage.semanticsPlace(of: parent) { point = point + place.frame.origin }
    return point
  }

  func component(_ member: String, _ arguments: Arguments, _ object: DesktopObject) throws(Refusal) -> [BusValue] {
    let frame = frame(of: object)
    let id = object.row ?? .stage
    switch member {
    case "GetExtents": return [.structure(extents(of: frame, try arguments.int(0), object))]
    case "GetPosition": return Array(extents(of: frame, try arguments.int(0), object)[..<2])
    case "GetSize": return Array(extents(of: frame, 0, object)[2...])
    case "Contains": return [.bool(frame.contains(try point(arguments, object)))]
    case "GetAccessibleAtPoint":
      let point = try point(arguments, object)
      return [stage.semanticsElement(at: point).map { reference(part(of: $0, at: point)) } ?? null]
    case "GetLayer": return [.uint32(id == .stage ? 7 : 3)]
    case "GetMDIZOrder": return [.int16(-1)]
    case "GetAlpha": return [.double(1)]
    case "GrabFocus": return [.bool(stage.perform(.focus, on: id))]
    case "ScrollTo":
      stage.reveal(id)
      return [.bool(true)]
    default: throw unknown(member)
    }
  }

  // MARK: Action

  func action(_ member: String, _ arguments: Arguments, _ element: SemanticsElement) throws(Refusal) -> [BusValue] {
    let actions = element.desktopActions
    if member == "GetActions" {
      return [.array(of: "(sss)", actions.map { .structure([.string($0.name), .string(""), .string("")]) })]
    }
    let i = try arguments.int(0)
    guard actions.indices.contains(i) else { throw Refusal("InvalidArgs", "action \(i) does not exist; the node has \(actions.count)") }
    switch member {
    case "GetName", "GetLocalizedName": return [.string(actions[i].name)]
    case "GetDescription": return [.string(element.semantics.hint ?? "")]
    case "GetKeyBinding": return [.string("")]
    case "DoAction": return [.bool(stage.perform(actions[i].action, on: element.id))]
    default: throw unknown(member)
    }
  }

  // MARK: Text

  /// Text of an element with its caret; nil without the interface.
  func content(of element: SemanticsElement) -> DesktopText? {
    element.desktopText.map { DesktopText($0, element.isField ? stage.text(of: element.id) : nil) }
  }

  func text(_ member: String, _ arguments: Arguments, _ element: SemanticsElement) throws(Refusal) -> [BusValue] {
    guard let text = content(of: element) else { throw unknown(member) }
    let (id, object) = (element.id, DesktopObject.element(element.id))
    func select(_ range: Range<Int>) -> [BusValue] { [.bool(stage.edit(.select(text.bytes(range)), of: id))] }
    func unit(_ offset: Int, _ granularity: Int) -> [BusValue] {
      let range = text.unit(at: offset, granularity: granularity)
      return [.string(text[range]), .int(range.lowerBound), .int(range.upperBound)]
    }
    switch member {
    case "GetText":
      let range = text.range(try arguments.int(0), try arguments.int(1))
      return [.string(text[range.prefix(Self.textLimit)])]
    case "GetCharacterAtOffset": return [.int(text.code(at: try arguments.int(0)))]
    case "GetStringAtOffset": return unit(try arguments.int(0), try arguments.int(1))
    case "GetTextAtOffset":
      // Older kinds of boundaries: character, start and end of a word, of a sentence, of a line.
      let kind = try arguments.int(1)
      return unit(try arguments.int(0), kind == 0 ? 0 : kind <= 2 ? 1 : 3)
    case "SetCaretOffset":
      let offset = try arguments.int(0)
      return select(text.range(offset, offset))
    case "GetNSelections": return [.int32(text.selection.isEmpty ? 0 : 1)]
    case "GetSelection":
      let range = try arguments.int(0) == 0 ? text.selection : 0..<0
      return [.int(range.lowerBound), .int(range.upperBound)]
    case "AddSelection": return select(text.range(try arguments.int(0), try arguments.int(1)))
    case "SetSelection": return select(text.range(try arguments.int(1), try arguments.int(2)))
    case "RemoveSelection": return select(text.range(text.selection.upperBound, text.selection.upperBound))
    case "GetCharacterExtents":
      let offset = try arguments.int(0)
      return extents(of: rect(of: text.range(offset, offset + 1), text, element), try arguments.int(1), object)
    case "GetRangeExtents":
      return extents(of: rect(of: text.range(try arguments.int(0), try arguments.int(1)), text, element), try arguments.int(2), object)
    case "GetAttributes", "GetAttributeRun":
      return [.array(of: "{ss}", []), .int32(0), .int(text.count)]
    case "GetDefaultAttributes", "GetDefaultAttributeSet": return [.array(of: "{ss}", [])]
    default: throw unknown(member)
    }
  }

  /// Box of a range of text; that of the element if its text has no places.
  private func rect(of range: Range<Int>, _ text: DesktopText, _ element: SemanticsElement) -> Rect {
    let rects = stage.textRects(of: text.bytes(range), in: element.id)
    guard let first = rects.first else { return stage.semanticsPlace(of: element.id)?.frame ?? .zero }
    return rects.dropFirst().reduce(first) { $0.union($1) }
  }

  // MARK: EditableText

  func editText(_ member: String, _ arguments: Arguments, _ element: SemanticsElement) throws(Refusal) -> [BusValue] {
    guard let text = content(of: element), element.isField else { throw unknown(member) }
    func replace(_ range: Range<Int>, _ new: String) -> [BusValue] {
      [.bool(stage.edit(.replace(text.bytes(range), with: new), of: element.id))]
    }
    switch member {
    case "SetTextContents": return replace(0..<text.count, try arguments.text(0))
    case "InsertText":
      let offset = try arguments.int(0)
      let length = max(0, try arguments.int(2))
      return replace(text.range(offset, offset), String(try arguments.text(1).prefix(length)))
    case "DeleteText": return replace(text.range(try arguments.int(0), try arguments.int(1)), "")
    default: throw unknown(member)
    }
  }
}
