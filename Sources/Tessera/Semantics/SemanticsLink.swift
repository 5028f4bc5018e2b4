/// Link in the text of an element, for screen readers of a desktop. A value.
public struct SemanticsLink: Sendable, Hashable {
  /// Target, such as a URL or a name of the program.
  public var target: String
  /// UTF-8 bytes of the label of the element that has the link.
  public var range: Range<Int>

  /// Creates a link.
  public init(_ target: String, range: Range<Int>) { (self.target, self.range) = (target, range) }
}
