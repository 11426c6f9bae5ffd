import { type Address, type Hex, zeroAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { encodeRoute, type Step, v4 } from '../../../contracts/testing/route.ts'
import { setupMarket } from '../../../contracts/testing/setup-market.ts'
import { UNIT } from '../../../contracts/testing/start-market.ts'
import { NATIVE_POOL, type PoolKey, V4_POOL } from '../../../devnet/deployers/uniswap/deploy-manager.ts'
import { createRandom } from '../../../wire/testing/random.ts'
import type { BlockReader, FollowedModule } from '../core/module.ts'
import type { Pool, PoolIdentity, PoolLog } from '../core/pool.ts'
import { createV4Module } from './v4-module.ts'

const QUOTES = 300
/** The end of an address encodes the enabled hooks: here before and after a swap. */
const HOOKS: Address = '0x1000000000000000000000000000000000000AC0'
const OTHER_HOOKS: Address = '0x2000000000000000000000000000000000000080'
const HOOKED_QUOTES = 40
/** The fee for selling the first token is in the lower bits. */
const PROTOCOL_FEE = (1000 << 12) | 300

const market = setupMarket()
let module: FollowedModule

const read: BlockReader = (calls) =>
  Promise.all(
    calls.map(async ({ to, data }) => {
      const result = await market.client.call({ to, data, gas: 1_000_000_000n }).catch(() => undefined)
      return result?.data
    }),
  )

async function getLogs(topics: readonly Hex[], fromBlock = 0n): Promise<PoolLog[]> {
  const logs = await market.client.getLogs({ address: market.managerContract.address, fromBlock })
  return logs.flatMap(({ address, topics: found, data }) =>
    found[0] && topics.includes(found[0]) ? [{ address, topics: found, data }] : [],
  )
}

async function discover(of = module): Promise<PoolIdentity[]> {
  const logs = await getLogs([of.createdTopic])
  return logs.flatMap((log) => of.identify(log) ?? [])
}

/** Creates a pool with hooks that count their calls. */
async function addHookedPool(tokens: readonly [Address, Address], hooks: Address) {
  const code = await market.client.getCode({ address: await market.deploy('HostileHooks') })
  await market.client.setCode({ address: hooks, bytecode: code ?? '0x' })
  return market.addManagedPool(tokens, V4_POOL, hooks)
}

async function load(): Promise<Map<string, Pool>> {
  const pools = await module.load(await discover(), read)
  return new Map(pools.map((pool) => [pool.address, pool]))
}

/** Adds positions over several bitmap words, at the price and away from it, and a protocol fee. */
async function stir() {
  const { managerContract, managedPools, accounts, tokens } = market
  for (const token of [tokens.a, tokens.b, tokens.c]) {
    await market.mint(token, accounts.deployer, 10_000_000n * UNIT)
  }
  const positions = [
    [-600, 1_200, 40n],
    [1_200, 6_000, 3n],
    [-36_000, -18_000, 100n],
    [-60_000, 60_000, 1n],
  ] as const
  for (const key of Object.values(managedPools)) {
    for (const [lower, upper, units] of positions) {
      await market.changeLiquidity(key, { lower, upper, delta: units * 7_919n * UNIT + 13n })
    }
  }
  const { address, abi } = managerContract
  await market.write(address, abi, 'setProtocolFeeController', [accounts.deployer])
  for (const key of [managedPools.ab, managedPools.nativeA]) {
    await market.write(address, abi, 'setProtocolFee', [key, PROTOCOL_FEE])
  }
}

const keyOf = (pool: Pool): PoolKey => {
  const found = Object.values(market.managedPools).find(({ currency0, currency1 }) => {
    const first = currency0 === zeroAddress ? market.weth : currency0
    return pool.tokens[0] === first.toLowerCase() && pool.tokens[1] === currency1.toLowerCase()
  })
  if (!found) throw new Error(`The manager has no pool of ${pool.tokens}`)
  return found
}

function isPoolOf(pool: Pool, { data, tokenIn, tokenOut }: Step): boolean {
  const tokens = [tokenIn, tokenOut].map((token) => token.toLowerCase() as Address)
  return pool.step(true)?.data === data && tokens.every((token) => pool.tokens.includes(token))
}

function createModule(hooks?: readonly Address[]): FollowedModule {
  const source = { index: 8, kind: 'v4', module: 'uniswap-v4', name: 'Uniswap V4' } as const
  const { address: factory } = market.managerContract
  return createV4Module({ ...source, factory, ...(hooks && { hooks }) }, market.weth)
}

const countCalls = () =>
  market.client.readContract({
    address: HOOKS,
    abi: market.abiOf('HostileHooks'),
    functionName: 'calls',
  }) as Promise<bigint>

beforeAll(() => {
  module = createModule()
})

describe('pools of a manager', () => {
  it('are found by its logs, except pools with hooks, and confirmed by its storage', async () => {
    const { a, c } = market.tokens
    const { nativeA } = market.managedPools
    await addHookedPool([a, c], HOOKS)
    const found = await discover()
    expect(found).toHaveLength(3)
    expect(found.map(({ tokens, fee }) => ({ tokens, fee }))).toContainEqual({
      tokens: [market.weth.toLowerCase(), nativeA.currency1.toLowerCase()],
      fee: NATIVE_POOL.fee,
    })
    const [first] = found
    if (!first) throw new Error('No pool was found')
    const [token0, token1] = first.tokens
    const wrong: PoolIdentity[] = [
      { ...first, tokens: [token1, token0] },
      { ...first, fee: 500 },
      { ...first, fee: 2 ** 23 },
      { ...first, tickSpacing: 0 },
      { ...first, address: zeroAddress },
    ]
    const right = [true, true, true]
    expect(await module.confirm([...found, ...wrong], read)).toEqual([...right, ...wrong.map(() => false)])
  })

  it(`are quoted to the wei in ${QUOTES} swaps of all sizes, directions and order types`, async () => {
    await stir()
    const pools = [...(await load()).values()]
    const random = createRandom(44)
    const counts = { filled: 0, refused: 0, crossed: 0 }
    for (let i = 0; i < QUOTES; i += 1) {
      const pool = pools[i % pools.length]
      if (!pool) throw new Error('No pool was loaded')
      const [zeroForOne, isInput] = [random.next() < 0.5, random.next() < 0.6]
      const depth = Number(pool.depth[zeroForOne === isInput ? 0 : 1])
      const amount = BigInt(Math.ceil(depth * 10 ** (random.next() * 9 - 8.6)))
      const ours = isInput ? pool.exactInput(zeroForOne, amount) : pool.exactOutput(zeroForOne, amount)
      const theirs = await market
        .trySwap(keyOf(pool), zeroForOne, isInput ? -amount : amount)
        .catch(() => undefined)
      const isWhole = theirs && (isInput ? theirs.taken : theirs.given) === amount && theirs.given > 0n
      if (!isWhole) {
        expect(ours, `${amount}`).toBeUndefined()
        counts.refused += 1
        continue
      }
      expect({ taken: ours?.amountIn, given: ours?.amountOut }, `${amount}`).toEqual(theirs)
      counts.filled += 1
      if (ours && ours.gas > pool.swapGas) counts.crossed += 1
    }
    expect(counts.filled).toBeGreaterThan(QUOTES * 0.8)
    expect(counts.crossed).toBeGreaterThan(QUOTES / 20)
  })

  it('with a listed hook are quoted and executed to the wei with hook calls, and are skipped with another hook', async () => {
    const { a, c } = market.tokens
    const key = await addHookedPool([a, c], HOOKS)
    await addHookedPool([a, c], OTHER_HOOKS)
    const own = createModule([HOOKS])
    const plain = await discover()
    const [identity, ...others] = (await discover(own)).filter(
      ({ address }) => !plain.some((one) => one.address === address),
    )
    if (!identity) throw new Error('No pool was found')
    expect(others).toEqual([])
    expect(await own.confirm([identity], read)).toEqual([true])
    expect(await module.confirm([identity], read)).toEqual([false])
    expect(await module.load([identity], read)).toEqual([])
    const [pool] = await own.load([identity], read)
    if (!pool) throw new Error('The pool was not loaded')
    const random = createRandom(45)
    for (let i = 0; i < HOOKED_QUOTES; i += 1) {
      const [zeroForOne, isInput] = [random.next() < 0.5, random.next() < 0.5]
      const amount = BigInt(Math.ceil(Number(UNIT) * 10 ** (random.next() * 12 - 6)))
      const ours = isInput ? pool.exactInput(zeroForOne, amount) : pool.exactOutput(zeroForOne, amount)
      const theirs = await market.trySwap(key, zeroForOne, isInput ? -amount : amount)
      expect({ taken: ours?.amountIn, given: ours?.amountOut }, `${amount}`).toEqual(theirs)
    }
    const [calledBefore, inputAmount] = [await countCalls(), 7n * UNIT + 1n]
    const isForward = identity.tokens[0] === a.toLowerCase()
    const step = { ...v4(a, c, { ...V4_POOL, hooks: HOOKS }), data: pool.step(isForward)?.data ?? '0x' }
    await market.fund(a, inputAmount)
    const trade = { inputToken: a, outputToken: c, inputAmount }
    const swapped = await market.swap(trade, encodeRoute(step))
    expect(swapped.outputReceived + swapped.treasuryPaid).toBe(
      pool.exactInput(isForward, inputAmount)?.amountOut,
    )
    expect((await countCalls()) - calledBefore).toBe(2n)
  })

  it('match freshly loaded pools after their logs, and the predicted state after trades', async () => {
    const { a, b, weth } = market.tokens
    const before = await load()
    const block = await market.client.getBlockNumber({ cacheTime: 0 })
    await stir()
    const steps = [v4(a, b, V4_POOL), v4(b, a, V4_POOL), v4(a, weth, NATIVE_POOL), v4(weth, a, NATIVE_POOL)]
    const foreseen = new Map<string, string>()
    for (const [i, step] of steps.entries()) {
      const state = await load()
      const inputAmount = (1_000n + BigInt(i) * 7_000n) * UNIT + 3n
      const tokenIn = step.tokenIn.toLowerCase()
      const pool = [...state.values()].find((one) => isPoolOf(one, step))
      const swap = pool?.exactInput(pool.tokens[0] === tokenIn, inputAmount)
      await market.fund(step.tokenIn, inputAmount)
      const trade = { inputToken: step.tokenIn, outputToken: step.tokenOut, inputAmount }
      const swapped = await market.swap(trade, encodeRoute(step))
      expect(swapped.outputReceived + swapped.treasuryPaid).toBe(swap?.amountOut)
      if (pool && swap) foreseen.set(pool.address, swap.after().fingerprint())
    }
    await market.changeLiquidity(market.managedPools.bc, { lower: -600, upper: 1_200, delta: -(UNIT * 5n) })

    await market.addManagedPool([a, market.tokens.c], { fee: 100, tickSpacing: 1 })

    const after = await load()
    expect(after.size).toBe(before.size + 1)
    const pools = new Map(before)
    for (const log of await getLogs([module.createdTopic, ...module.topics], block + 1n)) {
      const address = module.getSubject?.(log) ?? ''
      const identity = log.topics[0] === module.createdTopic ? module.identify(log) : undefined
      const pool = identity ? module.initialPool(identity, log) : pools.get(address)?.advance(log)
      if (pool) pools.set(address, pool)
    }
    for (const [address, pool] of after) {
      expect(pools.get(address)?.fingerprint()).toBe(pool.fingerprint())
      expect(before.get(address)?.fingerprint()).not.toBe(pool.fingerprint())
      const expected = foreseen.get(address)
      if (expected) expect(pool.fingerprint()).toBe(expected)
    }
    expect(foreseen.size).toBe(2)
  })
})
