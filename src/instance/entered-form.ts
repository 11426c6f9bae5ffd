import { canPurchase } from '../config/can-purchase.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { FormState } from '../store/types.ts'
import { withAllowedTokens } from './apply-config.ts'
import type { Widget } from './types.ts'

/**
 * The form entered in a widget, for its successor with another config. Undefined if the chain is no
 * longer offered, or if the config starts or limits the form in another way.
 */
export function enteredForm({ config, form }: Widget, newer: ResolvedConfig): FormState | undefined {
  const entered = form.getState()
  const chain = newer.chains.find(({ id }) => id === entered.inputChainId)
  if (!chain || describeStart(newer) !== describeStart(config.getState())) return undefined
  return {
    ...entered,
    ...withAllowedTokens(entered, newer),
    ...(!canPurchase(chain) && { outputAmount: '' }),
  }
}

/** Omits the chain, because it depends on `chains` if the host sets none. */
function describeStart({ input, output, lockedFields, tradeType, tokenImport }: ResolvedConfig): string {
  const start = [input.token, input.amount, output.token, output.amount, output.recipient]
  return JSON.stringify([start, lockedFields, tradeType, tokenImport])
}
