import { describe, expect, it } from 'vitest'
import { sleep } from '../../src/lib/sleep.ts'
import { createFixtureYields } from '../testing/fixture-yields.ts'
import { PRICE_BODY } from '../testing/price-body.ts'
import { createTestApp } from '../testing/test-app.ts'
import { createQueue } from './create-queue.ts'

const KEY = { 'x-api-key': 'dev-enterprise' }

describe('a queue', () => {
  it('runs a few at once, the others in turn, and refuses what is too much', async () => {
    const queue = createQueue({ atOnce: 2, capacity: 3, deadlineMs: 5_000 })
    const started: number[] = []
    let together = 0
    let most = 0
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) =>
        queue.run(async () => {
          started.push(i)
          together += 1
          most = Math.max(most, together)
          await sleep(5)
          together -= 1
          return i
        }),
      ),
    )
    expect(started).toEqual([0, 1, 2, 3, 4])
    expect(most).toBe(2)
    expect(results.slice(5)).toEqual(
      Array.from({ length: 3 }, () => ({
        status: 'rejected',
        reason: expect.objectContaining({ status: 503, retryAfterSeconds: 1 }),
      })),
    )
    expect(queue.waiting()).toBe(0)
  })

  it('goes on after work that failed', async () => {
    const queue = createQueue({ atOnce: 1, capacity: 1, deadlineMs: 5_000 })
    await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(queue.run(async () => 'yes')).resolves.toBe('yes')
  })

  it('does not begin what its caller no longer waits for', async () => {
    const queue = createQueue({ atOnce: 1, capacity: 5, deadlineMs: 30 })
    let begun = 0
    const work = async () => {
      begun += 1
      await sleep(60)
    }
    const results = await Promise.allSettled([queue.run(work), queue.run(work), queue.run(work)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await sleep(60)
    expect(begun).toBe(1)
    expect(queue.waiting()).toBe(0)
  })
})

describe('the router under more requests than it can answer', () => {
  it('answers what it can, and asks the others to come back', async () => {
    const busy = createTestApp({
      router: {
        price: () => sleep(30).then(() => Promise.reject(new Error('unused'))),
        quote: () => Promise.reject(new Error('unused')),
        liquidity: () => ({ chains: [], liquidityModules: {} }),
      },
    })
    const answers = await Promise.all(
      Array.from({ length: 400 }, () => busy.post('/router/v1/price', PRICE_BODY, KEY)),
    )
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(50)
    expect(refused.length).toBeLessThan(350)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect(refused[0]?.headers.get('access-control-allow-origin')).toBe('*')
    expect(await refused[0]?.json()).toEqual({ statusCode: 503, error: 'Service temporarily unavailable' })
  })
})

describe('the yield interface under more requests than it can answer', () => {
  it('refuses what is too much as exhausted, and answers the rest', async () => {
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const service = createFixtureYields()
    const { app } = createTestApp({
      yields: { ...service, tvl: (request) => answered.then(() => service.tvl(request)) },
    })
    const body = JSON.stringify({ pool_address: PRICE_BODY.userAddress, chain: 'ethereum' })
    const headers = { 'content-type': 'application/json' }
    const asked = Array.from({ length: 600 }, (_, i) =>
      app.fetch(new Request('http://service.test/yield/tvl', { method: 'POST', body, headers }), {
        address: `10.0.0.${i % 100}`,
      }),
    )
    const first = await Promise.race(asked)
    expect(first.status).toBe(503)
    expect(first.headers.get('retry-after')).toBe('1')
    expect(await first.json()).toMatchObject({ success: false, error_type: 'resource_exhaustion' })
    answer()
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(576)
    expect(statuses.filter((status) => status === 503)).toHaveLength(24)
  })
})
