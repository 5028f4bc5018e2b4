internal import Tessera
internal import TesseraLayout

/// Elements in the frame of a field. A value that equals no other, because elements cannot be compared.
struct FieldContent: Sendable, Equatable {
  let elements: [any LayoutElement]

  static func == (a: FieldContent, b: FieldContent) -> Bool { false }

  /// Type of the first node; nil if there is none.
  var type: NodeTypeDescriptor? { elements.lazy.compactMap { ($0 as? any TypedElement)?.typeOfValue }.first }
}

extension TypedElement {
  fileprivate var typeOfValue: NodeTypeDescriptor { NodeTypeDescriptor.of(ElementType.self) }
}
