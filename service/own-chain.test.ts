import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../devnet/testing/devnet.ts'
import { parseServiceConfig } from './config/load-config.ts'
import { startTestService, type TestService } from './testing/test-service.ts'

const NAME = 'my-chain'
let devnet: TestDevnet
let service: TestService

/** Reads the example of the operator guide, with the addresses of a new chain. */
async function readExample({ serviceConfig }: TestDevnet): Promise<unknown> {
  const guide = await readFile(new URL('../docs/content/guides/custom-chain.md', import.meta.url), 'utf8')
  const section = guide.slice(guide.indexOf('## The service'))
  const { chains } = JSON.parse(/```json\n([\s\S]*?)```/.exec(section)?.[1] ?? '') as { chains: [object] }
  const {
    rpcUrls,
    weth,
    permit2,
    multicall3,
    settlement,
    referenceStable,
    baseTokens,
    stableTokens,
    sources,
  } = serviceConfig.chains[0]!
  const deployed = {
    rpcUrls,
    weth,
    permit2,
    multicall3,
    settlement,
    referenceStable,
    baseTokens,
    stableTokens,
  }
  // The clock of a test chain stops between blocks.
  const clock = { blockSeconds: 3_600, maxLagSeconds: 1_000_000_000 }
  return { chains: [{ ...chains[0], ...deployed, ...clock, sources }] }
}

beforeAll(async () => {
  devnet = await startTestDevnet()
  const serviceConfig = parseServiceConfig(await readExample(devnet), { source: 'custom-chain.md' })
  service = await startTestService({ ...devnet, serviceConfig, chain: () => devnet.chain() })
  await service.caughtUp()
}, 120_000)
afterAll(async () => {
  await service?.stop()
  await devnet?.stop()
})

async function post(path: string, body: unknown): Promise<{ status: number; body: string }> {
  const request = new Request(`http://service.test${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'dev-enterprise' },
    body: JSON.stringify(body),
  })
  const response = await service.fetch(request)
  return { status: response.status, body: await response.text() }
}

const address = (symbol: string) => devnet.chain().token(symbol).address
const trade = (chain: object) => ({
  ...chain,
  inputToken: address('WETH'),
  outputToken: address('USDC'),
  inputAmount: '1000000000000000000',
  userAddress: devnet.chain().account(),
  outputReceiver: devnet.chain().account(),
  uniquePID: 'own-chain',
})

it.each([{ chainID: NAME }, { chainID: 'MY-CHAIN' }, { networkID: 31337 }])(
  'prices a trade on an own chain named by %j',
  async (chain) => {
    const { status, body } = await post('/router/v1/price', trade(chain))
    expect(status, body).toBe(200)
    expect(BigInt(JSON.parse(body).result.effectiveOutputAmount)).toBeGreaterThan(0n)
  },
)

it('lists the tokens of an own chain, and names the served chains in the error for another chain', async () => {
  const query = (chain: string) => ({ query: `{ tokens(chain: "${chain}") { items { symbol } } }` })
  expect((await post('/tokens/graphql', query(NAME))).body).toContain('USDC')
  expect((await post('/tokens/graphql', query('other-chain'))).body).toContain(NAME)
})

it('serves rates of an own chain', async () => {
  const pair = {
    domestic_blockchain: NAME,
    domestic_token: address('WETH'),
    foreign_blockchain: NAME,
    foreign_token: address('USDC'),
  }
  const [rate] = JSON.parse((await post('/rates/', [pair])).body)
  expect(rate.price).toBeGreaterThan(0)
})

it('rejects chains that are not configured', async () => {
  const router = await post('/router/v1/price', trade({ chainID: 'other-chain' }))
  expect(router).toMatchObject({ status: 400, body: expect.stringContaining('Invalid chainID provided') })
  const lookUp = (chain: string) => post('/yield/tvl', { chain, pool_address: address('WETH') })
  expect(await lookUp('other-chain')).toMatchObject({ status: 422, body: expect.stringContaining(NAME) })
  expect(await lookUp('polygon')).toMatchObject({ status: 404, body: expect.stringContaining(NAME) })
})
