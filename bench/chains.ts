import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKey } from '../service/access/key-records.ts'
import { openDatabase } from '../service/database/open-database.ts'
import { cpuMs, createPricer, readStatus, sleep, startScaleNode } from './scale.ts'
import { startServiceProcess } from './service-process.ts'
import { quantile, type Row } from './table.ts'

const COUNTS = (process.env.CHAINS ?? '1,17').split(',').map(Number)
/** Of each chain, all of them in memory. */
const POOLS = 3_000
/** Every chain mines a block in each. */
const ROUNDS = 10
const ROUND_MS = 1_000
/** In each round, of one chain after another. */
const PRICES = 8
/** Until indexes and catalogues of all chains are at rest. */
const REST_MS = 15_000

/** The service as one process that follows several synthetic chains, each with a new block a second. */
export async function measureChains(): Promise<Row[]> {
  const rows: Row[] = []
  for (const chains of COUNTS) rows.push(await measure(chains))
  return rows
}

async function measure(count: number): Promise<Row> {
  const nodes = await Promise.all(Array.from({ length: count }, (_, place) => startScaleNode(POOLS, place)))
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-chains-'))
  const apiKey = await issueKey(dataDir)
  const service = await startServiceProcess(
    { chains: nodes.map(({ ready: { config } }) => ({ ...config, poolLimits: { loadAllUpTo: POOLS } })) },
    { SLUICE_PRICING_WORKERS: '0', SLUICE_DATA_DIR: dataDir },
  )
  try {
    const pricers = nodes.map(({ ready }) => createPricer(service.url, ready, apiKey))
    const times: number[] = []
    let refused = 0
    /** Processor time of the service per round of one block on every chain. */
    async function play(prices: number): Promise<number> {
      const before = cpuMs(service.pid)
      for (let round = 0; round < ROUNDS; round += 1) {
        const end = performance.now() + ROUND_MS
        await Promise.all(nodes.map(({ mine }) => mine()))
        for (let i = 0; i < prices; i += 1) {
          const n = round * prices + i
          const ms = await pricers[n % count]?.usual(n).catch((error: Error) => {
            // A service that is behind refuses prices, which is what is measured here.
            if (!error.message.startsWith('503')) throw error
            refused += 1
          })
          if (ms !== undefined) times.push(ms)
        }
        await sleep(Math.max(0, end - performance.now()))
      }
      return (cpuMs(service.pid) - before) / ROUNDS
    }
    await sleep(REST_MS)
    await play(PRICES)
    times.length = 0
    refused = 0
    const idle = await play(0)
    const busy = await play(PRICES)
    const { memoryBytes } = await readStatus(service.url)
    return {
      chains: count,
      'pools each': POOLS,
      'ready cold s': (service.readyMs / 1000).toFixed(1),
      'memory MB': (memoryBytes / 1e6).toFixed(0),
      'CPU ms a block': (idle / count).toFixed(1),
      'core used by blocks %': (idle / (ROUND_MS / 100)).toFixed(0),
      'CPU ms a price': ((busy - idle) / PRICES).toFixed(1),
      'price p50 ms': quantile(times, 0.5).toFixed(1),
      'p99 ms': quantile(times, 0.99).toFixed(1),
      refused,
    }
  } finally {
    await service.stop()
    for (const { stop } of nodes) stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The keys that are publicly known are valid on the devnet's chains only. */
async function issueKey(dataDir: string): Promise<string> {
  const database = openDatabase({ url: undefined, dataDir })
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
