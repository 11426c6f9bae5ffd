/** Responses that are delayed until the end of the run. */
export interface HeldResponses {
  /** Resolves when the run is over. */
  hold(): Promise<void>
  /** True while a response is delayed. */
  isHolding(): boolean
  /** Called when a response starts to be delayed. */
  onHold: (() => void) | undefined
  /** Releases all delayed responses. */
  release(): void
}

export function createHeldResponses(): HeldResponses {
  let waiting: (() => void)[] = []
  const held: HeldResponses = {
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
