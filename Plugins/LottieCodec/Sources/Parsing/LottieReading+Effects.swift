internal import TesseraJSON

extension LottieReading {
  /// Parses the effects of a layer; records those that are not drawn.
  func effects(_ json: JSONValue) throws(LottieError) -> [LottieEffect] {
    var result: [LottieEffect] = []
    for (i, effect) in (json[present: "ef"]?.list ?? []).enumerated() where effect[present: "en"]?.numeric != 0 {
      path.append("ef[\(i)]")
      try countItem()
      if let effect = try self.effect(effect) {
        guard result.count < LottieLimits.effects else { throw failure("a layer has more than \(LottieLimits.effects) effects") }
        result.append(effect)
      } else {
        reportUnsupported("effect: \(effect[present: "nm"]?.text ?? "type \(effect.whole("ty"))")")
      }
      path.removeLast()
    }
    return result
  }

  private func effect(_ json: JSONValue) throws(LottieError) -> LottieEffect? {
    let values = json[present: "ef"]?.list ?? []
    func value(_ index: Int, _ otherwise: Double = 0) throws(LottieError) -> AnimatedVector {
      index < values.count ? try number(values[index], "v", otherwise) : AnimatedVector(Vector(repeating: otherwise))
    }
    switch json.whole("ty") {
    case 20: return .tint(black: try value(0), white: try value(1, 1), amount: try value(2, 100))
    case 21: return .fill(try value(2), opacity: try value(6, 1))
    case 23: return .tritone(bright: try value(0, 1), middle: try value(1, 0.5), dark: try value(2))
    case 25:
      return .dropShadow(
        LottieDropShadow(
          color: try value(0), opacity: try value(1, 255), direction: try value(2), distance: try value(3), softness: try value(4),
          isShadowOnly: try value(5)))
    case 29: return .blur(amount: try value(0), axes: try value(1, 1))
    default: return nil
    }
  }
}
