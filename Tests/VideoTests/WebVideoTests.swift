import Tessera
import TesseraBase
import TesseraGeometry
import TesseraKit
import TesseraLoading
import TesseraTestSupport
import TesseraVideo
import Testing

@testable import VideoPlugin

/// Answers range requests for the clip in the same turn.
private final class ClipServer: Downloader {
  let bytes: [UInt8]
  /// Status of the answers.
  let status = Locked(206)

  init(_ path: String) throws { bytes = try Clips.bytes(path) }

  private struct Done: DownloadTask { func cancel() {} }

  func start(_ request: DownloadRequest, receive: @escaping @Sendable (DownloadEvent) -> Void) -> any DownloadTask {
    let range = request.headers.first { $0.name == "Range" }?.value.dropFirst(6).split(separator: "-").compactMap { Int($0) } ?? [0, 0]
    let (start, end) = (range[0], min(range[1] + 1, bytes.count))
    let headers = [HTTPHeader("Content-Range", "bytes \(start)-\(end - 1)/\(bytes.count)"), HTTPHeader("ETag", "\"1\"")]
    receive(.response(DownloadResponse(status: status.withLock { $0 }, headers: headers)))
    receive(.data(Array(bytes[start..<end])))
    receive(.end(nil))
    return Done()
  }
}

/// Videos whose source is a URL.
@Suite struct WebVideoTests {
  private let server: ClipServer
  private static let url = "http://user:secret@example.org/clip.mp4"

  init() throws { server = try ClipServer(Clips.clip) }

  private func node() -> VideoNode {
    let node = VideoNode(Self.url)
    node.loader = DataLoader(downloader: server, cache: .some(nil), isManual: true)
    return node
  }

  private func failures(of node: VideoNode) -> Locked<[String]> {
    let told = Locked<[String]>([])
    node.on(Video.failed) { reason in told.withLock { $0.append(reason) } }
    return told
  }

  @Test func framesMatchTheFile() throws {
    let node = node()
    let box = BoxNode()
    box.addSubnode(node)
    box.style.alignItems = .start
    let stage = try HeadlessStage(width: 400, height: 300) { box }
    for (advance, wanted) in [(0.03, 0), (0.02, 1), (0.45, 12), (1.02, 38)] {
      try stage.advance(by: advance, step: advance > 0.1 ? 1.0 / 60 : advance)
      #expect(Clips.number(in: stage.framebuffer) == wanted)
    }
    #expect(node.frame.size == Size(320, 180))
    node.seek(to: 3.5)
    try stage.advance(by: 0.01)
    #expect(Clips.number(in: stage.framebuffer) == 87)
  }

  @Test func aRefusalIsReportedWithoutThePassword() throws {
    server.status.withLock { $0 = 404 }
    let node = node()
    let told = failures(of: node)
    let stage = try HeadlessStage(width: 320, height: 180, settled: false) { node }
    #expect(throws: TestFailure.self) { try stage.settle() }
    #expect(told.withLock { $0 } == ["cannot open http://user:***@example.org/clip.mp4: the server answered 404 Not Found"])
  }
}
