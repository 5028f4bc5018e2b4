/// An assistive program in the loop of a stage, such as a screen reader or switch scanning (``Stage/assistant``).
///
/// It reads the elements of the stage (``Stage/semanticsTree``), performs their actions (``Stage/perform(_:on:)``) and marks one of them
/// (``Stage/highlightedElement``). Used on the frame loop only.
public protocol Assistant: AnyObject {
  /// Handles an event before the stage. Frame loop. Returns `handled` if the stage and its nodes must not get it.
  func handle(_ event: Event, in stage: Stage) -> EventResponse
  /// Called at the end of each frame, with the elements of that frame. Frame loop.
  func frameDidEnd(in stage: Stage)
}
