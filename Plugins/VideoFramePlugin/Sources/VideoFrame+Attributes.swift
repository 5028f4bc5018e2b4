public import Tessera
internal import TesseraGeometry

extension VideoFrame {
  public static var attributes: [NodeAttribute<Self>] {
    [
      .asset("source", \.source, help: "Y4M file (8 bits, 420, 422, 444 or mono)."),
      .choice("contentMode", \.contentMode, help: "Placement of the frame in the box."),
      .boolean("playing", \.isPlaying, help: "Whether the file plays while the node is visible."),
      .boolean("loop", \.loops, help: "Whether the file restarts after its last frame."),
      .integer("frame", \.startFrame, in: 0...1_000_000_000, help: "First frame that is shown, from 0."),
      automatic("matrix", \.matrix, help: "Color matrix; automatic means that of the frame, BT.601 for a file."),
      automatic("range", \.range, help: "Range of the samples from black to white; automatic means that of the frame or file."),
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
