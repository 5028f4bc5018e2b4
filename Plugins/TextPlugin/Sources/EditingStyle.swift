public import TesseraRender

/// Look of a part of an edited text, beside that of the whole. A value.
public struct EditingStyle: Sendable, Hashable {
  /// Whether letters are bold.
  public var isBold = false
  /// Whether letters are italic.
  public var isItalic = false
  /// Whether a line is below the letters.
  public var isUnderlined = false
  /// Whether a line is through the letters.
  public var isStruckThrough = false
  /// Color of the letters; nil means that of the whole text.
  public var color: Color?
  /// Color behind the letters; nil means none.
  public var background: Color?

  /// Creates the look of the whole text.
  public init() {}

  /// Adds the look to attributes.
  package func apply(to attributes: inout TextAttributes) {
    if isBold { attributes.font.weight = .bold }
    if isItalic { attributes.font.slant = .italic }
    if isUnderlined { attributes.underline = true }
    if isStruckThrough { attributes.strikethrough = true }
    if let color { attributes.color = color }
    if let background { attributes.background = background }
  }
}

/// Parts of an edited text with looks of their own: ordered ranges that do not overlap and are not empty. A value.
public struct EditingStyles: Sendable, Hashable {
  /// Part with its look.
  public struct Run: Sendable, Hashable {
    /// Range in UTF-8 bytes.
    public var range: Range<Int>
    /// Look of the part.
    public var style: EditingStyle
  }

  /// Parts in order; text between them has no look of its own.
  public private(set) var runs: [Run] = []

  /// Creates the looks of a plain text.
  public init() {}

  /// Returns the look of the character that ends at an offset, which typed text takes over.
  public func style(before offset: Int) -> EditingStyle {
    runs.first { $0.range.lowerBound < offset && offset <= $0.range.upperBound }?.style ?? EditingStyle()
  }

  /// Returns whether every character of a range has a property.
  public func all(in range: Range<Int>, _ property: (EditingStyle) -> Bool) -> Bool {
    var at = range.lowerBound
    for run in runs where run.range.upperBound > at && run.range.lowerBound < range.upperBound {
      if run.range.lowerBound > at, !property(EditingStyle()) { return false }
      if !property(run.style) { return false }
      at = run.range.upperBound
    }
    return at >= range.upperBound || property(EditingStyle())
  }

  /// Changes the looks in a range. O(number of parts).
  public mutating func update(_ range: Range<Int>, _ change: (inout EditingStyle) -> Void) {
    guard !range.isEmpty else { return }
    var (result, at) = ([Run](), range.lowerBound)
    func changed(_ part: Range<Int>, _ style: EditingStyle) -> Run {
      var style = style
      change(&style)
      return Run(range: part, style: style)
    }
    for run in runs {
      let inside = run.range.clamped(to: range)
      if inside.isEmpty || !run.range.overlaps(range) {
        if run.range.lowerBound >= range.upperBound, at < range.upperBound {
          result.append(changed(at..<range.upperBound, EditingStyle()))
          at = range.upperBound
        }
        result.append(run)
        continue
      }
      if run.range.lowerBound < inside.lowerBound { result.append(Run(range: run.range.lowerBound..<inside.lowerBound, style: run.style)) }
      if at < inside.lowerBound { result.append(changed(at..<inside.lowerBound, EditingStyle())) }
      result.append(changed(inside, run.style))
      at = inside.upperBound
      if inside.upperBound < run.range.upperBound { result.append(Run(range: inside.upperBound..<run.range.upperBound, style: run.style)) }
    }
    if at < range.upperBound { result.append(changed(at..<range.upperBound, EditingStyle())) }
    runs = Self.joined(result)
  }

  /// Follows the replacement of a range by `count` bytes with one look. O(number of parts).
  mutating func replace(_ range: Range<Int>, count: Int, _ style: EditingStyle) {
    guard !runs.isEmpty || style != EditingStyle() else { return }
    let shift = count - range.count
    var result: [Run] = []
    for run in runs {
      let low = run.range.lowerBound..<max(run.range.lowerBound, min(run.range.upperBound, range.lowerBound))
      let high = min(run.range.upperBound, max(run.range.lowerBound, range.upperBound))..<run.range.upperBound
      if !low.isEmpty { result.append(Run(range: low, style: run.style)) }
      if !high.isEmpty { result.append(Run(range: high.lowerBound + shift..<high.upperBound + shift, style: run.style)) }
    }
    if count > 0 {
      let place = result.firstIndex { $0.range.lowerBound >= range.lowerBound + count } ?? result.count
      result.insert(Run(range: range.lowerBound..<range.lowerBound + count, style: style), at: place)
    }
    runs = Self.joined(result)
  }

  /// Removes parts without a look, and joins neighbors with the same one.
  private static func joined(_ runs: [Run]) -> [Run] {
    var result: [Run] = []
    for run in runs where run.style != EditingStyle() && !run.range.isEmpty {
      if let last = result.last, last.style == run.style, last.range.upperBound == run.range.lowerBound {
        result[result.count - 1].range = last.range.lowerBound..<run.range.upperBound
      } else {
        result.append(run)
      }
    }
    return result
  }
}
