import * as v from 'valibot'
import { type Address, type Hex, type PublicClient, parseAbi, type TransactionReceipt } from 'viem'
import { foundry } from 'viem/chains'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { algebraV1, encodeBuy, encodeRoute, SOURCE, type Step } from '../../../contracts/testing/route.ts'
import { setupMarket } from '../../../contracts/testing/setup-market.ts'
import { UNIT } from '../../../contracts/testing/start-market.ts'
import { watchBalances } from '../../../contracts/testing/watch-balances.ts'
import { loadArtifacts } from '../../../devnet/bytecode/artifacts.ts'
import { algebraV1Artifacts } from '../../../devnet/bytecode/protocol-artifacts.ts'
import { priceRequestSchema } from '../../../wire/price-request.ts'
import { createRandom, type Random } from '../../../wire/testing/random.ts'
import { until } from '../../../wire/testing/until.ts'
import { createBlockReader } from '../../chain/blocks/block-reader.ts'
import { type ChainFollower, createFollowedChain } from '../../chain/followed-chain.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import { createRouterEngine } from '../../router/router-engine.ts'
import { solveUnlimited } from '../../router/testing/unlimited-solver.ts'
import type { BlockReader, FollowedModule } from '../core/module.ts'
import type { Pool, PoolIdentity } from '../core/pool.ts'
import {
  addRanges,
  compareQuotes,
  discoverPools,
  findPool,
  getPoolLogs,
} from '../testing/concentrated-market.ts'
import { createAlgebraV1Module } from './algebra-v1-module.ts'
import type { AlgebraV1SourceConfig } from './announced-pools.ts'
import { feeProbe } from './fee-probe.ts'

/** Rounds with different fees, caused by time and trades. */
const ROUNDS = 10
const QUOTES = 100
const BUDGET = 10_000_000n * UNIT
/** Block time of the chain. */
const BLOCK_SECONDS = 12n
const HOUR = 3_600n
/** The init code hash of QuickSwap's pools on Polygon. */
const QUICKSWAP = '0x6ec6c9c8091d160c0aa74b2b14ba9c1717e95093bd3ac085cee99a49aab294a4'

const operatorAbi = algebraV1Artifacts.operator.abi
const poolAbi = parseAbi([
  'function dataStorageOperator() view returns (address)',
  'function globalState() view returns (uint160, int24, uint16 fee, uint16 index, uint8, uint8, bool)',
  'function liquidity() view returns (uint128)',
  'function setCommunityFee(uint8, uint8)',
  'function setIncentive(address)',
])
/** A fee that depends on the daily volume and the volatility. */
const SENSITIVE = {
  alpha1: 2_900,
  alpha2: 12_000,
  beta1: 360,
  beta2: 60_000,
  gamma1: 59,
  gamma2: 8_500,
  volumeBeta: 30,
  volumeGamma: 10,
  baseFee: 100,
}
/** The maximum fee of the operator: 6.55 %. */
const DEAREST = { ...SENSITIVE, alpha1: 0, alpha2: 0, baseFee: 65_535 }
/** Loops until it runs out of gas. */
const ENDLESS: Hex = '0x5b600056'
/** Reverts with one word of ones that looks like a fee. */
const PRETENDING: Hex = '0x60001960005260206000fd'

const market = setupMarket()
const { runtimeCode, address: multicall3 } = loadArtifacts().multicall3
let module: FollowedModule
let source: AlgebraV1SourceConfig

const publicClient = () => market.client as unknown as PublicClient

/** Creates a reader pinned to the latest block. */
async function readAtHead(): Promise<BlockReader> {
  const { hash } = await market.client.getBlock()
  return createBlockReader(publicClient(), { multicall3, blockHash: hash! })
}

const discover = () => discoverPools(market, { module, factory: market.algebraV1.factory })

const load = async (): Promise<Pool[]> => module.load(await discover(), await readAtHead())

const getOperator = (address: Address) =>
  market.client.readContract({ address, abi: poolAbi, functionName: 'dataStorageOperator' })

