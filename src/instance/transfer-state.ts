import { canPurchase } from '../config/can-purchase.ts'
import { forChain } from '../config/per-chain.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { FormState, FormStore } from '../store/types.ts'
import { withAllowedTokens } from './apply-config.ts'
import type { Widget } from './types.ts'

/**
 * Gives a widget that is not mounted yet what the person has entered in the one it replaces, and the state of its dialog.
 * It keeps its own form where the chain is no longer offered, or the config starts or limits the form in another way.
 */
export function transferState(from: Widget, { config, form, settings, dialog }: Widget): void {
  dialog.setState(from.dialog.getState())
  const entered = from.form.getState()
  const newer = config.getState()
  const chain = newer.chains.find(({ id }) => id === entered.inputChainId)
  if (!chain || describeStart(newer) !== describeStart(from.config.getState())) return
  form.setState({
    ...withoutActions(entered),
    ...withAllowedTokens(entered, newer),
    ...(!canPurchase(chain) && { outputAmount: '' }),
  })
  settings.setState({ slippageBps: forChain(newer.slippageBps, chain.id) })
}

/** Those of a store change that store, whoever calls them. */
function withoutActions(form: FormStore): Partial<FormState> {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value !== 'function'))
}

/** Without the chain: it depends on `chains` where the host names none. */
function describeStart({ input, output, lockedFields, tradeType, tokenImport }: ResolvedConfig): string {
  return JSON.stringify([
    [input.token, input.amount, output.token, output.amount, output.recipient],
    [lockedFields, tradeType, tokenImport],
  ])
}
