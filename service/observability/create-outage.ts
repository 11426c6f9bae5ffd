/** Tracks an outage that causes repeated errors. */
export interface Outage {
  /** Records a failed operation. */
  fault(error: unknown): void
  /** Records a successful operation. */
  over(): void
}

/**
 * Reports the start and the end of an outage once, the end with the number of errors, to keep the
 * log short.
 */
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
