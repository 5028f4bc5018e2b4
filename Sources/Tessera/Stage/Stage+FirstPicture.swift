internal import TesseraGeometry

extension Stage {
  /// Begins what the first picture needs and takes long, such as decoding (`NodeType.prepare(in:)`), for nodes whose style says how large they are.
  ///
  /// The first layout does it where nobody has done it before. A program that has other things to do between making the stage and turning its loop,
  /// such as opening fonts and devices, calls it first: both take their time together then. Before the loop is turned, on the thread that will turn
  /// it. Later, and with a pool that leaves no processor, it does nothing.
  public func prepareFirstPicture() {
    checkLoop()
    guard loop.tree == nil, loop.layouts.takePreparation() else { return }
    let (root, environment) = shared.withLock { ($0.root, $0.environment) }
    let preparation = FirstPreparation(root, environment, screen: framebufferBounds)
    guard !preparation.isEmpty else { return }
    let tracer = loop.recorder.tracer
    // The loop sleeps until the first layout is there: its processor does this.
    workers.runAside {
      guard let tracer else { return preparation.run() }
      tracer.measure("prepare") { preparation.run() }
    }
  }
}

extension Stage.Shared {
  /// What node types are told of the stage.
  var environment: EnvironmentValues {
    var environment = EnvironmentValues(
      scale: scale, direction: direction, reducesMotion: reducesMotion, textAntialiasing: textAntialiasing ?? displayTextAntialiasing)
    environment.colorDepth = colorDepth ?? displayColorDepth
    return environment
  }
}
