import { beforeAll, describe, expect, it } from 'vitest'
import { encodeBuy, encodeRoute, type Step, slipstream } from '../../../contracts/testing/route.ts'
import { setupMarket } from '../../../contracts/testing/setup-market.ts'
import { UNIT } from '../../../contracts/testing/start-market.ts'
import { createRandom, type Random } from '../../../wire/testing/random.ts'
import type { BlockReader, FollowedModule } from '../core/module.ts'
import type { Pool, PoolIdentity } from '../core/pool.ts'
import {
  addRanges,
  compareQuotes,
  discoverPools,
  findPool,
  getPoolLogs,
} from '../testing/concentrated-market.ts'
import { createSlipstreamModule } from './slipstream-module.ts'

/** Quotes per fee module. */
const QUOTES = 1_000
const BUDGET = 10_000_000n * UNIT
/** Block time of the chain. */
const BLOCK_SECONDS = 12n
/** The lookback of the fee module in observations of two seconds. */
const OBSERVATIONS = 310
/** The dynamic fee per tick and the maximum fee, in millionths. */
const [SCALING, CAP] = [3_000_000n, 50_000]
const CUSTOM_FEE = 1_234
const HALF = 500_000

const market = setupMarket()
let module: FollowedModule

const read: BlockReader = (calls) =>
  Promise.all(
    calls.map(async ({ to, data }) => {
      const result = await market.client.call({ to, data, gas: 1_000_000_000n }).catch(() => undefined)
      return result?.data
    }),
  )

const discover = () => discoverPools(market, { module, factory: market.slipstream.factory })

async function load(): Promise<Pool[]> {
  return module.load(await discover(), read)
}

/** Compares quotes of all sizes with the pools' trades in the same block. */
async function compare(pools: readonly Pool[], random: Random) {
  const { filled, crossed } = await compareQuotes(market.slipstream, { pools, count: QUOTES, random })
  expect(filled).toBeGreaterThan(QUOTES * 0.8)
  expect(crossed).toBeGreaterThan(QUOTES / 20)
}

/** Trades along a step and returns the amounts that the settlement received and paid. */
async function trade(step: Step, amount: bigint, isInput = true) {
  const inputAmount = isInput ? amount : BUDGET
  await market.fund(step.tokenIn, inputAmount)
  const params = { inputToken: step.tokenIn, outputToken: step.tokenOut, inputAmount }
  const swapped = await market.swap(params, isInput ? encodeRoute(step) : encodeBuy(amount, step))
  return { amountIn: swapped.inputSpent, amountOut: swapped.outputReceived + swapped.treasuryPaid }
}

/** Expects a trade in the next block to match its quote at the fee of that second. */
async function expectForeseen(step: Step, amount: bigint, isInput = true) {
  const id = await market.client.snapshot()
  await market.fund(step.tokenIn, isInput ? amount : BUDGET)
  await market.passTime(BLOCK_SECONDS)
  const pool = findPool(await load(), step)
  await market.client.revert({ id })
  const zeroForOne = pool.tokens[0] === step.tokenIn.toLowerCase()
  const quote = isInput ? pool.exactInput(zeroForOne, amount) : pool.exactOutput(zeroForOne, amount)
  expect(pool.step(zeroForOne)?.data).toBe(step.data)
  expect(await trade(step, amount, isInput)).toEqual({
    amountIn: quote?.amountIn,
    amountOut: quote?.amountOut,
  })
}

beforeAll(() => {
  const { factory, source } = market.slipstream
  module = createSlipstreamModule({
    index: 13,
    kind: 'slipstream',
    module: 'slipstream',
    name: 'Slipstream',
    factory,
    initCodeHash: source.initCodeHash,
  })
})