/** Configures the fee as the owner of the factory. */
async function configure(address: Address, config: typeof SENSITIVE) {
  await market.write(await getOperator(address), operatorAbi, 'changeFeeConfiguration', [config])
}

/** Compares quotes of all sizes with the pools' trades in the same block. */
const compare = (pools: readonly Pool[], random: Random) =>
  compareQuotes(market.algebraV1, { pools, count: QUOTES, random })

const isForward = (pool: Pool, { tokenIn }: Step) => pool.tokens[0] === tokenIn.toLowerCase()

/** Trades along a step and returns the amounts that the settlement received and paid. */
async function trade(step: Step, amount: bigint, isInput = true) {
  const inputAmount = isInput ? amount : BUDGET
  const params = { inputToken: step.tokenIn, outputToken: step.tokenOut, inputAmount }
  const swapped = await market.swap(params, isInput ? encodeRoute(step) : encodeBuy(amount, step))
  return { amountIn: swapped.inputSpent, amountOut: swapped.outputReceived + swapped.treasuryPaid }
}

/** Expects a trade in the next block to match its quote at the fee of that second. */
async function expectForeseen(step: Step, amount: bigint, isInput = true): Promise<number> {
  const id = await market.client.snapshot()
  await market.passTime(BLOCK_SECONDS)
  const pool = findPool(await load(), step)
  await market.client.revert({ id })
  const zeroForOne = isForward(pool, step)
  const quote = isInput ? pool.exactInput(zeroForOne, amount) : pool.exactOutput(zeroForOne, amount)
  expect(pool.step(zeroForOne)?.data).toBe(step.data)
  expect(await trade(step, amount, isInput)).toEqual({
    amountIn: quote?.amountIn,
    amountOut: quote?.amountOut,
  })
  expect(await market.heldByContracts()).toEqual([])
  expect(await readFee(pool.address)).toBe(pool.fee)
  return pool.fee
}

/** Returns the fee of a pool's last swap. */
async function readFee(address: Address): Promise<number> {
  const state = await market.client.readContract({ address, abi: poolAbi, functionName: 'globalState' })
  return state[2]
}

beforeAll(async () => {
  await market.client.setCode({ address: multicall3, bytecode: runtimeCode })
  const { factory, source: row } = market.algebraV1
  source = {
    index: SOURCE.algebraV1,
    kind: 'algebra-v1',
    module: 'algebra-v1',
    name: 'Algebra V1',
    factory: factory.toLowerCase() as Address,
    deployer: row.factory.toLowerCase() as Address,
    initCodeHash: row.initCodeHash,
  }
  module = createAlgebraV1Module(source)
})

beforeEach(async () => {
  const { a, b, c } = market.tokens
  for (const token of [a, b, c]) await market.fund(token, 100n * BUDGET)
})

