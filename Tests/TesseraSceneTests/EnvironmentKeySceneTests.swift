import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraScene

private struct SeatKey: NamedEnvironmentKey {
  static let name = "sceneSeatHeight"
  static let help = "How high the seat is."
  static let defaultValue = 1.0
  static let kind = AttributeKind.number(0...9)
}

/// Keys of plugins in scene files and data.
@Suite struct EnvironmentKeySceneTests {
  private let registry: NodeRegistry

  init() throws {
    var registry = NodeRegistry.standard
    try registry.register(SeatKey.self)
    self.registry = registry
  }

  private static let text = """
    tessera: 1
    environment: {sceneSeatHeight: 3}
    data: {wanted: 2}
    root:
      type: box
      children:
        - {type: box, id: plain}
        - {type: box, id: own, environment: {sceneSeatHeight: 7, colorScheme: dark}}
        - {type: box, id: bound, environment: {sceneSeatHeight: {bind: wanted}}}
        - {type: text, id: shown, string: {bind: env.sceneSeatHeight}}
        - {type: box, id: high, when: "env.sceneSeatHeight > 4"}
    """

  private func height(_ root: AnyNode, _ id: String) throws -> Double { try #require(root.find(id)).environmentValues[SeatKey.self] }

  @Test func languagesAreTags() throws {
    func problems(_ locale: String) -> [String] {
      let text =
        "tessera: 1\nenvironment: {locale: \(locale)}\nroot: {type: text, string: a, language: de, environment: {locale: \(locale)}}"
      do throws(SceneErrors) { return try Scene.parse(text: text, registry: registry).warnings.map(\.message) } catch {
        return error.errors.map { "\($0.line):\($0.column) \($0.message)" }
      }
    }
    for tag in ["de", "no", "ar-EG", "zh_Hant_TW", "sr-Latn-RS", "ar-EG-u-nu-latn", "en-XA", "''"] {
      #expect(problems(tag) == [], "\(tag)")
    }
    for tag in ["5", "true", "null", "german", "d", "de-", "de--AT", "de AT", "日本"] {
      let end = "must be a language tag such as de or ar-EG, got `\(tag)`"
      #expect(problems(tag).first == "2:23 `locale` of `environment` of the scene \(end)")
      #expect(problems(tag).count == 2)
    }
    #expect(problems(String(repeating: "de-", count: 40) + "de").count == 2)
    let root = try Scene.parse(text: "tessera: 1\nroot: {type: text, string: a, language: {bind: tag}}", registry: registry)
    let data = SceneData(.map(["tag": .number(5)]))
    let told = Locked<[String]>([])
    data.onProblem = { problem in told.withLock { $0.append(problem.message) } }
    let text = try #require(try root.makeRoot(data: data) as? TextNode)
    let problem = try #require(told.withLock { $0.first })
    #expect(
      problem.hasPrefix("attribute `language` of `text` must be a language tag such as de or ar-EG, got")
        && text.language == "")
    try data.set(.text("fr"), at: DataPath(["tag"]))
    #expect(text.language == "fr")
  }

  @Test func aSceneSetsThemForItselfAndForAnyNode() throws {
    let scene = try Scene.parse(text: Self.text, registry: registry)
    let data = SceneData()
    let root = try scene.makeRoot(data: data)
    #expect(try ["plain", "own", "bound"].map { try height(root, $0) } == [3, 7, 2])
    #expect(root.find("own")?.environment[\.colorScheme] == .dark)
    try data.set(.number(5), at: DataPath(["wanted"]))
    #expect(try height(root, "bound") == 5)
  }

  @Test func dataAndKeysOfTheEnvironmentFollowEachOther() throws {
    let scene = try Scene.parse(text: Self.text, registry: registry)
    let data = SceneData()
    let root = try scene.makeRoot(data: data)
    #expect(root.find("shown")?.attribute("string") == .text("3") && root.find("high") == nil)
    try data.set(.number(6), at: DataPath(["env", "sceneSeatHeight"]))
    #expect(try height(root, "plain") == 6 && root.find("high") != nil)
    try data.set(.text("#ff0000"), at: DataPath(["env", "tint"]))
    #expect(root.find("plain")?.environment[\.tint] == Color(rgb: 0xFF0000))
    let h = try HeadlessStage(width: 100, height: 100) { root }
    try root.environment.setValue("sceneSeatHeight", to: .number(8))
    try h.settle()
    #expect(root.find("shown")?.attribute("string") == .text("8"))
  }

  @Test func wrongNamesAndValuesAreErrorsWithTheirPlace() throws {
    func errors(_ environment: String) throws -> [String] {
      let text = "tessera: 1\nroot:\n  type: box\n  environment: \(environment)\n"
      let errors = #expect(throws: SceneErrors.self) { try Scene.parse(text: text, name: "a.yaml", registry: registry) }
      return errors?.errors.map { "\($0)" } ?? []
    }
    let unknown = try errors("{sceneSeatHight: 3}")
    #expect(unknown.count == 1 && unknown[0].hasPrefix("a.yaml:4:17") && unknown[0].hasSuffix("did you mean `sceneSeatHeight`?"))
    let wrong = try errors("{sceneSeatHeight: 12}")
    #expect(wrong.count == 1 && wrong[0].hasPrefix("a.yaml:4:34") && wrong[0].hasSuffix("must be a number from 0 to 9, got `12`"))
    let reason = "env.sceneSeatHeight must be a number from 0 to 9, got 12"
    let data = SceneData(.map(["env": .map(["sceneSeatHeight": .number(12)])]))
    let problems = Locked<[String]>([])
    data.onProblem = { problem in problems.withLock { $0.append(problem.message) } }
    let root = try Scene.parse(text: Self.text, registry: registry).makeRoot(data: data)
    #expect(problems.withLock { $0 } == [reason])
    let refusal = #expect(throws: DataError.self) { try data.set(.number(12), at: DataPath(["env", "sceneSeatHeight"])) }
    #expect("\(try #require(refusal))" == reason)
    #expect(try height(root, "plain") == 3)
  }
}
