import { afterAll, describe, expect, it } from 'vitest'
import type { FollowedModule } from '../../modules/core/module.ts'
import { makeAddress } from '../../testing/literal-chain.ts'
import { type LogNode, type Refusal, startLogNode } from '../../testing/log-node.ts'
import { createLogRange } from '../blocks/log-range.ts'
import { createChainNode } from '../blocks/node.ts'
import { createRpcNodes } from '../rpc/rpc-nodes.ts'
import { catchUpLedger } from './discover.ts'
import { createDiscoveryWaits } from './discovery-wait.ts'
import { createPoolLedger } from './pool-ledger.ts'

const HEAD = 6_000
const LOG_EVERY = 70
const LIMIT = 250
const MAX_BLOCKS = 1_000

const HTML = '<html><head><title>Error</title></head><body>nginx</body></html>'

/** Range refusals of providers and clients, from their documentation or user reports. */
const REFUSALS: [provider: string, refusal: Refusal][] = [
  [
    'Alchemy',
    { code: -32602, message: 'Log response size exceeded. This block range should work: [0x0, 0xfa]' },
  ],
  [
    'Alchemy',
    { code: -32600, message: 'You can make eth_getLogs requests with up to a 500 block range.', status: 400 },
  ],
  ['Alchemy', { code: -32600, message: 'Response size is larger than 150MB limit', status: 400 }],
  [
    'Infura',
    {
      code: -32005,
      message: 'query returned more than 10000 results. Try with this block range [0x0, 0xfa].',
    },
  ],
  ['Infura', { code: -32602, message: 'range 1000000 exceeds limit of 10000' }],
  ['Infura', { code: -32005, message: 'query timeout exceeded' }],
  ['QuickNode', { code: -32614, message: 'eth_getLogs is limited to a 10,000 range', status: 413 }],
  [
    'QuickNode',
    { code: -32602, message: 'eth_getLogs and eth_newFilter are limited to a 10,000 blocks range' },
  ],
  ['Ankr', { code: -32600, message: 'block range is too wide' }],
  ['Ankr', { code: -32000, message: 'context deadline exceeded' }],
  [
    'Chainstack',
    { code: -32602, message: 'Block range limit exceeded. See more details in the documentation' },
  ],
  ['dRPC', { code: 35, message: 'ranges over 10000 blocks are not supported on freetier' }],
  [
    'dRPC',
    {
      code: 30,
      message: 'Request timeout on the free tier, please upgrade your tier to the paid one',
      status: 408,
    },
  ],
  ['BlastAPI', { code: -32600, message: 'Request exceeded the maximum allowed' }],
  [
    'Cloudflare',
    {
      code: -32047,
      message: "Invalid eth_getLogs request. 'fromBlock'-'toBlock' range too large. Max range: 800",
    },
  ],
  ['Cloudflare', { status: 524, body: 'error code: 524' }],
  ['PublicNode', { code: -32701, message: 'exceed maximum block range: 50000' }],
  ['BNB Chain', { code: -32005, message: 'limit exceeded' }],
  ['BNB Chain', { code: -32000, message: 'exceed maximum block range: 5000' }],
  [
    'Tenderly',
    {
      code: -32602,
      message: 'invalid params',
      data: { error_id: '4ed94073', payload: 'range 9009594 is bigger than range limit 2000' },
    },
  ],
  ['Arbitrum Nitro', { code: -32000, message: 'logs matched by query exceeds limit of 10000' }],
  ['Arbitrum Nitro', { code: -32000, message: 'query returned more than 10000 results' }],
  ['Optimism, op-geth', { code: -32000, message: 'block range greater than 10000 max' }],
  ['Optimism, op-reth', { code: -32602, message: 'query exceeds max block range 100000' }],
  ['Reth', { code: -32602, message: 'query exceeds max results 20000, retry with the range 1-2' }],
  ['Reth', { code: -32008, message: 'Response is too big', data: 'Exceeded max limit of 167772160' }],
  ['Hyperliquid', { code: -32008, message: 'Response is too big' }],
  [
    'zkSync',
    {
      code: -32602,
      message: 'Query returned more than 10000 results. Try with this block range [0x0, 0xfa].',
    },
  ],
  ['Erigon', { code: -32602, message: 'query block range exceeds server limit, narrow your filter: 5000' }],
  ['Erigon', { code: -32000, message: 'response size exceeds limit' }],
  ['Nethermind', { code: -32005, message: 'Too many logs requested. Max logs per response is 20000.' }],
  ['Nethermind', { code: -32016, message: 'eth_getLogs request was canceled due to enabled timeout.' }],
  ['Besu', { code: -32602, message: 'Requested range exceeds maximum RPC range limit' }],
  ['Besu', { code: -32005, message: 'Requested range exceeds maximum range limit' }],
  ['Geth', { code: -32002, message: 'request timed out' }],
  ['Geth', { code: -32003, message: 'response too large' }],
  ['Geth', { code: -32000, message: 'invalid block range params' }],
  ['Geth', { code: -32005, message: '' }],
  ['Moonbeam', { code: -32603, message: 'block range is too wide (maximum 1024)' }],
  ['Scroll', { code: -32000, message: 'block range is bigger than maxBlockRange' }],
  ['evmos', { code: -32000, message: 'maximum [from, to] blocks distance: 10000' }],
  ['a node that gives no reason', { code: -32603, message: 'Internal error' }],
  ['a node that gives no reason', { code: -32000, message: 'execution reverted' }],
  ['a node that gives no reason', { code: -32602, message: 'invalid params' }],
  ['a node with a code that is text', { code: 'ETOOBIG', message: 'no' }],
  ['a gateway', { status: 400, body: 'Bad Request' }],
  ['a gateway', { status: 403, body: HTML }],
  ['a gateway', { status: 413, body: HTML }],
  ['a gateway', { status: 429, body: 'Too Many Requests' }],
  ['a gateway', { code: 429, message: 'Too many requests', status: 429 }],
  ['a gateway', { status: 500, body: '' }],
  ['a gateway', { status: 502, body: HTML }],
  ['a gateway', { status: 503, body: HTML }],
  ['a gateway', { status: 504, body: HTML }],
  ['an HTML page as a success', { status: 200, body: HTML }],
  ['an HTML page that says it is JSON', { status: 200, body: HTML, type: 'application/json' }],
  [
    'truncated JSON',
    { status: 200, body: '{"jsonrpc":"2.0","id":1,"result":[{"address":"0x', type: 'application/json' },
  ],
  [
    'a result that is null',
    { status: 200, body: '{"jsonrpc":"2.0","id":1,"result":null}', type: 'application/json' },
  ],
  ['no result', { status: 200, body: '{"jsonrpc":"2.0","id":1}', type: 'application/json' }],
  [
    'a result that is text',
    { status: 200, body: '{"jsonrpc":"2.0","id":1,"result":"too many"}', type: 'application/json' },
  ],
  [
    'an error that is text',
    { status: 200, body: '{"jsonrpc":"2.0","id":1,"error":"range refused"}', type: 'application/json' },
  ],
  ['text as a success', { status: 200, body: 'upstream request timeout', type: 'text/plain' }],
  ['JSON null', { status: 200, body: 'null', type: 'application/json' }],
  ['an empty body', { status: 200, body: '' }],
  ['a closed connection', 'reset'],
]

