/** Trouble that is met again and again while it lasts. */
export interface Outage {
  /** It is there. */
  fault(error: unknown): void
  /** It is not, or not any more. */
  over(): void
}

/** Tells of an outage once, when it begins, and once when it is over, with how often it was met: a log keeps its use. */
export function createOutage({
  onBegin,
  onEnd,
}: {
  onBegin(error: unknown): void
  onEnd(faults: number): void
}): Outage {
  let faults = 0
  return {
    fault(error) {
      faults += 1
      if (faults === 1) onBegin(error)
    },
    over() {
      if (faults === 0) return
      const met = faults
      faults = 0
      onEnd(met)
    },
  }
}
