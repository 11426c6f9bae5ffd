/** Tracks an outage that causes repeated errors. */
export interface Outage {
  /** An error occurred. */
  fault(error: unknown): void
  /** An operation succeeded. */
  over(): void
}

/** Reports an outage once when it begins, and once when it ends with the number of errors, to keep the log short. */
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
