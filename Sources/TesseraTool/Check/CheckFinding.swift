internal import ArgumentParser
internal import TesseraKit
internal import TesseraScene

/// Problem of one node, found in one or several conditions. A value.
struct CheckFinding {
  /// Kind of problem.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case contrast, touch, cut, overlap, label, size, depth, message

    /// Whether messages about one place differ only by measures.
    var isByMeasure: Bool { self == .touch }
  }

  let kind: Kind
  let element: CheckedElement
  /// Problem, with the required value and one that passes.
  let message: String
  /// Measured and required value; nil if the kind has no number.
  var measured: (value: Double, required: Double)?
}

/// Node in a message. A value.
struct CheckedElement: Hashable {
  let place: ScenePlace?
  let type: String
  let id: String
  /// Its first words, to recognize it; empty if it has none.
  let words: String

  init(_ node: AnyNode, words: String) {
    (type, id) = (node.typeName, node.id)
    self.words = words.count > 40 ? words.prefix(39) + "…" : words
    var current: AnyNode? = node
    while let at = current, at.scenePlace == nil { current = at.supernode }
    place = current?.scenePlace
  }

  /// `button "Save" #save`.
  var description: String { "`\(type)`" + (words.isEmpty ? "" : " “\(words)”") + (id.isEmpty ? "" : " #\(id)") }
}
