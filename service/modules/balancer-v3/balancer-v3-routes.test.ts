import { parseAbi, parseEther } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  BALANCER_V3_CODE_BYTES,
  deployBalancerV3,
} from '../../../devnet/deployers/balancer/deploy-balancer-v3.ts'
import type { Address } from '../../../wire/lib/address.ts'
import type { PriceRequest } from '../../../wire/price-request.ts'
import { setupRoutedDevnet, TRADER } from '../testing/routed-devnet.ts'
import type { BalancerV3SourceConfig } from './balancer-v3-module.ts'

const [UNIT, COARSE_UNIT] = [10n ** 18n, 10n ** 6n]
const BUDGET = 2_000_000n
const RATE = parseEther('1.0837') + 12_345n
const rateAbi = parseAbi(['function set(uint256)'])

let source: BalancerV3SourceConfig
let tokens: Record<'X' | 'Y' | 'Z' | 'SHARE' | 'COARSE', Address>
let pools: Record<'weighted' | 'weightedThree' | 'weightedBridge' | 'stableThree' | 'stableBridge', Address>

/**
 * The devnet with a vault of unboosted pools of two and of three tokens. For two tokens of each
 * pool of three, another pool is far deeper.
 */
const devnet = setupRoutedDevnet(
  async ({ test, node, deploy }, index) => {
    const mint = (token: Address, to: Address, amount: bigint) => test.deal(token, to, amount)
    const [X, Y, Z] = [await deploy('PlainToken'), await deploy('PlainToken'), await deploy('PlainToken')]
    const [SHARE, COARSE] = [await deploy('PlainToken'), await deploy('CoarseToken')]
    tokens = { X, Y, Z, SHARE, COARSE }
    const rateProvider = await deploy('TestRate')
    await node.write(rateProvider, rateAbi, 'set', [RATE])
    const balancer = await deployBalancerV3(node, { mint, deploy })
    const { addStablePool, addWeightedPool } = balancer
    const half = parseEther('0.5')
    const third = parseEther('1') / 3n
    const many = { amount: 3_000_000n * UNIT }
    pools = {
      weighted: await addWeightedPool([
        { token: X, weight: parseEther('0.8'), amount: 800_000n * UNIT },
        { token: Y, weight: parseEther('0.2'), amount: 200_000n * UNIT + 7n },
      ]),
      weightedThree: await addWeightedPool([
        { token: X, weight: third, amount: 300_000n * UNIT },
        { token: Y, weight: third, amount: 300_000n * UNIT + 1n },
        { token: Z, weight: parseEther('1') - 2n * third, amount: 300_000n * UNIT },
      ]),
      weightedBridge: await addWeightedPool(
        [
          { token: Y, weight: half, ...many },
          { token: Z, weight: half, ...many },
        ],
        { swapFee: parseEther('0.0001') },
      ),
      stableThree: await addStablePool([
        { token: Y, amount: 300_000n * UNIT },
        { token: SHARE, amount: 300_000n * UNIT, rateProvider },
        { token: COARSE, amount: 300_000n * COARSE_UNIT },
      ]),
      stableBridge: await addStablePool(
        [
          { token: SHARE, ...many, rateProvider },
          { token: COARSE, amount: 3_000_000n * COARSE_UNIT },
        ],
        { swapFee: parseEther('0.0001') },
      ),
    }
    const { vault: factory, factories } = balancer
    source = {
      ...{ kind: 'balancer-v3', index, module: 'balancer-v3', name: 'Balancer V3', factory },
      weightedFactories: [factories.weighted],
      stableFactories: [factories.stable],
      rateProviders: [rateProvider],
    }
    return { sources: [source], baseTokens: [Y, Z, SHARE, COARSE] }
  },
  { codeBytes: BALANCER_V3_CODE_BYTES },
)

const unitOf = (symbol: keyof typeof tokens) => (symbol === 'COARSE' ? COARSE_UNIT : UNIT)

beforeAll(async () => {
  const { test, chain } = devnet
  for (const symbol of ['X', 'Y', 'Z', 'SHARE', 'COARSE'] as const) {
    const amount = BUDGET * unitOf(symbol)
    await test.deal(tokens[symbol], test.account(TRADER), amount)
    await test.approve(tokens[symbol], chain.config.settlement, amount, TRADER)
  }
  await devnet.reachesHead()
})

const trade = async (
  input: keyof typeof tokens,
  output: keyof typeof tokens,
  changes: Partial<PriceRequest>,
) => {
  const request = devnet.toRequest(tokens[input], tokens[output], { slippage: 0, ...changes })
  const traded = await devnet.trade(request)
  const traveled = traded.steps.map((step) => {
    expect(step.source).toBe(source.index)
    return Object.entries(pools).find(([, pool]) => BigInt(pool) === BigInt(step.data))?.[0]
  })
  return { ...traded, traveled }
}

/** Input token, output token, whole amount, and a pool on the route. */
const cases = [
  ['X', 'Y', 1_234n, 'weighted'],
  ['Y', 'X', 1_234n, 'weighted'],
  ['X', 'Z', 1_234n, 'weightedThree'],
  ['Z', 'X', 1_234n, 'weightedThree'],
  ['Y', 'SHARE', 1_234n, 'stableThree'],
  ['SHARE', 'Y', 1_234n, 'stableThree'],
  ['COARSE', 'Y', 1_234n, 'stableThree'],
  ['SHARE', 'COARSE', 1_234n, 'stableBridge'],
  ['COARSE', 'SHARE', 1_234n, 'stableBridge'],
  ['X', 'COARSE', 1_234n, 'stableThree'],
] as const

describe('Balancer V3 pools in the real router', () => {
  it("use the executor's row of their vault, and load without boosting", async () => {
    expect((await devnet.expectRow(source)).kind).toBe(12)
    for (const pool of Object.values(pools)) {
      expect(devnet.chain.snapshot()?.poolIndex.contract(pool.toLowerCase() as Address)?.isHealthy).toBe(true)
    }
  })

  it.each(cases)('sell %s for %s to the wei of the quote: %i', async (input, output, whole, pool) => {
    const amount = whole * unitOf(input) + 7n
    const { quote, spent, received, traveled } = await trade(input, output, { inputAmount: `${amount}` })
    expect(traveled).toContain(pool)
    expect(spent).toBe(amount)
    expect(received).toBe(BigInt(quote.effectiveOutputAmount))
  })

  it.each(cases)('buy with %s exactly the quoted %s: %i', async (input, output, whole, pool) => {
    const amount = whole * unitOf(output) + 7n
    const params = { orderType: 'BUY', outputAmount: `${amount}` } as const
    const { quote, spent, received, traveled } = await trade(input, output, params)
    expect(traveled).toContain(pool)
    expect(spent).toBe(BigInt(quote.inputAmount))
    expect(received).toBe(amount)
  })

  it.each([
    ['X', 'Y', 300_000n, 'weightedThree'],
    ['X', 'Z', 300_000n, 'weightedThree'],
    ['Y', 'COARSE', 400_000n, 'stableThree'],
    ['Y', 'SHARE', 400_000n, 'stableThree'],
  ] as const)(
    'sell %s for %s in several pairs of one pool, to the wei of the quote: %i',
    async (input, output, whole, pool) => {
      const amount = whole * unitOf(input) + 7n
      const { quote, spent, received, traveled } = await trade(input, output, { inputAmount: `${amount}` })
      expect(traveled.filter((one) => one === pool).length).toBeGreaterThanOrEqual(2)
      expect(spent).toBe(amount)
      expect(received).toBe(BigInt(quote.effectiveOutputAmount))
    },
  )
})
