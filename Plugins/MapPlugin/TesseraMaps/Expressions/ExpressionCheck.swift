/// Compiles and evaluates expressions for tools.
public enum ExpressionCheck {
  /// Returns the result of an entry of a file of expressions, as JSON: `compiled` with the type and the constancy or with errors, and
  /// `outputs`, one for each input. Any thread.
  ///
  /// An entry has `expression`, and optionally `propertySpec`, `globalState` and `inputs`, a list of pairs: the globals (`zoom`, …) and the
  /// feature (`properties`, `id`, `geometry`, `featureState`).
  public static func result(of entry: MapValue) -> MapValue {
    let spec = entry["propertySpec"].map(PropertySpec.init(reading:)) ?? PropertySpec(type: "", isInterpolated: true)
    switch StyleExpression.compile(entry["expression"] ?? .null, spec) {
    case .failure(let problems):
      let errors = problems.list.map { MapValue.map([.init("key", .text($0.key)), .init("error", .text($0.message))]) }
      return .map([.init("compiled", .map([.init("result", .text("error")), .init("errors", .list(errors))]))])
    case .success(let expression):
      let compiled = MapValue.map([
        .init("result", .text("success")), .init("isFeatureConstant", .boolean(expression.isFeatureConstant)),
        .init("isZoomConstant", .boolean(expression.isZoomConstant)), .init("type", .text("\(expression.node.type)")),
      ])
      let outputs = (entry["inputs"]?.list ?? []).map { output(expression, $0, spec, entry["globalState"]) }
      return .map([.init("compiled", compiled), .init("outputs", .list(outputs))])
    }
  }

  private static func output(_ expression: StyleExpression, _ input: MapValue, _ spec: PropertySpec, _ state: MapValue?) -> MapValue {
    let globals = input.list?.first ?? .null
    let feature = input.list.flatMap { $0.count > 1 ? $0[1] : nil } ?? .null
    let context = EvaluationContext(zoom: globals["zoom"]?.number)
    context.heatmapDensity = globals["heatmapDensity"]?.number
    context.elevation = globals["elevation"]?.number
    context.lineProgress = globals["lineProgress"]?.number
    context.accumulated = globals["accumulated"].map(ExpressionValue.init)
    context.availableImages = Set((globals["availableImages"]?.list ?? []).compactMap(\.text))
    context.globalState = state ?? .map([])
    if let id = globals["canonicalID"], let z = id["z"]?.number, let x = id["x"]?.number, let y = id["y"]?.number {
      context.tile = TileAddress(zoom: Int(saturating: z), x: Int(saturating: x), y: Int(saturating: y))
    }
    context.feature = ExpressionFeature(
      id: feature["id"].map(ExpressionValue.init) ?? .null, geometryType: feature["geometry"]?["type"]?.text,
      properties: .map(feature["properties"] ?? .map([])), state: feature["featureState"] ?? .map([]),
      geometry: feature["geometry"].flatMap(GeoGeometry.init))
    do throws(EvaluationError) {
      return try expression.evaluate(context).mapValue
    } catch { return .map([.init("error", .text(error.message))]) }
  }
}

extension PropertySpec {
  /// Reads the description of a property in the form of the style specification.
  init(reading value: MapValue) {
    self.init(type: value["type"]?.text ?? "")
    itemType = value["value"]?.text
    length = value["length"]?.number.map { Int(saturating: $0) }
    values = (value["values"]?.members ?? []).map(\.key)
    defaultValue = value["default"]
    isDataDriven = value["property-type"]?.text.map { $0 == "data-driven" || $0 == "cross-faded-data-driven" } ?? false
    let parameters = (value["expression"]?["parameters"]?.list ?? []).compactMap(\.text)
    (allowsZoom, allowsFeature) = (parameters.contains("zoom"), parameters.contains("feature"))
    isInterpolated = value["expression"]?["interpolated"]?.boolean ?? false
    hasTokens = value["tokens"]?.boolean ?? false
  }
}
