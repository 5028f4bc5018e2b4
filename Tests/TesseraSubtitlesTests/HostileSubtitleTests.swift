import TesseraSubtitles
import TesseraTestSupport
import Testing

@Suite struct HostileSubtitleTests {
  private static let webVTT = "WEBVTT\n\nREGION\nid:a\nlines:2\n\n1\n00:01.000 --> 00:02.000 region:a\n<v Ann>Hi &amp; <i.x>bye</i>\n"
  private static let subRip = "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<i>One</i>\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n"

  @Test func changedBytesNeverTrap() {
    var state: UInt64 = 7
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(1, count)
    }
    for text in [Self.webVTT, Self.subRip] {
      for _ in 0..<2000 {
        var bytes = Array(text.utf8)
        for _ in 0...random(6) {
          switch random(3) {
          case 0: bytes[random(bytes.count)] = UInt8(random(256))
          case 1: bytes.insert(UInt8(ascii: "<"), at: random(bytes.count))
          default: bytes.removeLast(min(bytes.count - 1, random(8)))
          }
        }
        let cues = (try? SubtitleTrack(reading: bytes))?.cues ?? []
        #expect(cues.allSatisfy { $0.start.isFinite && $0.end.isFinite })
      }
    }
  }

  @Test func deepTagsAreIgnored() throws {
    let text = "WEBVTT\n\n00:01.000 --> 00:02.000\n" + String(repeating: "<b>", count: 50_000) + "x"
    let track = try SubtitleTrack(reading: Array(text.utf8))
    #expect(track.cues.count == 1)
    var depth = 0
    var content = track.cues[0].content
    while case .span(let span)? = content.first {
      depth += 1
      content = span.children
    }
    #expect(depth == SubtitleTrack.maximumDepth)
  }

  @Test func otherFilesAreRefused() {
    #expect(throws: SubtitleError.noSignature) { try SubtitleTrack(reading: Array(Self.subRip.utf8), as: .webVTT) }
    #expect(throws: SubtitleError.unknownFormat) { try SubtitleTrack(reading: Array("hello\n".utf8)) }
    #expect(throws: SubtitleError.unknownFormat) { try SubtitleTrack(reading: []) }
    #expect(throws: SubtitleError.self) { try SubtitleTrack(reading: [UInt8](repeating: 10, count: SubtitleTrack.maximumSize + 1)) }
  }

  @Test func manyCuesTakeLinearTime() throws {
    func text(_ count: Int) -> [UInt8] {
      Array((0..<count).map { "\($0)\n00:00:01,000 --> 00:00:02,000\n{\\an8<x & y\n" }.joined(separator: "\n").utf8)
    }
    #expect(try SubtitleTrack(reading: text(20_000)).cues.count == 20_000)
  }
}
