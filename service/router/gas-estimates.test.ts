import { afterAll, beforeAll, expect, it } from 'vitest'
import { NATIVE_TOKEN, sameAddress } from '../../wire/lib/address.ts'
import type { ParsedPriceRequest } from '../../wire/price-request.ts'
import { makeAddress } from '../testing/literal-chain.ts'
import {
  type DevnetTrade,
  PARTNER,
  type RouterDevnet,
  startRouterDevnet,
  TRADER,
} from './testing/router-devnet.ts'

/** A trade and the maximum error of its gas estimate in percent. */
interface Kind {
  name: string
  trade: DevnetTrade
  within: number
}

let devnet: RouterDevnet

let receivers = 0
/** Returns a receiver that holds the native coin and no tokens. */
const nextReceiver = () => makeAddress(0xace0000 + receivers++)

beforeAll(async () => {
  devnet = await startRouterDevnet()
})

afterAll(() => devnet?.stop())

const sell = (module: string | undefined, input: string, output: string, amount: string): DevnetTrade => ({
  ...{ input, output, amount },
  ...(module !== undefined && { modulesFilter: [module] }),
})

const KINDS: readonly Kind[] = [
  { name: 'a pair of V2', trade: sell('uniswap-v2', 'USDC', 'WETH', '3000'), within: 5 },
  { name: 'two pairs of V2 in a row', trade: sell('uniswap-v2', 'LINK', 'USDC', '100'), within: 5 },
  { name: 'pairs of V2 side by side', trade: sell('uniswap-v2', 'WETH', 'USDT', '40'), within: 5 },
  { name: 'a pool of V3', trade: sell('uniswap-v3', 'MKR', 'WETH', '3'), within: 5 },
  { name: 'a tick of V3 crossed', trade: sell('uniswap-v3', 'MKR', 'WETH', '50'), within: 5 },
  { name: 'many pools of V3', trade: sell('uniswap-v3', 'WETH', 'USDC', '200'), within: 5 },
  { name: 'a pool of PancakeSwap V3', trade: sell('pancakeswap-v3', 'WETH', 'USDC', '30'), within: 5 },
  { name: 'ticks of PancakeSwap V3', trade: sell('pancakeswap-v3', 'WBTC', 'WETH', '4'), within: 5 },
  { name: 'a pool of V4', trade: sell('uniswap-v4', 'WBTC', 'USDC', '0.2'), within: 5 },
  { name: 'V4 from the native coin', trade: sell('uniswap-v4', 'ETH', 'USDC', '2'), within: 5 },
  { name: 'V4 to the wrapped coin', trade: sell('uniswap-v4', 'USDC', 'WETH', '9000'), within: 5 },
  { name: 'two pools of V4, to the native coin', trade: sell('uniswap-v4', 'WBTC', 'ETH', '0.5'), within: 5 },
  { name: 'a pool of Algebra', trade: sell('algebra', 'WETH', 'USDC', '2'), within: 5 },
  { name: 'two pools of Algebra', trade: sell('algebra', 'LINK', 'WETH', '100'), within: 5 },
  { name: 'a weighted pool', trade: sell('balancer-v2', 'WETH', 'USDC', '2'), within: 5 },
  { name: 'a stable pool', trade: sell('balancer-v2', 'USDC', 'DAI', '9000'), within: 5 },
  { name: 'a stable pool and a weighted one', trade: sell('balancer-v2', 'DAI', 'WETH', '9000'), within: 5 },
  { name: 'a volatile pair of Solidly', trade: sell('dystopia', 'WETH', 'USDC', '2'), within: 5 },
  { name: 'a stable pair of Solidly', trade: sell('dystopia', 'USDC', 'DAI', '2000'), within: 5 },
  { name: 'StableSwap', trade: sell('curve', 'DAI', 'USDC', '9000'), within: 5 },
  { name: 'V2 from the native coin', trade: sell('uniswap-v2', 'ETH', 'USDC', '1'), within: 5 },
  { name: 'V3 to the native coin', trade: sell('uniswap-v3', 'USDC', 'ETH', '9000'), within: 5 },
  // The gas depends on earlier writes to the reserve and to the token's holders.
  { name: 'a deposit with Aave', trade: sell('aave-v3', 'USDC', 'aEthUSDC', '2000'), within: 12 },
  // Steps share tokens, and only the first step that touches a token pays for it. Each step is
  // estimated separately.
  { name: 'pools of all kinds', trade: sell(undefined, 'WETH', 'USDC', '900'), within: 12 },
  { name: 'wrapping', trade: sell(undefined, 'ETH', 'WETH', '1'), within: 5 },
  { name: 'unwrapping', trade: sell(undefined, 'WETH', 'ETH', '1'), within: 5 },
]

