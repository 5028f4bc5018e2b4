import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

@testable import Tessera

/// Node type that ranges nothing.
private struct Still: SubnodeRanging {
  mutating func place(_ frames: [Rect], former: [Int?]?) {}
  mutating func update(_ node: AnyNode, size: Size, state: InterfaceState) -> [RangeAction] { [] }
}

private struct Plain: ScrollContainerType { static let typeName = "plain" }
private struct AnOptional: ScrollContainerType {
  static let typeName = "an-optional"
  func layout(in context: LayoutContext) -> (any LayoutElement)? { Patch(name: "a") }
  func baselines(for size: Size, in context: MeasureContext) -> (first: Double, last: Double)? { (1, 2) }
  static func makeRanging(for node: Node<AnOptional>) -> (any SubnodeRanging)? { Still() }
}
private struct AnExistential: ScrollContainerType {
  static let typeName = "an-existential"
  func layout(in context: LayoutContext) -> any LayoutElement { Patch(name: "a") }
  func baselines(for size: Size, in context: MeasureContext) -> (Double, Double) { (1, 2) }
  static func makeRanging(for node: Node<AnExistential>) -> any SubnodeRanging { Still() }
}
private struct AType: ScrollContainerType {
  static let typeName = "a-type"
  func layout(in context: LayoutContext) -> Patch { Patch(name: "a") }
  func baselines(for size: Size, in context: MeasureContext) -> (first: Double, last: Double) { (1, 2) }
  static func makeRanging(for node: Node<AType>) -> Still { Still() }
}
private struct AnOptionalType: ScrollContainerType {
  static let typeName = "an-optional-type"
  func layout(in context: LayoutContext) -> Patch? { Patch(name: "a") }
  static func makeRanging(for node: Node<AnOptionalType>) -> Still? { nil }
}
private struct Wrong: ScrollContainerType {
  static let typeName = "wrong"
  func layout(in context: LayoutContext) -> Int { 1 }
  static func makeRanging(for node: Node<Wrong>) -> String? { nil }
}

/// A hook of a node type replaces the default, whatever its result type is.
@Suite struct HookResultTests {
  private func spec(_ node: AnyNode) -> String {
    guard let spec = node.makeSpec(in: LayoutContext(environment: EnvironmentValues(), node: node)) else { return "none" }
    return (spec as? Patch)?.name ?? "another"
  }

  @Test func specsOfAnyResultAreUsed() {
    #expect(spec(Node(AnOptional())) == "a" && spec(Node(AnExistential())) == "a" && spec(Node(AType())) == "a")
    #expect(spec(Node(AnOptionalType())) == "a" && spec(Node(Plain())) == "none")
  }

  @Test func rangingsOfAnyResultAreUsed() {
    #expect(
      Node(AnOptional()).makeRanging() is Still && Node(AnExistential()).makeRanging() is Still && Node(AType()).makeRanging() is Still)
    #expect(Node(AnOptionalType()).makeRanging() == nil && Node(Plain()).makeRanging() == nil)
  }

  @Test func baselinesOfAnyResultAreUsed() {
    func measured<Value: NodeType>(_ value: Value) -> Double? {
      Node(value).measure(value, generation: 0, within: .unlimited, in: MeasureContext()).baselines?.last
    }
    #expect(measured(AnOptional()) == 2 && measured(AnExistential()) == 2 && measured(AType()) == 2 && measured(Plain()) == nil)
  }

  @Test func anUnusableHookResultIsReportedOnce() {
    let node = Node(Wrong())
    #expect(spec(node) == "none" && spec(node) == "none" && node.makeRanging() == nil)
    let told = Complaints.all.withLock { $0.told }.filter { $0.split(separator: " ").contains("`wrong`") }
    #expect(told == ["`layout(in:)` of the node type `wrong` returns Int; it must return a layout element, or an optional one"])
  }
}
