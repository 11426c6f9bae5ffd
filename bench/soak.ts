import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startTestDevnet } from '../devnet/testing/devnet.ts'
import { createApp } from '../service/app.ts'
import type { ChainEvent } from '../service/chain/chain-events.ts'
import { createFollowedChain } from '../service/chain/followed-chain.ts'
import { createRouterEngine } from '../service/router/router-engine.ts'
import { runSearch } from '../service/router/search/run-search.ts'
import type { Solver } from '../service/router/search/types.ts'
import { createPricingWorkers } from '../service/router/workers/create-pricing-workers.ts'
import { soakAccess, soakRequest } from './soak-requests.ts'
import { printTable, type Row } from './table.ts'

/** Maximum number of blocks, set by the first argument. */
const MAX_BLOCKS = 3_600
const BLOCKS_A_ROUND = 10
const REPORTS = 8
const ROUNDS_BETWEEN_TRADES = 2
const ROUNDS_BETWEEN_REORGS = 30
const REORG_DEPTH = 3
const PRICES_A_ROUND = 5
const CATCH_UP_MS = 20_000
const SETTLE_MS = 200
/** A work limit that no search reaches. */
const NO_WORK_LIMIT = 1_000_000

const blocks = Math.min(Number(process.argv[2] ?? MAX_BLOCKS) || MAX_BLOCKS, MAX_BLOCKS)
const rounds = Math.ceil(blocks / BLOCKS_A_ROUND)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const devnet = await startTestDevnet()
const counts: Partial<Record<ChainEvent['type'], number>> = {}
const config = devnet.serviceConfig.chains[0]
if (!config) throw new Error('The devnet has no chain')
const chain = createFollowedChain(config, {
  pollMs: 5,
  onEvent({ type }) {
    counts[type] = (counts[type] ?? 0) + 1
  },
})
const threads = createPricingWorkers({ count: 1, chains: [config] })
let byThread = 0
let different = 0
/**
 * Solves every request twice without a limit, in a worker and in this thread, and compares the
 * results.
 */
const solver: Solver = async (asked, market) => {
  const searchRequest = { ...asked, maxWork: NO_WORK_LIMIT }
  byThread += threads.state().workers
  const answer = await threads.solver(searchRequest, market)
  const own = runSearch(searchRequest, market)
  if (answer.solved?.route.amountOut !== own.solved?.route.amountOut) different += 1
  return answer
}
const app = createApp({
  router: createRouterEngine({ chains: [chain], solver }),
  chains: [chain],
  access: soakAccess,
  logger: { info() {}, warn() {}, error() {} },
})

try {
  await chain.start()
  const { testClient, publicClient } = devnet.chain()
  const rows: Row[] = []
  let answered = 0
  const startedAt = performance.now()
  for (let round = 0; round <= rounds; round += 1) {
    if (round % Math.ceil(rounds / REPORTS) === 0) rows.push(await getState(round * BLOCKS_A_ROUND, answered))
    if (round % ROUNDS_BETWEEN_TRADES === 0) await devnet.market('ethereum').step()
    await testClient.mine({ blocks: BLOCKS_A_ROUND })
    if (round % ROUNDS_BETWEEN_REORGS === ROUNDS_BETWEEN_REORGS - 1) {
      // Trades first, because only blocks with trades change when they are mined again.
      await devnet.market('ethereum').step()
      await reaches((await publicClient.getBlock()).hash)
      const request = testClient.request as (call: unknown) => Promise<unknown>
      await request({ method: 'anvil_reorg', params: [REORG_DEPTH, []] })
    }
    await reaches((await publicClient.getBlock()).hash)
    for (let i = 0; i < PRICES_A_ROUND; i += 1) {
      const response = await app.fetch(soakRequest(devnet.chain(), round * PRICES_A_ROUND + i))
      if (response.status === 200) answered += 1
      await response.text()
    }
  }
  rows.push(await getState((rounds + 1) * BLOCKS_A_ROUND, answered))
  printTable('Soak', rows)
  const [first, last] = [rows[1] ?? rows[0], rows.at(-1)]
  const growth = Number(last?.['heap MB']) - Number(first?.['heap MB'])
  console.log(`\nHeap growth since the first report: ${growth.toFixed(1)} MB in ${seconds(startedAt)} s`)
  console.log(JSON.stringify({ soak: rows, events: counts }))
} finally {
  await threads.close()
  await chain.stop()
  await devnet.stop()
}

async function getState(mined: number, answered: number): Promise<Row> {
  collectGarbage()
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  collectGarbage()
  const { heapUsed, external, rss } = process.memoryUsage()
  return {
    blocks: mined,
    'heap MB': megabytes(heapUsed),
    'external MB': megabytes(external),
    'rss MB': megabytes(rss),
    followed: counts.advanced ?? 0,
    loads: counts.loaded ?? 0,
    reorgs: counts.reorganized ?? 0,
    audits: counts.audited ?? 0,
    diverged: counts.diverged ?? 0,
    failed: counts.failed ?? 0,
    prices: answered,
    'by thread': byThread,
    different,
  }
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1)
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0)
}

async function reaches(hash: string): Promise<void> {
  const end = performance.now() + CATCH_UP_MS
  while (chain.snapshot()?.blockHash !== hash) {
    if (performance.now() > end) throw new Error('The service did not catch up with its chain')
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