const nodes: LogNode[] = []
const starting = async (refuse: Parameters<LogNode['refuse']>[0]) => {
  const node = await startLogNode({ head: HEAD, logEvery: LOG_EVERY })
  node.refuse(refuse)
  nodes.push(node)
  return node
}

afterAll(() => Promise.all(nodes.map((node) => node.stop())))

const module: FollowedModule = {
  id: 'uniswap-v2',
  factory: makeAddress(0xfac0),
  createdTopic: `0x${'01'.repeat(32)}`,
  topics: [],
  identify: ({ data }) => ({
    address: makeAddress(Number(data)),
    tokens: [makeAddress(1), makeAddress(2)],
    fee: 3_000,
    tickSpacing: 0,
  }),
  initialPool: () => undefined,
  confirm: async () => [],
  load: async () => [],
}

/** Starts a discovery over these nodes. `attempt` is one turn of the follow loop. */
function createDiscovery(urls: readonly string[], answerMs?: number) {
  const rpc = createRpcNodes(
    { id: 1, rpcUrls: [...urls], blockSeconds: 12 },
    { signal: new AbortController().signal, ...(answerMs && { answerMs }) },
  )
  const waits = createDiscoveryWaits(rpc.placeOf)
  const range = createLogRange(MAX_BLOCKS)
  const ledger = createPoolLedger({
    followed: [module],
    getParameters: () => ({}) as never,
    fromBlock: 1,
    store: undefined,
    report: () => undefined,
  })
  const node = createChainNode(rpc.client)
  const deps = { node, followed: [module], ledger, range, waits, finalityBlocks: 0 }
  return {
    waits,
    range,
    attempt: () => catchUpLedger(deps),
    found: () => ledger.source(module).pools.map(({ address }) => Number(address)),
  }
}

