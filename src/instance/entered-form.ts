import { canPurchase } from '../config/can-purchase.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { FormState } from '../store/types.ts'
import { withAllowedTokens } from './apply-config.ts'
import type { Widget } from './types.ts'

/**
 * What the person has entered in a widget, for the one of another config that takes its place. Undefined where the chain is no
 * longer offered, or the config starts or limits the form in another way.
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

/** Without the chain: it depends on `chains` where the host names none. */
function describeStart({ input, output, lockedFields, tradeType, tokenImport }: ResolvedConfig): string {
  const start = [input.token, input.amount, output.token, output.amount, output.recipient]
  return JSON.stringify([start, lockedFields, tradeType, tokenImport])
}
