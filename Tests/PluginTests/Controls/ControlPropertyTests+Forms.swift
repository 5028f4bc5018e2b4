import TesseraKit
import TesseraTestSupport
import Testing

extension ControlPropertyTests {
  @Test func formsOfAnyKind() throws {
    var random = SeededGenerator(seed: 20)
    func number() -> Double { Self.numbers.randomElement(using: &random)! }
    for i in 0..<40 {
      let (width, height, density, direction) = surroundings(&random)
      func check(_ node: AnyNode) throws { try exercise(node, width: width, height: height, density: density, direction) }
      var rating = Rating(number(), of: [0, 1, 5, Int.max, Int.min][i % 5], step: number())
      (rating.isReadOnly, rating.clears) = (i % 3 == 0, i % 2 == 0)
      try check(RatingNode(rating))
      var slider = RangeSlider()
      (slider.low, slider.high, slider.minimum, slider.maximum) = (number(), number(), number(), number())
      (slider.step, slider.minimumSpan) = (number(), number())
      try check(RangeSliderNode(slider))
    }
    for text in Self.texts {
      let (width, height, density, direction) = surroundings(&random)
      func check(_ node: AnyNode) throws { try exercise(node, width: width, height: height, density: density, direction) }
      try check(FormFieldNode(FormField(text, help: text, content: BoxNode())))
      try check(FormFieldNode(FormField(text, error: text, content: nil)))
      try check(ExpanderNode(Expander(text, isExpanded: true, contents: [BoxNode()])))
      try check(ListRowNode(ListRow(text, subtitle: text, value: text, accessory: .check)))
    }
  }
}
