import type { Query } from '@tanstack/react-query'
import type { Address } from '../../wire/lib/address.ts'
import { maximumInput, minimumOutput, parseDecimal } from '../../wire/lib/amount.ts'
import type { PriceResult } from '../../wire/router.ts'
import type { Answer } from '../clients/types.ts'
import { getChain } from '../config/get-chain.ts'
import { orUnknown, reportDefect } from '../errors/report-defect.ts'
import { autoSlippageBps } from '../lib/auto-slippage.ts'
import { quotedInput } from '../lib/purchase.ts'
import { queryKey } from '../queries/query-context.ts'
import { stableTokensQuery } from '../queries/stable-tokens-query.ts'
import { tokenQuery } from '../queries/token-query.ts'
import type { Widget } from './types.ts'

/** The part of a price's query key that is read here. */
interface PricedTrade {
  chainId: number
  inputToken: Address
  outputToken: Address
  inputAmount?: string
  outputAmount?: string
  slippageBps: number
  wrapper?: Address
}

/** How long a price move counts. */
const MEMORY_MS = 5 * 60_000
/** Prices further apart are not compared. */
const SAMPLE_MS = 60_000
/** Stable tokens further from one to one do not count as a stable pair. */
const PEG_TOLERANCE = 0.01

/**
 * While the slippage limit is automatic, sets it with each price of the form, from the pair and
 * from recent price moves. Keeps it during a review and while a swap runs. Returns the unsubscribe
 * function.
 */
export function followTradeSlippage(widget: Widget): () => void {
  const { settings, navigation, config, queryClient } = widget
  let pair = ''
  let samples: { trade: string; rate: number; at: number }[] = []
  let moves: { bps: number; at: number }[] = []

  const follow = async (trade: PricedTrade, query: Query, { value }: Answer<PriceResult>) => {
    const nextPair = `${trade.chainId} ${trade.inputToken} ${trade.outputToken}`
    if (nextPair !== pair) {
      pair = nextPair
      samples = []
      moves = []
    }
    addSample(trade, value)
    const isStable = await isStablePair(widget, trade, value)
    if (pair !== nextPair || !mayFollow()) return
    const moveBps = Math.max(0, ...moves.map(({ bps }) => bps))
    const reasons = { isStable, moveBps, impactBps: parseDecimal(value.priceImpactBps) ?? 0 }
    const slippageBps = autoSlippageBps(reasons, config.getState().slippageBoundsBps)
    const isPart =
      trade.inputAmount !== undefined && BigInt(value.effectiveInputAmount) < BigInt(trade.inputAmount)
    // The possible part of a partial fill depends on the limit.
    if (slippageBps !== trade.slippageBps && !isPart) keepPrice(query, trade, slippageBps)
    settings.setState({ slippageBps, slippageReasons: reasons, notByUser: {} })
  }

  const mayFollow = () => {
    const { stack } = navigation.getState()
    return settings.getState().isSlippageAuto && !stack.includes('review') && !stack.includes('progress')
  }

  function addSample(trade: PricedTrade, value: PriceResult): void {
    const now = Date.now()
    const amounts = `${trade.inputAmount} ${trade.outputAmount}`
    const rate = Number(value.effectiveOutputAmount) / Number(quotedInput(value))
    if (!Number.isFinite(rate) || rate <= 0) return
    samples = samples.filter(({ at }) => now - at <= SAMPLE_MS)
    const changes = samples
      .filter((sample) => sample.trade === amounts)
      .map((sample) => Math.abs(rate / sample.rate - 1) * 10_000)
    moves = moves.filter(({ at }) => now - at <= MEMORY_MS)
    moves.push({ bps: Math.max(0, ...changes), at: now })
    samples.push({ trade: amounts, rate, at: now })
  }

  /**
   * Stores the price under the new limit without another request, because only its minimum differs.
   */
  function keepPrice(query: Query, trade: PricedTrade, slippageBps: number): void {
    const answer = query.state.data as Answer<PriceResult>
    const value = {
      ...answer.value,
      minOutputAmount: trade.outputAmount
        ? answer.value.minOutputAmount
        : minimumOutput(BigInt(answer.value.effectiveOutputAmount), slippageBps).toString(),
      ...(trade.outputAmount && {
        maxInputAmount: maximumInput(quotedInput(answer.value), slippageBps).toString(),
      }),
    }
    queryClient.setQueryData(
      queryKey(widget, 'price', { ...trade, slippageBps }),
      { ...answer, value },
      { updatedAt: query.state.dataUpdatedAt },
    )
  }

  const look = (query: Query) => {
    const [scope, key, name, trade] = query.queryKey as readonly unknown[]
    if (scope !== 'sluice' || key !== widget.key || name !== 'price' || !mayFollow()) return
    const priced = trade as PricedTrade
    const answer = query.state.data as Answer<PriceResult> | undefined
    // A one-to-one exchange has no slippage.
    if (priced.wrapper || !answer) return
    void orUnknown(follow(priced, query, answer), widget.reportError)
  }

  const cache = queryClient.getQueryCache()
  // The price on screen may be older than this subscription.
  for (const query of cache.findAll({ type: 'active' })) look(query)
  return cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) look(event.query)
  })
}

/**
 * True if both tokens are listed as stable and trade near one to one. Unknown counts as not stable.
 */
async function isStablePair(
  widget: Widget,
  { chainId, inputToken, outputToken }: PricedTrade,
  value: PriceResult,
): Promise<boolean> {
  try {
    const { queryClient } = widget
    const chain = getChain(widget.config.getState(), chainId).name
    const stable = await queryClient.fetchQuery(stableTokensQuery(widget, { chain }))
    if (!stable.includes(inputToken.toLowerCase()) || !stable.includes(outputToken.toLowerCase()))
      return false
    const decimalsOf = async (address: Address) =>
      (await queryClient.fetchQuery(tokenQuery(widget, { chainId, address }))).decimals
    const [paid, received] = await Promise.all([decimalsOf(inputToken), decimalsOf(outputToken)])
    const rate = (Number(value.effectiveOutputAmount) / Number(quotedInput(value))) * 10 ** (paid - received)
    return Math.abs(rate - 1) <= PEG_TOLERANCE
  } catch (error) {
    reportDefect(error, widget.reportError)
    return false
  }
}
