/** A wait that can be cut short; a wake before the wait is not lost. */
export interface WakeableSleep {
  wake(): void
  /** Resolves after `ms`, or as soon as it rings. */
  wait(ms: number): Promise<void>
}

export function createWakeableSleep(): WakeableSleep {
  let rung = false
  let wake: (() => void) | undefined
  return {
    wake() {
      rung = true
      wake?.()
    },
    wait(ms) {
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          wake = undefined
          rung = false
          resolve()
        }
        const timer = setTimeout(done, ms)
        wake = done
        if (rung) done()
      })
    },
  }
}
