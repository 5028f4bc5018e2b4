public import Tessera

extension Image {
  /// A frame of a moving picture was put in place; its number, from 0 on.
  public static var frameShown: Signal<Int> { Signal("frameShown") }
  /// All frames of a moving picture were shown; how often, from 1 on.
  public static var loopEnded: Signal<Int> { Signal("loopEnded") }
  /// The last loop of a moving picture ended: its last frame stays.
  public static var finished: Signal<Void> { Signal("finished") }

  public static var signals: [NodeSignal] {
    let count = AttributeKind.integer(0...1_000_000_000)
    let moving = [
      NodeSignal(frameShown, payload: count, help: "A frame of a moving picture is shown: its number, from 0.") { .number(Double($0)) },
      NodeSignal(loopEnded, payload: count, help: "All frames of a moving picture were shown: how often, from 1.") { .number(Double($0)) },
      NodeSignal(finished, help: "The last loop of a moving picture ended."),
    ]
    #if Network
      return loadSignals + moving
    #else
      return moving
    #endif
  }
}
