import { startTestDevnet, type TestDevnet } from '../devnet/testing/devnet.ts'
import { startWidgetService, type WidgetService } from '../src/clients/testing/widget-service.ts'
import { getTerms, isWorse } from '../src/execution/machine/terms.ts'
import type { SwapIntent } from '../src/execution/machine/types.ts'
import { REVIEW_REFRESH_MS } from '../src/lib/thresholds.ts'
import { sleep } from '../wire/lib/sleep.ts'
import type { Row } from './table.ts'

const PAIRS = [
  { input: 'WETH', output: 'USDC', amount: 10n ** 18n },
  { input: 'USDC', output: 'WETH', amount: 2_500n * 10n ** 6n },
  { input: 'WBTC', output: 'USDC', amount: 10n ** 7n },
  { input: 'WETH', output: 'DAI', amount: 10n ** 18n },
  { input: 'DAI', output: 'WETH', amount: 2_500n * 10n ** 18n },
  { input: 'WBTC', output: 'WETH', amount: 10n ** 7n },
]
const SWAPS_PER_PAIR = 50
/** Range of the time in milliseconds that a user reads a review before Confirm. */
const SHORTEST_READ_MS = 3_000
const LONGEST_READ_MS = 10_000
const SLIPPAGE_BPS = 50
/** The default of `quoteToleranceBps`. */
const TOLERANCE_BPS = 10

/**
 * Measures how often a firm quote requires another confirmation on the moving devnet, by the
 * widget's own rule: compared with the refreshed price of the review page, and with the price when
 * the review opened.
 */
export async function measureReconfirmations(): Promise<Row[]> {
  const devnet = await startTestDevnet({ market: true, blockSeconds: 2, now: undefined })
  const service = await startWidgetService(devnet)
  try {
    await service.caughtUp()
    const pairs = await Promise.all(PAIRS.map((pair) => reviewPair({ devnet, service, pair })))
    const sum = (count: 'swaps' | 'refreshed' | 'opened') =>
      pairs.reduce((total, row) => total + row[count], 0)
    return [
      ...pairs,
      { pair: 'all', swaps: sum('swaps'), refreshed: sum('refreshed'), opened: sum('opened') },
    ]
  } finally {
    await service.stop()
    await devnet.stop()
  }
}

interface Market {
  devnet: TestDevnet
  service: WidgetService
  pair: (typeof PAIRS)[number]
}

async function reviewPair(market: Market) {
  const counts = { pair: `${market.pair.input} to ${market.pair.output}`, swaps: 0, refreshed: 0, opened: 0 }
  for (; counts.swaps < SWAPS_PER_PAIR; counts.swaps += 1) {
    const opened = await readPrice(market)
    let shown = opened
    const confirmAt = Date.now() + SHORTEST_READ_MS + Math.random() * (LONGEST_READ_MS - SHORTEST_READ_MS)
    while (Date.now() + REVIEW_REFRESH_MS < confirmAt) {
      await sleep(REVIEW_REFRESH_MS)
      shown = await readPrice(market)
    }
    await sleep(Math.max(0, confirmAt - Date.now()))
    const { value: quote } = await market.service.clients.router.quote(getRequest(market))
    const amounts = {
      inputAmount: market.pair.amount,
      outputAmount: BigInt(quote.effectiveOutputAmount),
    }
    if (isWorse(toTerms(market, shown), amounts)) counts.refreshed += 1
    if (isWorse(toTerms(market, opened), amounts)) counts.opened += 1
  }
  return counts
}

async function readPrice(market: Market): Promise<SwapIntent['price']> {
  return (await market.service.clients.router.price({ ...getRequest(market), computeEstimate: false })).value
}

function getRequest({ devnet, pair }: Market) {
  const chain = devnet.chain()
  return {
    networkID: chain.manifest.id,
    inputToken: chain.token(pair.input).address,
    outputToken: chain.token(pair.output).address,
    inputAmount: pair.amount.toString(),
    userAddress: chain.account(0),
    outputReceiver: chain.account(0),
    uniquePID: 'sluice-bench',
    slippage: SLIPPAGE_BPS,
  }
}

function toTerms({ devnet, pair }: Market, price: SwapIntent['price']) {
  const { address, decimals, symbol } = devnet.chain().token(pair.output)
  const outputToken = { chainId: devnet.chain().manifest.id, address, decimals, symbol, name: symbol }
  return getTerms(
    { inputAmount: pair.amount, outputAmount: undefined, outputToken, price, slippageBps: SLIPPAGE_BPS },
    TOLERANCE_BPS,
  )
}
