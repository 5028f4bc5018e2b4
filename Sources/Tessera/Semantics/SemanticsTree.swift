/// The elements of a stage, for screen readers. A value; any thread.
public struct SemanticsTree: Sendable {
  let elements: [SemanticsID: SemanticsElement]
  /// Root of the tree.
  public let root: SemanticsID
  /// Element with the keyboard focus; nil if there is none.
  public let focus: SemanticsID?
  /// Topmost modal element, outside of which no element can be reached; nil if there is none.
  public let modal: SemanticsID?
  /// Number of the state of the elements of the stage: equal numbers mean that no element was added, changed or removed in between.
  public let generation: UInt64
  /// Elements whose changes are announced (``NodeSemantics/liveRegion``), without an order.
  public let liveRegions: Set<SemanticsID>

  /// The element with this ID, or nil. O(1).
  public subscript(_ id: SemanticsID) -> SemanticsElement? { elements[id] }

  /// Returns an element and its descendants, parents first, in reading order. O(n).
  ///
  /// - Parameters:
  ///   - top: the element; nil means the root.
  ///   - includesHidden: whether hidden elements and their descendants are included.
  public func all(from top: SemanticsID? = nil, includesHidden: Bool = true) -> [SemanticsElement] {
    var result: [SemanticsElement] = []
    var waiting = [top ?? root]
    while let id = waiting.popLast() {
      guard let element = elements[id], includesHidden || !element.isHidden else { continue }
      result.append(element)
      waiting.append(contentsOf: element.children.reversed())
    }
    return result
  }

  /// Elements that can be reached now, in reading order: not hidden, and within ``modal`` if there is one. O(n).
  public var readingOrder: [SemanticsElement] {
    all(from: modal, includesHidden: false).filter { $0.id != root && ($0.semantics.isInteractive || !$0.words.isEmpty) }
  }

  /// Returns the tree as text, one element a line: role, label, value, states and actions. Each level is indented by two spaces. O(n).
  ///
  /// - Parameter note: returns a remark for the end of the line, or an empty string.
  public func text(_ note: (SemanticsElement) -> String = { _ in "" }) -> String {
    var lines = ""
    var waiting = [(id: root, depth: 0)]
    while let (id, depth) = waiting.popLast() {
      guard let element = elements[id] else { continue }
      let note = note(element)
      let marks = (id == focus ? " (focused)" : "") + (note.isEmpty ? "" : " " + note)
      lines += String(repeating: "  ", count: depth) + element.line + marks + "\n"
      waiting.append(contentsOf: element.children.reversed().map { ($0, depth + 1) })
    }
    return lines
  }
}

extension SemanticsTree: Equatable {
  /// Whether both have equal elements in the same places.
  public static func == (a: SemanticsTree, b: SemanticsTree) -> Bool {
    (a.root, a.focus, a.modal) == (b.root, b.focus, b.modal) && a.all() == b.all()
  }
}

extension SemanticsElement {
  /// The element on one line, such as `slider "Volume" = 40 (0 to 100 by 5) [increment, decrement] #volume`.
  public var line: String {
    var line = role.rawValue + (semantics.level.map { " \($0)" } ?? "")
    if let label = semantics.label, !label.isEmpty { line += " " + Self.quoted(label) }
    if let value = semantics.value { line += " = " + Self.quoted(value) }
    if let number = semantics.number { line += " = " + Self.words(number) }
    let states = states
    if !states.isEmpty { line += " (" + states.joined(separator: ", ") + ")" }
    if let actions = semantics.actions, !actions.isEmpty { line += " [" + actions.map(\.description).joined(separator: ", ") + "]" }
    if !name.isEmpty { line += " #" + name }
    return line
  }

  /// States and other members besides label, value and actions, in words.
  var states: [String] {
    let s = semantics
    func word(_ word: String, _ isOn: Bool?, _ off: String? = nil) -> String? { isOn.flatMap { $0 ? word : off } }
    let flags = [
      word("hidden", s.isHidden), word("disabled", s.isDisabled), s.checked.map(\.rawValue), word("selected", s.isSelected),
      word("multiselectable", s.isMultiselectable),
      word("expanded", s.isExpanded, "collapsed"), word("busy", s.isBusy), word("required", s.isRequired), word("invalid", s.isInvalid),
      word("password", s.isPassword), word("read-only", s.isReadOnly), word("multiline", s.isMultiline), word("modal", s.isModal),
      s.position.map { "\($0.number) of \($0.count)" },
    ]
    let texts = [
      s.liveRegion.flatMap { $0 == .off ? nil : "live \($0.rawValue)" }, s.language.map { "in \($0)" },
      s.hint.map { "hint \(Self.quoted($0))" },
    ]
    return (flags + texts).compactMap { $0 }
  }

  private static func words(_ number: SemanticsNumber) -> String {
    func short(_ v: Double) -> String { v == v.rounded() && abs(v) < 1e15 ? String(Int(v)) : String((v * 1000).rounded() / 1000) }
    var words: [String] = []
    if let minimum = number.minimum { words.append(number.maximum == nil ? "from \(short(minimum))" : "\(short(minimum))") }
    if let maximum = number.maximum { words.append("to \(short(maximum))") }
    if let step = number.step { words.append("by \(short(step))") }
    return short(number.value) + (words.isEmpty ? "" : " (" + words.joined(separator: " ") + ")")
  }

  /// A text in quotes on one line.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
