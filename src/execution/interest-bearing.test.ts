import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type SwapSuite, startSwapSuite } from './testing/swap-suite.ts'

let suite: SwapSuite

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  suite = await startSwapSuite()
})
afterAll(async () => {
  await suite?.stop()
  vi.unstubAllGlobals()
})
afterEach(() => suite.reset())

// Interest decides which balances are rounded. Six amounts always include rounded ones.
it.each([
  ['USDC', 'aEthUSDC'],
  ['aEthUSDC', 'USDC'],
  ['aEthUSDC', 'WETH'],
])('swaps %s into %s without slippage, however the balances are rounded', async (input, output) => {
  for (let i = 0n; i < 6n; i += 1n) {
    const bench = await suite.open()
    const amount = 1_000_003n * (i + 7n) + i
    const intent = await bench.intent({ input, output, amount, slippageBps: 0 })
    bench.execution.start(intent)
    const { outcome } = await bench.reaches('completed')
    expect(bench.stages()).not.toContain('reconfirm')
    const { minOutputAmount } = intent.price
    expect(outcome.received).toBeGreaterThanOrEqual(BigInt(minOutputAmount) - 1n)
    bench.stop()
  }
})
