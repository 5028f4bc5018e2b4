import TesseraKit
import TesseraLoading
import TesseraScene
import TesseraTestSupport
import Testing

@testable import ImagePlugin

/// Scene actions for loads of pictures.
@Suite struct NetworkSceneTests {
  private static let text = """
    tessera: 1
    data: {host: "http://example.org", photos: [{file: a.png}, {file: b.png}], log: []}
    root:
      type: box
      children:
        - type: image
          each: photos
          source: {bind: "host + '/' + item.file"}
          style: {width: 20, height: 20}
          on:
            loadBegin: {set: {log: "log + ['began ' + value]"}}
            loadProgress: {set: {part: value}}
            load: [{set: {log: "log + [item.file + ' ' + value.source + ' ' + value.bytes + ' ' + value.url + value.staleReason]"}}, {send: {name: loaded, payload: value}}]
            loadFailure: {set: {log: "log + [item.file + ': ' + value.reason + ' after ' + value.attempts + ' of ' + value.url]"}}
            show: {set: {log: "log + ['shown ' + value]"}}
    """

  @Test func signalsOfLoadsHaveTheirPayloads() throws {
    let network = FakeNetwork()
    let loader = DataLoader(downloader: network, cache: .some(nil), clock: network, isManual: true)
    let scene = try Scene.parse(text: Self.text, directory: "folder", registry: .standard)
    let (data, events) = (SceneData(), Locked<[SceneEvent]>([]))
    data.onEvent = { event in events.withLock { $0.append(event) } }
    data.onProblem = { Issue.record("\($0)") }
    let root = try scene.makeRoot(data: data)
    for image in root.subnodes { (image as? ImageNode)?.loader = loader }
    let h = try HeadlessStage(width: 100, height: 100) { root }
    func settle() throws {
      for _ in 0..<6 {
        loader.runPending()
        try h.stage.settle()
      }
    }
    try settle()
    let (a, b) = ("http://example.org/a.png", "http://example.org/b.png")
    #expect(network.urls == [a, b])
    let picture = TestPNG(width: 20, height: 20, colorType: 2) { _, _, _ in 200 }.bytes()
    network.answer(a, picture)
    try settle()
    let count = "\(picture.count)"
    #expect(data.value(at: DataPath(["part", "received"])) == .number(Double(picture.count)))
    #expect(data.value(at: DataPath(["part", "fraction"])) == .number(1))
    network.answer(b, [], status: 404)
    try settle()
    let log = data.value(at: DataPath(["log"]))?.json ?? ""
    for line in ["began \(a)", "began \(b)", "a.png network \(count) \(a)", "shown \(a)", "b.png: "] {
      #expect(log.contains("\"\(line)"), "\(line) is not in \(log)")
    }
    #expect(log.contains("after 1 of \(b)"), "\(log)")
    #expect(events.withLock { $0.map(\.name) } == ["loaded"])
  }

  @Test func payloadsHaveNoPasswords() throws {
    let network = FakeNetwork()
    let loader = DataLoader(downloader: network, cache: .some(nil), clock: network, isManual: true)
    let scene = try Scene.parse(text: Self.text.replacing("//example.org", with: "//ana:secret@example.org"), registry: .standard)
    let data = SceneData()
    let root = try scene.makeRoot(data: data)
    for image in root.subnodes { (image as? ImageNode)?.loader = loader }
    let h = try HeadlessStage(width: 100, height: 100) { root }
    let (a, b) = ("http://ana:secret@example.org/a.png", "http://ana:secret@example.org/b.png")
    func settle() throws {
      for _ in 0..<6 {
        loader.runPending()
        try h.stage.settle()
      }
    }
    try settle()
    #expect(network.urls == [a, b])
    network.answer(a, TestPNG(width: 20, height: 20, colorType: 2) { _, _, _ in 200 }.bytes())
    network.answer(b, [], status: 404)
    try settle()
    let log = data.value(at: DataPath(["log"]))?.json ?? ""
    #expect(log.contains("ana:***@example.org/a.png") && log.contains("ana:***@example.org/b.png"), "\(log)")
    #expect(!log.contains("secret"), "\(log)")
  }

  @Test func thePicturesFollowTheData() throws {
    let scene = try Scene.parse(text: Self.text, directory: "folder", registry: .standard)
    let data = SceneData()
    let root = try scene.makeRoot(data: data)
    try data.set(.text("HTTPS://other.example"), at: DataPath(["host"]))
    #expect(
      root.subnodes.map { ($0 as? ImageNode)?.value.source } == [
        .url("HTTPS://other.example/a.png"), .url("HTTPS://other.example/b.png"),
      ])
  }
}
