/** A wait that can be cut short; a ring before the wait is not lost. */
export interface Alarm {
  ring(): void
  /** Resolves after `ms`, or as soon as it rings. */
  wait(ms: number): Promise<void>
}

export function createAlarm(): Alarm {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring() {
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
