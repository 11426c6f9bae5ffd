import { type Address, encodeFunctionData, type Hex, numberToHex, parseAbi, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { arm, attempt, REENTERED, swapCall } from '../../../contracts/testing/hostile-calls.ts'
import {
  encodeBuy,
  encodeRoute,
  SOURCE,
  type Step,
  solidly,
  toPortion,
  v2,
} from '../../../contracts/testing/route.ts'
import { setupMarket } from '../../../contracts/testing/setup-market.ts'
import { UNIT } from '../../../contracts/testing/start-market.ts'
import { withSnapshot } from '../../../contracts/testing/with-snapshot.ts'
import { withSources } from '../../../contracts/testing/with-sources.ts'
import { priceV2, quoteV2 } from '../../../devnet/deployers/uniswap/deploy-uniswap.ts'
import { createRandom } from '../../../wire/testing/random.ts'
import type { BlockReader, FollowedModule } from '../core/module.ts'
import type { PoolIdentity, PoolLog } from '../core/pool.ts'
import { createSolidlyModule } from './solidly-module.ts'

const INPUT = 1_000n * UNIT + 7n
const GROSS = 10n * UNIT + 3n
/** Exceeds the cost of every purchase in this file. */
const BUDGET = 100n * UNIT
const PANIC = 'Arithmetic operation resulted in underflow or overflow'
/** Largest difference between a pair's own quote and its largest output. */
const ROUNDING = 2n
/** `npm test` runs the first draws of `npm run proof fuzz`. */
const QUOTES = process.env.SLUICE_FUZZ === 'all' ? 600 : 40
const FILLING = { isStable: true, amounts: [500_000n * UNIT, 800_000n * UNIT] } as const
const market = setupMarket()

const swapAbi = parseAbi(['function swap(uint256, uint256, address, bytes)', 'function skim(address)'])

type Names = 'a' | 'b' | 'c' | 'taxed' | 'hostile'
type Trader = Pick<typeof market, 'fund' | 'swap'>

/** Sells INPUT along a route, and returns the gross output. */
async function sell(input: Names, output: Names, steps: Step[], { fund, swap }: Trader = market) {
  const { [input]: inputToken, [output]: outputToken } = market.tokens
  await fund(inputToken, INPUT)
  const swapped = await swap({ inputToken, outputToken, inputAmount: INPUT }, encodeRoute(...steps))
  expect(await market.heldByContracts()).toEqual([])
  return swapped.outputReceived + swapped.treasuryPaid
}

/** Buys GROSS along a route, and returns the cost. */
async function buy(input: Names, output: Names, steps: Step[], { fund, swap }: Trader = market) {
  const { [input]: inputToken, [output]: outputToken } = market.tokens
  await fund(inputToken, BUDGET)
  const swapped = await swap({ inputToken, outputToken, inputAmount: BUDGET }, encodeBuy(GROSS, ...steps))
  expect(await market.heldByContracts()).toEqual([])
  expect(swapped.outputReceived + swapped.treasuryPaid).toBe(GROSS)
  return swapped.inputSpent
}

/** Returns whether the pair accepts these amounts. */
function trySwap(
  pair: Address,
  tokenIn: Address,
  tokenOut: Address,
  order: { sold: bigint; bought: bigint },
) {
  return withSnapshot(market, async () => {
    await market.mint(tokenIn, pair, order.sold)
    const isFirst = tokenOut.toLowerCase() < tokenIn.toLowerCase()
    const amounts = isFirst ? [order.bought, 0n] : [0n, order.bought]
    const [amount0 = 0n, amount1 = 0n] = amounts
    const args = [amount0, amount1, market.accounts.stranger, '0x'] as const
    const call = { address: pair, abi: swapAbi, functionName: 'swap', args } as const
    return market.client.simulateContract(call).then(
      () => true,
      () => false,
    )
  })
}

describe('a Solidly pair', () => {
  it.each([
    ['stable', true],
    ['volatile', false],
  ] as const)(
    '%s sells for the largest output that it pays, and buys for the smallest input that it accepts',
    async (_, isStable) => {
      const { a, b } = market.tokens
      const pair = isStable ? market.solidlyPairs.stableAB : market.solidlyPairs.volatileAB
      // Moves the pair out of balance first.
      await sell('b', 'a', [solidly(b, a, isStable)])
      const asked = await market.askSolidly(pair, a, INPUT)
      const bought = await withSnapshot(market, () => sell('a', 'b', [solidly(a, b, isStable)]))
      expect(bought - asked).toBeGreaterThanOrEqual(-ROUNDING)
      expect(bought - asked).toBeLessThanOrEqual(ROUNDING)
      const cost = await withSnapshot(market, () => buy('a', 'b', [solidly(a, b, isStable)]))
      const tries = [
        { sold: INPUT, bought },
        { sold: INPUT, bought: bought + 1n },
        { sold: cost, bought: GROSS },
        { sold: cost - 1n, bought: GROSS },
      ]
      const accepted: boolean[] = []
      for (const order of tries) accepted.push(await trySwap(pair, a, b, order))
      expect(accepted).toEqual([true, false, true, false])
    },
  )

  it('can be before or after other steps, and shares its input with them', async () => {
    const { a, b, c } = market.tokens
    const last = await withSnapshot(market, () => sell('a', 'c', [v2(a, b), solidly(b, c, true)]))
    const first = await withSnapshot(market, () => sell('a', 'c', [solidly(a, b, true), v2(b, c)]))
    const two = await withSnapshot(market, () => sell('a', 'c', [solidly(a, b, true), solidly(b, c, true)]))
    const part = solidly(a, b, true, { portion: toPortion(50) })
    const split = await withSnapshot(market, () => sell('a', 'b', [part, v2(a, b)]))
    expect(first).toBeGreaterThan(quoteV2(INPUT) - INPUT / 500n)
    expect(last).toBeGreaterThan(quoteV2(INPUT) - INPUT / 500n)
    expect(two).toBeGreaterThan(first)
    expect(split).toBeGreaterThan(quoteV2(INPUT))
    expect(await withSnapshot(market, () => buy('a', 'c', [v2(a, b), solidly(b, c, true)]))).toBeLessThan(
      priceV2(GROSS) + GROSS / 500n,
    )
    expect(await withSnapshot(market, () => buy('a', 'c', [solidly(a, b, true), v2(b, c)]))).toBeLessThan(
      priceV2(GROSS) + GROSS / 500n,
    )
    expect(await buy('a', 'c', [solidly(a, b, true), solidly(b, c, true)])).toBeLessThan(priceV2(GROSS))
  })

  it('sells what arrived of a token that takes a fee on transfer', async () => {
    const { a, taxed } = market.tokens
    const before = await market.balanceOf(taxed, market.solidlyPairs.volatileTaxed)
    const bought = await sell('taxed', 'a', [solidly(taxed, a, false)])
    const arrived = (await market.balanceOf(taxed, market.solidlyPairs.volatileTaxed)) - before
    expect(arrived).toBeLessThan(INPUT)
    expect(bought).toBeGreaterThan((arrived * 99n) / 100n)
  })

  it("is rejected if its factory never made it, or if the step's data names no pair", async () => {
    const { a, b, c } = market.tokens
    await market.fund(a, INPUT)
    const attempts: [Step, string][] = [
      [solidly(a, c, true), 'reverted'],
      [solidly(a, b, true, { source: SOURCE.v2 }), toFunctionSelector('UnknownSource(uint8)')],
      [solidly(a, b, true, { source: SOURCE.manager }), toFunctionSelector('UnknownSource(uint8)')],
      [v2(a, b, { source: SOURCE.solidly }), toFunctionSelector('UnknownSource(uint8)')],
      [{ ...solidly(a, b, true), data: '0x' }, 'reverted'],
      [{ ...solidly(a, b, true), data: numberToHex(2n, { size: 32 }) }, 'reverted'],
    ]
    for (const [step, error] of attempts) {
      const outputToken = step.tokenOut
      const trade = { inputToken: a, outputToken, inputAmount: INPUT }
      await expect(market.tryOut(trade, encodeRoute(step))).rejects.toThrow(error)
      await expect(market.tryOut(trade, encodeBuy(GROSS, step))).rejects.toThrow(error)
    }
  })

  it('ends a purchase after a few steps, not at the gas limit, when it has few units of a token left', async () => {
    const { a, b } = market.tokens
    const { source } = await market.addFeePair([a, b], { isStable: true, amounts: [3n * UNIT, 3n * UNIT] })
    const other = await withSources(market, source)
    const step = solidly(a, b, true, { source: 3 })
    await other.fund(a, BUDGET)
    const trade = { inputToken: a, outputToken: b, inputAmount: BUDGET }
    const attempt = (left: bigint) => other.tryOut(trade, encodeBuy(3n * UNIT - left, step))
    expect(await attempt(UNIT)).toBeGreaterThan(0n)
    await expect(attempt(168_478_437n)).rejects.toThrow(PANIC)
  })

  it('costs the trader nothing while it is paused', async () => {
    const { a, b } = market.tokens
    const { address, abi } = market.solidlyFactory
    await market.fund(a, INPUT)
    await market.write(address, abi, 'setPause', [true])
    const trade = { inputToken: a, outputToken: b, inputAmount: INPUT }
    await expect(market.tryOut(trade, encodeRoute(solidly(a, b, true)))).rejects.toThrow('PAUSE')
    expect(await market.balanceOf(a, market.accounts.trader)).toBe(INPUT)
  })

  it('cannot be emptied by a token that calls back during a payment', async () => {
    const { a, hostile } = market.tokens
    const pair = market.solidlyPairs.stableHostile
    const honest = await withSnapshot(market, () => sell('hostile', 'a', [solidly(hostile, a, true)]))
    await market.fund(hostile, INPUT)
    const trade = {
      inputToken: hostile,
      outputToken: a,
      inputAmount: INPUT,
      minOutputAmount: (honest * 999n) / 1000n,
    }
    const route = encodeRoute(solidly(hostile, a, true))
    await arm(market, hostile, market.settlement, swapCall(market, trade, route), 1n)
    await withSnapshot(market, async () => {
      await market.swap(trade, route)
      expect(await attempt(market, hostile)).toMatchObject({
        tried: true,
        succeeded: false,
        answer: REENTERED,
      })
    })
    // Anyone can take tokens that a pair received but has not counted; the trader's minimum
    // protects the trade.
    const skim = encodeFunctionData({ abi: swapAbi, functionName: 'skim', args: [market.accounts.stranger] })
    await arm(market, hostile, pair, skim, 1n)
    await expect(market.tryOut(trade, route)).rejects.toThrow()
  })
})

describe('a pair with a fee from its factory', () => {
  it('trades at the current fee, and no worse than the minimum', async () => {
    const { a, b } = market.tokens
    const { pair, change, source } = await market.addFeePair([a, b], FILLING)
    const other = await withSources(market, source)
    const step = (from: Address, to: Address) => [solidly(from, to, true, { source: 3 })]
    const outputs: bigint[] = []
    const costs: bigint[] = []
    for (const fee of [5n, 100n, 420n, 0n]) {
      if (fee !== 5n) await change('setCustomFee', pair, fee)
      outputs.push(await withSnapshot(market, () => sell('a', 'b', step(a, b), other)))
      costs.push(await withSnapshot(market, () => buy('b', 'a', step(b, a), other)))
    }
    const [usual = 0n, high = 0n, none = 0n, again] = outputs
    expect(again).toBe(usual)
    expect(none).toBeGreaterThan(usual)
    expect(usual - high).toBeGreaterThan((usual * 94n) / 10_000n)
    expect(costs[1]).toBeGreaterThan(costs[0] ?? 0n)
    expect(costs[0]).toBeGreaterThan(costs[2] ?? 0n)

    await other.fund(a, INPUT)
    const net = usual - (usual * 3n) / 10_000n
    const trade = { inputToken: a, outputToken: b, inputAmount: INPUT, minOutputAmount: net }
    expect(await other.tryOut(trade, encodeRoute(...step(a, b)))).toBe(net)
    await change('setFee', true, 6n)
    await expect(other.tryOut(trade, encodeRoute(...step(a, b)))).rejects.toThrow('InsufficientOutput')
  })
})

describe('the module of Solidly pairs', () => {
  const read: BlockReader = (calls) =>
    Promise.all(
      calls.map(async ({ to, data }) => {
        const answer = await market.client.call({ to, data }).catch(() => undefined)
        return answer?.data
      }),
    )

  async function discover(module: FollowedModule): Promise<PoolIdentity[]> {
    const logs = await market.client.getLogs({ address: module.factory, fromBlock: 0n })
    const announced = logs.filter(({ topics }) => topics[0] === module.createdTopic)
    return announced.flatMap((log) => module.identify(log as PoolLog) ?? [])
  }

  const toModule = (source: { factory: Address; initCodeHash: Hex; feeBps: number }, index: number) => {
    const { feeBps, ...rest } = source
    const fixed = feeBps === 0 ? {} : { feeBps }
    return createSolidlyModule({
      kind: 'solidly',
      index,
      module: 'solidly',
      name: 'Solidly',
      ...rest,
      ...fixed,
    })
  }

  it('finds the pairs by their logs, and confirms them with the factory', async () => {
    const { a, c } = market.tokens
    const source = market.sources[SOURCE.solidly]
    if (!source) throw new Error('No such source')
    const module = toModule(source, SOURCE.solidly)
    const found = await discover(module)
    const addresses = Object.values(market.solidlyPairs).map((pair) => pair.toLowerCase())
    expect(found.map(({ address }) => address)).toEqual(addresses)
    expect(await module.countPools?.(read)).toBe(BigInt(addresses.length))
    const [first] = found
    if (!first) throw new Error('No pair')
    const wrong: PoolIdentity[] = [
      { ...first, fee: 0 },
      { ...first, fee: 2 },
      { ...first, tokens: [first.tokens[1], first.tokens[0]] },
      { ...first, tokens: [a, c] },
      { ...first, tickSpacing: 1 },
    ]
    const isOwn = [...found.map(() => true), ...wrong.map(() => false)]
    expect(await module.confirm([...found, ...wrong], read)).toEqual(isOwn)
  })

  it('follows fees and pauses that emit no log', async () => {
    const { a, b } = market.tokens
    const { pair, change, source } = await market.addFeePair([a, b], FILLING)
    const module = toModule(source, 3)
    const [identity, ...others] = await discover(module)
    if (!identity) throw new Error('No pair')
    expect(others).toEqual([])
    expect(await module.confirm([identity], read)).toEqual([true])
    const load = async () => (await module.load([identity], read))[0]
    const before = { pool: await load(), shared: await module.readShared?.(read) }
    expect(before.pool?.fee).toBe(500)

    await change('setFee', true, 8n)
    const usual = await module.readShared?.(read)
    expect(usual).not.toBe(before.shared)
    expect((await load())?.fee).toBe(800)

    const { blockNumber } = await change('setCustomFee', pair, 37n)
    const [log] = await market.client.getLogs({ address: source.factory, fromBlock: blockNumber })
    if (!log) throw new Error('No log')
    expect(module.topics).toContain(log.topics[0])
    expect(module.getSubject?.(log as PoolLog)).toBe(pair.toLowerCase())
    expect(before.pool?.advance(log as PoolLog).fee).toBe(3_700)
    expect((await load())?.fee).toBe(3_700)

    await change('setPauseState', true)
    expect(await module.readShared?.(read)).not.toBe(usual)
    expect((await load())?.isHealthy).toBe(false)
  })

  it(`quotes ${QUOTES} trades of all sizes to the wei, both ways, as the settlement executes them`, async () => {
    const { a, b } = market.tokens
    const amounts = [400_000n * UNIT, 900_000n * UNIT] as const
    const fees = await market.addFeePair([a, b], { isStable: true, amounts })
    await fees.change('setCustomFee', fees.pair, 37n)
    const other = await withSources(market, fees.source)
    const coarse = await market.deploy('CoarseToken')
    const uneven = [600_000n * UNIT, 800_000n * 10n ** 6n] as const
    await market.addSolidlyPair([a, coarse], { isStable: true, amounts: uneven })
    const sources = [
      { index: SOURCE.solidly, source: market.sources[SOURCE.solidly], trader: market as Trader },
      { index: 3, source: fees.source, trader: other as Trader },
    ]
    const random = createRandom(77)
    let traded = 0
    for (const { index, source, trader } of sources) {
      if (!source) throw new Error('No such source')
      const module = toModule(source, index)
      const identities = (await discover(module)).filter(({ tokens }) =>
        tokens.every((token) => [a, b, coarse].some((one) => one.toLowerCase() === token)),
      )
      expect(identities.length).toBeGreaterThan(0)
      for (let i = 0; i < QUOTES / 2; i += 1) {
        // Each trade starts from the state that the last one left.
        const pools = await module.load(identities, read)
        const pool = pools[i % pools.length]
        if (!pool) throw new Error('No pair')
        const zeroForOne = random.chance(50)
        const [inputToken, outputToken] = zeroForOne ? pool.tokens : [pool.tokens[1], pool.tokens[0]]
        const amount = 1n + random.amount() * 10n ** BigInt(random.below(4))
        const isSale = random.chance(60)
        const ours = isSale ? pool.exactInput(zeroForOne, amount) : pool.exactOutput(zeroForOne, amount)
        if (!ours) continue
        const step = solidly(inputToken, outputToken, pool.step(zeroForOne)?.data.endsWith('1') ?? false, {
          source: index,
        })
        await trader.fund(inputToken, ours.amountIn)
        const trade = { inputToken, outputToken, inputAmount: ours.amountIn }
        const swapped = await trader.swap(trade, isSale ? encodeRoute(step) : encodeBuy(ours.amountOut, step))
        expect(swapped.inputSpent).toBe(ours.amountIn)
        expect(swapped.outputReceived + swapped.treasuryPaid).toBe(ours.amountOut)
        const [after] = await module.load([pool.identity], read)
        expect(after?.fingerprint()).toBe(ours.after().fingerprint())
        traded += 1
      }
    }
    expect(traded).toBeGreaterThan(QUOTES / 2)
  })
})
