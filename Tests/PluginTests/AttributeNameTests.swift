import Foundation
import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Every attribute of scenes is set in Swift by the same name: by a modifier, or by an argument of an initializer.
@Suite struct AttributeNameTests {
  /// Attributes that no element sets by their name, with the reasons.
  private static let exceptions: [String: String] = [
    "button.highlighted": "state of the node that presses change: `node.isHighlighted`",
    "collection.offset": "state of the node that the user changes: `node.contentOffset`",
    "scroll.offset": "state of the node that the user changes: `node.contentOffset`",
    "table.offset": "state of the node that the user changes: `node.contentOffset`",
    "divider.inset": "`inset` wraps every element in a spec: `indent`",
  ]

  private static func interface() throws -> SwiftInterface {
    var interface = SwiftInterface()
    let root = try PackageFolder.root(of: #filePath)
    for folder in ["Sources/Tessera", "Sources/TesseraContainers", "Plugins"] {
      let files = FileManager.default.enumerator(atPath: "\(root)/\(folder)")
      while let file = files?.nextObject() as? String {
        guard file.hasSuffix(".swift") else { continue }
        interface.add(try String(contentsOfFile: "\(root)/\(folder)/\(file)", encoding: .utf8))
      }
    }
    return interface
  }

  /// The Swift type of a node's value: `Text` of `Node<Text>`.
  private static func valueType(of node: AnyNode) throws -> String {
    let name = String(describing: Swift.type(of: node))
    return String(try #require(name.wholeMatch(of: #/Node<(?:\w+\.)*(\w+)>/#), "\(name)").1)
  }

  @Test func everyAttributeIsSetInSwiftByItsName() throws {
    let interface = try Self.interface()
    let registry = NodeRegistry.standard
    var (missing, count): (Set<String>, Int) = ([], 0)
    for name in registry.names {
      let descriptor = try #require(registry[name])
      let type = try Self.valueType(of: descriptor.makeNode())
      for attribute in descriptor.attributes {
        count += 1
        if !interface.reaches(attribute.name, of: type) { missing.insert("\(name).\(attribute.name)") }
      }
    }
    #expect(count > 500)
    #expect(missing.subtracting(Self.exceptions.keys).sorted() == [])
    #expect(Set(Self.exceptions.keys).subtracting(missing).sorted() == [], "these have a name in Swift, or are gone")
  }

  @Test func namesAreReadFromSources() {
    var interface = SwiftInterface()
    interface.add(
      """
      public struct Lamp: Glows {
        public init(_ color: Color, size side: Double = 3) { self.color = color }
        init(hidden: Int) {}
        public convenience init(
          power: Double
        ) {
          self.init()
        }
      }
      extension TypedElement where ElementType: Glows {
        public func glow(_ glow: Double) -> Self { with { $0.glow = glow } }
      }
      extension TypedElement where ElementType == Lamp {
        public func shade(_ shade: Bool = true) -> Self { with { $0.shade = shade } }
        func secret(_ secret: Bool) -> Self { self }
      }
      extension TypedElement where ElementType == Fan {
        public func speed(_ speed: Double) -> Self { with { $0.speed = speed } }
      }
      """)
    for name in ["color", "size", "side", "power", "glow", "shade"] { #expect(interface.reaches(name, of: "Lamp"), "\(name)") }
    for name in ["hidden", "secret", "speed", "self"] { #expect(!interface.reaches(name, of: "Lamp"), "\(name)") }
  }
}
