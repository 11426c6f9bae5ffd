import { describe, expect, it } from 'vitest'
import { type ApiKey, createMemoryKeyStore, hashApiKey } from './api-key.ts'
import { type Caller, createAccess, type Decision } from './create-access.ts'
import { devKeys, isDevnet } from './dev-keys.ts'
import { createRateLimiter } from './rate-limiter.ts'

const PLAYGROUND = 'http://localhost:5173'

describe('access to the router', () => {
  it.each([undefined, '', 'nobody', 'DEV-BASIC', ' dev-basic'])('is refused to the key %j', async (key) => {
    expect(await outcome(setUp().access.router(caller({ key }), 'price'))).toBe('401 Forbidden')
  })

  it('is for the listed origins of a key alone, and for servers', async () => {
    const { access } = setUp()
    const from = (origin: string | undefined) =>
      outcome(access.router(caller({ key: 'dev-origin', origin }), 'price'))
    expect(await from(PLAYGROUND)).toBe('granted')
    expect(await from(undefined)).toBe('granted')
    expect(await from('null')).toBe('403 Request origin not in whitelist')
    expect(await from('http://localhost:5174')).toBe('403 Request origin not in whitelist')
  })

  it('is refused to servers when the key is for browsers', async () => {
    const key: ApiKey = { ...devKeys({ playgroundOrigin: PLAYGROUND })[4]!, browserOnly: true }
    const { access } = setUp([key])
    expect(await outcome(access.router(caller({ key: 'dev-origin' }), 'price'))).toMatch('403')
    expect(await outcome(access.router(caller({ key: 'dev-origin', origin: PLAYGROUND }), 'price'))).toBe(
      'granted',
    )
  })

  it('is given by tier, with quotes counted apart and stricter', async () => {
    const { access, wait } = setUp()
    const price = () => outcome(access.router(caller({ key: 'dev-basic' }), 'price'))
    const quote = () => outcome(access.router(caller({ key: 'dev-basic' }), 'quote'))
    const codes = async (calls: Promise<string>[]) =>
      (await Promise.all(calls)).map((text) => text.slice(0, 3))
    expect(await codes([price(), price(), price(), price()])).toEqual(['gra', 'gra', 'gra', '429'])
    expect(await codes([quote(), quote(), quote()])).toEqual(['gra', 'gra', '429'])
    wait(334)
    expect(await price()).toBe('granted')
    expect(await price()).toBe('429 Rate limit exceeded. Please try again later')
  })

  it('tells a refused caller when to come back', async () => {
    const { access } = setUp()
    for (let i = 0; i < 3; i += 1) await access.router(caller({ key: 'dev-basic' }), 'price')
    const decision = await access.router(caller({ key: 'dev-basic' }), 'price')
    expect(decision).toMatchObject({ granted: false, error: { status: 429, retryAfterSeconds: 1 } })
    expect(decision.allowance).toEqual({ limit: 3, remaining: 0, resetSeconds: 1 })
  })

  it('is given to a custom key by its own numbers, and a changed number counts at once', async () => {
    const key: ApiKey = { ...devKeys({ playgroundOrigin: PLAYGROUND })[0]!, tier: 'custom' }
    const keys = [{ ...key, customLimit: { perSecond: 100, burst: 7 } }]
    const { access } = setUp(keys)
    const granted = async (work: 'price' | 'quote') => {
      const calls = Array.from({ length: 10 }, () => access.router(caller({ key: 'dev-basic' }), work))
      return (await Promise.all(calls)).filter((decision) => decision.granted).length
    }
    expect([await granted('price'), await granted('quote')]).toEqual([7, 4])
    const limiter = createRateLimiter(() => 0)
    const take = (burst: number) => limiter.take('who', { perSecond: 1, burst }).allowed
    expect([take(1), take(1), take(2)]).toEqual([true, false, true])
  })

  it('is not limited for enterprise', async () => {
    const { access } = setUp()
    for (let i = 0; i < 1_000; i += 1) {
      expect(await outcome(access.router(caller({ key: 'dev-enterprise' }), 'quote'))).toBe('granted')
    }
  })
})

describe('access to the exchange rates', () => {
  it('is 3 per second for each address without a key, and the tier with one', async () => {
    const { access } = setUp()
    const granted = async (who: Partial<Caller>, times: number) => {
      const decisions = await Promise.all(Array.from({ length: times }, () => access.rates(caller(who))))
      return decisions.filter((decision) => decision.granted).length
    }
    expect(await granted({ address: '10.0.0.1' }, 10)).toBe(3)
    expect(await granted({ address: '10.0.0.2', key: 'nobody' }, 10)).toBe(3)
    expect(await granted({ address: '10.0.0.1', key: 'dev-growth' }, 40)).toBe(30)
    expect(
      await granted({ address: '10.0.0.3', key: 'dev-origin', origin: 'https://elsewhere.example' }, 10),
    ).toBe(3)
  })

  it('forgets addresses rather than grow without end', async () => {
    const { access } = setUp()
    for (let i = 0; i < 25_000; i += 1)
      await access.rates(caller({ address: `2001:db8:0:${i.toString(16)}` }))
    expect((await access.rates(caller({ address: '2001:db8:0:0' }))).granted).toBe(true)
  })

  it('remembers who keeps asking, however many others come', async () => {
    const { access } = setUp()
    let granted = 0
    for (let i = 0; i < 300; i += 1) {
      for (let other = 0; other < 100; other += 1) await access.rates(caller({ address: `${i}.${other}` }))
      if ((await access.rates(caller({ address: 'busy' }))).granted) granted += 1
    }
    expect(granted).toBe(3)
  })
})

describe('the development keys', () => {
  it('are for local chains alone', () => {
    expect(isDevnet([31337, 31338])).toBe(true)
    expect(isDevnet([31337, 1])).toBe(false)
  })

  it('are kept as hashes', () => {
    const keys = devKeys({ playgroundOrigin: PLAYGROUND })
    expect(keys.map(({ hash }) => hash)).toContain(hashApiKey('dev-basic'))
    expect(hashApiKey('dev-basic')).toMatch(/^[0-9a-f]{64}$/)
  })
})

function setUp(keys = devKeys({ playgroundOrigin: PLAYGROUND })) {
  let now = 0
  const access = createAccess({ keys: createMemoryKeyStore(keys), nowMs: () => now })
  return {
    access,
    wait(ms: number) {
      now += ms
    },
  }
}

function caller(who: Partial<Caller>): Caller {
  return { key: undefined, origin: undefined, address: '10.0.0.1', ...who }
}

async function outcome(deciding: Promise<Decision>): Promise<string> {
  const decision = await deciding
  return decision.granted ? 'granted' : `${decision.error.status} ${decision.error.message}`
}
