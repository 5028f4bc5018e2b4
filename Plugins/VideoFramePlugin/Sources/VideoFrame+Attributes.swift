public import Tessera
internal import TesseraGeometry

extension VideoFrame {
  public static var attributes: [NodeAttribute<Self>] {
    [
      .asset("source", \.source, help: "The Y4M file (8 bits, 420, 422, 444 or mono)."),
      .choice("contentMode", \.contentMode, help: "How the frame is placed in the box."),
      .boolean("playing", \.isPlaying, help: "Whether the file plays while the node is visible."),
      .boolean("loop", \.loops, help: "Whether the file begins anew after its last frame."),
      .integer("frame", \.startFrame, in: 0...1_000_000_000, help: "The frame that is shown first."),
      automatic("matrix", \.matrix, help: "How colours are encoded; automatic: as the frame says."),
      automatic("range", \.range, help: "Which samples stand for black and white; automatic: as the file says."),
    ]
  }

  private static func automatic<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: @autoclosure @escaping NodeAttribute<VideoFrame>.Path<Choice?>, help: String
  ) -> NodeAttribute<VideoFrame> {
    NodeAttribute(
      name, kind: .choice(["automatic"] + Choice.allCases.map(\.rawValue)), help: help,
      get: { .text($0[keyPath: path()]?.rawValue ?? "automatic") },
      set: { value, new in value[keyPath: path()] = new.text.flatMap(Choice.init(rawValue:)) })
  }
}
