import { type Address, parseAbi, parseEther, zeroAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { deployCurrentAave } from '../../../devnet/deployers/aave/deploy-current-aave.ts'
import {
  BALANCER_V3_CODE_BYTES,
  deployBalancerV3,
} from '../../../devnet/deployers/balancer/deploy-balancer-v3.ts'
import type { PriceRequest } from '../../../wire/price-request.ts'
import type { LiquiditySourceConfig } from '../../config/types.ts'
import { setupRoutedDevnet, TRADER } from '../testing/routed-devnet.ts'

const SYMBOLS = ['USDC', 'USDT'] as const
const WRAPPERS = [
  '0x00000000000000000000000000000000000057a1',
  '0x00000000000000000000000000000000000057a2',
] as const
const BOOSTED = ['wrapped-usdc', 'balancer-v3', 'wrapped-usdt'] as const
const UNIT = 10n ** 6n
const MUCH = 10_000_000n * UNIT
const HELD = 2_000_000n * UNIT
/** Gas of the settlement without the steps. */
const SETTLEMENT_GAS = 95_000
const MONTH_SECONDS = 30n * 86_400n
const depositAbi = parseAbi(['function deposit(uint256, address) returns (uint256)'])

let pool: Address

/**
 * The devnet with a pool of the static wrappers of two tokens that Aave lends. The wrappers are not
 * base tokens.
 */
const devnet = setupRoutedDevnet(
  async ({ test, node, deploy }, index) => {
    const { deployer } = node.accounts
    const assets = SYMBOLS.map((symbol) => test.token(symbol).address)
    const aave = await deployCurrentAave(node)
    for (const [i, asset] of assets.entries()) {
      const wrapper = WRAPPERS[i] ?? zeroAddress
      await test.deal(asset, deployer, 3n * MUCH)
      await aave.addWrapper(await aave.addReserve(asset), wrapper)
      await aave.supply(asset, MUCH)
      await node.approve(asset, wrapper, 2n * MUCH)
    }
    for (const asset of assets) await aave.borrow(asset, MUCH / 4n)
    await node.passTime(MONTH_SECONDS)
    const mint = (token: Address, to: Address, amount: bigint) =>
      node.write(token, depositAbi, 'deposit', [2n * amount, to])
    const balancer = await deployBalancerV3(node, { mint, deploy })
    const rates = [await deploy('WrapperRate', [WRAPPERS[0]]), await deploy('WrapperRate', [WRAPPERS[1]])]
    pool = await balancer.addStablePool(
      WRAPPERS.map((token, i) => ({ token, amount: HELD, rateProvider: rates[i] ?? zeroAddress })),
      { amplification: 2_000n, swapFee: parseEther('0.000001') },
    )
    const [first, vault, second] = BOOSTED
    const sources: LiquiditySourceConfig[] = [
      { kind: 'erc4626', index, module: first, name: 'Wrapped USDC', factory: WRAPPERS[0] },
      {
        kind: 'balancer-v3',
        index: index + 1,
        module: vault,
        name: 'Balancer V3',
        factory: balancer.vault,
        stableFactories: [balancer.factories.stable],
        rateProviders: rates,
      },
      { kind: 'erc4626', index: index + 2, module: second, name: 'Wrapped USDT', factory: WRAPPERS[1] },
    ]
    return { sources, baseTokens: [] }
  },
  { codeBytes: BALANCER_V3_CODE_BYTES },
)

beforeAll(async () => {
  const { test, chain } = devnet
  for (const symbol of SYMBOLS) {
    const token = test.token(symbol).address
    await test.deal(token, test.account(TRADER), MUCH)
    await test.approve(token, chain.config.settlement, MUCH, TRADER)
  }
  await devnet.reachesHead()
})

const trade = async (input: string, output: string, changes: Partial<PriceRequest>) => {
  const [inputToken, outputToken] = [input, output].map((symbol) => devnet.test.token(symbol).address)
  const request = devnet.toRequest(inputToken ?? zeroAddress, outputToken ?? zeroAddress, {
    slippage: 0,
    ...changes,
  })
  const traded = await devnet.trade(request)
  return { ...traded, modules: traded.quote.liquidityModules.map(({ module }) => module) }
}

/**
 * With all pools of the devnet, and with the boosted pool alone. Other pools have a better price
 * for the reverse direction.
 */
const cases = [
  ['USDC', 'USDT', 54_321n * UNIT + 7n, []],
  ['USDC', 'USDT', UNIT, [...BOOSTED]],
  ['USDT', 'USDC', 54_321n * UNIT + 7n, [...BOOSTED]],
] as const

describe('boosted pool in the real router, with wrappers that are not base tokens', () => {
  it('is loaded with both conversions', () => {
    const found = [pool, ...WRAPPERS].map((address) => devnet.chain.snapshot()?.pool(address)?.isHealthy)
    expect(found).toEqual([true, true, true])
  })

  it.each(cases)('sells %s for %s through both wrappers, to the wei of the quote: %i', async (...params) => {
    const [from, to, amount, filter] = params
    const { quote, spent, received, modules } = await trade(from, to, {
      inputAmount: `${amount}`,
      modulesFilter: [...filter],
    })
    expect(modules.toSorted()).toEqual([...BOOSTED].toSorted())
    expect(spent).toBe(amount)
    expect(received).toBe(BigInt(quote.effectiveOutputAmount))
  })

  it.each(cases)('buys with %s exactly the quoted %s through both wrappers: %i', async (...params) => {
    const [from, to, amount, filter] = params
    const { quote, spent, received, modules } = await trade(from, to, {
      orderType: 'BUY',
      outputAmount: `${amount}`,
      modulesFilter: [...filter],
    })
    expect(modules.toSorted()).toEqual([...BOOSTED].toSorted())
    expect(spent).toBe(BigInt(quote.inputAmount))
    expect(received).toBe(amount)
  })

  it('counts the gas that a trade takes', async () => {
    const amount = 1_000n * UNIT
    const pools = [WRAPPERS[0], pool, WRAPPERS[1]].map((address) => devnet.chain.snapshot()?.pool(address))
    const [enter, swap, leave] = pools.map((one, i) => one?.exactInput(i < 2, amount)?.gas ?? 0)
    const { gasUsed } = await trade('USDC', 'USDT', {
      inputAmount: `${amount}`,
      modulesFilter: [...BOOSTED],
    })
    const counted = SETTLEMENT_GAS + (enter ?? 0) + (swap ?? 0) + (leave ?? 0)
    expect(Math.abs(counted / Number(gasUsed) - 1)).toBeLessThan(0.15)
  })

  it('shares a large trade with other pools, in both order types', async () => {
    const amount = 2_500_000n * UNIT + 7n
    for (const order of [
      { inputAmount: `${amount}` },
      { orderType: 'BUY', outputAmount: `${amount}` },
    ] as const) {
      const { quote, spent, received, modules } = await trade('USDC', 'USDT', order)
      expect(modules).toEqual(expect.arrayContaining([...BOOSTED]))
      expect(modules.length).toBeGreaterThan(BOOSTED.length)
      expect(spent).toBe(BigInt(quote.inputAmount))
      expect(received).toBe(BigInt(quote.effectiveOutputAmount))
    }
  })
})
