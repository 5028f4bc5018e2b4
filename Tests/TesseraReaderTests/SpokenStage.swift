import Tessera
import TesseraKit
import TesseraReader
import TesseraScene
import TesseraTestSupport

/// A stage with a screen reader that speaks to a list. Each utterance lasts until the test ends it.
final class SpokenStage {
  final class Output: SpeechOutput {
    var onEnd: ((Int) -> Void)?
    var onProblem: ((String) -> Void)?
    private(set) var current: Int?
    func start(_ utterance: Utterance, in stage: Stage) { current = utterance.id }
    func cancel(in stage: Stage) { current = nil }
    func close(in stage: Stage) {}
    func finish() {
      guard let id = current else { return }
      current = nil
      onEnd?(id)
    }
  }

  let h: HeadlessStage
  let output = Output()
  let reader: ReaderAssistant
  private var lines: [String] = []

  init(_ h: HeadlessStage, readsOn: Bool = false) throws {
    self.h = h
    reader = ReaderAssistant(output: output, readsOn: readsOn)
    reader.onEvent = { [weak self] event, _ in
      if case .speaks(let utterance) = event { self?.lines.append(utterance.text) }
      if case .stops = event { self?.lines.append("|") }
    }
    h.stage.assistant = reader
    try h.settle()
  }

  convenience init(scene: String, width: Double = 320, height: Double = 480) throws {
    try self.init(try HeadlessStage(scene: scene, width: width, height: height))
  }

  convenience init(example: String) throws {
    try self.init(try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/\(example).yaml"))
  }

  /// Utterances since the last call; stops are left out.
  func take() throws -> [String] {
    try h.settle()
    defer { lines = [] }
    return lines.filter { $0 != "|" }
  }

  /// Utterances since the last call, and `|` for each stop.
  func takeAll() throws -> [String] {
    try h.settle()
    defer { lines = [] }
    return lines
  }

  /// Performs commands; returns the utterances, each spoken to its end.
  func say(_ commands: ReaderCommand...) throws -> [String] {
    var said: [String] = []
    for command in commands {
      reader.perform(command, in: h.stage)
      for _ in 0..<20 { try h.settle() }
      output.finish()
      said += try take()
    }
    return said
  }

  /// Reads on until silence; at most `limit` utterances.
  func readToEnd(limit: Int = 2_000) throws -> [String] {
    var said = try take()
    for _ in 0..<limit where reader.isReading || output.current != nil {
      output.finish()
      said += try take()
    }
    return said
  }
}
