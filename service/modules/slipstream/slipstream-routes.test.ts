import { beforeAll, describe, expect, it } from 'vitest'
import { deploySlipstream } from '../../../devnet/deployers/uniswap/deploy-slipstream.ts'
import type { Address } from '../../../wire/lib/address.ts'
import type { PriceRequest } from '../../../wire/price-request.ts'
import { setupRoutedDevnet, TRADER } from '../testing/routed-devnet.ts'
import type { SlipstreamSourceConfig } from './slipstream-module.ts'

const UNIT = 10n ** 18n
const BUDGET = 2_000_000n * UNIT
/** Spacing of a second pool of X and Y. */
const OTHER_SPACING = 200
/** The factory's fee for the first spacing without a fee module, in millionths. */
const USUAL_FEE = 500
/** The lookback of the fee module in observations of two seconds. */
const OBSERVATIONS = 310
/** The dynamic fee per tick and the maximum fee, in millionths. */
const [SCALING, CAP] = [3_000_000n, 50_000]

let source: SlipstreamSourceConfig
let tokens: Record<'X' | 'Y' | 'Z', Address>
let pool: Address

/** The devnet with two pools of X and Y and one of Y and Z, with dynamic fees. */
const devnet = setupRoutedDevnet(async ({ test, node, deploy }, index) => {
  const mint = (token: Address, to: Address, amount: bigint) => test.deal(token, to, amount)
  const [X, Y, Z] = [await deploy('PlainToken'), await deploy('PlainToken'), await deploy('PlainToken')]
  tokens = { X, Y, Z }
  const slipstream = await deploySlipstream(node, { provider: await deploy('Liquidity'), mint })
  const { factory, poolAbi, addSlipstreamPool, setFeeModule } = slipstream
  pool = await addSlipstreamPool(X, Y)
  const others = [await addSlipstreamPool(X, Y, OTHER_SPACING), await addSlipstreamPool(Y, Z)]
  await setFeeModule('DynamicSwapFeeModule', [SCALING, CAP, [], []])
  for (const one of [pool, ...others]) {
    await node.write(one, poolAbi, 'increaseObservationCardinalityNext', [OBSERVATIONS])
  }
  const { initCodeHash } = slipstream.source
  source = { kind: 'slipstream', index, module: 'slipstream', name: 'Slipstream', factory, initCodeHash }
  return { sources: [source], baseTokens: [Y] }
})

const getPool = () => devnet.chain.snapshot()?.pool(pool.toLowerCase() as Address)

const trade = async (
  input: keyof typeof tokens,
  output: keyof typeof tokens,
  changes: Partial<PriceRequest>,
) => devnet.trade(devnet.toRequest(tokens[input], tokens[output], { slippage: 0, ...changes }))

/** Creates a stable price of some minutes, followed by a change. */
beforeAll(async () => {
  const { test, chain } = devnet
  for (const token of Object.values(tokens)) {
    await test.deal(token, test.account(TRADER), BUDGET)
    await test.approve(token, chain.config.settlement, BUDGET, TRADER)
  }
  await trade('X', 'Y', { inputAmount: `${UNIT}` })
  await trade('Y', 'Z', { inputAmount: `${UNIT}` })
  await test.passTime(700)
  await test.testClient.mine({ blocks: 1 })
  await trade('X', 'Y', { inputAmount: `${200_000n * UNIT}` })
  await trade('Z', 'Y', { inputAmount: `${10_000n * UNIT}` })
  await devnet.reachesHead()
})

/** Input token, output token, whole amount, and the minimum number of steps. */
const cases = [
  ['X', 'Y', 4_321n * UNIT + 7n, 1],
  ['Y', 'X', 4_321n * UNIT + 7n, 1],
  ['X', 'Y', 400_000n * UNIT + 7n, 2],
  ['Y', 'X', 400_000n * UNIT + 7n, 2],
  ['X', 'Z', 2_345n * UNIT + 11n, 2],
  ['Z', 'X', 2_345n * UNIT + 11n, 2],
] as const

describe('Slipstream pools in the router', () => {
  it('use a V3 row of the executor, and charge a fee that follows the price of the last minutes', async () => {
    expect((await devnet.expectRow(source)).kind).toBe(1)
    expect(getPool()?.fee).toBeGreaterThan(USUAL_FEE)
  })

  it.each(cases)('sell %s for %s to the wei of the quote: %i', async (input, output, amount, least) => {
    const { quote, spent, received, steps } = await trade(input, output, { inputAmount: `${amount}` })
    expect(new Set(steps.map((step) => step.source))).toEqual(new Set([source.index]))
    expect(steps.length).toBeGreaterThanOrEqual(least)
    expect(spent).toBe(amount)
    expect(received).toBe(BigInt(quote.effectiveOutputAmount))
  })

  it.each(cases)('buy with %s exactly the quoted %s: %i', async (input, output, amount, least) => {
    const params = { orderType: 'BUY', outputAmount: `${amount}` } as const
    const { quote, spent, received, steps } = await trade(input, output, params)
    expect(new Set(steps.map((step) => step.source))).toEqual(new Set([source.index]))
    expect(steps.length).toBeGreaterThanOrEqual(least)
    expect(spent).toBe(BigInt(quote.inputAmount))
    expect(received).toBe(amount)
  })

  it('follow the state after a trade and the fee of a later second', async () => {
    const before = getPool()
    await trade('Y', 'X', { inputAmount: `${300_000n * UNIT}` })
    await devnet.reachesHead()
    const moved = getPool()
    expect(moved?.spot).not.toEqual(before?.spot)
    await devnet.test.passTime(240)
    await devnet.test.testClient.mine({ blocks: 1 })
    await devnet.reachesHead()
    expect(getPool()?.fee).not.toBe(moved?.fee)
    const { quote, received } = await trade('X', 'Y', { inputAmount: `${5_000n * UNIT}` })
    expect(received).toBe(BigInt(quote.effectiveOutputAmount))
  })
})
