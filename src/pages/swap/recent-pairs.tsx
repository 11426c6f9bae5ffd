import { skipToken, useQuery } from '@tanstack/react-query'
import { isNativeToken, sameAddress } from '../../../wire/lib/address.ts'
import { Button } from '../../components/button.tsx'
import { TokenAvatar } from '../../components/token-avatar.tsx'
import { getChain } from '../../config/get-chain.ts'
import { isOfferedTrade } from '../../config/is-offered-trade.ts'
import { isPairLocked } from '../../config/is-pair-locked.ts'
import { isUnlisted } from '../../config/is-unlisted.ts'
import type { ResolvedConfig } from '../../config/types.ts'
import type { Token } from '../../events/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useShownActivity } from '../../hooks/use-shown-activity.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { type QueryContext, queryKey } from '../../queries/query-context.ts'
import { sharedOptions } from '../../queries/shared-options.ts'
import { nativeToken } from '../../queries/token-of.ts'
import { catalogueToken } from '../../queries/token-query.ts'
import type { ActivityEntry, ActivityToken } from '../../store/types.ts'
import styles from './recent-pairs.module.css'

const MAX_PAIRS = 3

/** The pairs of the last swaps, below an empty form. */
export function RecentPairs() {
  const isEmpty = useForm(
    ({ inputAmount, outputAmount, inputUsd }) => !inputAmount && !outputAmount && !inputUsd,
  )
  const { t } = useTranslation()
  const { form } = useWidget()
  const pairs = useRecentPairs(isEmpty)
  if (!isEmpty || pairs.length === 0) return null
  const choose = ({ input, output }: Pair) =>
    form.setState({
      inputChainId: input.chainId,
      inputToken: input.address,
      outputChainId: output.chainId,
      outputToken: output.address,
      moved: undefined,
    })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend and its own styles.
    <div className={styles.pairs} role="group" aria-label={t('tokens.group.recent')}>
      {pairs.map((pair) => (
        <Button key={toKey(pair)} size="small" onClick={() => choose(pair)}>
          <TokenAvatar token={pair.input} size={18} />
          <TokenAvatar token={pair.output} size={18} />
          <span translate="no">
            {t('progress.left', { input: pair.input.symbol, output: pair.output.symbol })}
          </span>
        </Button>
      ))}
    </div>
  )
}

interface Pair<Id extends ActivityToken = Token> {
  input: Id
  output: Id
}

/**
 * Returns the recent pairs of listed tokens, with the names of the catalogue: any script of the
 * origin can write the stored swaps.
 */
function useRecentPairs(enabled: boolean): readonly Pair[] {
  const widget = useWidget()
  const config = useConfig()
  const entries = useShownActivity()
  const inputToken = useForm((form) => form.inputToken)
  const outputToken = useForm((form) => form.outputToken)
  const chainId = useForm((form) => form.inputChainId)
  const stored = enabled ? toPairs(entries, config) : []
  const { data = [] } = useQuery(
    {
      ...sharedOptions,
      queryKey: queryKey(widget, 'recent-pairs', { pairs: stored.map(toKey) }),
      queryFn:
        stored.length === 0
          ? skipToken
          : async () => {
              const pairs = await Promise.all(stored.map((pair) => loadPair(widget, pair)))
              return pairs.filter((pair) => pair !== undefined)
            },
      retry: false,
    },
    widget.queryClient,
  )
  return data
    .filter(
      ({ input, output }) =>
        input.chainId !== chainId || !isToken(input, inputToken) || !isToken(output, outputToken),
    )
    .slice(0, MAX_PAIRS)
}

/** The distinct pairs that the host offers, newest first, with one more than are shown. */
function toPairs(entries: readonly ActivityEntry[], config: ResolvedConfig): Pair<ActivityToken>[] {
  if (isPairLocked(config)) return []
  const pairs = entries
    .filter(
      ({ chainId, inputToken, outputToken }) =>
        config.chains.some(({ id }) => id === chainId) &&
        isOfferedTrade(config, { chainId, inputToken, outputToken }),
    )
    .map(({ inputToken: input, outputToken: output }) => ({ input, output }))
  return [...new Map(pairs.map((pair) => [toKey(pair), pair])).values()].slice(0, MAX_PAIRS + 1)
}

async function loadPair(context: QueryContext, { input, output }: Pair<ActivityToken>) {
  const [paid, received] = await Promise.all([loadListed(context, input), loadListed(context, output)])
  return paid && received && { input: paid, output: received }
}

async function loadListed(context: QueryContext, token: ActivityToken): Promise<Token | undefined> {
  const config = context.config.getState()
  const listed = await catalogueToken(context, token)
  if (listed) return isUnlisted(config, listed, false) ? undefined : listed
  return isNativeToken(token.address) ? nativeToken(getChain(config, token.chainId)) : undefined
}

function toKey({ input, output }: Pair<ActivityToken>): string {
  return [input.chainId, input.address, output.address].join().toLowerCase()
}

function isToken({ address }: Token, other: Token['address'] | undefined): boolean {
  return other !== undefined && sameAddress(address, other)
}
