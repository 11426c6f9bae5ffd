import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasPostgres, startTestPostgres } from '../scripts/testing/servers.ts'
import { createKey } from '../service/access/key-records.ts'
import { openDatabase } from '../service/database/open-database.ts'
import { cpuMs, createPricer, readStatus, sleep, startScaleNode } from './scale.ts'
import { startServiceProcess } from './service-process.ts'
import { quantile, type Row } from './table.ts'

const COUNTS = (process.env.CHAINS ?? '1,17').split(',').map(Number)
/** Numbers of processes that share the chains. Several processes share PostgreSQL. */
const PROCESSES = (process.env.PROCESSES ?? '1').split(',').map(Number)
/** Pools per chain, all in memory. */
const POOLS = 3_000
/**
 * Every chain mines one block per round. The rounds cover the intervals of recurring work, such as
 * the catalogue and checks for pools.
 */
const ROUNDS = 60
const ROUND_MS = 1_000
const WARM_UP_ROUNDS = 10
const SEEN_ROUNDS = 10
/** Prices per round, on one chain after another. */
const PRICES = 8
/** Interval between blocks until all services have loaded their chains. */
const STARTING_BLOCK_MS = 5_000
/**
 * The catalogue is complete after this time without a new pool share, because it reads some every
 * 20 s.
 */
const COMPLETE_MS = 60_000
const CATALOGUE_LIMIT_MS = 900_000
const CATALOGUE_POLL_MS = 5_000
const CATCH_UP_MS = 60_000

/**
 * Measures the service as one process, or as several with some chains each, on synthetic chains
 * with one block per second.
 */
export async function measureChains(): Promise<Row[]> {
  const rows: Row[] = []
  for (const chains of COUNTS) for (const processes of PROCESSES) rows.push(await measure(chains, processes))
  return rows
}

