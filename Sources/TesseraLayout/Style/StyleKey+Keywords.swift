// Written out: reading case names by reflection takes longer than the rest of the table, at every start.
extension ContentAlignment.Keyword {
  /// The keyword in style sheets.
  var word: String {
    switch self {
    case .normal: "normal"
    case .stretch: "stretch"
    case .start: "start"
    case .end: "end"
    case .flexStart: "flex-start"
    case .flexEnd: "flex-end"
    case .center: "center"
    case .left: "left"
    case .right: "right"
    case .spaceBetween: "space-between"
    case .spaceAround: "space-around"
    case .spaceEvenly: "space-evenly"
    case .baseline: "baseline"
    case .lastBaseline: "last baseline"
    }
  }
}

extension ItemAlignment.Keyword {
  /// The keyword in style sheets.
  var word: String {
    switch self {
    case .auto: "auto"
    case .normal: "normal"
    case .stretch: "stretch"
    case .start: "start"
    case .end: "end"
    case .flexStart: "flex-start"
    case .flexEnd: "flex-end"
    case .selfStart: "self-start"
    case .selfEnd: "self-end"
    case .center: "center"
    case .baseline: "baseline"
    case .lastBaseline: "last baseline"
    }
  }
}
