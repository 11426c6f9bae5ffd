import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { createLiteralChain } from '../testing/literal-chain.ts'
import type { YieldClient } from './chain-reader.ts'
import { apyPercent, getEarnings } from './core/earnings.ts'
import { createYield } from './create-yield.ts'
import { readPoint, writePoints } from './index-points.ts'
import { recordHistory } from './record-history.ts'

const HOUR = 3_600n
const DAY = 24n * HOUR
const income = parseAbi(['function getReserveNormalizedIncome(address asset) view returns (uint256)'])

const reserve = {
  chain: 'base',
  protocol: 'aave-v3',
  pool: '0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCD',
  inputToken: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
} as const

let devnet: TestDevnet
let chain: TestChain
let database: Database

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = devnet.chain()
  database = openDatabase({})
  await database.query('select 1')
}, 60_000)

afterAll(async () => {
  await database?.close()
  await devnet?.stop()
})

describe('history of a node without old state', () => {
  it('comes from the recorded points after a day', async () => {
    const request = toReserve('USDC')
    await expect(start().historicalApy(request)).rejects.toMatchObject({
      status: 404,
      step: 'states_incomplete',
    })

    const from = await indexNow()
    const recorder = record(start())
    await expect.poll(() => countPoints()).toBe(4)
    await recorder.stop()
    await pass(DAY - 2n * HOUR)
    await expect(start().historicalApy(request)).rejects.toMatchObject({ step: 'states_incomplete' })

    await pass(3n * HOUR)
    const to = await indexNow()
    const seconds = to.seconds - from.seconds
    const { apy } = await start().historicalApy(request)
    expect(apy).toBeCloseTo(apyPercent(getEarnings({ from: from.value, to: to.value, seconds })), 9)
    expect(apy).toBeGreaterThan(0.5)
    // A node with old state takes precedence over recorded points.
    const whole = await start({ isArchive: true }).historicalApy(request)
    expect(whole.apy).not.toBe(apy)
  })

  it('is recorded by one of two instances', async () => {
    await database.query('DELETE FROM sluice_yield_points')
    let calls = 0
    const counted = () => {
      const yields = start()
      return {
        async indexes() {
          calls += 1
          return yields.indexes()
        },
      }
    }
    const recorders = [record(counted(), 20), record(counted(), 20)]
    await expect.poll(() => countPoints()).toBe(4)
    await Promise.all(recorders.map((recorder) => recorder.stop()))
    expect(calls).toBeGreaterThan(0)
    expect(await countPoints()).toBe(4)
  })

  it('is recorded for each chain by an instance that serves the chain', async () => {
    await database.query('DELETE FROM sluice_yield_points')
    const recorders = ['ethereum', 'base'].map((name) =>
      record(
        { indexes: async () => [{ ...reserve, protocol: 'other', chain: name, seconds: HOUR, value: 1n }] },
        60_000,
        [name],
      ),
    )
    await expect.poll(() => countPoints()).toBe(2)
    await Promise.all(recorders.map((recorder) => recorder.stop()))
  })

  it('reports the end of a failure only when every election knows its leader', async () => {
    const readOnly = openDatabase({})
    onTestFinished(() => readOnly.close())
    await readOnly.query('SET default_transaction_read_only = on')
    const states: ('failed' | 'kept')[] = []
    const recorder = recordHistory({
      yields: {
        async indexes() {
          return []
        },
      },
      chains: ['ethereum', 'base'],
      database: readOnly,
      ...{ everyMs: 20, renewMs: 50 },
      onFault: () => void states.push('failed'),
      onKept: () => void states.push('kept'),
    })
    await expect.poll(() => states.length).toBeGreaterThan(10)
    expect(states).not.toContain('kept')
    await readOnly.query('SET default_transaction_read_only = off')
    await expect.poll(() => states.at(-1)).toBe('kept')
    await recorder.stop()
  })

  it('continues without a database', async () => {
    const nowhere = { query: async () => Promise.reject(new Error('no database')) }
    const pruned = createYield({ ...options(false), database: nowhere })
    await expect(pruned.historicalApy(toReserve('USDC'))).rejects.toMatchObject({
      step: 'states_incomplete',
    })
  })
})

describe('recorded points', () => {
  const write = (...hours: bigint[]) =>
    Promise.all(
      hours.map((hour) =>
        writePoints(database.query, [{ ...reserve, seconds: hour * HOUR, value: 10n ** 27n + hour }]),
      ),
    )
  const read = (hour: bigint) => readPoint(database.query, reserve, hour * HOUR)

  it('return the last point before a timestamp, else the first after it', async () => {
    expect(await read(10n)).toBeUndefined()
    await write(10n, 20n, 30n)
    expect(await read(25n)).toEqual({ seconds: 20n * HOUR, value: 10n ** 27n + 20n })
    expect((await read(20n))?.seconds).toBe(20n * HOUR)
    expect((await read(5n))?.seconds).toBe(10n * HOUR)
  })

  it('are kept once per hour for eight days', async () => {
    await writePoints(database.query, [{ ...reserve, seconds: 20n * HOUR + 60n, value: 1n }])
    expect((await read(21n))?.value).toBe(10n ** 27n + 20n)
    await write(10n + 8n * 24n + 1n)
    expect((await read(5n))?.seconds).toBe(20n * HOUR)
  })
})

function start({ isArchive = false } = {}) {
  return createYield({ ...options(isArchive), database })
}

function options(isArchive: boolean) {
  const client: YieldClient = {
    getBlock: chain.publicClient.getBlock,
    async call(args) {
      const block = await chain.publicClient.getBlock({ blockHash: args.blockHash! })
      const head = await chain.publicClient.getBlockNumber({ cacheTime: 0 })
      if (!isArchive && block.number < head - 2n) throw new Error('missing trie node')
      return chain.publicClient.call(args)
    },
  }
  const literal = createLiteralChain({ config: devnet.serviceConfig.chains[0]! })
  return { chains: [{ ...literal, client }], priceUsd: () => 1, nowMs: () => 0, timeoutMs: 20_000 }
}

function record(
  yields: Parameters<typeof recordHistory>[0]['yields'],
  everyMs = 60_000,
  chains = ['ethereum'],
) {
  return recordHistory({
    yields,
    chains,
    database,
    everyMs,
    onFault: (error) => expect.unreachable(String(error)),
  })
}

function toReserve(symbol: string) {
  const { aavePool } = chain.manifest.contracts
  const lower = (address: string) => address.toLowerCase() as `0x${string}`
  const inputToken = lower(chain.token(symbol).address)
  return { chain: 'ethereum', by: 'pool', address: lower(aavePool), inputToken } as const
}

async function indexNow() {
  const { number, timestamp } = await chain.publicClient.getBlock()
  const call = encodeFunctionData({ abi: income, args: [chain.token('USDC').address] })
  const to = chain.manifest.contracts.aavePool
  const { data } = await chain.publicClient.call({ to, data: call, blockNumber: number })
  return { seconds: timestamp, value: BigInt(data!) }
}

async function countPoints(): Promise<unknown> {
  return (await database.query('SELECT count(*)::integer AS n FROM sluice_yield_points'))[0]?.n
}

async function pass(seconds: bigint): Promise<void> {
  await chain.passTime(seconds)
  await chain.testClient.mine({ blocks: 4 })
}
