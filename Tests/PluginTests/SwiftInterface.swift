/// Names with which Swift sources set values of node types: modifiers of elements, and parameters of initializers.
struct SwiftInterface {
  /// Names of modifiers by the type, or the protocol, whose elements have them.
  private(set) var modifiers: [String: Set<String>] = [:]
  /// Labels and names of parameters of public initializers by type.
  private(set) var arguments: [String: Set<String>] = [:]
  private var parents: [String: Set<String>] = [:]

  // A literal is parsed each time that it is reached: those of every line are kept.
  private let elementsPattern = #/^extension TypedElement where ElementType(?: ==|:) (\w+)/#
  private let typePattern = #/^(?:public |package |final )*(?:struct|extension|protocol) (\w+)(?:: ([^{]*))?/#
  private let modifierPattern = #/^  public func (\w+)\(/#
  private let initializerPattern = #/^  public (?:convenience )?init[<(]/#

  /// Reads one formatted file: declarations begin at column 0, their members at column 2.
  mutating func add(_ text: String) {
    var (elements, type): (String?, String?)
    var parameters: String?
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map({ Substring($0) }) {
      // Regular expressions are slow in a debug build, and few lines are declarations.
      if let first = line.utf8.first, first == UInt8(ascii: " ") {
        if !line.utf8.starts(with: "  public ".utf8), parameters == nil { continue }
      } else if let match = line.firstMatch(of: elementsPattern) {
        (elements, type) = (String(match.1), nil)
      } else if let match = line.firstMatch(of: typePattern) {
        (elements, type) = (nil, String(match.1))
        for parent in (match.2 ?? "").matches(of: #/\w+/#) { parents[String(match.1), default: []].insert(String(parent.0)) }
      } else if line.hasPrefix("}") {
        (elements, type) = (nil, nil)
      }
      if let elements, let match = line.firstMatch(of: modifierPattern) {
        modifiers[elements, default: []].insert(String(match.1))
      }
      if parameters == nil, line.contains(initializerPattern) { parameters = "" }
      if let type, let read = parameters {
        parameters = read + line
        // The list may take several lines up to the brace of the body.
        guard line.hasSuffix("{") || line.contains("{ ") || line.hasSuffix("}") else { continue }
        for match in (read + line).matches(of: #/[(,]\s*(?:(\w+)\s+)?(\w+)\s*:/#) {
          arguments[type, default: []].formUnion([match.1, match.2].compactMap { $0.map(String.init) })
        }
        parameters = nil
      }
    }
  }

  /// Returns whether a modifier of `type`, or an argument of its initializers, has that name.
  func reaches(_ name: String, of type: String) -> Bool {
    (arguments[type] ?? []).contains(name) || family(of: type).contains { (modifiers[$0] ?? []).contains(name) }
  }

  /// The type and all that it conforms to.
  private func family(of type: String) -> Set<String> {
    var (seen, stack): (Set<String>, [String]) = ([], [type])
    while let next = stack.popLast() {
      if seen.insert(next).inserted { stack += parents[next] ?? [] }
    }
    return seen
  }
}
