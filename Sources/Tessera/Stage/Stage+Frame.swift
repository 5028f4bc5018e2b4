internal import TesseraGeometry
internal import TesseraRender

extension Stage {
  /// Runs one iteration of the loop: input, ticks, commit, composite, present. It never waits for layouts or draws. Loop thread.
  ///
  /// The calls are the passes of docs/passes.md.
  ///
  /// - Returns: whether pixels changed.
  /// - Throws: `RenderError` if memory for compositing is insufficient; the damage is kept for the next frame. ``StageError`` inside of a
  ///   callback of another frame. Errors of the display are reported through ``onError``.
  @discardableResult
  public func frame() throws -> Bool {
    try turning {
      try beginFrame()
      defer { loop.frames.pacing.endFrame() }
      try handleInput()
      runTicks()
      adoptChanges()
      adoptLayout()
      commitDraws()
      adoptChanges()
      runSynchronousDraws()
      notifyInputMethod()
      startLayout()
      notifyDraws()
      moveFades()
      moveTransitions()
      moveProperties()
      moveContentViewports()
      startPostponedDraws()
      reportOverdueDraws()
      reportOverdueLayout()
      revealGroups()
      movePlaceholders()
      trackAnchors()
      trackPointer()
      let painted = try composite()
      if let painted { present(painted) }
      if painted != nil { keepBudget() }
      link.recordLayout(isPending: loop.jobs.expectLayout)
      endRecording(painted: painted != nil)
      loop.accessibility.assistant?.frameDidEnd(in: self)
      return painted != nil
    }
  }

  /// Begins a frame.
  ///
  /// - Precondition: the calling thread owns the loop, and is not in a callback of another frame.
  private func beginFrame() throws {
    guard loop.frames.pacing.beginFrame(at: clock.now, refresh: loop.surface.display?.refresh ?? .unknown) else {
      throw StageError(
        activity: .layout, node: "",
        reason: "a frame was requested in a callback of another frame; change nodes there, and the next frame shows the change")
    }
    link.recordFrameTime(loop.frames.pacing.time)
    beginRecording()
  }

  /// Times of the frame in progress or, between frames, of the last one. Loop thread.
  public var frameTime: FrameTime {
    checkLoop()
    return loop.frames.pacing.time
  }

  /// Pass: serves sources, applies settings and memory pressure, takes messages, and dispatches events.
  ///
  /// - Postcondition: the framebuffer has the stage's size in pixels. The finished layout and draws that had arrived are in the input's
  ///   messages.
  private func handleInput() throws {
    loop.frames.recorder.enter(.input)
    serveSources()
    try adoptSettings()
    adoptPressure()
    loop.input.drain(inbox)
    for draw in loop.input.messages.draws where draw.state.job === draw.flag { draw.state.hasArrived = true }
    for error in loop.input.messages.errors { report(error) }
    dispatchEvents()
    adoptDisplayPower()
    adoptDisplaySleep()
  }

  /// Applies settings of the stage changed since the last frame.
  private func adoptSettings() throws {
    let (size, scale, needsLayout, needsRepaint) = shared.withLock { shared in
      defer {
        shared.needsLayout = false
        shared.needsRepaint = false
      }
      return (shared.size, shared.scale, shared.needsLayout, shared.needsRepaint)
    }
    if needsLayout { loop.jobs.layouts.need() }
    let pixels = try Stage.pixelSize(size, scale)
    do {
      try loop.surface.resize(width: pixels.width, height: pixels.height)
    } catch {
      shared.withLock { $0.needsRepaint = true }
      throw error
    }
    if needsRepaint { loop.surface.damageAll() }
  }

  /// Pass: commits a finished layout, whose tree replaces the old one.
  ///
  /// - Postcondition: no message contains a layout. After a commit no layout is running, and all nodes of the tree have its frames.
  private func adoptLayout() {
    guard let layout = loop.input.messages.layout else { return }
    loop.frames.recorder.enter(.layout)
    adopt(layout)
    assert(!loop.jobs.layouts.isRunning && loop.tree === layout.tree)
  }

  /// Pass: commits finished content.
  ///
  /// - Postcondition: all messages are processed.
  private func commitDraws() {
    loop.frames.recorder.enter(.commit)
    for draw in loop.input.messages.draws { commit(draw) }
    loop.input.clearMessages()
  }

  /// Whether layouts or draws are running or pending, so that another frame is needed without changes of nodes. Loop thread.
  public var hasWorkUnderWay: Bool {
    checkLoop()
    return loop.jobs.areUnderWay || loop.surface.isDamaged && canPaint
      || loop.animations.holdPicture
      || link.hasRequests
      || loop.schedule.hasImmediate
      || inbox.hasEvents
      || inbox.hasJobs
      || shared.withLock { $0.needsLayout || $0.needsRepaint || $0.powerRequest != nil }
  }

  /// Screen in device pixels.
  var framebufferBounds: PixelRect { loop.surface.bounds }
}
