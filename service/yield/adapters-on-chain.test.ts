import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import type { Address } from '../../wire/lib/address.ts'
import { createCaches } from './caches.ts'
import { createChainReader, type YieldClient } from './chain-reader.ts'
import type { Reserve, YieldAdapter } from './core/adapter.ts'
import { apyPercent, RAY, YEAR_SECONDS } from './core/earnings.ts'
import { createAdapters } from './create-adapters.ts'
import { describeAdapterConformance } from './testing/adapter-conformance.ts'
import { createYieldChain } from './yield-chain.ts'

const lending = parseAbi([
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'event ReserveDataUpdated(address indexed reserve, uint256 liquidityRate, uint256 stableBorrowRate, uint256 variableBorrowRate, uint256 liquidityIndex, uint256 variableBorrowIndex)',
])

const WEEK_SECONDS = 604_800n

let devnet: TestDevnet
let chain: TestChain

beforeAll(async () => {
  devnet = await startTestDevnet({ chains: ['ethereum'] })
  chain = devnet.chain()
})

afterAll(async () => devnet?.stop())

const createReader = (client: YieldClient) =>
  createChainReader(client, { multicall3: chain.manifest.contracts.multicall3, timeoutMs: 20_000 })

function getAdapter(protocol: string): YieldAdapter {
  const [config] = devnet.serviceConfig.chains
  return createAdapters(config!).find((adapter) => adapter.protocol === protocol)!
}

async function toReserve(protocol: string, symbol: string): Promise<Reserve> {
  const reader = createReader(chain.publicClient)
  const reserves = await getAdapter(protocol).reserves(reader.at(await reader.latest()))
  const token = chain.token(symbol).address.toLowerCase()
  return reserves.find(({ inputToken }) => inputToken.toLowerCase() === token)!
}

for (const protocol of ['aave-v3', 'erc4626']) {
  describeAdapterConformance(protocol, async () => {
    const reader = createReader(chain.publicClient)
    const latest = await reader.latest()
    const [before, earlier] = await Promise.all([reader.block(0n), reader.block(latest.number - 30n)])
    return { adapter: getAdapter(protocol), reader, earlier, latest, before }
  })
}

describe('diluted rate of a lending pool', () => {
  it.each([
    ['USDC', 250_000_000_007n],
    ['DAI', 1_234_567_000_000_000_000_000_003n],
    ['WETH', 5_000_000_000_000_000_000_001n],
  ])('equals the rate after a deposit of %s, to the last digit of a ray', async (symbol, deposit) => {
    const { aavePool } = chain.manifest.contracts
    const [asset, person] = [chain.token(symbol).address, chain.account(3)]
    const reserve = await toReserve('aave-v3', symbol)
    await chain.deal(symbol, person, deposit)
    await chain.approve(symbol, aavePool, deposit, 3)
    const before = await createReader(chain.publicClient).latest()
    await chain.passTime(86_400)

    const args = [asset, deposit, person, 0] as const
    const data = encodeFunctionData({ abi: lending, functionName: 'supply', args })
    const hash = await chain.send({ to: aavePool, data }, 3)
    const { blockNumber } = await chain.publicClient.getTransactionReceipt({ hash })
    expect(blockNumber).toBe(before.number + 1n)
    const [update] = await chain.publicClient.getContractEvents({
      address: aavePool,
      abi: lending,
      eventName: 'ReserveDataUpdated',
      args: { reserve: asset },
      fromBlock: blockNumber,
    })

    const { timestamp } = await chain.publicClient.getBlock({ blockNumber })
    const read = createReader(clientAtTime(timestamp)).at(before)
    const state = await reserve.state(read)
    const earnings = await state.earningsAfter(deposit, { read, past: () => Promise.reject() })
    expect(earnings).toEqual({ rate: update!.args.liquidityRate, periodSeconds: 1n })
  })

  it('is undefined for an amount that overflows the contract', async () => {
    const reserve = await toReserve('aave-v3', 'USDC')
    const reader = createReader(chain.publicClient)
    const read = reader.at(await reader.latest())
    const state = await reserve.state(read)
    const earnings = state.earningsAfter(2n ** 256n - 1n, { read, past: () => Promise.reject() })
    await expect(earnings).resolves.toBeUndefined()
  })
})

describe('room under a supply cap', () => {
  it.each(['USDC', 'WETH'])('for %s equals the maximum deposit within a few base units', async (symbol) => {
    const { aavePool } = chain.manifest.contracts
    const [asset, account] = [chain.token(symbol).address, chain.account(4)]
    const reserve = await toReserve('aave-v3', symbol)
    const header = await createReader(chain.publicClient).latest()
    // A day of interest is due at this time, and the treasury takes a share of it.
    const time = header.timestamp + 86_400n
    const { limit } = await reserve.state(createReader(clientAtTime(time)).at(header))
    expect(limit?.room).toBeGreaterThan(0n)
    await chain.deal(symbol, account, limit!.room * 2n)
    await chain.approve(symbol, aavePool, limit!.room * 2n, 4)
    const attempt = (amount: bigint) => {
      const args = [asset, amount, account, 0] as const
      const data = encodeFunctionData({ abi: lending, functionName: 'supply', args })
      return chain.publicClient.call({ account, to: aavePool, data, blockOverrides: { time } })
    }
    await expect(attempt(limit!.room)).resolves.toBeDefined()
    await expect(attempt(limit!.room + 20n)).rejects.toThrow()
  })
})

