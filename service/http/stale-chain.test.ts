import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { until } from '../../wire/testing/until.ts'
import { type ChainFollower, createFollowedChain } from '../chain/followed-chain.ts'
import { createRouterEngine } from '../router/router-engine.ts'
import { createTestApp } from '../testing/test-app.ts'

let devnet: TestDevnet
let chain: ChainFollower

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = createFollowedChain({ ...devnet.serviceConfig.chains[0]!, blockSeconds: 2 }, { pollMs: 50 })
  await chain.start()
})

afterEach(() => void vi.useRealTimers())

afterAll(async () => {
  await chain?.stop()
  await devnet?.stop()
})

describe('a chain whose head no longer moves', () => {
  it('has no prices, only 503 and when to come back, until it moves again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { post } = createTestApp({ chains: [chain], router: createRouterEngine({ chains: [chain] }) })
    const { token, account, testClient } = devnet.chain()
    const body = {
      networkID: chain.config.id,
      inputToken: token('WETH').address,
      outputToken: token('USDC').address,
      inputAmount: '1000000000000000000',
      userAddress: account(),
      outputReceiver: account(),
      uniquePID: 'test',
    }
    const ask = (work: string) => post(`/router/v1/${work}`, body, { 'x-api-key': 'dev-enterprise' })
    // Blocks from before this clock was reset are not visible to it.
    await testClient.mine({ blocks: 1 })
    await untilStale(false)
    expect((await ask('price')).status).toBe(200)

    vi.advanceTimersByTime(15_001)
    for (const work of ['price', 'quote']) {
      const late = await ask(work)
      expect(late.status).toBe(503)
      expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await late.json()).toEqual({ statusCode: 503, error: 'Service temporarily unavailable' })
    }

    await testClient.mine({ blocks: 1 })
    await untilStale(false)
    expect((await ask('price')).status).toBe(200)
  })
})

it('a block that is dated far in the future stops its chain, and the health says by how much', async () => {
  const { testClient } = devnet.chain()
  const strict = createFollowedChain({ ...chain.config, maxLeadSeconds: 120 }, { pollMs: 50 })
  try {
    await strict.start()
    expect([strict.isStale(), strict.trouble()]).toEqual([false, undefined])
    await testClient.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1000) + 3_600) })
    await testClient.mine({ blocks: 1 })
    await until(() => strict.isStale())
    // It may not have seen the block yet, and the one before it is old.
    await until(() => !chain.isStale())
    const { get } = createTestApp({ chains: [strict], router: createRouterEngine({ chains: [strict] }) })
    expect(await (await get('/healthz')).text()).toMatch(
      /the newest block is 3\d{3} s ahead of this machine's clock: one of the two is wrong/,
    )
  } finally {
    await strict.stop()
  }
})

async function untilStale(stale: boolean): Promise<void> {
  const block = chain.snapshot()?.blockNumber
  await until(() => chain.snapshot()?.blockNumber !== block && chain.isStale() === stale)
}
