import type { SwapIntent, VerifiedQuote } from '../execution/machine/types.ts'

/** Returns the facts of a verified call, as its seal lists them. */
export function toSealedSwap(intent: SwapIntent, verified: VerifiedQuote) {
  return {
    ...intent,
    contract: verified.to,
    minimum: verified.minOutputAmount,
    maximum: intent.outputAmount === undefined ? undefined : verified.maxInputAmount,
    costWei: verified.gasCostWei,
    value: verified.value,
    deadlineAt: verified.deadlineAt,
  }
}

/** Returns the key of the message about how the facts of a verified call were checked. */
export function getSealHelp({ outputAmount }: SwapIntent, { simulation, minOutputAmount }: VerifiedQuote) {
  if (simulation) return 'stage.changes.help'
  if (outputAmount !== undefined) return 'stage.changes.noneMaximum'
  return minOutputAmount === undefined ? 'stage.unchecked.help' : 'stage.changes.none'
}
