import {
  type Address,
  encodeAbiParameters,
  numberToHex,
  parseAbiParameters,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCoinTrades } from '../../../contracts/testing/coin-trades.ts'
import { NOT_POOL } from '../../../contracts/testing/hostile-calls.ts'
import {
  CODE,
  encodeBuy,
  encodeRoute,
  SOURCE,
  type Step,
  stableswap,
  toPortion,
  v2,
} from '../../../contracts/testing/route.ts'
import { setupMarket } from '../../../contracts/testing/setup-market.ts'
import { UNIT } from '../../../contracts/testing/start-market.ts'
import { withSnapshot } from '../../../contracts/testing/with-snapshot.ts'
import { withSources } from '../../../contracts/testing/with-sources.ts'
import { loadArtifacts } from '../../../devnet/bytecode/artifacts.ts'
import {
  type deployPlainPools,
  IMPLEMENTATION,
  type PlainParameters,
} from '../../../devnet/deployers/curve/deploy-plain-pools.ts'
import { priceV2, quoteV2 } from '../../../devnet/deployers/uniswap/deploy-uniswap.ts'
import { NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import { decodeAggregate, encodeAggregate } from '../../chain/rpc/aggregate-codec.ts'
import type { BlockReader } from '../core/module.ts'
import type { Pool } from '../core/pool.ts'
import { expectTradesAsQuoted } from '../testing/expect-trades-as-quoted.ts'
import type { PlainCode } from './invariant.ts'
import { createStableswapFactoryModule } from './stableswap-factory-module.ts'
import { createStableswap, type StableswapState } from './stableswap-math.ts'
import { createStableswapModule } from './stableswap-module.ts'

const INPUT = 1_000n * UNIT + 7n
const GROSS = 10n * UNIT + 3n
/** Exceeds the cost of every purchase in this file. */
const BUDGET = 100n * UNIT
/** `npm test` runs the first draws of `npm run proof fuzz`. */
const QUOTES = process.env.SLUICE_FUZZ === 'all' ? 600 : 25
const WRONG_TOKEN = toFunctionSelector('WrongToken(address)')
const UNKNOWN_SOURCE = toFunctionSelector('UnknownSource(uint8)')
const A_DAY = 86_400n
/** A state in which the codes for two coins differ, by a unit of the invariant. */
const TELLING = { amplification: 10n, balances: [100_000n * UNIT + 924n, 1_000_000n * UNIT + 7n] }
/**
 * Index of the pool or the factory, after the sources that every settlement of `withSources` has.
 */
const source = 3
const { multicall3 } = loadArtifacts()
const market = setupMarket()

type Plain = Awaited<ReturnType<typeof deployPlainPools>>
type Kind = 'threePool' | 'template' | 'factory'
let plain: Plain

beforeAll(async () => {
  await market.client.setCode({ address: multicall3.address, bytecode: multicall3.runtimeCode })
  plain = await market.deployPlains()
})

/** A pool of these coins, and a trader of a settlement that trusts it, or its factory. */
async function deployPool(kind: Kind, coins: readonly Address[], parameters: PlainParameters = {}) {
  const pool =
    kind === 'factory'
      ? { ...(await plain.addFactoryPool(coins, parameters)), source: plain.source }
      : await plain.addLonePool(kind, coins, parameters)
  const trader = await withSources(market, pool.source)
  const named = kind === 'factory' ? pool.pool : zeroAddress
  const code = kind === 'threePool' ? CODE.threePool : kind === 'factory' ? CODE.twoCoins : CODE.later
  const scales = coins.map(() => 1n)
  const step = (from: number, to: number, options: Partial<Step> = {}) => {
    const [tokenIn, tokenOut] = [coins[from], coins[to]]
    if (!tokenIn || !tokenOut) throw new Error('No coin at this index of the pool')
    return { ...stableswap(tokenIn, tokenOut, [from, to], { source, code, scales, pool: named }), ...options }
  }

  const load = () => (kind === 'factory' ? loadOfFactory(pool.pool) : sample(pool.pool))
  return { ...pool, trader, step, ...createCoinTrades(market, trader, { pool: pool.pool, coins }), load }
}

const read: BlockReader = async (calls) => {
  const { data = '0x' } = await market.client.call({ to: multicall3.address, data: encodeAggregate(calls) })
  return decodeAggregate(data, calls.length)
}

/** The chain's answers, with some replaced by selector. */
const pretend =
  (told: Record<string, bigint>): BlockReader =>
  async (calls) => {
    const answers = await read(calls)
    return calls.map(({ data }, i) => {
      const value = told[data.slice(0, 10)]
      return value === undefined ? answers[i] : numberToHex(value, { size: 32 })
    })
  }

async function sample(pool: Address, asked = read): Promise<Pool | undefined> {
  const module = createStableswapModule(
    { kind: 'stableswap', index: source, module: 'curve-3pool', name: 'Curve', factory: pool },
    multicall3.address,
  )
  return (await module.sample(asked))[0]
}

async function loadOfFactory(pool: Address, asked = read): Promise<Pool | undefined> {
  const module = createStableswapFactoryModule({
    kind: 'stableswap-factory',
    index: source,
    module: 'curve-factory',
    name: 'Curve',
    factory: plain.factory,
    implementations: [IMPLEMENTATION],
  })
  const { pools } = await module.listPools!(asked, 0)
  return (
    await module.load(
      pools.filter(({ address }) => address === pool.toLowerCase()),
      asked,
    )
  )[0]
}

describe('a later plain pool of StableSwap', () => {
  it.each([
    ["of 3pool's code, of three coins", 'threePool', [18, 6, 6], { amplification: 2_000n, fee: 1_000_000n }],
    ["of the template's code, of two coins", 'template', [18, 6], { amplification: 1_500n }],
    [
      'of a factory, of two coins with 18 decimals',
      'factory',
      [18, 18],
      { amplification: 10n, fee: 100_000_000n },
    ],
    ['of a factory, of three coins', 'factory', [6, 18, 8], { amplification: 200n }],
  ] as const)(
    `%s, trades as quoted to the wei, ${QUOTES} times in all sizes, both ways, and ends in the predicted state`,
    async (_, kind, decimals, parameters) => {
      const coins: Address[] = []
      for (const own of decimals) coins.push(await plain.addToken(own))
      const balances = decimals.map((own, i) => 10n ** BigInt(own) * (200_000n + 700_000n * BigInt(i)) + 7n)
      const { load, ...pool } = await deployPool(kind, coins, { ...parameters, balances })
      const traded = await expectTradesAsQuoted(pool, { load, coins: coins.length, trades: QUOTES, seed: 41 })
      expect(traded).toBeGreaterThan(QUOTES * 0.8)
    },
  )

  it.each(['threePool', 'template', 'factory'] as const)(
    'with the code of %s, sells at the current amplification, even dust, during a ramp',
    async (kind) => {
      const { a, b } = market.tokens
      const { change, buy, load } = await deployPool(kind, [a, b], { balances: [UNIT * 500n, UNIT * 900n] })
      const { timestamp } = await market.client.getBlock()
      await change('ramp_A', 900n, timestamp + 10n * A_DAY)
      await market.passTime(A_DAY)
      const before = await load()
      for (const amount of [1n, 2n, 12_345n, 100n * UNIT + 1n]) {
        const { cost, gross } = await withSnapshot(market, () =>
          buy(
            { inputToken: a, outputToken: b, amount, most: 2n * amount + 2n },
            { ...whole(before), tokenIn: a, tokenOut: b },
          ),
        )
        const quoted = before?.exactOutput(true, amount)?.amountIn ?? 0n
        expect(gross).toBeGreaterThanOrEqual(amount)
        // The amplification changes within a second or two.
        expect(Number(cost - quoted)).toBeLessThanOrEqual(Number(quoted) * 1e-6)
      }
    },
  )

  it.each([
    ['factory', 'twoCoins', 'later'],
    ['template', 'later', 'twoCoins'],
  ] as const)(
    'with the code of %s, sells at the price of its own code where another code differs',
    async (kind, code, other) => {
      const { a, b } = market.tokens
      const { buy, load } = await deployPool(kind, [a, b], TELLING)
      const before = await load()
      const state = before?.record().args[2] as StableswapState
      const price = (amount: bigint, by: PlainCode) =>
        createStableswap([1n, 1n], state, by).buy({ from: 0, to: 1 }, amount) ?? 0n
      const amounts = Array.from({ length: 100 }, (_, i) => 7_919n * UNIT * BigInt(i + 1) + BigInt(i))
      const amount = amounts.find((each) => price(each, code) !== price(each, other))
      if (!amount) throw new Error('No amount distinguishes the codes')
      const trade = { inputToken: a, outputToken: b, amount, most: 2n * amount }
      const { cost } = await buy(trade, { ...whole(before), tokenIn: a, tokenOut: b })
      expect(cost).toBe(price(amount, code))
    },
  )

  it('keeps a sixteenth of its balance of the coin that is bought', async () => {
    const { a, b } = market.tokens
    for (const kind of ['threePool', 'factory'] as const) {
      const { load } = await deployPool(kind, [a, b])
      const pool = await load()
      const held = pool?.depth[1] ?? 0n
      expect(pool?.exactOutput(true, (held * 14n) / 16n)).toBeDefined()
      expect(pool?.exactOutput(true, (held * 15n) / 16n + 1n)).toBeUndefined()
      expect(pool?.exactInput(true, held * 10_000n)).toBeUndefined()
    }
  })

  it('can be before or after other steps, and shares its input with them', async () => {
    const { a, b, c } = market.tokens
    const { step, sell, buy } = await deployPool('factory', [a, b])
    const input = { inputToken: a, outputToken: c, amount: INPUT }
    const first = await withSnapshot(market, () => sell(input, step(0, 1), v2(b, c)))
    const back = { inputToken: c, outputToken: a, amount: INPUT }
    const last = await withSnapshot(market, () => sell(back, v2(c, b), step(1, 0)))
    const part = step(0, 1, { portion: toPortion(50) })
    const split = await withSnapshot(market, () => sell({ ...input, outputToken: b }, part, v2(a, b)))
    for (const out of [first, last]) expect(out).toBeGreaterThan(quoteV2(INPUT) - INPUT / 500n)
    expect(split).toBeGreaterThan(quoteV2(INPUT))

    const wanted = { inputToken: a, outputToken: c, amount: GROSS, most: BUDGET }
    const before = await withSnapshot(market, () => buy(wanted, step(0, 1), v2(b, c)))
    const after = await withSnapshot(market, () =>
      buy({ ...wanted, inputToken: c, outputToken: a }, v2(c, b), step(1, 0)),
    )
    for (const { cost } of [before, after]) expect(cost).toBeLessThan(priceV2(GROSS) + GROSS / 500n)
    expect(before.gross).toBe(GROSS)
  })

  it('is rejected if its factory does not list it, and if the step names another source, coin or index', async () => {
    const { a, b, c } = market.tokens
    const { pool, trader, step } = await deployPool('factory', [a, b])
    const { pool: lone } = await plain.addLonePool('threePool', [a, b])
    const right = step(0, 1)
    const parameters = { source, code: CODE.twoCoins, scales: [1n, 1n] }
    const attempts: [Step, string][] = [
      [stableswap(a, b, [0, 1], { ...parameters, pool: lone }), NOT_POOL],
      [stableswap(a, b, [0, 1], { ...parameters, pool: plain.factory }), NOT_POOL],
      // The factory itself is not a pool.
      [stableswap(a, b, [0, 1], parameters), 'reverted'],
      [{ ...right, source: SOURCE.v2 }, UNKNOWN_SOURCE],
      [{ ...right, source: 4 }, UNKNOWN_SOURCE],
      [{ ...right, kind: 19 }, UNKNOWN_SOURCE],
      [v2(a, b, { source }), UNKNOWN_SOURCE],
      [stableswap(a, c, [0, 1], { ...parameters, pool }), WRONG_TOKEN],
      [stableswap(a, b, [1, 0], { ...parameters, pool }), 'reverted'],
      [stableswap(a, b, [0, 0], { ...parameters, pool }), 'reverted'],
      [stableswap(a, b, [0, 2], { ...parameters, pool }), 'reverted'],
      [{ ...right, data: '0x' }, 'reverted'],
    ]
    await trader.fund(a, INPUT)
    for (const [wrong, error] of attempts) {
      const trade = { inputToken: a, outputToken: wrong.tokenOut, inputAmount: INPUT }
      await expect(trader.tryOut(trade, encodeRoute(wrong))).rejects.toThrow(error)
      await expect(trader.tryOut(trade, encodeBuy(GROSS, wrong))).rejects.toThrow()
    }
    const trade = { inputToken: a, outputToken: b, inputAmount: INPUT }
    expect(await trader.tryOut(trade, encodeRoute(right))).toBeGreaterThan(0n)
    expect(await trader.tryOut(trade, encodeBuy(GROSS, right))).toBeGreaterThan(0n)
  })

  it('rejects a step that names another pool if the pool itself is trusted', async () => {
    const { a, b } = market.tokens
    const { trader, step } = await deployPool('threePool', [a, b])
    const twin = await plain.addLonePool('threePool', [a, b])
    const named = stableswap(a, b, [0, 1], {
      source,
      code: CODE.threePool,
      scales: [1n, 1n],
      pool: twin.pool,
    })
    await trader.fund(a, INPUT)
    const trade = { inputToken: a, outputToken: b, inputAmount: INPUT }
    await expect(trader.tryOut(trade, encodeRoute(named))).rejects.toThrow()
    await expect(trader.tryOut(trade, encodeBuy(GROSS, named))).rejects.toThrow()
    expect(await trader.tryOut(trade, encodeRoute(step(0, 1)))).toBeGreaterThan(0n)
  })

  it('accepts a token that refuses to change an allowance, and sells one that takes a fee, which cannot be bought', async () => {
    const { b, usdt, taxed } = market.tokens
    const { pool, trader, step, sell } = await deployPool('threePool', [b, taxed, usdt])
    for (let i = 0; i < 2; i += 1) {
      const sold = { inputToken: usdt, outputToken: b, amount: INPUT }
      expect(await sell(sold, step(2, 0))).toBeGreaterThan((INPUT * 999n) / 1_000n)
      expect(await market.allowanceOf(usdt, trader.executor, pool)).toBe(0n)
    }
    const gross = await sell({ inputToken: b, outputToken: taxed, amount: INPUT }, step(0, 1))
    // The token takes one percent on each transfer: to the executor, to the settlement and to the
    // receiver.
    expect(gross).toBeGreaterThan((INPUT * 967n) / 1_000n)
    expect(gross).toBeLessThan((INPUT * 991n) / 1_000n)
    await trader.fund(b, BUDGET)
    const trade = { inputToken: b, outputToken: taxed, inputAmount: BUDGET }
    await expect(trader.tryOut(trade, encodeBuy(GROSS, step(0, 1)))).rejects.toThrow(WRONG_TOKEN)
  })
})

describe('the modules of later plain pools', () => {
  it.each(['threePool', 'template'] as const)(
    'recognize a killed pool with the code of %s, which costs the trader nothing',
    async (kind) => {
      const { a, b } = market.tokens
      const { change, trader, step, load } = await deployPool(kind, [a, b])
      expect((await load())?.isHealthy).toBe(true)
      await change('kill_me', true)
      expect((await load())?.isHealthy).toBe(false)
      await trader.fund(a, INPUT)
      const trade = { inputToken: a, outputToken: b, inputAmount: INPUT }
      await expect(trader.tryOut(trade, encodeRoute(step(0, 1)))).rejects.toThrow()
      await change('kill_me', false)
      expect((await load())?.isHealthy).toBe(true)
    },
  )

  it('skip pools whose answers contradict their arithmetic, or that do not answer', async () => {
    const { a, b } = market.tokens
    const getDy = toFunctionSelector('get_dy(int128,int128,uint256)')
    const lies = [{ [getDy]: UNIT }, { [toFunctionSelector('fee()')]: 5n }]
    const lone = await plain.addLonePool('threePool', [a, b])
    const { pool } = await plain.addFactoryPool([a, b], TELLING)
    const cut: BlockReader = async (calls) => (await read(calls)).map((answer) => answer && '0x12')
    expect(await sample(lone.pool)).toBeDefined()
    expect(await loadOfFactory(pool)).toBeDefined()
    for (const lie of lies) {
      expect(await sample(lone.pool, pretend(lie))).toBeUndefined()
      expect(await loadOfFactory(pool, pretend(lie))).toBeUndefined()
    }
    expect(await sample(lone.pool, cut)).toBeUndefined()
    // A pool of a factory without a row of its own, priced by the other code.
    expect((await sample(pool))?.record().args[2]).toMatchObject({ code: 'twoCoins' })
  })

  it("skip a factory's pools with native coin, and never call coin contracts", async () => {
    const { a, b } = market.tokens
    const { pool } = await plain.addFactoryPool([a, b])
    const asked = new Set<string>()
    const recorded: BlockReader = (calls) => {
      for (const { to } of calls) asked.add(to.toLowerCase())
      return read(calls)
    }
    expect(await loadOfFactory(pool, recorded)).toBeDefined()
    for (const coin of [a, b]) expect(asked).not.toContain(coin.toLowerCase())

    const getCoins = toFunctionSelector('get_coins(address)')
    const withCoin = (coin: Address): BlockReader => {
      return async (calls) => {
        const answers = await read(calls)
        const told = encodeAbiParameters(parseAbiParameters('address, address, address, address'), [
          coin,
          b,
          zeroAddress,
          zeroAddress,
        ])
        return answers.map((answer, i) => (calls[i]?.data.startsWith(getCoins) ? told : answer))
      }
    }
    expect(await loadOfFactory(pool, withCoin(a))).toBeDefined()
    expect(await loadOfFactory(pool, withCoin(NATIVE_TOKEN))).toBeUndefined()
  })

  it("skip a factory's pools that are not clones of a listed implementation", async () => {
    const { a, b } = market.tokens
    const { pool } = await plain.addFactoryPool([a, b])
    const getImplementation = toFunctionSelector('get_implementation_address(address)')
    expect(await loadOfFactory(pool, pretend({ [getImplementation]: 7n }))).toBeUndefined()
    const lone = await plain.addLonePool('template', [a, b], TELLING)
    await plain.addListed(lone.pool, [a, b], { implementation: zeroAddress })
    expect(await loadOfFactory(lone.pool)).toBeUndefined()
    await plain.addListed(lone.pool, [a, b])
    expect((await loadOfFactory(lone.pool))?.record().args[2]).toMatchObject({ code: 'later' })
  })
})

const whole = (pool: Pool | undefined) => ({
  ...pool!.step(true)!,
  portion: 2n ** 64n - 1n,
})
