import {
  decodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadArtifacts, ownContract } from '../../devnet/bytecode/artifacts.ts'
import { startTestDevnet, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { createRandom } from '../../wire/testing/random.ts'
import { type ChainFollower, createFollowedChain } from '../chain/followed-chain.ts'
import type { Pool, PoolLog } from './core/pool.ts'
import { createModules } from './create-modules.ts'
import { aggregate, tryPairSwap } from './testing/try-pair-swap.ts'

const quoterAbi = parseAbi([
  'struct Input { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 limit; }',
  'struct Output { address tokenIn; address tokenOut; uint256 amount; uint24 fee; uint160 limit; }',
  'function quoteExactInputSingle(Input) returns (uint256 amountOut, uint160 sqrtPriceAfter, uint32 crossed, uint256 gas)',
  'function quoteExactOutputSingle(Output) returns (uint256 amountIn, uint160 sqrtPriceAfter, uint32 crossed, uint256 gas)',
])
const curveAbi = parseAbi([
  'function coins(int128) view returns (address)',
  'function exchange(int128, int128, uint256, uint256)',
])
const V3_QUOTES = process.env.SLUICE_FUZZ === 'all' ? 9_000 : 3_000
const FORK_QUOTES = 1_000
const V2_QUOTES = 1_000
const SOLIDLY_QUOTES = 400
const STABLESWAP_QUOTES = 600
const BATCH = 100
/** Address of a contract that queries pools. */
const QUOTER: Hex = '0x00000000000000000000000000000000000000c7'
/** Views whose first word is the price. */
const SLOT0 = toFunctionSelector('slot0()')
const GLOBAL_STATE = toFunctionSelector('globalState()')
/** Amounts that a pool received (negative: paid) of each token, and its price afterwards. */
const MOVED = parseAbiParameters('int256, int256, uint256')

interface Sample {
  pool: Pool
  zeroForOne: boolean
  isInput: boolean
  amount: bigint
}

let devnet: TestDevnet
let chain: ChainFollower

beforeAll(async () => {
  devnet = await startTestDevnet()
  // Moves away from the round prices of the deployment, into the ranges.
  for (let i = 0; i < 3; i += 1) await devnet.market('ethereum').step()
  chain = createFollowedChain(devnet.serviceConfig.chains[0]!)
  await chain.start()
})

afterAll(async () => {
  await chain?.stop()
  await devnet?.stop()
})

it("returns the pool's address from an announcement, with and without verification", async () => {
  const named: string[] = []
  for (const { id, factory, createdTopic, getAnnounced, identify } of createModules(chain.config).followed) {
    if (!getAnnounced) continue
    const logs = await chain.client.getLogs({ address: factory, fromBlock: 0n })
    const announcements = logs.filter(({ topics: [first] }) => first === createdTopic) as PoolLog[]
    for (const log of announcements)
      expect(identify(log)?.address ?? getAnnounced(log)).toBe(getAnnounced(log))
    if (announcements.some(identify)) named.push(id)
  }
  expect(named).toEqual(expect.arrayContaining(['delta-v2', 'uniswap-v3', 'dystopia', 'algebra']))
})

describe('exact quotes', () => {
  it('equal QuoterV2 to the wei for any size and direction', async () => {
    const pools = getPools('uniswap-v3')
    const samples = draw(pools, V3_QUOTES, 7)
    const { client } = chain
    const { quoterV2, multicall3 } = devnet.chain().manifest.contracts
    let crossings = 0
    let filled = 0

    for (let start = 0; start < samples.length; start += BATCH) {
      const batch = samples.slice(start, start + BATCH)
      const results = await aggregate(
        { client, multicall3 },
        batch.map((sample) => ({ target: quoterV2, allowFailure: true, callData: quoterCall(sample) })),
      )
      for (const [i, sample] of batch.entries()) {
        const { pool, zeroForOne, isInput, amount } = sample
        const ours = isInput ? pool.exactInput(zeroForOne, amount) : pool.exactOutput(zeroForOne, amount)
        const { success, returnData } = results[i]!
        if (!success) {
          expect(ours).toBeUndefined()
          continue
        }
        const [other, sqrtPriceAfter, crossed] = decodeQuote(returnData)
        if (!ours) {
          // The swap pays nothing, or reaches the end of all prices and takes only a part.
          const isAtTheEnd = sqrtPriceAfter < 2n ** 33n || sqrtPriceAfter > 2n ** 159n
          expect(isAtTheEnd || other === 0n).toBe(true)
          continue
        }
        expect(isInput ? ours.amountOut : ours.amountIn).toBe(other)
        expect(ours.after().spot.numerator).toBe(sqrtPriceAfter * sqrtPriceAfter)
        crossings += crossed
        filled += 1
      }
    }
    expect(filled).toBeGreaterThan(V3_QUOTES * 0.6)
    expect(crossings).toBeGreaterThan(V3_QUOTES / 9)
  })

  it.each([
    ['PancakeSwap V3', 'pancakeswap-v3', SLOT0],
    ['Algebra Integral, at the current fee', 'algebra', GLOBAL_STATE],
  ])('equal the trades of %s pools to the wei for any size and direction', async (_, module, state) => {
    const { abi, bytecode } = ownContract(loadArtifacts(), 'PoolQuoter')
    const { data: code } = await chain.client.call({ data: bytecode })
    await devnet.chain().testClient.setCode({ address: QUOTER, bytecode: code! })
    const samples = draw(getPools(module), FORK_QUOTES, 9)
    const { multicall3 } = devnet.chain().manifest.contracts
    let filled = 0

    for (let start = 0; start < samples.length; start += BATCH) {
      const batch = samples.slice(start, start + BATCH)
      const calls = batch.map(({ pool, zeroForOne, isInput, amount }) => {
        const args = [pool.address, zeroForOne, isInput ? amount : -amount, state]
        const callData = encodeFunctionData({ abi, functionName: 'quote', args })
        return { target: QUOTER, allowFailure: false, callData }
      })
      const results = await aggregate({ client: chain.client, multicall3 }, calls)
      for (const [i, { pool, zeroForOne, isInput, amount }] of batch.entries()) {
        const ours = isInput ? pool.exactInput(zeroForOne, amount) : pool.exactOutput(zeroForOne, amount)
        const [amount0, amount1, sqrtPriceAfter] = decodeAbiParameters(MOVED, results[i]!.returnData)
        const [taken, given] = zeroForOne ? [amount0, -amount1] : [amount1, -amount0]
        if (!ours) {
          const isAtTheEnd = sqrtPriceAfter < 2n ** 33n || sqrtPriceAfter > 2n ** 159n
          expect(isAtTheEnd || given === 0n).toBe(true)
          continue
        }
        expect([ours.amountIn, ours.amountOut]).toEqual([taken, given])
        expect(ours.after().spot.numerator).toBe(sqrtPriceAfter * sqrtPriceAfter)
        filled += 1
      }
    }
    expect(filled).toBeGreaterThan(FORK_QUOTES * 0.6)
  })

  it('equal the maximum output of a pair: one unit more breaks its invariant', async () => {
    const pools = [...getPools('uniswap-v2'), ...getPools('delta-v2')].filter(({ tokens }) =>
      tokens.every((token) => chain.tradableTokens().has(token)),
    )
    const { multicall3 } = devnet.chain().manifest.contracts
    for (const token of new Set(pools.flatMap((pool) => pool.tokens))) {
      await devnet.chain().deal(token, multicall3, 10n ** 36n)
    }
    let checked = 0
    for (const { pool, zeroForOne, amount } of draw(pools, V2_QUOTES, 8)) {
      const swap = pool.exactInput(zeroForOne, amount)
      if (!swap) continue
      const trade = { pool, zeroForOne, isInput: true, swap }
      expect(await tryPairSwap({ client: chain.client, multicall3 }, trade)).toEqual([false, true])
      checked += 1
    }
    expect(checked).toBeGreaterThan(V2_QUOTES / 2)
  })

  it('equal the maximum output and minimum input of a Solidly pair: one unit more or less breaks its rule', async () => {
    const pools = getPools('dystopia')
    expect(pools).toHaveLength(2)
    const { multicall3 } = devnet.chain().manifest.contracts
    for (const token of new Set(pools.flatMap((pool) => pool.tokens))) {
      await devnet.chain().deal(token, multicall3, 10n ** 36n)
    }
    let checked = 0
    for (const { pool, zeroForOne, isInput, amount } of draw(pools, SOLIDLY_QUOTES, 12)) {
      const swap = isInput ? pool.exactInput(zeroForOne, amount) : pool.exactOutput(zeroForOne, amount)
      if (!swap) continue
      const trade = { pool, zeroForOne, isInput, swap }
      expect(await tryPairSwap({ client: chain.client, multicall3 }, trade)).toEqual([false, true])
      checked += 1
    }
    expect(checked).toBeGreaterThan(SOLIDLY_QUOTES * 0.6)
  })

  it('equal the output of Curve’s StableSwap to the wei, and request the minimum sufficient input', async () => {
    const pools = getPools('curve')
    expect(pools).toHaveLength(6)
    const { multicall3 } = devnet.chain().manifest.contracts
    const tokens = [...new Set(pools.flatMap((pool) => pool.tokens))]
    for (const token of tokens) await devnet.chain().deal(token, multicall3, 10n ** 36n)
    const samples = draw(pools, STABLESWAP_QUOTES, 13)
    const poolAddress = pools[0]!.address
    const coins = await Promise.all([0n, 1n, 2n, 3n].map((index) => coinAt(poolAddress, index)))
    /** Returns the pool's output for an input. The call is not committed. */
    const getGiven = async ({ pool, zeroForOne }: Sample, amountIn: bigint) => {
      const [sold, bought] = zeroForOne ? pool.tokens : [pool.tokens[1], pool.tokens[0]]
      const [from, to] = [sold, bought].map((token) => BigInt(coins.indexOf(token)))
      const approve = { abi: erc20Abi, functionName: 'approve', args: [poolAddress, amountIn] } as const
      const exchange = { abi: curveAbi, functionName: 'exchange', args: [from!, to!, amountIn, 0n] } as const
      const balance = { abi: erc20Abi, functionName: 'balanceOf', args: [multicall3] } as const
      const balanceCall = { target: bought, allowFailure: false, callData: encodeFunctionData(balance) }
      const results = await aggregate({ client: chain.client, multicall3 }, [
        balanceCall,
        { target: sold, allowFailure: false, callData: encodeFunctionData(approve) },
        { target: poolAddress, allowFailure: false, callData: encodeFunctionData(exchange) },
        balanceCall,
      ])
      return BigInt(results[3]!.returnData) - BigInt(results[0]!.returnData)
    }
    const checked = await Promise.all(
      samples.map(async (sample) => {
        const { pool, zeroForOne, isInput, amount } = sample
        const swap = isInput ? pool.exactInput(zeroForOne, amount) : pool.exactOutput(zeroForOne, amount)
        if (!swap) return 0
        const given = await getGiven(sample, swap.amountIn)
        expect(given).toBe(pool.exactInput(zeroForOne, swap.amountIn)?.amountOut)
        if (isInput) return 1
        expect(given).toBeGreaterThanOrEqual(amount)
        expect(await getGiven(sample, swap.amountIn - 1n)).toBeLessThan(amount)
        return 1
      }),
    )
    expect(checked.filter((count) => count === 1).length).toBeGreaterThan(STABLESWAP_QUOTES * 0.6)
  })

  it('are equal on a chain without TickLens, where ticks are read one by one', async () => {
    const { tickLens: _, ...without } = devnet.serviceConfig.chains[0]!
    const other = createFollowedChain(without)
    try {
      await other.start()
      const samples = draw(getPools('uniswap-v3'), 500, 11)
      for (const { pool, zeroForOne, isInput, amount } of samples) {
        const [ours, theirs] = [pool, other.snapshot()!.pool(pool.address)!].map((each) => {
          const swap = isInput ? each.exactInput(zeroForOne, amount) : each.exactOutput(zeroForOne, amount)
          return swap && [swap.amountIn, swap.amountOut, swap.gas]
        })
        expect(theirs).toEqual(ours)
      }
    } finally {
      await other.stop()
    }
  })
})

async function coinAt(address: Hex, index: bigint): Promise<Hex> {
  const coin = { address, abi: curveAbi, functionName: 'coins', args: [index] } as const
  return (await chain.client.readContract(coin)).toLowerCase() as Hex
}

function getPools(module: string): Pool[] {
  return chain
    .snapshot()!
    .pools()
    .filter((pool) => pool.module === module)
}

/** Draws sizes from dust to several times the depth, evenly over the orders of magnitude. */
function draw(pools: readonly Pool[], count: number, seed: number): Sample[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, i) => {
    const pool = pools[i % pools.length]!
    const zeroForOne = random.next() < 0.5
    const isInput = random.next() < 0.7
    const depth = Number(pool.depth[zeroForOne === isInput ? 0 : 1])
    const amount = BigInt(Math.ceil(depth * 10 ** (random.next() * 9 - 8.3)))
    return { pool, zeroForOne, isInput, amount }
  })
}

function quoterCall({ pool, zeroForOne, isInput, amount }: Sample): Hex {
  const [tokenIn, tokenOut] = zeroForOne ? pool.tokens : [pool.tokens[1], pool.tokens[0]]
  const common = { tokenIn, tokenOut, fee: pool.fee, limit: 0n }
  return isInput
    ? encodeFunctionData({
        abi: quoterAbi,
        functionName: 'quoteExactInputSingle',
        args: [{ ...common, amountIn: amount }],
      })
    : encodeFunctionData({
        abi: quoterAbi,
        functionName: 'quoteExactOutputSingle',
        args: [{ ...common, amount }],
      })
}

function decodeQuote(data: Hex): readonly [bigint, bigint, number] {
  const [amount, price, crossed] = decodeAbiParameters(
    [{ type: 'uint256' }, { type: 'uint160' }, { type: 'uint32' }, { type: 'uint256' }],
    data,
  )
  return [amount, price, crossed]
}
