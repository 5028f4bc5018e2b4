internal import TesseraJSON
internal import Tessera

// Schema of the parts that follow data, events and the environment.
extension SceneSchema {
  private static func object(
    _ properties: [(key: String, value: JSONValue)], required: [String] = [], _ text: String
  ) -> JSONValue {
    .map([
      ("type", .text("object")), ("properties", .map(properties)), ("required", .list(required.map(JSONValue.text))),
      ("additionalProperties", .boolean(false)), help(text),
    ])
  }

  private static let expression = JSONValue.map([
    ("type", .list([.text("string"), .text("number"), .text("boolean")])),
    help("Expression over data, such as `room.temperature > 20 ? 'warm' : 'cold'`."),
  ])

  /// Definitions referenced by nodes.
  static var live: [(key: String, value: JSONValue)] {
    let format = JSONValue.map([("type", .text("string")), help("Format of the value, as for printf: %.1f.")])
    return [
      ("expression", expression),
      ("token", .map([("type", .text("string")), ("pattern", .text("\\$")), help("Token of the theme, such as $ink or $body.size.")])),
      ("binding", object([("bind", reference("expression")), ("format", format)], required: ["bind"], "Value that is bound to data.")),
      (
        "condition",
        .map([
          ("anyOf", .list([reference("expression"), surroundings])), help("Condition: an expression, or properties of the environment."),
        ])
      ),
      (
        "elements",
        .map([
          (
            "anyOf",
            .list([
              reference("expression"),
              object(
                [("bind", reference("expression")), ("key", reference("expression")), ("as", .map([("type", .text("string"))]))],
                required: ["bind"], "List, identifier of its elements, and name of an element in expressions."),
            ])
          )
        ])
      ),
      ("action", action),
      ("actions", .map([("anyOf", .list([reference("action"), .map([("type", .text("array")), ("items", reference("action"))])]))])),
    ]
  }

  private static var surroundings: JSONValue {
    let comparison = JSONValue.map([
      ("type", .list([.text("string"), .text("number"), .text("array")])), ("examples", .list([.text("< 480"), .text(">= 800")])),
    ])
    return object(
      [
        ("width", comparison), ("height", comparison), ("scale", comparison), ("orientation", json(.choice(["portrait", "landscape"]))),
        ("scheme", json(.choice(["light", "dark"]))), ("input", json(.choice(["touch", "pointer", "keys"]))),
        ("direction", json(.choice(["ltr", "rtl"]))), ("reducedMotion", json(.boolean)),
        ("parent", object([("width", comparison), ("height", comparison)], "Size of the parent inside of padding and border.")),
        ("data", reference("expression")),
      ], "Condition of several properties, all of which must be true.")
  }

  private static var action: JSONValue {
    let path = JSONValue.map([("type", .text("string"))])
    let push = object([("screen", path), ("value", .map([]))], required: ["screen"], "Screen of `screens`, and `value` in it.")
    let present = object(
      [
        ("overlay", path), ("anchor", path), ("at", .map([])), ("placement", json(.choice(OverlayPlacement.Side.allCases.map(\.rawValue)))),
        ("alignment", json(.choice(OverlayPlacement.Alignment.allCases.map(\.rawValue)))), ("spacing", json(.number(-10_000...10_000))),
        ("margin", json(.number(0...10_000))), ("confined", json(.boolean)),
        ("blocksTouches", json(.boolean)), ("dismissible", json(.boolean)), ("fades", json(.boolean)), ("value", .map([])),
      ], required: ["overlay"], "Overlay of `overlays`, its placement, and `value` in it.")
    let send = object([("name", path), ("payload", .map([]))], required: ["name"], "Event, and expressions for its payload.")
    let focus = object([("invalid", path)], required: ["invalid"], "Id of a node: its first invalid field gets the focus.")
    let play = object(
      [
        ("source", path), ("volume", .map([])), ("pan", json(.number(-1...1))), ("loop", json(.boolean)), ("fade", json(.number(0...3600))),
        ("ducks", json(.boolean)),
      ], required: ["source"], "Sound, an expression for its volume, and how it is played.")
    let silence = object([("source", path), ("fade", json(.number(0...3600)))], required: ["source"], "Sound, and seconds of its fade.")
    let talk = object(
      [("to", path), ("level", path), ("limit", json(.number(0...3600)))], required: ["to"],
      "WAV file or tcp://HOST:PORT, path of the data for the loudness, and seconds.")
    let map = object(
      [
        ("when", reference("condition")),
        ("set", .map([("type", .text("object")), help("Paths of the data, each with an expression.")])),
        ("toggle", path), ("push", .map([("anyOf", .list([path, push]))])), ("pop", .map([])),
        ("present", .map([("anyOf", .list([path, present]))])), ("dismiss", .map([])), ("sleep", .map([])),
        ("send", .map([("anyOf", .list([path, send]))])), ("animate", animate),
        ("focus", .map([("anyOf", .list([path, focus]))])),
        ("play", .map([("anyOf", .list([path, play]))])), ("silence", .map([("anyOf", .list([path, silence]))])),
        ("talk", .map([("anyOf", .list([path, talk]))])),
      ], "Action.")
    return .map([("anyOf", .list([.map([("enum", .list([.text("pop"), .text("dismiss"), .text("sleep")]))]), map]))])
  }

