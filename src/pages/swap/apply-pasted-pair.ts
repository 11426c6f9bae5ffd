import { sameAddress } from '../../../wire/lib/address.ts'
import { isOfferedTrade } from '../../config/is-offered-trade.ts'
import { isPairLocked } from '../../config/is-pair-locked.ts'
import { isUnlisted } from '../../config/is-unlisted.ts'
import { isAllowedToken, type Side } from '../../config/token-rules.ts'
import type { Token } from '../../events/types.ts'
import { readPastedTrade } from '../../i18n/read-pasted-amount.ts'
import type { Widget } from '../../instance/types.ts'
import { catalogueQuery } from '../../queries/catalogue-query.ts'
import type { FormState } from '../../store/types.ts'

/** `left`: the form had this pair already, or the user changed it while the tokens were loading. */
export type PairOutcome = 'set' | 'left' | 'refused'

export interface PastedPair {
  text: string
  separator: string
  /** Symbols. */
  input: string
  output: string
  signal: AbortSignal
}

/**
 * Sets the pair and amount of a pasted text such as "1.5 ETH to USDC" on the form's chain. Refuses
 * unless each symbol matches exactly one listed token that the host offers.
 */
export async function applyPastedPair(widget: Widget, pair: PastedPair): Promise<PairOutcome> {
  const { form, config } = widget
  const before = form.getState()
  const chainId = before.inputChainId
  const [input, output] = await Promise.all([
    findListed(widget, { chainId, symbol: pair.input, side: 'input' }),
    findListed(widget, { chainId, symbol: pair.output, side: 'output' }),
  ])
  if (pair.signal.aborted || !isSameForm(form.getState(), before)) return 'left'
  if (!input || !output || sameAddress(input.address, output.address)) return 'refused'
  const isSame = isToken(input, before.inputToken) && isToken(output, before.outputToken)
  if (isSame) return 'left'
  const trade = { chainId, inputToken: input, outputToken: output }
  if (isPairLocked(config.getState()) || !isOfferedTrade(config.getState(), trade)) return 'refused'
  const read = readPastedTrade(pair.text, { separator: pair.separator, decimals: input.decimals })
  form.setState({
    inputChainId: chainId,
    inputToken: input.address,
    outputChainId: chainId,
    outputToken: output.address,
    inputAmount: read?.amount ?? before.inputAmount,
    outputAmount: '',
    moved: undefined,
  })
  return 'set'
}

/** Returns whether the user has changed no field since. */
function isSameForm(now: FormState, before: FormState): boolean {
  const fields = ['inputAmount', 'inputChainId', 'inputToken', 'outputChainId', 'outputToken'] as const
  return fields.every((field) => now[field] === before[field])
}

interface Wanted {
  chainId: number
  symbol: string
  side: Side
}

/** Finds the only listed token with a symbol, ignoring case. Undefined if none or several match. */
async function findListed(widget: Widget, { chainId, symbol, side }: Wanted): Promise<Token | undefined> {
  const config = widget.config.getState()
  const { pages } = await widget.queryClient.fetchInfiniteQuery(
    catalogueQuery(widget, { chainIds: [chainId], search: symbol }),
  )
  const { tokens = [], unlisted = [] } = pages[0] ?? {}
  const found = tokens.filter(
    (token) =>
      token.symbol.toLowerCase() === symbol.toLowerCase() &&
      !isUnlisted(
        config,
        token,
        unlisted.some(({ address }) => isToken(token, address)),
      ) &&
      isAllowedToken(config, token, side),
  )
  return found.length === 1 ? found[0] : undefined
}

function isToken({ address }: Token, other: Token['address'] | undefined): boolean {
  return other !== undefined && sameAddress(address, other)
}
