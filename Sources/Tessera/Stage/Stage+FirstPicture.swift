internal import TesseraGeometry

extension Stage {
  /// Starts slow work for the first picture, such as decoding (`NodeType.prepare(in:)`), for nodes with fixed sizes.
  ///
  /// The first layout does this unless it was done before. Call it first if the program has other work between creating the stage and
  /// running its loop, such as opening fonts and devices; both then run in parallel. Call it before the loop runs, on the thread that will
  /// run it. Later calls have no effect, and neither do calls with a pool that uses all processors.
  public func prepareFirstPicture() {
    checkLoop()
    guard loop.tree == nil, loop.jobs.layouts.consumePreparation() else { return }
    let (root, environment) = shared.withLock { ($0.root, $0.environment) }
    let preparation = FirstPreparation(root, environment, screen: framebufferBounds)
    guard !preparation.isEmpty else { return }
    let tracer = loop.frames.recorder.tracer
    // The loop sleeps until the first layout is finished, so its processor is free for this.
    workers.runAside {
      guard let tracer else { return preparation.run() }
      tracer.measure("prepare") { preparation.run() }
    }
  }
}

extension Stage.Shared {
  /// Environment of the stage for node types.
  var environment: EnvironmentValues {
    var environment = EnvironmentValues(
      scale: scale, direction: direction, reducesMotion: reducesMotion, textAntialiasing: textAntialiasing ?? displayTextAntialiasing)
    environment.colorDepth = colorDepth ?? displayColorDepth
    return environment
  }
}
