import { afterEach, expect, it, vi } from 'vitest'
import { resolveConfig } from '../config/resolve-config.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { pollutePrototype } from '../testing/pollute-prototype.ts'
import { createOwnConfig } from './own-config.ts'

let clean = () => {}
afterEach(() => {
  clean()
  vi.unstubAllGlobals()
})

const called = vi.fn()

/**
 * The options of viem's transports and wagmi's config that Sluice leaves unset. Left out are those
 * that viem reads from objects of its own too: `fetchFn`,
 * `maxResponseBodySize`, `methods` and `timeout`.
 */
const OPTIONS: Record<string, unknown> = {
  batch: { batchSize: 7, wait: 7 },
  blockExplorers: { default: { name: 'Evil', url: 'https://evil.example' } },
  client: called,
  connectors: [called],
  contracts: { multicall3: { address: '0x' } },
  fetchOptions: { redirect: 'follow' },
  headers: { evil: 'evil' },
  key: 'evil',
  name: 'Evil',
  onFetchRequest: called,
  onFetchResponse: called,
  pollingInterval: 7,
  rank: true,
  raw: true,
  retryCount: 0,
  retryDelay: 7,
  shouldThrow: called,
  ssr: true,
  syncConnectedChain: false,
}

const [chain] = resolveConfig({
  ...FIXTURE_CONFIG,
  chains: FIXTURE_CONFIG.chains.map(({ id, name, rpcUrls }) => ({ id, name, rpcUrls })),
}).chains

/** Requests the chain id, and returns what viem was configured with and has sent. */
async function readRequest(): Promise<unknown> {
  const sent = vi.fn(async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' }))
  vi.stubGlobal('fetch', sent)
  const client = createOwnConfig([chain]).getClient({ chainId: chain.id })
  const result = await client.request({ method: 'eth_chainId' })
  const { transport, chain: used } = client
  return {
    result,
    transport: JSON.stringify(transport),
    chain: JSON.stringify(used),
    sent: sent.mock.calls.length,
  }
}

it.each(Object.entries(OPTIONS))('is made without an inherited %s', async (name, value) => {
  const expected = await readRequest()
  clean = pollutePrototype({ [name]: value })
  const read = await readRequest()
  clean()
  expect(read).toEqual(expected)
  expect(called).not.toHaveBeenCalled()
})
