/// Requests of nodes and input methods to the stage.
enum TextInputRequest: StageRequest {
  /// Sets the input method if there is none.
  case offer(any InputMethod)
  /// Removes the input method if it is this one.
  case withdraw(any InputMethod)
  /// Shows a panel at the lower edge; nil hides it.
  case panel(AnyNode?)
  /// Moves the focus from the node to the next one.
  case focusOn(AnyNode)
}
