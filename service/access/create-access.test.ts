import { describe, expect, it } from 'vitest'
import { type ApiKey, createMemoryKeyStore, hashApiKey } from './api-key.ts'
import { type Caller, createAccess } from './create-access.ts'
import { devKeys, isDevnet } from './dev-keys.ts'

const PLAYGROUND = 'http://localhost:5173'

describe('access to the router', () => {
  it.each([undefined, '', 'nobody', 'DEV-BASIC', ' dev-basic'])('is refused to the key %j', (key) => {
    expect(outcome(setUp().access.router(caller({ key }), 'price'))).toBe('401 Forbidden')
  })

  it('is for the listed origins of a key alone, and for servers', () => {
    const { access } = setUp()
    const from = (origin: string | undefined) =>
      outcome(access.router(caller({ key: 'dev-origin', origin }), 'price'))
    expect(from(PLAYGROUND)).toBe('granted')
    expect(from(undefined)).toBe('granted')
    expect(from('null')).toBe('403 Request origin not in whitelist')
    expect(from('http://localhost:5174')).toBe('403 Request origin not in whitelist')
  })

  it('is refused to servers when the key is for browsers', () => {
    const key: ApiKey = { ...devKeys({ playgroundOrigin: PLAYGROUND })[4]!, browserOnly: true }
    const { access } = setUp([key])
    expect(outcome(access.router(caller({ key: 'dev-origin' }), 'price'))).toMatch('403')
    expect(outcome(access.router(caller({ key: 'dev-origin', origin: PLAYGROUND }), 'price'))).toBe('granted')
  })

  it('is given by tier, with quotes counted apart and stricter', () => {
    const { access, wait } = setUp()
    const price = () => outcome(access.router(caller({ key: 'dev-basic' }), 'price'))
    const quote = () => outcome(access.router(caller({ key: 'dev-basic' }), 'quote'))
    expect([price(), price(), price(), price()].map((text) => text.slice(0, 3))).toEqual([
      'gra',
      'gra',
      'gra',
      '429',
    ])
    expect([quote(), quote(), quote()].map((text) => text.slice(0, 3))).toEqual(['gra', 'gra', '429'])
    wait(334)
    expect(price()).toBe('granted')
    expect(price()).toBe('429 Rate limit exceeded. Please try again later')
  })

  it('tells a refused caller when to come back', () => {
    const { access } = setUp()
    for (let i = 0; i < 3; i += 1) access.router(caller({ key: 'dev-basic' }), 'price')
    const decision = access.router(caller({ key: 'dev-basic' }), 'price')
    expect(decision).toMatchObject({ granted: false, error: { status: 429, retryAfterSeconds: 1 } })
    expect(decision.allowance).toEqual({ limit: 3, remaining: 0, resetSeconds: 1 })
  })

  it('is not limited for enterprise', () => {
    const { access } = setUp()
    for (let i = 0; i < 1_000; i += 1) {
      expect(outcome(access.router(caller({ key: 'dev-enterprise' }), 'quote'))).toBe('granted')
    }
  })
})

describe('access to the exchange rates', () => {
  it('is 3 per second for each address without a key, and the tier with one', () => {
    const { access } = setUp()
    const granted = (who: Partial<Caller>, times: number) =>
      Array.from({ length: times }, () => access.rates(caller(who))).filter((decision) => decision.granted)
        .length
    expect(granted({ address: '10.0.0.1' }, 10)).toBe(3)
    expect(granted({ address: '10.0.0.2', key: 'nobody' }, 10)).toBe(3)
    expect(granted({ address: '10.0.0.1', key: 'dev-growth' }, 40)).toBe(30)
    expect(granted({ address: '10.0.0.3', key: 'dev-origin', origin: 'https://elsewhere.example' }, 10)).toBe(
      3,
    )
  })

  it('forgets addresses rather than grow without end', () => {
    const { access } = setUp()
    for (let i = 0; i < 25_000; i += 1) access.rates(caller({ address: `2001:db8:0:${i.toString(16)}` }))
    expect(access.rates(caller({ address: '2001:db8:0:0' })).granted).toBe(true)
  })

  it('remembers who keeps asking, however many others come', () => {
    const { access } = setUp()
    const granted = Array.from({ length: 300 }, (_, i) => {
      for (let other = 0; other < 100; other += 1) access.rates(caller({ address: `${i}.${other}` }))
      return access.rates(caller({ address: 'busy' })).granted
    })
    expect(granted.filter(Boolean)).toHaveLength(3)
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

function outcome(decision: ReturnType<ReturnType<typeof createAccess>['rates']>): string {
  return decision.granted ? 'granted' : `${decision.error.status} ${decision.error.message}`
}
