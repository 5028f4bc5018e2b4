/// Semantics of a stage's nodes, and the assistant that reads them. Frame loop only.
struct Accessibility {
  var records = SemanticsRecords<AnyNode>()
  var assistant: (any Assistant)?
}
