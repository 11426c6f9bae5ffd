import { parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Address } from '../../wire/lib/address.ts'
import { type SwapSuite, startSwapSuite } from './testing/swap-suite.ts'

const AMOUNT = 10n ** 18n
let suite: SwapSuite
let executor: Address

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  suite = await startSwapSuite()
  executor = await suite.chain.publicClient.readContract({
    abi: parseAbi(['function executor() view returns (address)']),
    address: suite.settlement,
    functionName: 'executor',
  })
})
afterAll(async () => {
  await suite?.stop()
  vi.unstubAllGlobals()
})
afterEach(() => suite.reset())

it.each<[string, string, bigint]>([
  ['as much of the input as the swap pays', 'WETH', AMOUNT],
  ['more of the input than the swap pays', 'WETH', 3n * AMOUNT],
  ['a unit of the input', 'WETH', 1n],
  ['some of the output', 'USDC', 5n * 10n ** 6n],
])('reports success of a swap whose executor holds %s as a gift', async (_, token, gift) => {
  const { chain, settlement } = suite
  const bench = await suite.open()
  await chain.approve('WETH', settlement, AMOUNT)
  const intent = await bench.intent({ input: 'WETH', output: 'USDC', amount: AMOUNT })
  await chain.deal(token, executor, gift)
  const before = await balances(bench.account)
  bench.execution.start(intent)
  const { outcome } = await bench.reaches('completed')
  const after = await balances(bench.account)
  expect(outcome.paid).toBe(maximum(before.weth - after.weth, 0n))
  expect(outcome.received).toBe(after.usdc - before.usdc)
})

it('reports success of a swap when the contract itself holds gifts of both tokens', async () => {
  const { chain, settlement } = suite
  const bench = await suite.open()
  await chain.approve('WETH', settlement, AMOUNT)
  const intent = await bench.intent({ input: 'WETH', output: 'USDC', amount: AMOUNT })
  await chain.deal('WETH', settlement, AMOUNT)
  await chain.deal('USDC', settlement, 10n ** 9n)
  bench.execution.start(intent)
  const { outcome } = await bench.reaches('completed')
  expect(outcome.paid).toBe(AMOUNT)
})

async function balances(account: Address) {
  const [weth, usdc] = await Promise.all([
    suite.chain.balanceOf('WETH', account),
    suite.chain.balanceOf('USDC', account),
  ])
  return { weth, usdc }
}

function maximum(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