async function measure(count: number, processes: number): Promise<Row> {
  if (processes > 1 && !hasPostgres)
    throw new Error('Several processes require PostgreSQL, which is not installed on this machine')
  const nodes = await Promise.all(Array.from({ length: count }, (_, place) => startScaleNode(POOLS, place)))
  const database = hasPostgres ? await startTestPostgres() : undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-chains-'))
  const apiKey = await issueKey({ url: database?.url, dataDir })
  const groups = Array.from({ length: processes }, (_, n) => nodes.filter((_, i) => i % processes === n))
  // Mines during loading, because a chain without new blocks has no prices and is never ready.
  const mining = setInterval(() => Promise.all(nodes.map(({ mine }) => mine())), STARTING_BLOCK_MS)
  const services = await Promise.all(
    groups.map((group) =>
      startServiceProcess(
        { chains: group.map(({ ready: { config } }) => ({ ...config, poolLimits: { loadAllUpTo: POOLS } })) },
        {
          SLUICE_PRICING_WORKERS: '0',
          SLUICE_DATA_DIR: dataDir,
          ...(database && { DATABASE_URL: database.url }),
        },
      ),
    ),
  )
  const getCpuMs = () => services.reduce((sum, { pid }) => sum + cpuMs(pid), 0)
  try {
    const pricers = nodes.map(({ ready }, i) =>
      createPricer(services[i % processes]?.url ?? '', ready, apiKey),
    )
    const times: number[] = []
    let refused = 0
    /** Returns the processor time of the services per round with one block on every chain. */
    async function play(prices: number, rounds = ROUNDS): Promise<number[]> {
      const used: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const before = getCpuMs()
        const end = performance.now() + ROUND_MS
        await Promise.all(nodes.map(({ mine }) => mine()))
        for (let i = 0; i < prices; i += 1) {
          const n = round * prices + i
          const ms = await pricers[n % count]?.usual(n).catch((error: Error) => {
            // A service that lags rejects prices, which is part of the measurement.
            if (!error.message.startsWith('503')) throw error
            refused += 1
          })
          if (ms !== undefined) times.push(ms)
        }
        await sleep(Math.max(0, end - performance.now()))
        used.push(getCpuMs() - before)
      }
      return used
    }
    const heads = nodes.map(() => '')
    /**
     * Returns the time from new blocks until all of them have prices, per round. `isMining` selects
     * the chains with a block in a round.
     */
    async function watchBlocks(isMining: (place: number, round: number) => boolean): Promise<number[]> {
      const seen: number[] = []
      for (let round = 0; round < SEEN_ROUNDS; round += 1) {
        await Promise.all(
          nodes.map(async ({ mine }, i) => {
            if (isMining(i, round)) heads[i] = await mine()
          }),
        )
        const startedAt = performance.now()
        await Promise.all(
          services.map(({ url }, n) =>
            untilAt(
              url,
              heads.filter((_, i) => i % processes === n),
            ),
          ),
        )
        seen.push(performance.now() - startedAt)
        await sleep(ROUND_MS)
      }
      return seen
    }
    const catalogues = nodes.map(({ ready }, i) =>
      awaitCatalogue(services[i % processes]?.url ?? '', ready.config.name, apiKey),
    )
    await Promise.all(catalogues)
    clearInterval(mining)
    await play(PRICES, WARM_UP_ROUNDS)
    times.length = 0
    refused = 0
    const idle = await play(0)
    const busy = await play(PRICES)
    const together = await watchBlocks(() => true)
    const alone = await watchBlocks((place, round) => place === round % count)
    const memory = await Promise.all(
      services.map(async ({ url }) => (await readStatus(url)).memoryBytes / 1e6),
    )
    return {
      chains: count,
      processes,
      'pools each': POOLS,
      'ready cold s': (Math.max(...services.map(({ readyMs }) => readyMs)) / 1000).toFixed(1),
      'memory MB': memory.reduce((sum, each) => sum + each, 0).toFixed(0),
      'the largest': Math.max(...memory).toFixed(0),
      'CPU ms per block': (getMean(idle) / count).toFixed(1),
      'p50 of the seconds': (quantile(idle, 0.5) / count).toFixed(1),
      'core used by blocks %': (getMean(idle) / (ROUND_MS / 100)).toFixed(0),
      'all blocks seen after ms': quantile(together, 0.5).toFixed(0),
      'one alone': quantile(alone, 0.5).toFixed(0),
      'CPU ms per price': ((getMean(busy) - getMean(idle)) / PRICES).toFixed(1),
      'price p50 ms': quantile(times, 0.5).toFixed(1),
      'p99 ms': quantile(times, 0.99).toFixed(1),
      refused,
    }
  } finally {
    clearInterval(mining)
    for (const service of services) await service.stop()
    await database?.stop()
    for (const { stop } of nodes) stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Waits for the catalogue's initial work, which would otherwise count as the cost of blocks. */
async function awaitCatalogue(url: string, chain: string, apiKey: string): Promise<void> {
  const query = `{ tokensByType(chain: "${chain}", tokenType: "lp", limit: 1) { total } }`
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey }
  const startedAt = performance.now()
  let known = ''
  let since = startedAt
  while (performance.now() - since < COMPLETE_MS) {
    if (performance.now() - startedAt > CATALOGUE_LIMIT_MS)
      throw new Error('The catalogue did not load its tokens')
    const response = await fetch(`${url}/tokens/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    })
    const text = await response.text()
    if (!text.includes('"total"')) throw new Error(`${response.status} ${text}`)
    if (text !== known) since = performance.now()
    known = text
    await sleep(CATALOGUE_POLL_MS)
  }
}

function getMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Waits until the chains of a service, in the order of its config, reach these blocks. */
async function untilAt(url: string, blocks: readonly string[]): Promise<void> {
  const end = performance.now() + CATCH_UP_MS
  while (performance.now() < end) {
    const health = (await (await fetch(`${url}/healthz`)).json()) as {
      chains: { blockNumber: string | null }[]
    }
    if (blocks.every((block, i) => health.chains[i]?.blockNumber === block)) return
    await sleep(10)
  }
  throw new Error('The service did not catch up with its chains')
}

/** Issues a key, because the public development keys are valid only on the devnet's chains. */
async function issueKey(where: { url: string | undefined; dataDir: string }): Promise<string> {
  const database = openDatabase(where)
  const { key } = await createKey(database, {
    label: 'bench',
    tier: 'enterprise',
    customLimit: undefined,
    origins: [],
    browserOnly: false,
    uniquePids: [],
    maxPartnerFeeBps: 0,
  })
  await database.close()
  return key
}
