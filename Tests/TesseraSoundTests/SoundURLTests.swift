import Foundation
import TesseraBase
import TesseraLoading
import TesseraTestServer
import Testing

@testable import TesseraSound

/// Effects from a web server.
@Suite struct SoundURLTests {
  private let library = SoundLibrary(loader: DataLoader(cache: .some(nil)))
  private let click: [UInt8]

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/examples/assets/sounds/click.wav")
    click = [UInt8](try Data(contentsOf: file.standardizedFileURL))
  }

  /// Plays a source for a second at a manual clock. Returns the samples, or the problem.
  private func play(_ source: String) -> (samples: [Float], problem: String?) {
    let time = Locked(0.0)
    let device = ManualSoundDevice(SoundFormat(bufferFrames: 0)) { time.withLock { $0 } }
    let output = SoundOutput(device, pace: .manual { time.withLock { $0 } })
    output.advance(to: 0)
    let problem = Locked<String?>(nil)
    Sound.play(source, SoundOptions(), on: output, from: library) { error in problem.withLock { $0 = error.description } }
    time.withLock { $0 = 1 }
    output.advance(to: 1)
    return (device.samples, problem.withLock { $0 })
  }

  @Test func aSoundFromAServerIsPlayedAndKept() throws {
    let server = try TestServer()
    server.serve(click, at: "/click.wav")
    let expected = try SoundFile.clip(wav: click, name: "click")
    let fresh = server.url("/click.wav?control=max-age%3D60")
    let first = play(fresh)
    #expect(first.problem == nil && first.samples.prefix(expected.frameCount * 2) == Array(expected.samples)[...])
    #expect(server.requests.count == 1)
    // From memory.
    #expect(play(fresh).samples == first.samples && server.requests.count == 1)
    // An answer that is not fresh is requested again while the known sound plays.
    library.refresh(fresh)
    let stale = server.url("/click.wav?control=max-age%3D0")
    #expect(play(stale).samples == first.samples && server.requests.count == 2)
    library.refresh(stale)
    #expect(server.waitForRequests(3, deadline: Double(SoundOutput.monotonicTime()) * 1e-9 + 20) && server.requests.count == 3)
  }

  @Test func failuresNameTheReason() throws {
    let server = try TestServer()
    server.serve(Array("RIFF, but not really".utf8), at: "/text.wav")
    let (missing, damaged) = (play(server.url("/none.wav")).problem, play(server.url("/text.wav")).problem)
    #expect(missing == "cannot open sound \(server.url("/none.wav")): the server answered 404 Not Found", "\(missing ?? "")")
    #expect(damaged?.contains(server.url("/text.wav")) == true, "\(damaged ?? "")")
  }

  /// Server whose answers never arrive.
  private final class SilentServer: Downloader {
    struct Task: DownloadTask {
      let cancelled: Locked<Int>
      func cancel() { cancelled.withLock { $0 += 1 } }
    }

    let (started, cancelled) = (Locked(0), Locked(0))

    func start(_ request: DownloadRequest, receive: @escaping @Sendable (DownloadEvent) -> Void) -> any DownloadTask {
      started.withLock { $0 += 1 }
      return Task(cancelled: cancelled)
    }
  }

  @Test func requestsShareALoadThatCanBeCancelled() {
    let server = SilentServer()
    let loader = DataLoader(downloader: server, cache: .some(nil), isManual: true)
    let library = SoundLibrary(loader: loader)
    let heard = Locked<[SoundError]>([])
    for _ in 0..<SoundLibrary.maximumWaiting + 1 {
      library.load("http://host/click.wav") { result in if case .failure(let error) = result { heard.withLock { $0.append(error) } } }
    }
    loader.runPending()
    #expect(server.started.withLock { $0 } == 1)
    #expect(heard.withLock { $0.map(\.description) } == ["cannot open sound http://host/click.wav: 64 other sounds are being read"])
    library.cancel("http://host/click.wav")
    loader.runPending()
    #expect(server.cancelled.withLock { $0 } == 1 && heard.withLock { $0.count } == 1)
  }
}
