/// Selector: compounds and the combinator before each. Source: Selectors 4, the part that applies to static SVG.
struct StyleSelector: Sendable {
  enum Joint: Sendable { case descendant, child, next, later }

  struct Attribute: Sendable {
    enum Test: Sendable { case exists, equals, includes, dashes, begins, ends, contains }
    /// Names of attributes, one of which must fit.
    var names: [String]
    var test: Test
    var value: String
    var ignoresCase = false
  }

  /// Positions `step * n + offset`, from 1, for n from 0.
  struct Position: Sendable {
    var step: Int
    var offset: Int
    var isOfType = false
    var isFromEnd = false
    /// Selectors of the siblings that are counted; empty means all.
    var among: [StyleSelector] = []

    func holds(_ position: Int) -> Bool {
      let (distance, overflow) = position.subtractingReportingOverflow(offset)
      guard !overflow else { return false }
      return step == 0 ? distance == 0 : distance % step == 0 && distance / step >= 0
    }
  }

  /// Condition of a compound, other than its type.
  enum Test: Sendable {
    case id(String)
    case className(String)
    case attribute(Attribute)
    case position(Position)
    case root, empty, link
    /// Scoping root; outside of `@scope`, the root element.
    case scope
    case language(String)
    case not([StyleSelector])
    case any([StyleSelector])
    /// Selectors relative to the element, each with ``anchor`` as its first compound.
    case has([StyleSelector])
    /// Element of the enclosing ``has(_:)``.
    case anchor
    /// State that a picture never has, such as `:hover`.
    case never
  }

  struct Part: Sendable {
    var joint = Joint.descendant
    var tag: String?
    var tests: [Test] = []
  }

  var parts: [Part] = []
  var weight = Weight()

  /// Specificity: ids, classes and the like, types.
  struct Weight: Sendable, Comparable {
    var ids = 0
    var classes = 0
    var types = 0

    static func < (a: Weight, b: Weight) -> Bool { (a.ids, a.classes, a.types) < (b.ids, b.classes, b.types) }
    static func += (a: inout Weight, b: Weight) { a = Weight(ids: a.ids + b.ids, classes: a.classes + b.classes, types: a.types + b.types) }
  }
}
