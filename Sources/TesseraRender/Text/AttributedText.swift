internal import Glibc

/// Text with attributes by range; ranges count UTF-8 bytes.
public struct AttributedText: Sendable, Hashable {
  /// A range with uniform attributes.
  public struct Run: Sendable, Hashable {
    /// Range in UTF-8 bytes of the string.
    public var range: Range<Int>
    /// Attributes of the range.
    public var attributes: TextAttributes
  }

  /// The text.
  public private(set) var string: String
  /// Runs in order, without gaps; at least one, and neighbours differ.
  public private(set) var runs: [Run]

  /// Creates a text with uniform attributes.
  public init(_ string: String = "", attributes: TextAttributes = TextAttributes()) {
    var string = string
    string.makeContiguousUTF8()
    self.string = string
    self.runs = [Run(range: 0..<string.utf8.count, attributes: attributes)]
  }

  /// Appends `other`.
  public mutating func append(_ other: AttributedText) {
    guard !other.string.isEmpty else { return }
    let base = string.utf8.count
    if base == 0 { runs = [] }
    string += other.string
    for run in other.runs { push(Run(range: run.range.lowerBound + base..<run.range.upperBound + base, attributes: run.attributes)) }
  }

  /// Appends `string` with these attributes.
  public mutating func append(_ string: String, attributes: TextAttributes) {
    append(AttributedText(string, attributes: attributes))
  }

  /// Changes the attributes of the bytes in `range`, which is clamped to the text; bounds within a character move to its start.
  /// - Complexity: O(runs).
  public mutating func update(_ range: Range<Int>, _ change: (inout TextAttributes) -> Void) {
    let range = boundary(range.lowerBound)..<max(boundary(range.lowerBound), boundary(range.upperBound))
    let old = runs
    if range.isEmpty && !string.isEmpty { return }
    runs = []
    for run in old {
      let inside = run.range.clamped(to: range)
      guard !inside.isEmpty || string.isEmpty else {
        push(run)
        continue
      }
      push(Run(range: run.range.lowerBound..<inside.lowerBound, attributes: run.attributes))
      var changed = run.attributes
      change(&changed)
      push(Run(range: inside, attributes: changed), evenEmpty: string.isEmpty)
      push(Run(range: inside.upperBound..<run.range.upperBound, attributes: run.attributes))
    }
  }

  /// Returns the attributes of the byte at `offset`; beyond the end, of the last byte.
  public func attributes(at offset: Int) -> TextAttributes {
    (runs.first { $0.range.contains(offset) } ?? (offset < 0 ? runs[0] : runs[runs.count - 1])).attributes
  }

  /// Returns the first `count` bytes, or up to three fewer so that no character is split.
  func start(atMost count: Int) -> AttributedText {
    let end = boundary(count)
    var result = AttributedText(String(string.utf8.prefix(end)) ?? "", attributes: runs[0].attributes)
    result.runs = runs.filter { $0.range.lowerBound < max(end, 1) }
    if let last = result.runs.indices.last { result.runs[last].range = result.runs[last].range.lowerBound..<end }
    return result
  }

  /// Returns at most `count` bytes from the start, with an ellipsis in place of the rest.
  func cut(to count: Int) -> AttributedText {
    var result = start(atMost: count)
    if let last = result.runs.last { result.append(AttributedText("…", attributes: last.attributes)) }
    return result
  }

  /// Returns the text with all lengths in its attributes multiplied by `factor`.
  public func scaled(by factor: Double) -> AttributedText {
    var result = self
    for index in runs.indices { result.runs[index].attributes = runs[index].attributes.scaled(by: factor) }
    return result
  }

  /// Equal in every byte and attribute: canonically equivalent texts have different clusters.
  public static func == (a: AttributedText, b: AttributedText) -> Bool { a.runs == b.runs && a.string.hasBytes(of: b.string) }

  /// Hashes the bytes and the attributes; linear in their number, whatever combining marks they contain.
  public func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(runs)
  }

  private mutating func push(_ run: Run, evenEmpty: Bool = false) {
    guard !run.range.isEmpty || evenEmpty else { return }
    if let last = runs.last, last.attributes == run.attributes {
      runs[runs.count - 1].range = last.range.lowerBound..<run.range.upperBound
    } else {
      runs.append(run)
    }
  }

  /// Returns `offset` clamped to the text and moved back to the start of its scalar.
  private func boundary(_ offset: Int) -> Int {
    let utf8 = string.utf8
    let clamped = min(max(0, offset), utf8.count)
    var index = utf8.index(utf8.startIndex, offsetBy: clamped)
    var result = clamped
    while result > 0, result < utf8.count, utf8[index] & 0xC0 == 0x80 {
      index = utf8.index(before: index)
      result -= 1
    }
    return result
  }
}

extension String {
  /// Whether both strings have the same bytes. `==` also matches canonically equivalent strings, and takes more than linear time for
  /// unordered combining marks. Returns without reading if both share their storage.
  func hasBytes(of other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (a, b) = (self, other)
    // A non-empty buffer has a base address.
    return a.withUTF8 { a in
      b.withUTF8 { b in a.isEmpty || a.baseAddress == b.baseAddress || memcmp(a.baseAddress!, b.baseAddress!, a.count) == 0 }
    }
  }
}
