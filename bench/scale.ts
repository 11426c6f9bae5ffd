import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../devnet/random.ts'
import type { ScaleToken } from './scale-market.ts'
import type { ScaleNodeReady } from './scale-node.ts'
import { startServiceProcess } from './service-process.ts'
import { quantile, type Row } from './table.ts'

const SIZES = (process.env.SCALE ?? '2000,20000,100000').split(',').map(Number)
const SEED = 1
const BLOCKS = 24
/** Requests after each block. The first one is reported separately. */
const PRICES = 12
const IDLE_BLOCKS = 10
const BLOCK_MS = 1_000
const CATCH_UP_MS = 60_000
const USER = '0x00000000000000000000000000000000000abcde'
/** Kernel clock ticks per second, as in `/proc`. */
const TICKS = 100

/**
 * The service as a process on a synthetic chain with a growing number of pools of heavy-tailed sizes, from a new block to
 * `/v1/price`. Compare rows of one run only.
 */
export async function measureScale(): Promise<Row[]> {
  const rows: Row[] = []
  for (const pools of SIZES) rows.push(await measure(pools))
  return rows
}

async function measure(pools: number): Promise<Row> {
  const node = fork(join(import.meta.dirname, 'scale-node.ts'), [String(pools), String(SEED)], {
    execArgv: ['--import', 'tsx'],
  })
  const [ready] = (await once(node, 'message')) as [ScaleNodeReady]
  const mine = async (): Promise<string> => {
    const mined = once(node, 'message')
    node.send('mine')
    const [head] = await mined
    return String(head)
  }
  const service = await startServiceProcess({ chains: [ready.config] }, { SLUICE_PRICING_WORKERS: '0' })
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
      for (let i = 0; i < PRICES; i += 1) times.push(await price(block * PRICES + i))
      // The first blocks are a warm-up.
      if (block < 0) continue
      advance.push(advanceMs)
      first.push(...times.slice(0, 1))
      steady.push(...times.slice(1))
    }
    const blockCpuMs = await cpuOfBlocks(service.pid, mine)
    const { memoryBytes } = (await (await fetch(`${service.url}/status.json`)).json()) as {
      memoryBytes: number
    }
    const [p50, firstP50] = [quantile(steady, 0.5), quantile(first, 0.5)]
    return {
      pools,
      'ready s': (service.readyMs / 1000).toFixed(1),
      'price p50 ms': p50.toFixed(1),
      'p99 ms': quantile(steady, 0.99).toFixed(1),
      'first after a block ms': firstP50.toFixed(1),
      'worst first ms': quantile(first, 1).toFixed(1),
      'first / steady': (firstP50 / p50).toFixed(2),
      'block seen after ms': quantile(advance, 0.5).toFixed(0),
      'CPU ms a block': blockCpuMs.toFixed(1),
      'memory MB': (memoryBytes / 1e6).toFixed(0),
    }
  } finally {
    await service.stop()
    node.disconnect()
  }
}

/** Between base tokens, into the tail and out of it, in turn. */
function createPricer(url: string, { tokens, bases }: ScaleNodeReady): (n: number) => Promise<number> {
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
  return async (n) => {
    let [input, output] = pairs[(((n % 5) + 5) % 5) % 4]?.() ?? []
    while (!input || !output || input === output) [input, output] = [base(), base()]
    // Not more than the pools of a token hold.
    const usd = Math.min(input.valueUsd, output.valueUsd, 1e7) * 10 ** (-4 + 2.5 * random.next())
    const body = JSON.stringify({
      networkID: 31337,
      inputToken: input.address,
      outputToken: output.address,
      inputAmount: BigInt(Math.ceil((usd / input.priceUsd) * 10 ** input.decimals)).toString(),
      userAddress: USER,
      outputReceiver: USER,
      uniquePID: 'bench',
      computeStable: true,
    })
    const headers = { 'content-type': 'application/json', 'x-api-key': 'dev-enterprise' }
    const startedAt = performance.now()
    const response = await fetch(`${url}/router/v1/price`, { method: 'POST', headers, body })
    const text = await response.text()
    // A tail token may have no route; any other failure invalidates the measurement.
    if (response.status !== 200 && response.status !== 400) throw new Error(`${response.status} ${text}`)
    return performance.now() - startedAt
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

/** CPU time of a block without requests, polling and audits included. */
async function cpuOfBlocks(pid: number, mine: () => Promise<string>): Promise<number> {
  const before = cpuMs(pid)
  for (let i = 0; i < IDLE_BLOCKS; i += 1) {
    await mine()
    await sleep(BLOCK_MS)
  }
  return (cpuMs(pid) - before) / IDLE_BLOCKS
}

/** CPU time of the process, all threads, user and kernel. */
function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
