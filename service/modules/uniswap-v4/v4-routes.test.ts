import { zeroAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { deployHookedPools } from '../../../devnet/deployers/uniswap/deploy-hooks.ts'
import { deployManager, NATIVE_POOL } from '../../../devnet/deployers/uniswap/deploy-manager.ts'
import { type Address, NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import type { PriceRequest } from '../../../wire/price-request.ts'
import { setupRoutedDevnet, TRADER } from '../testing/routed-devnet.ts'
import type { V4SourceConfig } from './v4-module.ts'

const UNIT = 10n ** 18n
const MUCH = 10_000_000n * UNIT
const BUDGET = 1_000_000n * UNIT
/** Parameters of a pool without hooks that is more expensive than the one with hooks. */
const DEAR_POOL = { fee: 10_000, tickSpacing: 200 }
/** Step data with hooks ends with their address. */
const NO_HOOKS = '0'.repeat(40)

let hooked: Awaited<ReturnType<typeof deployHookedPools>>
let tokens: Record<'ETH' | 'WETH' | 'X' | 'Y' | 'Z', Address>

/**
 * The devnet with another manager: pools of the native coin and X, and of X and Y, one with hooks.
 */
const devnet = setupRoutedDevnet(async ({ test, node, config, deploy }) => {
  const { deployer } = node.accounts
  await test.deal(NATIVE_TOKEN, deployer, MUCH)
  const mint = (token: Address, to: Address, amount: bigint) => test.deal(token, to, amount)
  const [X, Y, Z] = [await deploy('PlainToken'), await deploy('PlainToken'), await deploy('PlainToken')]
  tokens = { ETH: NATIVE_TOKEN, WETH: config.weth, X, Y, Z }
  const managed = await deployManager(node, mint)
  hooked = await deployHookedPools(node, { fixed: [X, Y], dynamic: [Y, Z] }, { ...managed, deploy })
  await managed.addManagedPool([X, Y], DEAR_POOL)
  await managed.addManagedPool([zeroAddress, X], NATIVE_POOL)
  const own = config.sources.find((source): source is V4SourceConfig => source.kind === 'v4')
  if (!own) throw new Error('The devnet has no manager')
  const { hooks } = hooked.pools.fixed
  return { sources: [{ ...own, factory: managed.manager, hooks: [hooks] }], baseTokens: [X] }
})

beforeAll(async () => {
  const { test, chain } = devnet
  for (const token of [tokens.WETH, tokens.X, tokens.Y, tokens.Z]) {
    await test.deal(token, test.account(TRADER), BUDGET)
    await test.approve(token, chain.config.settlement, BUDGET, TRADER)
  }
  await test.deal(NATIVE_TOKEN, test.account(TRADER), 2n * BUDGET)
  await devnet.reachesHead()
})

const trade = async (
  input: keyof typeof tokens,
  output: keyof typeof tokens,
  changes: Partial<PriceRequest>,
) => {
  const [called, request] = [
    await hooked.countCalls(),
    devnet.toRequest(tokens[input], tokens[output], { slippage: 0, ...changes }),
  ]
  const traded = await devnet.trade(request)
  const hooks = traded.steps.map(({ data }) => data.slice(-40)).filter((one) => one !== NO_HOOKS)
  // Two hook calls per swap, and none of any other kind.
  expect((await hooked.countCalls()) - called).toBe(2n * BigInt(hooks.length))
  return { ...traded, hooks }
}
/** Steps in pools of the native coin. */
const natives = ({ steps }: Awaited<ReturnType<typeof trade>>) =>
  steps.filter(({ data }) => BigInt(`0x${data.slice(2 + 128, 2 + 192)}`) === 1n)

/**
 * Input token, output token, whole amount, and the number of steps with hooks and with the native
 * coin.
 */
const cases = [
  ['X', 'Y', 1_234n * UNIT + 7n, { steps: 1, hooked: 1, native: 0 }],
  ['Y', 'X', 1_234n * UNIT + 7n, { steps: 1, hooked: 1, native: 0 }],
  ['X', 'Y', 543_210n * UNIT + 7n, { steps: 2, hooked: 1, native: 0 }],
  ['Y', 'X', 543_210n * UNIT + 7n, { steps: 2, hooked: 1, native: 0 }],
  ['ETH', 'X', 2_345n * UNIT + 11n, { steps: 1, hooked: 0, native: 1 }],
  ['X', 'ETH', 2_345n * UNIT + 11n, { steps: 1, hooked: 0, native: 1 }],
  ['WETH', 'X', 2_345n * UNIT + 11n, { steps: 1, hooked: 0, native: 1 }],
  ['X', 'WETH', 2_345n * UNIT + 11n, { steps: 1, hooked: 0, native: 1 }],
  ['ETH', 'Y', 3_456n * UNIT + 13n, { steps: 2, hooked: 1, native: 1 }],
  ['Y', 'ETH', 3_456n * UNIT + 13n, { steps: 2, hooked: 1, native: 1 }],
] as const

describe('V4 pools with a listed hook or the native coin in the router', () => {
  it('are followed except with a dynamic fee', () => {
    const pools = devnet.chain.snapshot()?.poolIndex.pools() ?? []
    expect(pools.filter(({ step }) => step(true)?.kind === 7)).toHaveLength(3)
  })

  it.each(cases)('sell %s for %s to the wei of the quote: %i', async (input, output, amount, route) => {
    const traded = await trade(input, output, { inputAmount: `${amount}` })
    const { quote, spent, received, steps, hooks } = traded
    expect({ steps: steps.length, hooked: hooks.length, native: natives(traded).length }).toEqual(route)
    expect(spent).toBe(amount)
    expect(received).toBe(BigInt(quote.effectiveOutputAmount))
  })

  it.each(cases)('buy with %s exactly the quoted %s: %i', async (input, output, amount, route) => {
    const traded = await trade(input, output, { orderType: 'BUY', outputAmount: `${amount}` })
    const { quote, spent, received, steps, hooks } = traded
    expect({ steps: steps.length, hooked: hooks.length, native: natives(traded).length }).toEqual(route)
    expect(spent).toBe(BigInt(quote.inputAmount))
    expect(received).toBe(amount)
  })
})