  /// Properties of a node, and parameters of the action.
  private static var animate: JSONValue {
    .map([
      ("type", .text("object")),
      (
        "properties",
        .map([
          ("node", .map([("type", .text("string")), help("`id` of the node; default: the node of the signal.")])),
          ("motion", json(.motion)), ("keyframes", .map([("type", .text("object")), help("Animations that the node plays once.")])),
          ("do", reference("actions")),
        ])
      ),
      help("Animated change: attributes and style keys of a node, keyframes, or other actions."),
    ])
  }

  /// Looks that apply while a condition holds.
  private static var looks: JSONValue {
    .map([
      ("type", .text("object")),
      help("Looks by name: the node has the first one whose `when` is true, and changes to it with its `motion`."),
      (
        "additionalProperties",
        .map([
          ("type", .text("object")), ("required", .list([.text("when")])),
          ("properties", .map([("when", reference("condition")), ("motion", json(.motion))])),
        ])
      ),
    ])
  }

  /// Settings that apply while a condition holds.
  static var variants: JSONValue {
    .map([
      ("type", .text("array")), help("Settings that apply while their `when` is true; later ones override earlier ones."),
      (
        "items",
        .map([
          ("type", .text("object")), ("required", .list([.text("when")])), ("properties", .map([("when", reference("condition"))])),
        ])
      ),
    ])
  }

  /// Actions at times of the stage's clock.
  private static var timers: JSONValue {
    let time = JSONValue.map([
      ("type", .list([.text("string"), .text("number")])), ("examples", .list([.text("1s"), .text("300ms")])),
      help("A time: 1s, 300ms, 5min, 2h, or seconds."),
    ])
    let timer = object(
      [("every", time), ("after", time), ("when", reference("condition")), ("do", reference("actions"))],
      required: ["do"], "Actions again and again, or once after a delay, while the node is visible and `when` holds.")
    return .map([("anyOf", .list([timer, .map([("type", .text("array")), ("items", timer)])]))])
  }

  /// Returns the keys of a node other than its attributes.
  static func liveKeys(_ type: NodeTypeDescriptor) -> [(key: String, value: JSONValue)] {
    var keys: [(key: String, value: JSONValue)] = [
      ("when", reference("condition")), ("each", reference("elements")), ("variants", variants), ("looks", looks),
      ("timers", timers),
      (
        "on",
        .map([
          ("type", .text("object")), ("additionalProperties", .boolean(false)),
          (
            "properties",
            .map(
              type.signals.map { signal in
                (signal.name, .map([("allOf", .list([reference("actions")])), help(signal.help)]))
              })
          ), help("Actions by the names of signals."),
        ])
      ),
    ]
    if type.acceptsItems {
      keys += [
        ("items", reference("elements")), ("key", reference("expression")), ("as", .map([("type", .text("string"))])),
        ("section", reference("expression")), ("item", reference("node")), ("header", reference("node")),
      ]
    }
    return keys
  }
}
