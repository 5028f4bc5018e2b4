/// An element with its path in its builder.
package struct PlacedElement: LayoutElement {
  package let base: any LayoutElement
  let steps: [ElementStep]

  package func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    builder.at(steps) { base.append(to: &$0, adjust: adjust) }
  }

  package func placed(at steps: [ElementStep]) -> any LayoutElement { PlacedElement(base: base, steps: steps + self.steps) }
}
