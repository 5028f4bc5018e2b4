import Testing

@testable import Tessera

@Suite struct PressurePolicyTests {
  @Test func theHighestReportedPressureApplies() {
    var policy = PressurePolicy()
    #expect(policy.update(program: .none, at: 0) == nil)
    #expect(policy.update(program: .moderate, at: 0) == .init(pressure: .moderate, spareShare: 0.25, cacheShare: 0.5))
    policy.recordKernel(.critical, at: 1, duration: 10)
    #expect(policy.update(program: .moderate, at: 1) == .init(pressure: .critical, spareShare: 0, cacheShare: 0))
    // Lower pressure releases nothing.
    policy.recordKernel(nil, at: 11, duration: 10)
    #expect(policy.update(program: .moderate, at: 11) == .init(pressure: .moderate, spareShare: 0.25, cacheShare: nil))
    #expect(policy.update(program: .none, at: 11) == .init(pressure: .none, spareShare: 1, cacheShare: nil))
  }

  @Test func theKernelIsPolledAndItsPressureExpires() {
    var policy = PressurePolicy()
    #expect(policy.shouldCheckKernel(at: 0) && policy.deadline == nil)
    policy.recordKernel(.moderate, at: 0, duration: 10)
    #expect(!policy.shouldCheckKernel(at: 0.4) && policy.shouldCheckKernel(at: 0.5) && policy.deadline == 10)
    policy.recordKernel(nil, at: 5, duration: 10)
    #expect(policy.update(program: .none, at: 5)?.pressure == .moderate)
    policy.recordKernel(nil, at: 10, duration: 10)
    #expect(policy.update(program: .none, at: 10)?.pressure == MemoryPressure.none && policy.deadline == nil)
    policy.recordKernel(.critical, at: 20, duration: 10)
    policy.stopListening()
    #expect(policy.update(program: .none, at: 20) == nil)
  }

  @Test func memoryPressureEndsAfterContentsStayBelowTheBudget() {
    var policy = PressurePolicy()
    #expect(policy.recordContents(100, budget: 100, at: 0) == false)
    #expect(policy.recordContents(101, budget: 100, at: 1) == true)
    #expect(policy.update(program: .none, at: 1)?.pressure == .moderate)
    // The contents could not be released, because all of them are visible.
    #expect(policy.recordContents(101, budget: 100, at: 2) == true)
    #expect(policy.update(program: .none, at: 2)?.pressure == .critical)
    // Fewer contents, but not few.
    #expect(policy.recordContents(50, budget: 100, at: 3) == false)
    #expect(policy.deadline == nil && policy.update(program: .none, at: 9) == nil)
    #expect(policy.recordContents(10, budget: 100, at: 10) == false)
    #expect(policy.deadline == 10.5 && policy.update(program: .none, at: 10.4) == nil)
    #expect(policy.update(program: .none, at: 10.5)?.pressure == MemoryPressure.none)
  }

  @Test func spareBuffersGoBeforeCaches() {
    typealias Trim = PressurePolicy.Trim
    #expect(PressurePolicy.trim(contents: 10, spare: 10, caches: [5, 5], budget: 30) == nil)
    #expect(PressurePolicy.trim(contents: 10, spare: 20, caches: [5, 5], budget: 30) == Trim(spare: 10, caches: nil))
    #expect(PressurePolicy.trim(contents: 20, spare: 20, caches: [15, 5], budget: 30) == Trim(spare: 0, caches: [7, 2]))
    #expect(PressurePolicy.trim(contents: 40, spare: 20, caches: [15, 5], budget: 30) == Trim(spare: 0, caches: [0, 0]))
    #expect(PressurePolicy.trim(contents: 40, spare: 20, caches: [], budget: 30) == Trim(spare: 0, caches: nil))
  }
}
