/** A sleep that can be interrupted. A wake before the sleep is not lost. */
export interface WakeableSleep {
  wake(): void
  /** Resolves after `ms`, or when woken. */
  wait(ms: number): Promise<void>
}

export function createWakeableSleep(): WakeableSleep {
  let woken = false
  let wake: (() => void) | undefined
  return {
    wake() {
      woken = true
      wake?.()
    },
    wait(ms) {
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          wake = undefined
          woken = false
          resolve()
        }
        const timer = setTimeout(done, ms)
        wake = done
        if (woken) done()
      })
    },
  }
}