const everyPool = Array.from({ length: HEAD / LOG_EVERY }, (_, i) => LOG_EVERY * (i + 1)).filter(
  (n) => n <= HEAD,
)

/** Repeats attempts until one succeeds, like the loop. */
async function discoverAll({ attempt }: ReturnType<typeof createDiscovery>, attempts = 6) {
  for (let left = attempts; left > 0; left -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 1) throw error
    }
  }
}

describe('a discovery through a node that refuses large ranges', () => {
  it('finishes after few refused requests, whatever the refusal looks like', async () => {
    const problems = await Promise.all(
      REFUSALS.map(async ([provider, refusal]) => {
        const node = await starting((_from, blocks) => (blocks > LIMIT ? refusal : undefined))
        const discovery = createDiscovery([node.url])
        const error = await discoverAll(discovery).catch((thrown: unknown) => thrown)
        const isWhole = JSON.stringify(discovery.found()) === JSON.stringify(everyPool)
        const isWaiting = discovery.waits.current() !== undefined
        const refused = node.asked.filter(({ isRefused }) => isRefused).length
        const isGood = !error && isWhole && !isWaiting && refused < 30
        return isGood ? [] : [{ provider, refusal, error, isWhole, isWaiting, refused }]
      }),
    )
    expect(problems.flat()).toEqual([])
  }, 240_000)

  it('finishes if the node never answers large ranges', async () => {
    const node = await starting((_from, blocks) => (blocks > LIMIT ? 'hang' : undefined))
    const discovery = createDiscovery([node.url], 1_500)
    await discoverAll(discovery, 30)
    expect(discovery.found()).toEqual(everyPool)
  }, 240_000)

  it('requests a refused range from the next node', async () => {
    const first = await starting(() => ({ code: -32603, message: 'Internal error' }))
    const second = await starting(() => undefined)
    const discovery = createDiscovery([first.url, second.url])
    await discovery.attempt()
    expect(discovery.found()).toEqual(everyPool)
    expect(discovery.range.size()).toBe(MAX_BLOCKS)
  })

  it('requests a refused single block from the next node', async () => {
    const first = await starting((from, blocks) =>
      from <= 700 && from + blocks > 700 ? { code: -32603, message: 'Internal error' } : undefined,
    )
    const second = await starting((_, blocks) =>
      blocks > 1 ? { code: -32602, message: 'no ranges' } : undefined,
    )
    const discovery = createDiscovery([first.url, second.url])
    await discoverAll(discovery)
    expect(discovery.found()).toEqual(everyPool)
  })

  it('fails with node, source, blocks and reason if every node refuses a single block', async () => {
    const refusal = { code: -32603, message: 'the database is corrupt' }
    const node = await starting((from, blocks) => (from <= 700 && from + blocks > 700 ? refusal : undefined))
    const discovery = createDiscovery([node.url])
    const startedAt = Date.now()
    await expect(discoverAll(discovery, 8)).rejects.toThrow('the database is corrupt')
    const requests = node.asked.length
    expect(requests).toBeLessThan(120)
    expect(discovery.waits.current()).toMatchObject({
      sources: ['uniswap-v2'],
      fromBlock: 700,
      toBlock: 700,
      error: 'the database is corrupt',
      node: 1,
    })
    expect(discovery.waits.current()!.sinceMs).toBeGreaterThanOrEqual(startedAt)
    node.refuse(() => undefined)
    await discovery.attempt()
    expect(discovery.found()).toEqual(everyPool)
    expect(discovery.waits.current()).toBeUndefined()
  }, 60_000)

  it('grows the range again after the refusals end', async () => {
    const node = await starting(() => undefined)
    const discovery = createDiscovery([node.url])
    discovery.range.refused(20)
    const small = discovery.range.size()
    await discovery.attempt()
    const sizes = node.asked.map(({ blocks }) => blocks)
    expect(Math.max(...sizes)).toBeGreaterThan(8 * small)
    for (const [i, blocks] of sizes.entries()) {
      expect(blocks).toBeLessThanOrEqual(2 * Math.max(small, ...sizes.slice(0, i)))
    }
  }, 60_000)
})