describe('historical APY', () => {
  it('equals the earnings of a deposit over a simulated year within 0.01 %', async () => {
    const { aavePool } = chain.manifest.contracts
    const [asset, person] = [chain.token('USDC').address, chain.account(6)]
    const poke = async () => {
      const args = [asset, 1_000_000n, chain.account(7), 0] as const
      await chain.send(
        { to: aavePool, data: encodeFunctionData({ abi: lending, functionName: 'supply', args }) },
        7,
      )
    }
    await chain.deal('USDC', chain.account(7), 10n ** 12n)
    await chain.approve('USDC', aavePool, 10n ** 12n, 7)
    await poke()
    const start = await balanceAt('aEthUSDC', person)
    for (let month = 0; month < 12; month += 1) {
      await chain.passTime(YEAR_SECONDS / 12n)
      await poke()
    }
    const end = await balanceAt('aEthUSDC', person)
    const seconds = end.timestamp - start.timestamp
    const grown = (Number(end.balance) / Number(start.balance)) ** (Number(YEAR_SECONDS) / Number(seconds))

    const past = await getPast(await toReserve('aave-v3', 'USDC'), { windowSeconds: seconds })
    expect(past.periodSeconds).toBeGreaterThanOrEqual(seconds)
    expect(apyPercent(past)).toBeGreaterThan(1)
    expect(apyPercent(past) / (100 * (grown - 1))).toBeCloseTo(1, 4)
  })

  it('covers the age of a reserve that is younger than the window', async () => {
    const reader = createReader(chain.publicClient)
    const [first, latest] = await Promise.all([reader.block(0n), reader.latest()])
    const past = await getPast(await toReserve('aave-v3', 'DAI'), { windowSeconds: 400_000_000n })
    const age = latest.timestamp - first.timestamp
    expect(past.periodSeconds).toBeLessThan(age)
    expect(past.periodSeconds).toBeGreaterThan(age - 3600n)
    expect(apyPercent(past)).toBeGreaterThan(0)
  })

  it('of a week reads two blocks a week apart', async () => {
    const past = await getPast(await toReserve('erc4626', 'DAI'), { windowSeconds: WEEK_SECONDS })
    expect(past.periodSeconds).toBeGreaterThanOrEqual(WEEK_SECONDS)
  })

  it('is zero for a vault without income', async () => {
    for (let day = 0; day < 40; day += 1) {
      await chain.passTime(86_400)
      await chain.testClient.mine({ blocks: 1 })
    }
    const past = await getPast(await toReserve('erc4626', 'DAI'), { windowSeconds: WEEK_SECONDS })
    expect(past.rate).toBe(0n)
    expect(apyPercent(past)).toBe(0)
  })
})

describe('chain reader', () => {
  it('sends at most 30 calls per batch, all at one block', async () => {
    const calls: { blockHash: unknown; length: number }[] = []
    const client: YieldClient = {
      getBlock: chain.publicClient.getBlock,
      call(args) {
        calls.push({ blockHash: args.blockHash, length: args.data?.length ?? 0 })
        return chain.publicClient.call(args)
      },
    }
    const reader = createReader(client)
    const header = await reader.latest()
    const to = chain.token('USDC').address
    const data = encodeFunctionData({ abi: parseAbi(['function decimals() view returns (uint8)']) })
    const results = await reader.at(header)(Array.from({ length: 95 }, () => ({ to, data })))
    expect(results.map((result) => BigInt(result ?? 0))).toEqual(Array.from({ length: 95 }, () => 6n))
    expect(calls).toHaveLength(4)
    expect(new Set(calls.map(({ blockHash }) => blockHash))).toEqual(new Set([header.hash]))
    expect(calls[0]?.length).toBe(calls[2]?.length)
  })
})

/** Creates a client whose calls run at a timestamp. */
function clientAtTime(time: bigint): YieldClient {
  const { publicClient } = chain
  return {
    getBlock: publicClient.getBlock,
    call: (args) => publicClient.call({ ...args, blockOverrides: { time } }),
  }
}

async function balanceAt(symbol: string, holder: Address) {
  const { timestamp } = await chain.publicClient.getBlock()
  return { balance: await chain.balanceOf(symbol, holder), timestamp }
}

async function getPast(reserve: Reserve, { windowSeconds }: { windowSeconds: bigint }) {
  const reader = createReader(chain.publicClient)
  const caches = createCaches(() => 0)
  const yields = createYieldChain({
    name: 'ethereum',
    adapters: [],
    reader,
    caches,
    fromBlock: 0n,
    windowSeconds,
  })
  return yields.past(reserve, await reader.latest())
}

it('converts rates in ray to percent', () => {
  expect(apyPercent({ rate: RAY / 20n, periodSeconds: 1n })).toBeCloseTo(100 * Math.expm1(0.05), 8)
  expect(apyPercent({ rate: RAY / 20n, periodSeconds: YEAR_SECONDS })).toBeCloseTo(5, 12)
})
