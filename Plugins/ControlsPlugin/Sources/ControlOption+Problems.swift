package import Tessera

extension ControlOption {
  /// Returns the problems of options and the chosen value: no options, options with the same value, and a value of no option. An empty value
  /// means no choice. O(number of options).
  package static func problems(_ options: [ControlOption], selection: String?) -> [ValueProblem] {
    guard !options.isEmpty else { return [ValueProblem("options", reason: "the list is empty; nothing can be selected")] }
    var values: Set<String> = []
    if let double = options.first(where: { !values.insert($0.value).inserted }) {
      return [ValueProblem("options", reason: "more than one option has the value `\(double.value)`; only the first can be selected")]
    }
    guard let selection, !selection.isEmpty, !values.contains(selection) else { return [] }
    let few = options.prefix(8).map(\.value)
    let list = few.joined(separator: ", ") + (options.count > few.count ? ", …" : "")
    let near = nearestName(to: selection, among: options.prefix(200).map(\.value)).map { "; did you mean `\($0)`?" } ?? ""
    return [ValueProblem("value", related: ["options"], reason: "`\(selection)` must be one of the options (\(list))" + near)]
  }
}
