public import Tessera

extension Image {
  /// A frame of a moving picture was put in place; its number, from 0 on.
  public static var frameShown: Signal<Int> { Signal("frameShown") }
  /// All frames of a moving picture were shown; how often, from 1 on.
  public static var loopEnded: Signal<Int> { Signal("loopEnded") }
  /// The last loop of a moving picture ended: its last frame stays.
  public static var finished: Signal<Void> { Signal("finished") }
}
