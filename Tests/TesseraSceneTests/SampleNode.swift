import Tessera
import TesseraGeometry
import TesseraRender

/// Node type with an attribute of every kind, to test reading without a plugin.
struct Sample: NodeType {
  enum Fit: String, CaseIterable, Sendable { case contain, cover, fill }

  static let typeName = "sample"
  static let summary = "For tests."

  var string = "default"
  var amount = 1.0
  var count = 0
  var flag = false
  var color: Color? = nil
  var fit = Fit.contain
  var source: String?
  var stops: [Double] = []
  var mixed: AttributeValue?

  static var attributes: [NodeAttribute<Sample>] {
    [
      .text("string", \.string, help: "A text."),
      .number("amount", \.amount, in: 0...10, help: "A number."),
      .integer("count", \.count, in: 0...5, help: "A whole number."),
      .boolean("flag", \.flag, help: "A truth value."),
      .color("color", \.color, help: "A colour."),
      .choice("fit", \.fit, help: "A word."),
      .asset("source", \.source, help: "A file."),
      NodeAttribute(
        "stops", kind: .list(.number(0...100)), help: "Numbers.", get: { .list($0.stops.map(AttributeValue.number)) },
        set: { $0.stops = $1.list?.compactMap(\.number) ?? [] }),
      NodeAttribute(
        "mixed", kind: .either([.number(0...1), .boolean, .map(["at": .number(0...1), "name": .text, "file": .asset]), .text]),
        help: "Many things.", get: { $0.mixed }, set: { $0.mixed = $1 }),
    ]
  }
}

enum SamplePlugin: NodePlugin {
  static let manifest = PluginManifest(identifier: "test.sample", version: "1.0.0")
  static func register(in registry: inout NodeRegistry) throws(RegistryError) { try registry.register(Sample.self) }
}

func sampleRegistry() throws -> NodeRegistry {
  var registry = NodeRegistry()
  try registry.add(SamplePlugin.self)
  return registry
}
