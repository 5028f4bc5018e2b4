/// Parser of selectors. Source: Selectors 4, section 17; CSS Syntax 3, section 4.3.
struct SelectorReader {
  /// Surroundings that give names in a selector their meaning.
  struct Context {
    /// Meaning of `&`: selectors of the enclosing rule; nil outside of one, where it is the scoping root.
    var parents: [StyleSelector]?
    /// Whether the rule is in `@scope`.
    var isScoped = false
    var namespaces = StyleNamespaces()
  }

  var scanner: Scanner
  let context: Context
  private let depth: Int

  private static let mostDepth = 8

  init(_ text: some StringProtocol, in context: Context = Context()) { self.init(Scanner(text), depth: 0, context) }

  private init(_ scanner: Scanner, depth: Int, _ context: Context) {
    (self.scanner, self.depth, self.context) = (scanner, depth, context)
  }

  /// Parses the whole text as a selector list; nil if one is not supported.
  mutating func list() -> [StyleSelector]? {
    let (all, isValid) = members()
    return isValid && !all.isEmpty ? all : nil
  }

  /// Returns the supported selectors of a list, and whether all are supported.
  private mutating func members() -> ([StyleSelector], Bool) {
    var (result, isValid) = ([StyleSelector](), true)
    for text in Self.split(scanner.bytes[scanner.at...]) {
      var reader = SelectorReader(Scanner(bytes: Array(text)), depth: depth, context)
      // A nested selector without `&` begins with one (CSS Nesting 1, section 3.2); in a scope, if it begins with a combinator.
      let first = text.first { !Scanner.isSpace($0) }
      let isRelative =
        depth == 0
        && (context.parents != nil
          ? !text.contains(UInt8(ascii: "&")) : context.isScoped && first.map { ">+~".utf8.contains($0) } == true)
      if let one = isRelative ? reader.relative(to: reference) : reader.complex() { result.append(one) } else { isValid = false }
    }
    return (result, isValid)
  }

  /// Compound and weight of `&`.
  private var reference: StyleSelector {
    guard let parents = context.parents else {
      return StyleSelector(parts: [.init(tests: [.scope])], weight: .init(classes: context.isScoped ? 0 : 1))
    }
    return StyleSelector(parts: [.init(tests: [.any(parents)])], weight: parents.map(\.weight).max() ?? .init())
  }

  /// Parses a selector that follows `first` and may begin with a combinator; nil if it is not supported.
  private mutating func relative(to first: StyleSelector) -> StyleSelector? {
    scanner.skipSpaces()
    let joint = self.joint() ?? .descendant
    guard var rest = complex() else { return nil }
    rest.parts[0].joint = joint
    rest.parts = first.parts + rest.parts
    rest.weight += first.weight
    return rest
  }

  private mutating func joint() -> StyleSelector.Joint? {
    scanner.consume(">") ? .child : scanner.consume("+") ? .next : scanner.consume("~") ? .later : nil
  }

  /// Splits at commas outside of brackets and quotes.
  private static func split(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var (result, first, depth, quote) = ([ArraySlice<UInt8>](), bytes.startIndex, 0, UInt8(0))
    for (at, b) in zip(bytes.indices, bytes) {
      if quote != 0 {
        if b == quote { quote = 0 }
        continue
      }
      switch b {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = b
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        result.append(bytes[first..<at])
        first = at + 1
      default: break
      }
    }
    return result + [bytes[first...]]
  }

  private mutating func complex() -> StyleSelector? {
    var selector = StyleSelector()
    var joint = StyleSelector.Joint.descendant
    while true {
      scanner.skipSpaces()
      guard !scanner.isAtEnd else { return joint == .descendant && !selector.parts.isEmpty ? selector : nil }
      if let next = self.joint() {
        guard joint == .descendant, !selector.parts.isEmpty else { return nil }
        joint = next
        continue
      }
      guard var part = compound(&selector.weight) else { return nil }
      part.joint = joint
      joint = .descendant
      selector.parts.append(part)
    }
  }

