#if Reader
  internal import Tessera
  public import TesseraReader

  extension PlayerAssistance {
    /// The options of ``Assistance``.
    public var readerOptions: Assistance.Options {
      var options = Assistance.Options()
      options.speaks = speaks
      options.output = SpeechChoice(synthesizer) ?? .automatic
      options.switches = switches.map { SwitchScanner.Mode(rawValue: $0) ?? .one }
      options.takesTouches = switches == "touch"
      options.scanInterval = scanInterval
      return options
    }
  }

  extension Player {
    /// Begins the screen reader and switch scanning of the options.
    func connectAssistance() {
      guard !options.assistance.isEmpty else { return }
      let message = self.message
      assistance = Assistance(
        options.assistance.readerOptions, on: stage, line: { [weak self] in self?.announce($0) }, problem: { message("warning: \($0)") })
    }
  }
#endif