describe('Slipstream pools', () => {
  it('are found by the logs of their factory, counted and confirmed by it', async () => {
    const found = await discover()
    expect(found.map(({ address }) => address).toSorted()).toEqual(
      Object.values(market.slipstream.pools)
        .map((address) => address.toLowerCase())
        .toSorted(),
    )
    expect(await module.countPools?.(read)).toBe(BigInt(found.length))
    const [first] = found
    if (!first) throw new Error('No pool was found')
    const wrong: PoolIdentity[] = [
      { ...first, tokens: [first.tokens[1], first.tokens[0]] },
      { ...first, fee: 500 },
      { ...first, tickSpacing: 0 },
      { ...first, tickSpacing: 2 ** 24 + first.tickSpacing },
      { ...first, tickSpacing: 200 },
      { ...first, address: '0x00000000000000000000000000000000000000cc' },
    ]
    expect(await module.confirm([...found, ...wrong], read)).toEqual([true, true, ...wrong.map(() => false)])
  })

  it('are quoted and traded to the wei at a custom fee', async () => {
    const { a, b, c } = market.tokens
    await addRanges(market.slipstream)
    const { address, abi } = await market.slipstream.setFeeModule('CustomSwapFeeModule')
    await market.write(address, abi, 'setCustomFee', [market.slipstream.pools.ab, CUSTOM_FEE])
    const pools = await load()
    expect(findPool(pools, slipstream(a, b)).fee).toBe(CUSTOM_FEE)
    expect(findPool(pools, slipstream(b, c)).fee).toBe(500)
    await compare(pools, createRandom(51))
    await expectForeseen(slipstream(a, b), 90_000n * UNIT + 7n)
    await expectForeseen(slipstream(b, a), 40_000n * UNIT + 3n, false)
    await expectForeseen(slipstream(c, b), 5n * UNIT)
    await expectForeseen(slipstream(b, c), 3n * UNIT + 1n, false)
  })

  it('are quoted and traded to the wei at a fee that follows the price of the last minutes', async () => {
    const { a, b, c } = market.tokens
    const { setFeeModule, poolAbi, pools: addresses } = market.slipstream
    await addRanges(market.slipstream)
    await setFeeModule('DynamicSwapFeeModule', [SCALING, CAP, [], []])
    for (const pool of Object.values(addresses)) {
      await market.write(pool, poolAbi, 'increaseObservationCardinalityNext', [OBSERVATIONS])
    }
    await trade(slipstream(a, b), 1_000n * UNIT)
    await trade(slipstream(b, c), 1_000n * UNIT)
    await market.passTime(700n)
    const calm = await load()
    await trade(slipstream(a, b), 200_000n * UNIT)
    await trade(slipstream(b, c), 20_000n * UNIT)
    const moved = await load()
    for (const [i, { fee }] of moved.entries()) expect(fee).toBeGreaterThan(calm[i]!.fee)
    await compare(moved, createRandom(52))
    await expectForeseen(slipstream(b, a), 90_000n * UNIT + 7n)
    await expectForeseen(slipstream(a, b), 40_000n * UNIT + 3n, false)

    // Only time passes: reading the fee is enough to match freshly loaded pools.
    const before = await load()
    await market.passTime(240n)
    const after = await load()
    for (const [i, pool] of before.entries()) {
      const [call] = pool.watched ?? []
      const [result] = call ? await read([call]) : []
      expect(pool.withResult?.(result).fingerprint()).toBe(after[i]?.fingerprint())
    }
    expect(after.map(({ fee }) => fee)).not.toEqual(before.map(({ fee }) => fee))
  })

  it('pay at least the quote, and more to a sender with a discount', async () => {
    const { a, b } = market.tokens
    const { address, abi } = await market.slipstream.setFeeModule('DynamicSwapFeeModule', [0n, CAP, [], []])
    const step = slipstream(a, b)
    const amount = 1_000n * UNIT
    const quote = async () => {
      const pool = findPool(await load(), step)
      return pool.exactInput(pool.tokens[0] === a.toLowerCase(), amount)?.amountOut ?? 0n
    }
    const expected = await quote()
    await market.write(address, abi, 'registerDiscounted', [market.accounts.trader, HALF])
    expect(await quote()).toBe(expected)
    expect((await trade(step, amount)).amountOut).toBeGreaterThan(expected)
  })

  it('do not trade without a readable fee', async () => {
    const [pool] = await load()
    const silent = pool?.withResult?.(undefined)
    expect(silent).toMatchObject({ isHealthy: false, watched: [{ result: undefined }] })
    expect(silent?.exactInput(true, UNIT)).toBeUndefined()
    expect(silent?.curve(true)).toBeUndefined()
  })

  it('match freshly loaded pools after following their logs', async () => {
    const { a, b, c } = market.tokens
    const before = await load()
    const block = await market.client.getBlockNumber({ cacheTime: 0 })
    await addRanges(market.slipstream)
    await trade(slipstream(a, b), 300_000n * UNIT)
    await trade(slipstream(c, b), 300_000n * UNIT)
    const after = await load()
    for (const [i, pool] of before.entries()) {
      const logs = await getPoolLogs(market, {
        address: pool.address,
        topics: module.topics,
        fromBlock: block + 1n,
      })
      const advanced = logs.reduce((one, log) => one.advance(log), pool)
      expect(advanced.fingerprint()).not.toBe(pool.fingerprint())
      expect(advanced.fingerprint()).toBe(after[i]?.fingerprint())
    }
  })
})
