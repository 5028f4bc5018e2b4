import Foundation
@testable import TesseraReader
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

/// Words, queue and outputs of speech.
struct SpeechTests {
  // MARK: Words

  @Test(arguments: ReaderWords.languages) func everyLanguageHasEveryWord(language: String) throws {
    let source = try #require(ReaderWords.catalog.files["en"])
    let file = try #require(ReaderWords.catalog.files[language])
    #expect(file.problems.isEmpty, "\(file.problems)")
    #expect(file.entries.map(\.key) == source.entries.map(\.key))
    for (entry, original) in zip(file.entries, source.entries) {
      for name in ["{$n}", "{$count}", "{$text}"] where original.key != "characters" {
        #expect(entry.source.contains(name) == original.source.contains(name), "\(language): \(entry.key)")
      }
      if language != "en", original.source.count > 12 { #expect(entry.source != original.source, "\(language): \(entry.key)") }
    }
  }

  @Test func wordsAreSearchedInLessSpecialLanguages() {
    #expect(ReaderWords.languages == StandardWords.languages)
    #expect(ReaderWords.text("characters", ["n": 1], language: "de-AT") == "1 Zeichen")
    #expect(ReaderWords.text("deleted", ["text": "a"], language: "tlh") == "a deleted")
  }

  @Test func punctuationIsNamedByLevel() {
    let text = SpokenText(language: "en")
    #expect(text.named("a+b, c", .none) == "a+b, c")
    #expect(text.named("a+b, c", .some) == "a plus b, c")
    #expect(text.named("a, c", .all) == "a comma c")
    #expect(text.spelled("A1 ") == "capital A, 1, space")
  }

  // MARK: Text fields

  private func state(_ text: String, _ selection: Range<Int>, isSecret: Bool = false) -> TextInputState {
    var state = TextInputState()
    state.isSecret = isSecret
    state.set(text, selection: selection)
    return state
  }

  private func echo(_ a: (String, Range<Int>), _ b: (String, Range<Int>), isSecret: Bool = false) -> String? {
    TextEcho(language: "en").words(from: state(a.0, a.1, isSecret: isSecret), to: state(b.0, b.1, isSecret: isSecret))
  }

  @Test func typingReadsLettersAndWords() {
    #expect(echo(("", 0..<0), ("h", 1..<1)) == "h")
    #expect(echo(("h", 1..<1), ("hI", 2..<2)) == "capital I")
    #expect(echo(("say hi", 6..<6), ("say hi ", 7..<7)) == "hi, space")
    #expect(echo(("hi", 2..<2), ("hi there", 8..<8)) == " there")
    #expect(echo(("abc", 0..<3), ("x", 1..<1)) == "x")
    #expect(TextEcho(language: "en", typing: .words).words(from: state("h", 1..<1), to: state("hi", 2..<2)) == nil)
    #expect(echo(("hi", 2..<2), ("h", 1..<1)) == "i deleted")
    #expect(echo(("say hi", 6..<6), ("say ", 4..<4)) == "hi deleted")
    #expect(echo(("hi", 0..<0), ("i", 0..<0)) == "h deleted")
  }

  @Test func movesAndSelectionsAreRead() {
    #expect(echo(("abc", 0..<0), ("abc", 1..<1)) == "b")
    #expect(echo(("abc", 2..<2), ("abc", 3..<3)) == "end of text")
    #expect(echo(("one two", 0..<0), ("one two", 4..<4)) == "two")
    #expect(echo(("one\ntwo x", 1..<1), ("one\ntwo x", 5..<5)) == "two x")
    #expect(echo(("one", 0..<0), ("one", 0..<3)) == "one selected")
    #expect(echo(("one", 0..<2), ("one", 0..<3)) == "e selected")
    #expect(echo(("one", 0..<3), ("one", 0..<1)) == "ne unselected")
    #expect(echo(("one", 0..<3), ("one", 3..<3)) == "selection removed")
  }

  @Test func secretsAreNotRead() {
    #expect(echo(("", 0..<0), ("x", 1..<1), isSecret: true) == "bullet")
    #expect(echo(("xy", 2..<2), ("x", 1..<1), isSecret: true) == "bullet deleted")
    #expect(echo(("xy", 2..<2), ("xy", 0..<2), isSecret: true) == nil)
  }

  @Test func fieldsOfASceneAreRead() throws {
    let s = try SpokenStage(
      scene: """
        tessera: 1
        root:
          type: box
          style: {flexDirection: column}
          children:
            - {type: editable-text, id: name, label: Name, string: Ann}
            - {type: editable-text, id: key, label: Key, secure: true}
        """)
    #expect(try s.take() == ["Name, Ann, text field"])
    _ = try s.say(.activate)
    try s.h.key(.end)
    _ = try s.take()
    try s.h.type("a")
    #expect(try s.take() == ["a"])
    try s.h.key(.backspace)
    #expect(try s.take() == ["a deleted"])
    try s.h.focus(id: "key")
    #expect(try s.take() == ["Key, password field"])
    try s.h.type("s")
    #expect(try s.take() == ["bullet"])
  }

  // MARK: Queue

  @Test func theQueueKeepsItsLimitAndItsOrder() {
    var queue = SpeechQueue()
    #expect(queue.add(Utterance("  ")) == [])
    _ = queue.add(Utterance("a"))
    for i in 0..<100 { #expect(queue.add(Utterance("p\(i)", priority: .polite)) == []) }
    #expect(queue.waiting.count == SpeechQueue.limit && queue.waiting.first?.text == "p68")
    #expect(queue.add(Utterance("next", priority: .following)) == [])
    #expect(queue.waiting.first?.text == "next")
    let id = queue.current?.id ?? 0
    #expect(queue.end(id + 1000) == [])
    let next = queue.end(id)
    #expect(queue.current?.text == "next" && next == queue.current.map { [.start($0)] })
    #expect(queue.stop() == [.cancel] && queue.waiting.isEmpty && queue.current == nil)
    #expect(Utterance(String(repeating: "ä", count: 9_000)).text.utf8.count == Utterance.limit)
  }

  // MARK: speech-dispatcher

  @Test func aRecordedConversationIsSpoken() {
    var session = DispatcherSession()
    func sent() -> [String] {
      String(decoding: session.dequeueOutput(), as: UTF8.self).split(separator: "\r\n").map(String.init)
    }
    func receive(_ text: String) -> [DispatcherSession.Event] { session.receive(Array(text.utf8)) }
    #expect(sent().first == "SET self CLIENT_NAME user:tessera:reader")
    #expect(receive("208 OK CLIENT NAME SET\r\n220 OK NOTIFICATION SET\r\n220 OK NOTIFICATION SET\r\n") == [])
    var utterance = Utterance("Licht.\n.an", language: "de-AT")
    utterance.id = 7
    session.speak(utterance)
    #expect(sent() == ["SET self LANGUAGE de", "SPEAK"])
    #expect(receive("201 OK LANGUAGE SET\r\n230 OK RECEI") == [])
    #expect(receive("VING DATA\r\n") == [])
    #expect(sent() == ["Licht.", "..an", "."])
    #expect(receive("225-21\r\n225 OK MESSAGE QUEUED\r\n") == [])
    // Events of other messages do not end it.
    #expect(receive("702-20\r\n702-1\r\n702 END\r\n") == [])
    #expect(receive("702-21\r\n702-1\r\n702 END\r\n") == [.ended(7)])
    // An utterance that is cancelled before the reply is cancelled after it.
    utterance.id = 8
    session.speak(utterance)
    session.cancel()
    #expect(sent() == ["SPEAK", "CANCEL self"])
    #expect(receive("230 OK RECEIVING DATA\r\n225-22\r\n225 OK MESSAGE QUEUED\r\n") == [])
    #expect(sent().last == "CANCEL self")
    utterance.id = 9
    session.speak(utterance)
    #expect(receive("300 ERR INTERNAL\r\n") == [.refused("300 ERR INTERNAL"), .ended(9)])
    #expect(session.receive([UInt8](repeating: 65, count: 100_000)) == [])
  }

  // MARK: Processes

  /// Runs the loop of a stage until an utterance of a program ends. Returns the problems.
  private func speak(_ script: String, texts: [String] = ["hello"], hangs: Bool = false) throws -> (problems: [String], text: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-reader-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (program, heard) = (folder.appending(path: "synthesizer").path, folder.appending(path: "heard").path)
    // Written by another process: a test that forks meanwhile would inherit the descriptor, and a file that is open for writing cannot run.
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/sh")
    writer.arguments = ["-c", "printf %s \"$1\" >\"$0\" && chmod 755 \"$0\"", program, "#!/bin/sh\nout=\(heard)\n\(script)\n"]
    try writer.run()
    writer.waitUntilExit()
    let clock = ManualClock()
    let stage = try Stage(size: Size(1, 1), clock: hangs ? clock : RealClock(), workers: WorkerPool(threads: 0))
    let output = SynthesizerProcess(program)
    var problems: [String] = []
    output.onProblem = { problems.append($0.replacingOccurrences(of: program, with: "synthesizer")) }
    var ended: [Int] = []
    output.onEnd = { id in
      ended.append(id)
      stage.stop()
    }
    for (i, text) in texts.enumerated() {
      var utterance = Utterance(text, language: "de")
      utterance.id = i + 1
      output.start(utterance, in: stage)
      if hangs {
        clock.advance(by: 3_600)
        try stage.settle()
      } else {
        try stage.run()
      }
    }
    output.close(in: stage)
    #expect(ended == Array(1...texts.count))
    return (problems, (try? String(contentsOfFile: heard, encoding: .utf8)) ?? "")
  }

  @Test func aProgramGetsTheTextAndTheVoice() throws {
    let (problems, text) = try speak("echo \"$@\" >>$out; cat >>$out", texts: ["guten Tag"])
    #expect(problems == [] && text == "-v de -s 175 --stdin\nguten Tag\n")
  }

  @Test func aProgramThatDiesIsStartedAgainAndThenRests() throws {
    let (problems, _) = try speak("exit 3", texts: ["a", "b", "c", "d"])
    #expect(problems.count == 3, "the fourth utterance is not tried")
    #expect(problems.first == "speech: synthesizer exited with status 3")
    #expect(problems.last == "speech: synthesizer exited with status 3; speech pauses for 30 s")
    #expect(try speak("kill -9 $$").problems == ["speech: synthesizer ended by signal 9"])
  }

  @Test func aProgramThatHangsIsKilled() throws {
    #expect(try speak("exec sleep 100000", hangs: true).problems == ["speech: synthesizer did not end within 12 s"])
  }

  @Test func aMissingProgramIsAMessage() throws {
    let output = SynthesizerProcess("/nowhere/espeak")
    let stage = try Stage(size: Size(1, 1), clock: ManualClock(), workers: WorkerPool(threads: 0))
    var (problems, ended): ([String], [Int]) = ([], [])
    output.onProblem = { problems.append($0) }
    output.onEnd = { ended.append($0) }
    output.start(Utterance("a"), in: stage)
    try stage.settle()
    #expect(problems.first?.hasPrefix("speech: /nowhere/espeak cannot be started: No such file") ?? false)
    #expect(ended == [0])
    #expect(SynthesizerProcess.voice("zh-Hans") == "cmn" && SynthesizerProcess.voice("pt-BR") == "pt-br")
    #expect(SynthesizerProcess.voice("../x") == "en" && SynthesizerProcess.voice("de-AT") == "de")
  }
}