const PURCHASES: readonly Kind[] = KINDS.filter(({ name }) =>
  [
    'a pair of V2',
    'V2 from the native coin',
    'many pools of V3',
    'a pool of V4',
    'a pool of Algebra',
    'a weighted pool',
    'a stable pool',
  ].includes(name),
)

it.each(KINDS)('estimates the gas of a sale, within $within %: $name', async ({ trade, within }) => {
  expect(Math.abs(await getError(trade))).toBeLessThan(within)
})

it.each(PURCHASES)('estimates the gas of a purchase, within $within %: $name', async ({ trade, within }) => {
  expect(Math.abs(await getError(trade, 'BUY'))).toBeLessThan(within)
})

it('estimates the gas of a withdrawal from Aave', async () => {
  const deposit = devnet.request(sell('aave-v3', 'WETH', 'aEthWETH', '6'))
  await fund(deposit)
  await send(deposit)
  expect(Math.abs(await getError(sell('aave-v3', 'aEthWETH', 'WETH', '2')))).toBeLessThan(5)
})

it('estimates the gas of a trade with a partner', async () => {
  const trade = { ...sell('uniswap-v3', 'USDC', 'WETH', '9000'), partnerFee: 50, partnerAddress: PARTNER }
  expect(Math.abs(await getError(trade))).toBeLessThan(5)
})

it('overestimates by at most a tenth for a receiver with a balance of the output', async () => {
  const trade = sell('uniswap-v3', 'USDC', 'WETH', '9000')
  const error = await getError({ ...trade, outputReceiver: PARTNER })
  expect(error).toBeGreaterThan(0)
  expect(error).toBeLessThan(10)
})

/**
 * Returns by how many percent the estimate exceeds the simulation after pools, treasury and partner
 * have traded once, because the first trade of a pool writes storage that later trades only update.
 */
async function getError(trade: DevnetTrade, type: 'SELL' | 'BUY' = 'SELL'): Promise<number> {
  const there = devnet.request(trade)
  await fund(there)
  const { effectiveOutputAmount } = await send({ ...there, computeEstimate: false })
  const back = devnet.request({ ...trade, input: trade.output, output: trade.input, outputReceiver: PARTNER })
  const again = { ...back, inputAmount: effectiveOutputAmount, computeEstimate: false }
  await fund(again)
  await send(again)
  // Advances the clock, because pools store one price per second.
  await devnet.test.passTime(12)
  const receiver = nextReceiver()
  await devnet.test.deal(NATIVE_TOKEN, receiver, 1n)
  const sale = devnet.request({ outputReceiver: receiver, ...trade })
  const request = type === 'SELL' ? sale : await toPurchase(sale)
  await fund(sale)
  const { computationUnits: estimated } = await devnet.router.quote({ ...request, computeEstimate: false })
  const { gasUsed, computationUnits } = await send(request)
  expect(computationUnits, 'simulated').toBe(gasUsed)
  return (estimated / gasUsed - 1) * 100
}

async function toPurchase(sale: ParsedPriceRequest): Promise<ParsedPriceRequest> {
  const { outputAmount } = await devnet.router.price(sale)
  const { inputAmount: _, ...rest } = sale
  return { ...rest, orderType: 'BUY', outputAmount }
}

/** Funds twice the input, because a purchase may cost more than its quote. */
async function fund({ inputToken, inputAmount = '0' }: ParsedPriceRequest): Promise<void> {
  const token = devnet.test.manifest.tokens.find(({ address }) => sameAddress(address, inputToken))
  if (token?.claim?.kind !== 'a-token') return devnet.fund(token?.symbol ?? 'ETH', BigInt(inputAmount) * 2n)
  // A deposit token cannot be dealt, so an earlier trade has bought it.
  await devnet.test.approve(token.symbol, devnet.chain.config.settlement, BigInt(inputAmount) * 2n, TRADER)
  await devnet.reachesHead()
}

async function send(request: ParsedPriceRequest) {
  const quote = await devnet.router.quote(request)
  const hash = await devnet.send(quote)
  await devnet.reachesHead()
  const { gasUsed } = await devnet.test.publicClient.getTransactionReceipt({ hash })
  return { ...quote, gasUsed: Number(gasUsed) }
}
