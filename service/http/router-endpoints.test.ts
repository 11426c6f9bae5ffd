import { describe, expect, it, onTestFinished } from 'vitest'
import { priceResultFixture } from '../../wire/fixtures/router-fixtures.ts'
import { createRouterEngine } from '../router/router-engine.ts'
import { createSampleChain } from '../router/testing/sample-chain.ts'
import { PRICE_BODY } from '../testing/price-body.ts'
import { createTestApp } from '../testing/test-app.ts'

const KEY = { 'x-api-key': 'dev-enterprise' }
/** More than may be under way at a time. */
const MANY = 40

describe('the router under requests that wait', () => {
  it.each([
    ['pools', 'price', 'ethereum', 'price', 'ethereum'],
    ['a node', 'quote', 'ethereum', 'price', 'ethereum'],
    ['a node', 'quote', 'ethereum', 'quote', 'base'],
  ] as const)(
    'for %s with a %s on %s answers a %s on %s',
    async (cause, slowWork, slowChain, work, chain) => {
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      onTestFinished(release)
      const isSlow = (chainID: string | undefined, amount: unknown) =>
        chainID === slowChain && String(amount) !== '1'
      const { post } = createTestApp({
        router: {
          async prepare({ chainID, inputAmount }, kind) {
            if (cause === 'pools' && kind === slowWork && isSlow(chainID, inputAmount)) await held
            const answer = async () => {
              if (kind === 'price') return priceResultFixture
              if (isSlow(chainID, inputAmount)) await held
              throw new Error('unused')
            }
            return { chain: chainID ?? '', answer } as never
          },
          price: () => Promise.reject(new Error('unused')),
          quote: () => Promise.reject(new Error('unused')),
          liquidity: () => ({ chains: [], liquidityModules: {} }),
        },
      })
      const waiting = Array.from({ length: MANY }, (_, i) =>
        post(
          `/router/v1/${slowWork}`,
          { ...PRICE_BODY, chainID: slowChain, inputAmount: String(1_000 + i) },
          KEY,
        ),
      )
      const answer = await post(
        `/router/v1/${work}`,
        { ...PRICE_BODY, chainID: chain, inputAmount: '1' },
        KEY,
      )
      // The quote itself fails after it left the queue.
      expect(answer.status).toBe(work === 'price' ? 200 : 500)
      release()
      await Promise.all(waiting)
    },
  )

  it('validates a request and loads its pools once, before it takes a slot', async () => {
    const asked: string[][] = []
    const chain = createSampleChain()
    const engine = createRouterEngine({
      chains: [{ ...chain, prepare: async (...tokens) => void asked.push(tokens) }],
    })
    const { post } = createTestApp({ router: engine })
    expect((await post('/router/v1/price', PRICE_BODY, KEY)).status).toBe(200)
    expect(asked).toHaveLength(1)
    expect((await post('/router/v1/quote', PRICE_BODY, KEY)).status).toBe(503)
    expect(asked).toHaveLength(2)
    const unknown = await post('/router/v1/price', { ...PRICE_BODY, chainID: 'nowhere' }, KEY)
    expect(unknown.status).toBe(400)
    expect(asked).toHaveLength(2)
  })
})
