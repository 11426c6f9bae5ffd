import { startTestDevnet, type TestDevnet } from '../devnet/testing/devnet.ts'
import { createMemoryKeyStore } from '../service/access/api-key.ts'
import { createAccess } from '../service/access/create-access.ts'
import { devKeys } from '../service/access/dev-keys.ts'
import { createApp } from '../service/app.ts'
import { createFollowedChain } from '../service/chain/followed-chain.ts'
import { createRouterEngine } from '../service/router/router-engine.ts'
import { createRandom, seedTokens } from '../service/testing/seeded-tokens.ts'
import { createCatalogue } from '../service/tokens/create-catalogue.ts'
import { createWorkerStore } from '../service/tokens/worker-store.ts'
import { SEARCH_TOKENS_QUERY } from '../wire/token-queries.ts'
import { startServiceProcess } from './service-process.ts'
import { quantile, type Row } from './table.ts'

const CATALOGUE = 50_000
const SAMPLES = 400

/**
 * Measures catalogue and rates in process, and startup time and idle memory of the service as a
 * process.
 */
export async function measureService(): Promise<{ answers: Row[]; start: Row[] }> {
  const devnet = await startTestDevnet({ chains: ['ethereum', 'base'] })
  try {
    return { answers: await measureCatalogue(devnet), start: [await measureStart(devnet)] }
  } finally {
    await devnet.stop()
  }
}

async function measureCatalogue(devnet: TestDevnet): Promise<Row[]> {
  const chains = devnet.serviceConfig.chains.map((chain) => createFollowedChain(chain))
  const store = createWorkerStore({ onEnd: (error) => console.error(error) })
  const tokens = seedTokens(CATALOGUE)
  const nowMs = () => performance.now()
  const unlimited = { perSecond: 1e6, burst: 1e6 }
  const app = createApp({
    router: createRouterEngine({ chains }),
    chains,
    catalogue: createCatalogue({ chains, store }),
    access: createAccess({
      keys: createMemoryKeyStore(devKeys({ playgroundOrigin: 'http://localhost:5173' })),
      nowMs,
      anonymous: { rates: unlimited, tokens: unlimited },
    }),
    logger: { info() {}, warn() {}, error() {} },
  })
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': 'dev-enterprise' }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await app.fetch(new Request(`http://service.test${path}`, request))
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
  try {
    await Promise.all(chains.map((chain) => chain.start()))
    for (let start = 0; start < tokens.length; start += 1_000) {
      await store.change({ chain: 'ethereum', put: tokens.slice(start, start + 1_000), remove: [] })
    }
    const random = createRandom(3)
    const search = (length: number) => () => {
      const token = tokens[Math.floor(random() * tokens.length)]
      const text = [token?.symbol, token?.name, token?.tokenAddress][Math.floor(random() * 3)] ?? ''
      const start = Math.floor(random() * Math.max(1, text.length - length))
      const variables = {
        chain: 'ethereum',
        pattern: text.slice(start, start + length).trim() || 'a',
        limit: 50,
      }
      return post('/tokens/graphql', { query: SEARCH_TOKENS_QUERY, variables })
    }
    const rates = () => post('/rates', ratePairs(devnet))
    const price = () => post('/router/v1/price', priceBody(devnet))
    const noise = repeat(search(2))
    const alone = await sample('price without searches', 1, price)
    noise.start()
    const disturbed = await sample('price during continuous searches', 1, price)
    await noise.stop()
    return [
      await sample(`search ${CATALOGUE} tokens, 1 character`, 1, search(1)),
      await sample(`search ${CATALOGUE} tokens, 2 characters`, 1, search(2)),
      await sample(`search ${CATALOGUE} tokens, 3 characters`, 1, search(3)),
      await sample(`search ${CATALOGUE} tokens, 8 characters`, 1, search(8)),
      await sample(`search ${CATALOGUE} tokens, 2 characters, 4 concurrent`, 4, search(2)),
      await sample('rates, 25 pairs on two chains', 1, rates),
      await sample('rates, 25 pairs, 8 at once', 8, rates),
      alone,
      disturbed,
    ]
  } finally {
    await store.close()
    await Promise.all(chains.map((chain) => chain.stop()))
  }
}

/**
 * Measures from the start of the process until every chain and its catalogue are ready, and then
 * the idle memory.
 */
async function measureStart(devnet: TestDevnet): Promise<Row> {
  const service = await startServiceProcess(devnet.serviceConfig)
  try {
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    const { memoryBytes } = (await (await fetch(`${service.url}/status.json`)).json()) as {
      memoryBytes: number
    }
    return {
      what: 'service over two chains, with its database',
      'listening ms': service.listeningMs.toFixed(0),
      'ready ms': service.readyMs.toFixed(0),
      'idle MB': (memoryBytes / 1e6).toFixed(0),
    }
  } finally {
    await service.stop()
  }
}

async function sample(what: string, together: number, call: () => Promise<void>): Promise<Row> {
  for (let i = 0; i < 20; i++) await call()
  const times: number[] = []
  let left = SAMPLES
  const startedAt = performance.now()
  const worker = async () => {
    while (left-- > 0) {
      const started = performance.now()
      await call()
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: together }, worker))
  const seconds = (performance.now() - startedAt) / 1000
  return {
    what,
    'p50 ms': quantile(times, 0.5).toFixed(2),
    'p99 ms': quantile(times, 0.99).toFixed(2),
    'per second': (times.length / seconds).toFixed(0),
  }
}

/** Calls sequentially until stopped. */
function repeat(call: () => Promise<void>) {
  let isOver = false
  let running: Promise<void> | undefined
  const run = async () => {
    while (!isOver) await call()
  }
  return {
    start() {
      running = run()
    },
    async stop() {
      isOver = true
      await running
    },
  }
}

function ratePairs(devnet: TestDevnet) {
  const chain = devnet.chain('ethereum')
  const symbols = ['WETH', 'USDC', 'USDT', 'DAI', 'WBTC']
  return symbols.flatMap((domestic) =>
    symbols.map((foreign, i) => {
      const foreignChain = i % 2 === 0 ? 'ethereum' : 'base'
      return {
        domestic_blockchain: 'ethereum',
        domestic_token: chain.token(domestic).address,
        foreign_blockchain: foreignChain,
        foreign_token: devnet.chain(foreignChain).token(foreign).address,
      }
    }),
  )
}

function priceBody(devnet: TestDevnet) {
  const user = devnet.manifest.accounts[0]?.address
  const chain = devnet.chain('ethereum')
  return {
    chainID: 'ethereum',
    inputToken: chain.token('WETH').address,
    outputToken: chain.token('USDC').address,
    inputAmount: (10n ** 18n + BigInt(Math.floor(Math.random() * 1e9))).toString(),
    userAddress: user,
    outputReceiver: user,
    uniquePID: 'bench',
  }
}
