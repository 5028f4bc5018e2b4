public import Tessera

extension Image {
  /// A frame of an animated image was committed; the payload is its number, from 0.
  public static var frameShown: Signal<Int> { Signal("frameShown") }
  /// All frames of an animated image were shown; the payload is the number of loops, from 1.
  public static var loopEnded: Signal<Int> { Signal("loopEnded") }
  /// The last loop of an animated image ended; its last frame stays.
  public static var finished: Signal<Void> { Signal("finished") }

  public static var signals: [NodeSignal] {
    let count = AttributeKind.integer(0...1_000_000_000)
    let moving = [
      NodeSignal(frameShown, payload: count, help: "A frame of an animated picture is shown; its number, from 0.") { .number(Double($0)) },
      NodeSignal(loopEnded, payload: count, help: "A loop of an animated picture ended; the number of loops so far, from 1.") {
        .number(Double($0))
      },
      NodeSignal(finished, help: "The last loop of an animated picture ended."),
    ]
    #if Network
      return loadSignals + moving
    #else
      return moving
    #endif
  }
}