describe('Algebra V1 pools', () => {
  it("are found by the logs of their factory, confirmed by it, and have QuickSwap's init code hash", async () => {
    expect(source.initCodeHash).toBe(QUICKSWAP)
    const found = await discover()
    expect(found.map(({ address }) => address).toSorted()).toEqual(
      Object.values(market.algebraV1.pools)
        .map((address) => address.toLowerCase())
        .toSorted(),
    )
    const [first] = found
    if (!first) throw new Error('No pool was found')
    const wrong: PoolIdentity[] = [
      { ...first, tokens: [first.tokens[1], first.tokens[0]] },
      { ...first, fee: 500 },
      { ...first, tickSpacing: 0 },
      { ...first, address: '0x00000000000000000000000000000000000000cc' },
    ]
    const read = await readAtHead()
    expect(await module.confirm([...found, ...wrong], read)).toEqual([true, true, ...wrong.map(() => false)])
  })

  it('are quoted and traded to the wei at fees that depend on volatility, volume and time', async () => {
    const { a, b, c } = market.tokens
    const random = createRandom(61)
    const pick = (count: number) => BigInt(1 + Math.floor(random.next() * count))
    await addRanges(market.algebraV1)
    for (const pool of Object.values(market.algebraV1.pools)) await configure(pool, SENSITIVE)
    const [fees, traded] = [new Set<number>(), [] as number[]]
    const total = { filled: 0, crossed: 0 }
    for (let round = 0; round < ROUNDS; round += 1) {
      await market.passTime(BigInt(round + 1) * HOUR + 1n)
      const [from, to] = round % 3 === 0 ? [a, b] : [b, a]
      for (let i = 0; i < 3; i += 1) {
        await trade(algebraV1(from, to), pick(20) * 7_001n * UNIT)
        await trade(algebraV1(i % 2 ? b : c, i % 2 ? c : b), pick(9) * 6_007n * UNIT)
      }
      // Alternates between the second of a swap and a second without one.
      if (round % 2 === 0) await market.passTime(pick(900))
      const pools = await load()
      for (const { fee } of pools) fees.add(fee)
      const { filled, crossed } = await compare(pools, random)
      total.filled += filled
      total.crossed += crossed
      traded.push(await expectForeseen(algebraV1(from, to), 900n * UNIT + BigInt(round)))
      traded.push(await expectForeseen(algebraV1(to, from), 400n * UNIT + 3n, false))
      traded.push(await expectForeseen(algebraV1(c, b), 5n * UNIT + BigInt(round)))
      traded.push(await expectForeseen(algebraV1(b, c), 3n * UNIT + 1n, false))
    }
    expect(total.filled).toBeGreaterThan(ROUNDS * QUOTES * 0.8)
    expect(total.crossed).toBeGreaterThan((ROUNDS * QUOTES) / 20)
    expect(fees.size).toBeGreaterThan(ROUNDS)
    expect(new Set(traded).size).toBeGreaterThan(ROUNDS)
  })

  it('have equal quotes while the factory takes a share of the fee', async () => {
    const { ab } = market.algebraV1.pools
    const before = await load()
    await market.write(ab, poolAbi, 'setCommunityFee', [250, 100])
    const pools = await load()
    expect(pools.map((pool) => pool.fingerprint())).toEqual(before.map((pool) => pool.fingerprint()))
    expect((await compare(pools, createRandom(62))).filled).toBeGreaterThan(QUOTES * 0.7)
    const { a, b } = market.tokens
    await expectForeseen(algebraV1(a, b), 70_000n * UNIT + 7n)
    await expectForeseen(algebraV1(b, a), 30_000n * UNIT + 3n, false)
  })

  it("have no view that returns the fee: the operator's view accepts only pools and ignores recent volume", async () => {
    const { a, b } = market.tokens
    const { ab } = market.algebraV1.pools
    await configure(ab, SENSITIVE)
    await market.passTime(HOUR)
    await trade(algebraV1(a, b), 300_000n * UNIT)
    await market.passTime(BLOCK_SECONDS)
    const address = await getOperator(ab)
    const [, tick, , index] = await market.client.readContract({
      address: ab,
      abi: poolAbi,
      functionName: 'globalState',
    })
    const liquidity = await market.client.readContract({
      address: ab,
      abi: poolAbi,
      functionName: 'liquidity',
    })
    const { timestamp } = await market.client.getBlock()
    const args = [Number(timestamp), tick, index, liquidity]
    const call = { address, abi: operatorAbi, functionName: 'getFee', args } as const
    await expect(market.client.readContract(call)).rejects.toThrow('only pool can call this')
    const { result } = await market.client.simulateContract({ ...call, account: ab })
    const { fee } = findPool(await load(), algebraV1(a, b))
    expect(Number(result)).toBeLessThan(fee / 2)
    await expectForeseen(algebraV1(a, b), UNIT)
    expect(Math.abs((await readFee(ab)) - fee)).toBeLessThan(10)
  })

  it('match freshly loaded pools after following their logs and fee', async () => {
    const { a, b, c } = market.tokens
    for (const pool of Object.values(market.algebraV1.pools)) await configure(pool, SENSITIVE)
    const before = await load()
    const block = await market.client.getBlockNumber({ cacheTime: 0 })
    await addRanges(market.algebraV1)
    await trade(algebraV1(a, b), 300_000n * UNIT)
    await trade(algebraV1(c, b), 300_000n * UNIT)
    await market.passTime(HOUR)
    const after = await load()
    const read = await readAtHead()
    for (const [i, pool] of before.entries()) {
      const logs = await getPoolLogs(market, {
        address: pool.address,
        topics: module.topics,
        fromBlock: block + 1n,
      })
      const advanced = logs.reduce((one, log) => one.advance(log), pool)
      const [result] = await read(advanced.watched ?? [])
      expect(advanced.withResult?.(result).fingerprint()).toBe(after[i]?.fingerprint())
      expect(after[i]?.fee).not.toBe(pool.fee)
    }
  })

  it('do not trade while their swaps fail, without affecting the fees of others', async () => {
    const { a, b } = market.tokens
    const step = algebraV1(a, b)
    const [x, y] = [await market.deploy('PlainToken'), await market.deploy('PlainToken')]
    const hostile = await market.algebraV1.addAlgebraPool(x, y)
    const healthy = async () => {
      const pools = await load()
      expect(pools).toHaveLength(3)
      return pools.filter(({ isHealthy }) => isHealthy).map(({ address }) => address)
    }
    const others = Object.values(market.algebraV1.pools).map((address) => address.toLowerCase())
    expect(await healthy()).toEqual(expect.arrayContaining([...others, hostile.toLowerCase()]))
    for (const bytecode of [ENDLESS, PRETENDING]) {
      for (const address of [x, y]) await market.client.setCode({ address, bytecode })
      await market.passTime(1n)
      expect((await healthy()).toSorted()).toEqual(others.toSorted())
    }

    // Other calls keep their gas beside tokens that burn theirs.
    const calls = [
      ...Array.from({ length: 31 }, () => feeProbe(hostile)),
      feeProbe(market.algebraV1.pools.ab),
    ]
    for (const address of [x, y]) await market.client.setCode({ address, bytecode: ENDLESS })
    await market.passTime(1n)
    const results = await (await readAtHead())(calls, { gas: 16_000_000n })
    expect(results.flatMap((result, i) => (result ? [i] : []))).toEqual([31])

    const farming = market.accounts.deployer
    const { abi } = algebraV1Artifacts.factory
    await market.write(market.algebraV1.factory, abi, 'setFarmingAddress', [farming])
    await market.write(market.algebraV1.pools.ab, poolAbi, 'setIncentive', [market.accounts.stranger])
    expect(await healthy()).toEqual([market.algebraV1.pools.bc.toLowerCase()])
    const silent = findPool(await load(), step)
    expect(silent).toMatchObject({ isHealthy: false, watched: [{ result: undefined }] })
    expect(silent.exactInput(true, UNIT)).toBeUndefined()
    expect(silent.curve(true)).toBeUndefined()
  })

  it.each([
    ['sale', 'InsufficientOutput'],
    ['purchase', 'TransferFailed'],
  ])('exceed the limit of a %s if their fee changed after its quote', async (kind, error) => {
    const { a, b } = market.tokens
    const { ab } = market.algebraV1.pools
    const [step, amount] = [algebraV1(a, b), 1_000n * UNIT]
    const quoted = findPool(await load(), step)
    const isSale = kind === 'sale'
    const quote = isSale
      ? quoted.exactInput(isForward(quoted, step), amount)
      : quoted.exactOutput(isForward(quoted, step), amount)
    if (!quote) throw new Error('No quote was returned')
    const limits = isSale
      ? { inputAmount: amount, minOutputAmount: (quote.amountOut * 99n) / 100n }
      : { inputAmount: (quote.amountIn * 101n) / 100n, minOutputAmount: (amount * 99n) / 100n }
    await configure(ab, DEAREST)
    const changes = await watchBalances(market, { tokens: { a, b } })
    const swap = () =>
      market.swap(
        { inputToken: a, outputToken: b, ...limits },
        isSale ? encodeRoute(step) : encodeBuy(amount, step),
      )
    await expect(swap()).rejects.toThrow(error)
    expect(await changes()).toEqual({})

    // The next quote has the fee that no log reported.
    expect(findPool(await load(), step).fee).toBe(DEAREST.baseFee)
    await expectForeseen(step, amount, isSale)
    await configure(ab, SENSITIVE)
    await swap()
  })
})