  private mutating func compound(_ weight: inout StyleSelector.Weight) -> StyleSelector.Part? {
    var part = StyleSelector.Part()
    let first = scanner.at
    guard let type = type() else { return nil }
    part.tag = type.name
    if type.name != nil { weight.types += 1 }
    if !type.isSVG { part.tests.append(.never) }
    while let b = scanner.next, !Scanner.isSpace(b), b != UInt8(ascii: ">"), b != UInt8(ascii: "+"), b != UInt8(ascii: "~") {
      scanner.at += 1
      switch b {
      case UInt8(ascii: "#"):
        guard let id = self.name() else { return nil }
        part.tests.append(.id(id))
        weight.ids += 1
      case UInt8(ascii: "."):
        guard let name = self.name() else { return nil }
        part.tests.append(.className(name))
        weight.classes += 1
      case UInt8(ascii: "["):
        guard let attribute = attribute() else { return nil }
        part.tests.append(.attribute(attribute))
        weight.classes += 1
      case UInt8(ascii: "&"):
        let reference = reference
        part.tests += reference.parts[0].tests
        weight += reference.weight
      case UInt8(ascii: ":"):
        guard let test = pseudo(&weight) else { return nil }
        part.tests.append(test)
      default: return nil
      }
    }
    return scanner.at > first ? part : nil
  }

