import type { Address } from '../../wire/lib/address.ts'
import { changedLiveFields, needsRebuild } from '../config/config-changes.ts'
import { isAllowedToken, type Side } from '../config/token-rules.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { FormState } from '../store/types.ts'
import type { Widget } from './types.ts'

/** Fields that affect the responses of the services: all queries are reset when one changes. */
const SERVICE_FIELDS = ['integrator', 'apiKey', 'baseUrl', 'tokensUrl', 'exchangeRatesUrl']

/**
 * The rules of the host. A running swap obeys them until its signature, even if a new widget has to
 * wait for it.
 */
const RULE_FIELDS =
  /^(tokens|forbiddenPairs|hooks|approvals|recipient|verification|quoteToleranceBps|valueLossBps|unknownPrice)$/

/**
 * Applies the live fields of a changed config. Applies only the rules if the config needs a new
 * widget, because half of the rest could be inconsistent.
 */
export function applyConfig(
  { config, form, settings, queryClient, key }: Widget,
  newer: ResolvedConfig,
): void {
  const running = config.getState()
  const isWaiting = needsRebuild(running, newer)
  const changed = changedLiveFields(running, newer).filter((field) => !isWaiting || RULE_FIELDS.test(field))
  if (changed.length === 0) return
  config.setState({ ...running, ...Object.fromEntries(changed.map((field) => [field, newer[field]])) }, true)
  if (changed.includes('tokens')) form.setState(withAllowedTokens(form.getState(), newer))
  if (changed.includes('theme')) settings.setState({ theme: newer.theme, notByUser: {} })
  if (changed.some((field) => SERVICE_FIELDS.includes(field))) {
    void queryClient.resetQueries({ queryKey: ['sluice', key] })
  }
}

/** The tokens of a form that are still allowed. */
export function withAllowedTokens(form: FormState, config: ResolvedConfig): Partial<FormState> {
  const keep = (side: Side, chainId: number, address: Address | undefined) =>
    address && isAllowedToken(config, { chainId, address }, side) ? address : undefined
  return {
    inputToken: keep('input', form.inputChainId, form.inputToken),
    outputToken: keep('output', form.outputChainId, form.outputToken),
  }
}

/** The initial form state of a config. */
export function formOfConfig({ input, output }: ResolvedConfig): FormState {
  return {
    inputChainId: input.chainId,
    inputToken: input.token,
    outputChainId: output.chainId,
    outputToken: output.token,
    inputAmount: input.amount,
    outputAmount: output.amount,
    sendsToRecipient: output.recipient !== undefined,
    recipient: output.recipient,
  }
}