describe('router with an Algebra V1 source', () => {
  function getConfig(): ChainServiceConfig {
    const { a, b, c } = market.tokens
    const lower = (address: Address) => address.toLowerCase() as Address
    return {
      name: 'ethereum',
      id: foundry.id,
      rpcUrls: [market.client.transport.url!],
      nativeCurrency: foundry.nativeCurrency,
      weth: lower(market.weth),
      permit2: lower(market.permit2),
      multicall3,
      settlement: lower(market.settlement),
      executor: lower(market.executor),
      settlementFeeBps: 3,
      referenceStable: lower(b),
      baseTokens: [a, b, c].map(lower),
      sources: [source],
      fromBlock: 0,
      blockSeconds: 3_600,
      maxLagSeconds: 1_000_000_000,
    }
  }

  async function reachesHead(chain: ChainFollower) {
    const { hash } = await market.client.getBlock()
    await until(() => chain.snapshot()?.blockHash === hash)
  }

  it('follows the fee at each block, and executes its quotes to the wei', async () => {
    const { a, b, c } = market.tokens
    const { trader } = market.accounts
    for (const pool of Object.values(market.algebraV1.pools)) await configure(pool, SENSITIVE)
    await addRanges(market.algebraV1)
    const chain = createFollowedChain(getConfig(), { pollMs: 30 })
    await chain.start()
    const router = createRouterEngine({ chains: [chain], solver: solveUnlimited })
    const fees = new Set<number>()
    const gas: number[] = []
    try {
      const trades = [
        [a, b, true],
        [b, a, false],
        [a, c, true],
        [c, a, false],
        [c, b, true],
        [b, c, true],
        [b, a, true],
        [a, c, false],
      ] as const
      for (const [i, [inputToken, outputToken, isSale]] of trades.entries()) {
        const amount = `${BigInt(i + 1) * 3_001n * UNIT + 7n}`
        await market.passTime(BigInt(i) * HOUR + 5n)
        await reachesHead(chain)
        const loaded = await load()
        for (const pool of chain
          .snapshot()!
          .pools()
          .filter(({ module: id }) => id === 'algebra-v1')) {
          const same = loaded.find(({ address }) => address === pool.address)
          expect(pool.fingerprint()).toBe(same?.fingerprint())
          fees.add(pool.fee)
        }
        const request = v.parse(priceRequestSchema, {
          chainID: 'ethereum',
          inputToken,
          outputToken,
          ...(isSale ? { inputAmount: amount } : { orderType: 'BUY', outputAmount: amount }),
          userAddress: trader,
          outputReceiver: market.accounts.receiver,
          uniquePID: 'test',
          modulesFilter: ['algebra-v1'],
        })
        const quote = await router.quote(request)
        expect(quote).toMatchObject({ revert: false, error: null })
        const { computationUnits: estimated } = await router.quote({ ...request, computeEstimate: false })
        const held = async () => [
          await market.balanceOf(inputToken, trader),
          await market.balanceOf(outputToken, market.accounts.receiver),
        ]
        const [paidBefore, gotBefore] = await held()
        // Uses the timestamp of the last block, for which the quote was made.
        const { timestamp } = await market.client.getBlock()
        await market.client.setNextBlockTimestamp({ timestamp })
        const receipt: TransactionReceipt = await market.mined(
          market.client.sendTransaction({
            account: trader,
            to: market.settlement,
            data: quote.calldata!,
            gas: 2_000_000n,
          }),
        )
        const [paid, got] = await held()
        expect((got! - gotBefore!).toString()).toBe(quote.effectiveOutputAmount)
        if (isSale) expect((paidBefore! - paid!).toString()).toBe(amount)
        gas.push(estimated / Number(receipt.gasUsed))
      }
    } finally {
      await chain.stop()
    }
    expect(fees.size).toBeGreaterThan(4)
    for (const ratio of gas) expect(Math.abs(ratio - 1), 'estimated without a simulation').toBeLessThan(0.15)
  })
})
