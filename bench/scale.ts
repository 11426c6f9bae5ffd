import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { THIS_NODE } from '../scripts/lib/typescript-node.mjs'
import { createKnownPools } from '../service/chain/pool-set/known-pools.ts'
import type { ChainServiceConfig } from '../service/config/types.ts'
import type { FollowedModule } from '../service/modules/core/module.ts'
import type { PoolIdentity } from '../service/modules/core/pool.ts'
import { createScaleMarket, type ScaleToken } from '../service/router/testing/scale-market.ts'
import { createRandom } from '../wire/testing/random.ts'
import type { ScaleNodeReady } from './scale-node.ts'
import { startServiceProcess } from './service-process.ts'
import { quantile, type Row } from './table.ts'

const SIZES = (process.env.SCALE ?? '1000,10000,100000').split(',').map(Number)
/** At this size all pools are kept in memory, at other sizes the default selection. */
const WHOLE = 10_000
/** Number of prices for tokens whose pools are probably not in memory. */
const RARE = 12
const SEED = 1
const BLOCKS = 24
/** Prices after each block. The first one is reported separately. */
const PRICES = 12
const IDLE_BLOCKS = 10
/** A service is at rest if it uses less of a core than this in several consecutive windows. */
const REST_SHARE = 0.1
const REST_WINDOWS = 5
const REST_LIMIT_MS = 240_000
const BLOCK_MS = 1_000
const STORED_MS = 40_000
const CATCH_UP_MS = 60_000
const USER = '0x00000000000000000000000000000000000abcde'

/**
 * Measures the service as a process on a synthetic chain with a growing number of pools of
 * heavy-tailed sizes: with an empty database, after a restart, and from a new block to `/v1/price`.
 * Compare only rows of one run.
 */
export async function measureScale(): Promise<Row[]> {
  const rows: Row[] = []
  for (const pools of SIZES) rows.push(await measure(pools))
  return rows
}

async function measure(pools: number): Promise<Row> {
  const { ready, mine, stop } = await startScaleNode(pools)
  const limits = pools === WHOLE ? { poolLimits: { loadAllUpTo: pools } } : {}
  const { service, coldMs, stopService } = await startTwice({ ...ready.config, ...limits })
  try {
    const price = createPricer(service.url, ready)
    const first: number[] = []
    const steady: number[] = []
    const advance: number[] = []
    for (let block = -4; block < BLOCKS; block += 1) {
      const mined = await mine()
      const startedAt = performance.now()
      await reaches(service.url, mined)
      const advanceMs = performance.now() - startedAt
      const times: number[] = []
      for (let i = 0; i < PRICES; i += 1) times.push(await price.usual(block * PRICES + i))
      // The first blocks are a warm-up.
      if (block < 0) continue
      advance.push(advanceMs)
      first.push(...times.slice(0, 1))
      steady.push(...times.slice(1))
    }
    const restMs = await untilAtRest(service.pid)
    const blockCpuMs = await cpuOfBlocks(service.pid, mine)
    const { memoryBytes, chains } = await readStatus(service.url)
    const rare: number[] = []
    for (let i = 0; i < RARE; i += 1) rare.push(await price.rare(i))
    const [p50, firstP50] = [quantile(steady, 0.5), quantile(first, 0.5)]
    return {
      pools,
      'in memory': chains[0]?.pools ?? 0,
      'ready cold s': (coldMs / 1000).toFixed(1),
      'warm s': (service.readyMs / 1000).toFixed(1),
      'price p50 ms': p50.toFixed(1),
      'p99 ms': quantile(steady, 0.99).toFixed(1),
      'first after block ms': firstP50.toFixed(1),
      'worst first ms': quantile(first, 1).toFixed(1),
      'first / steady': (firstP50 / p50).toFixed(2),
      'block seen after ms': quantile(advance, 0.5).toFixed(0),
      'at rest after s': (restMs / 1000).toFixed(0),
      'CPU ms per block': blockCpuMs.toFixed(1),
      'rare token p50 ms': quantile(rare, 0.5).toFixed(0),
      'worst ms': quantile(rare, 1).toFixed(0),
      'memory MB': (memoryBytes / 1e6).toFixed(0),
      'bytes per idle pool': getIdleBytes(pools),
    }
  } finally {
    await stopService()
    stop()
  }
}

/** Restarts the service after one with an empty database has stored its pools. */
export async function startTwice(chain: ChainServiceConfig) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-scale-'))
  const start = () =>
    startServiceProcess({ chains: [chain] }, { SLUICE_PRICING_WORKERS: '0', SLUICE_DATA_DIR: dataDir })
  const cold = await start()
  await untilStored(cold.url)
  await cold.stop()
  const service = await start()
  return {
    service,
    coldMs: cold.readyMs,
    async stopService() {
      await service.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts a node of a synthetic chain in a separate process. `place` is the index of the chain. */
export async function startScaleNode(pools: number, place = 0) {
  const args = [pools, SEED + place, place].map(String)
  const node = fork(join(import.meta.dirname, 'scale-node.ts'), args, { execArgv: THIS_NODE.slice(1) })
  const [ready] = (await once(node, 'message')) as [ScaleNodeReady]
  return {
    ready,
    /** Resolves to the number of the new block. */
    async mine(): Promise<string> {
      const mined = once(node, 'message')
      node.send('mine')
      const [head] = await mined
      return String(head)
    },
    stop: () => node.disconnect(),
  }
}

interface Status {
  memoryBytes: number
  chains: { pools: number }[]
}

export async function readStatus(url: string): Promise<Status> {
  return (await (await fetch(`${url}/status.json`)).json()) as Status
}

/** Waits until the elected writer has stored its pools: an election and one turn of maintenance. */
async function untilStored(url: string): Promise<void> {
  await reachable(url)
  await sleep(STORED_MS)
}

async function reachable(url: string): Promise<void> {
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))) await sleep(50)
}

