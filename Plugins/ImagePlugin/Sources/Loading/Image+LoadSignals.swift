#if Network
  internal import Tessera
  internal import TesseraLoading

  extension Image {
    /// Load signals with their payloads for scene files.
    static var loadSignals: [NodeSignal] {
      let count = AttributeKind.integer(0...Int(Int32.max))
      return [
        NodeSignal(loadBegin, payload: .text, help: "A load began; the URL.") { .text(shown($0)) },
        NodeSignal(
          loadProgress, payload: .map(["received": count, "expected": count, "fraction": .number(0...1)]),
          help: "More of the picture was received; bytes so far, total bytes (0 means unknown), and their fraction from 0 to 1."
        ) {
          .map([
            ("received", .number(Double($0.received))), ("expected", .number(Double($0.expected ?? 0))), ("fraction", .number($0.fraction)),
          ])
        },
        NodeSignal(
          load,
          payload: .map([
            "url": .text, "source": .choice(LoadSource.allCases.map(\.rawValue)), "bytes": count, "staleReason": .text,
          ]), help: "The picture was loaded; its URL, source and bytes, and the reason if it may be outdated (else empty)."
        ) {
          .map([
            ("url", .text(shown($0.url))), ("source", .text($0.source.rawValue)), ("bytes", .number(Double($0.bytes.count))),
            ("staleReason", .text($0.staleReason.map { "\($0)" } ?? "")),
          ])
        },
        NodeSignal(
          loadFailure, payload: .map(["url": .text, "reason": .text, "attempts": count]),
          help: "The picture could not be loaded; its URL, the reason and the number of attempts."
        ) {
          .map([("url", .text(shown($0.url))), ("reason", .text("\($0.failure)")), ("attempts", .number(Double($0.attempts)))])
        },
        NodeSignal(show, payload: .text, help: "The picture of a URL is shown; the URL.") { .text(shown($0)) },
      ]
    }

    /// Returns a URL for scenes, whose events appear in logs and at the data socket: without its password.
    private static func shown(_ url: String) -> String { URLText.withoutPassword(url) }
  }
#endif