  /// Parses an identifier with escapes; nil for other text.
  mutating func name() -> String? {
    var bytes: [UInt8] = []
    while let b = scanner.next {
      if (b | 32 >= 97 && b | 32 <= 122) || (b >= 48 && b <= 57) || b == 45 || b == 95 || b >= 128 {
        bytes.append(b)
        scanner.at += 1
      } else if b == UInt8(ascii: "\\"), scanner.at + 1 < scanner.bytes.count {
        scanner.at += 1
        var (value, digits) = (UInt32(0), 0)
        while digits < 6, let b = scanner.next, let digit = Self.hexadecimal(b) {
          (value, digits) = (value * 16 + digit, digits + 1)
          scanner.at += 1
        }
        if digits > 0 {
          if let b = scanner.next, Scanner.isSpace(b) { scanner.at += 1 }
          bytes += Array(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
        } else {
          bytes.append(scanner.bytes[scanner.at])
          scanner.at += 1
        }
      } else {
        break
      }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ b: UInt8) -> UInt32? {
    switch b {
    case 48...57: UInt32(b - 48)
    case 65...70: UInt32(b - 55)
    case 97...102: UInt32(b - 87)
    default: nil
    }
  }

  // MARK: pseudo classes

  private static let states: Set<String> = [
    "hover", "active", "focus", "focus-visible", "focus-within", "visited", "target", "checked", "disabled", "enabled", "default", "open",
    "indeterminate", "invalid", "valid", "required", "optional", "fullscreen", "target-within", "autofill", "placeholder-shown",
  ]

  private mutating func pseudo(_ weight: inout StyleSelector.Weight) -> StyleSelector.Test? {
    if scanner.consume(":") {
      // Pseudo-elements match nothing in the document.
      guard self.name() != nil else { return nil }
      weight.types += 1
      return .never
    }
    guard let name = self.name()?.lowercased() else { return nil }
    if scanner.consume("(") { return function(name, &weight) }
    weight.classes += 1
    switch name {
    case "root": return .root
    case "empty": return .empty
    case "link", "any-link": return .link
    case "first-child": return .position(.init(step: 0, offset: 1))
    case "last-child": return .position(.init(step: 0, offset: 1, isFromEnd: true))
    case "first-of-type": return .position(.init(step: 0, offset: 1, isOfType: true))
    case "last-of-type": return .position(.init(step: 0, offset: 1, isOfType: true, isFromEnd: true))
    case "only-child", "only-of-type":
      let isOfType = name == "only-of-type"
      var part = StyleSelector.Part()
      part.tests = [false, true].map { .position(.init(step: 0, offset: 1, isOfType: isOfType, isFromEnd: $0)) }
      return .any([StyleSelector(parts: [part])])
    case "scope": return .scope
    case _ where Self.states.contains(name): return .never
    default: return nil
    }
  }

  private mutating func function(_ name: String, _ weight: inout StyleSelector.Weight) -> StyleSelector.Test? {
    guard let inside = arguments(), depth < Self.mostDepth else { return nil }
    var reader = SelectorReader(inside, depth: depth + 1, context)
    switch name {
    case "has":
      var all: [StyleSelector] = []
      for text in Self.split(inside.bytes[...]) {
        var reader = SelectorReader(Scanner(bytes: Array(text)), depth: depth + 1, context)
        guard let one = reader.relative(to: StyleSelector(parts: [.init(tests: [.anchor])])) else { return nil }
        all.append(one)
      }
      weight += all.map(\.weight).max() ?? .init()
      return .has(all)
    case "not":
      guard let all = reader.list() else { return nil }
      weight += all.map(\.weight).max() ?? .init()
      return .not(all)
    case "is", "where", "matches", "-webkit-any":
      let all = reader.members().0
      if name != "where" { weight += all.map(\.weight).max() ?? .init() }
      return all.isEmpty ? .never : .any(all)
    case "lang":
      weight.classes += 1
      return .language(String(decoding: inside.bytes, as: UTF8.self).trimmed.filter { $0 != "\"" && $0 != "'" })
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      weight.classes += 1
      guard var position = reader.position() else { return nil }
      position.isOfType = name == "nth-of-type" || name == "nth-last-of-type"
      position.isFromEnd = name == "nth-last-child" || name == "nth-last-of-type"
      guard position.among.isEmpty || !position.isOfType else { return nil }
      weight += position.among.map(\.weight).max() ?? .init()
      return .position(position)
    default: return nil
    }
  }

  /// Returns the text up to the closing bracket, which is consumed too.
  private mutating func arguments() -> Scanner? {
    let first = scanner.at
    guard let end = scanner.closing() else { return nil }
    scanner.at = end + 1
    return Scanner(bytes: Array(scanner.bytes[first..<end]))
  }

  /// Parses `2n + 1`, `odd`, `even`, and `of` with a list. Source: CSS Syntax 3, section 6.
  private mutating func position() -> StyleSelector.Position? {
    scanner.skipSpaces()
    func sign() -> Int? { scanner.next == UInt8(ascii: "-") ? -1 : scanner.next == UInt8(ascii: "+") ? 1 : nil }
    var result = StyleSelector.Position(step: 0, offset: 0)
    let word = scanner.bytes[scanner.at...].prefix { $0 | 32 >= 97 && $0 | 32 <= 122 }
    switch String(decoding: word, as: UTF8.self).lowercased() {
    case "odd":
      (result.step, result.offset) = (2, 1)
      scanner.at += word.count
    case "even":
      result.step = 2
      scanner.at += word.count
    default:
      let first = sign()
      if first != nil { scanner.at += 1 }
      let number = integer()
      guard scanner.next.map({ $0 | 32 == UInt8(ascii: "n") }) == true else {
        guard let number else { return nil }
        result.offset = number * (first ?? 1)
        break
      }
      scanner.at += 1
      result.step = (number ?? 1) * (first ?? 1)
      scanner.skipSpaces()
      if let second = sign() {
        scanner.at += 1
        scanner.skipSpaces()
        guard let number = integer() else { return nil }
        result.offset = number * second
      }
    }
    scanner.skipSpaces()
    if scanner.isAtEnd { return result }
    guard scanner.word().lowercased() == "of", let all = list() else { return nil }
    result.among = all
    return result
  }

  /// Parses digits, up to 1e9.
  private mutating func integer() -> Int? {
    let first = scanner.at
    var value = 0
    while let b = scanner.next, b >= 48, b <= 57 {
      value = min(value * 10 + Int(b - 48), 1_000_000_000)
      scanner.at += 1
    }
    return scanner.at > first ? value : nil
  }
}