/** Returns the memory of an address and its tokens, including the indexes that find them. */
function getIdleBytes(size: number): number {
  const { pools, tokens, bases } = createScaleMarket({ pools: size, seed: SEED })
  const hubs = new Set<string>(tokens.slice(0, bases).map(({ address }) => address))
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // Separate strings, as from the database, so that addresses share no memory.
  const texts = pools.map(({ address, venue, tokens: [a, b] }) =>
    JSON.stringify({
      address,
      tokens: [a.address, b.address],
      fee: venue.fee,
      tickSpacing: venue.tickSpacing,
    }),
  )
  collect()
  const before = process.memoryUsage().heapUsed
  const identities = texts.map((text): PoolIdentity => JSON.parse(text))
  const known = createKnownPools(hubs)
  const module = { id: 'venue' } as FollowedModule
  known.set(identities.map((identity, i) => ({ module, identity, worth: i / 7 })))
  collect()
  const used = process.memoryUsage().heapUsed - before
  return Math.round(used / Math.max(1, Math.min(known.size, identities.length)))
}

/** Creates requests between base tokens, into the tail and out of it, in turn. */
export function createPricer(
  url: string,
  { config, tokens, bases }: ScaleNodeReady,
  apiKey = 'dev-enterprise',
) {
  const random = createRandom(SEED + 2)
  const base = () => pick(tokens.slice(0, bases), random.next())
  const byValue = tokens.slice(bases).sort((a, b) => b.valueUsd - a.valueUsd)
  const tail = () => pick(byValue.slice(0, Math.ceil(byValue.length / 10)), random.next())
  const pairs = [
    () => [base(), base()],
    () => [base(), tail()],
    () => [tail(), base()],
    () => [tail(), tail()],
  ] as const
  async function sendPrice(input: ScaleToken, output: ScaleToken): Promise<number> {
    // The value does not exceed the holdings of the token's pools.
    const usd = Math.min(input.valueUsd, output.valueUsd, 1e7) * 10 ** (-4 + 2.5 * random.next())
    const body = JSON.stringify({
      networkID: config.id,
      inputToken: input.address,
      outputToken: output.address,
      inputAmount: BigInt(Math.ceil((usd / input.priceUsd) * 10 ** input.decimals)).toString(),
      userAddress: USER,
      outputReceiver: USER,
      uniquePID: 'bench',
      computeStable: true,
    })
    const headers = { 'content-type': 'application/json', 'x-api-key': apiKey }
    const startedAt = performance.now()
    const response = await fetch(`${url}/router/v1/price`, { method: 'POST', headers, body })
    const text = await response.text()
    // A tail token may have no route. Any other failure invalidates the measurement.
    if (response.status !== 200 && response.status !== 400) throw new Error(`${response.status} ${text}`)
    return performance.now() - startedAt
  }

  return {
    usual(n: number): Promise<number> {
      let [input, output] = pairs[(((n % 5) + 5) % 5) % 4]?.() ?? []
      while (!input || !output || input === output) [input, output] = [base(), base()]
      return sendPrice(input, output)
    },
    /** Uses tokens of the smaller half of the tail. */
    rare: (n: number): Promise<number> =>
      sendPrice(pick(byValue, 0.5 + (n + 1) / (2 * RARE + 4)), pick(tokens, 0)),
  }
}

function pick(tokens: readonly ScaleToken[], at: number): ScaleToken {
  const token = tokens[Math.floor(at * tokens.length)]
  if (!token) throw new Error('The market has no tokens')
  return token
}

async function reaches(url: string, block: string): Promise<void> {
  const end = performance.now() + CATCH_UP_MS
  while (performance.now() < end) {
    const health = (await (await fetch(`${url}/healthz`)).json()) as {
      chains: { blockNumber: string | null }[]
    }
    if (health.chains[0]?.blockNumber === block) return
    await sleep(2)
  }
  throw new Error('The service did not catch up with its chain')
}

/**
 * Waits until the initial work after a start is done. The catalogue continues to read pool shares
 * every 20 s.
 */
async function untilAtRest(pid: number): Promise<number> {
  const startedAt = performance.now()
  for (let calm = 0; calm < REST_WINDOWS; ) {
    const before = cpuMs(pid)
    await sleep(BLOCK_MS)
    calm = cpuMs(pid) - before < REST_SHARE * BLOCK_MS ? calm + 1 : 0
    if (performance.now() - startedAt > REST_LIMIT_MS) throw new Error('The service did not become idle')
  }
  return performance.now() - startedAt
}

/**
 * Returns the CPU time per block without requests, as the mean of ten, including polling and
 * audits.
 */
async function cpuOfBlocks(pid: number, mine: () => Promise<string>): Promise<number> {
  const before = cpuMs(pid)
  for (let i = 0; i < IDLE_BLOCKS; i += 1) {
    await mine()
    await sleep(BLOCK_MS)
  }
  return (cpuMs(pid) - before) / IDLE_BLOCKS
}

/**
 * Returns the CPU time of a process's threads, user and kernel, with nanosecond precision.
 * `/proc/<pid>/stat` counts hundredths of a second.
 */
export function cpuMs(pid: number): number {
  const threads = `/proc/${pid}/task`
  const nanoseconds = readdirSync(threads).map(
    (id) => readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[0],
  )
  return nanoseconds.reduce((sum, each) => sum + Number(each), 0) / 1e6
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
