/** Answers that are held back: nobody knows whether they will come. */
export interface Held {
  /** Resolves when the run is over. */
  hold(): Promise<void>
  /** Whether anything is held back now. */
  isHolding(): boolean
  /** Called when something begins to be held back. */
  onHold: (() => void) | undefined
  /** Lets everything go. */
  release(): void
}

export function createHeld(): Held {
  let waiting: (() => void)[] = []
  const held: Held = {
    hold: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        held.onHold?.()
      }),
    isHolding: () => waiting.length > 0,
    onHold: undefined,
    release() {
      const all = waiting
      waiting = []
      for (const go of all) go()
    },
  }
  return held
}
