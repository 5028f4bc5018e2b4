extension NodeHooks {
  /// Names of the adopted protocols of the framework, in the order of the table.
  var names: [String] {
    let rows: [(name: String, isAdopted: Bool)] = [
      ("FocusableType", focusable != nil), ("RevealingType", revealing != nil), ("ScrollContainerType", scrollContainer != nil),
      ("ListContainerType", listContainer != nil), ("SceneContainerType", sceneContainer != nil), ("LifecycleType", lifecycle != nil),
      ("TickingType", ticking != nil), ("GestureRecognizingType", gestureRecognizing != nil), ("AccessibleType", accessible != nil),
      ("StatePreserving", statePreserving != nil), ("StyleAdjustingType", styleAdjusting != nil),
      ("PropertyAdjustingType", propertyAdjusting != nil), ("DefaultLookType", defaultLook != nil), ("StateMotionType", stateMotion != nil),
      ("HoverableType", hoverable != nil), ("HitShapedType", hitShaped != nil), ("InitialPropertiesType", setsInitialProperties),
      ("PreparingType", preparing != nil), ("TextInputType", textInput != nil), ("SkeletonType", skeleton != nil),
      ("EnvironmentObservingType", environmentObserving != nil), ("ReconcilingType", reconciling != nil),
      ("ValueObservingType", valueObserving != nil),
    ]
    return rows.compactMap { $0.isAdopted ? $0.name : nil }
  }
}

extension NodeTypeDescriptor {
  /// Names of the hook protocols of the framework that the type adopts, for lists and tools. Any thread; the first call looks all of them up.
  public var hookNames: [String] { hooks.names }
}
