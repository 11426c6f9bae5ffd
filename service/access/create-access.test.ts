import { describe, expect, it } from 'vitest'
import { unavailable } from '../lib/service-error.ts'
import { type ApiKey, createMemoryKeyStore, hashApiKey } from './api-key.ts'
import { type Access, type Caller, createAccess, type Decision } from './create-access.ts'
import { devKeys, isDevnet } from './dev-keys.ts'
import { createRateLimiter } from './rate-limiter.ts'

const PLAYGROUND = 'http://localhost:5173'

describe('access to the router', () => {
  it.each([undefined, '', 'nobody', 'DEV-BASIC', ' dev-basic'])('is rejected for the key %j', async (key) => {
    expect(await outcome(setUp().access.router(caller({ key }), 'price'))).toBe('401 Forbidden')
  })

  it('is granted to the listed origins of a key and to servers', async () => {
    const { access } = setUp()
    const from = (origin: string | undefined) =>
      outcome(access.router(caller({ key: 'dev-origin', origin }), 'price'))
    expect(await from(PLAYGROUND)).toBe('granted')
    expect(await from(undefined)).toBe('granted')
    expect(await from('null')).toBe('403 Request origin not in whitelist')
    expect(await from('http://localhost:5174')).toBe('403 Request origin not in whitelist')
  })

  it('is rejected for servers if the key is for browsers only', async () => {
    const key: ApiKey = { ...devKeys({ playgroundOrigin: PLAYGROUND })[4]!, browserOnly: true }
    const { access } = setUp([key])
    expect(await outcome(access.router(caller({ key: 'dev-origin' }), 'price'))).toMatch('403')
    expect(await outcome(access.router(caller({ key: 'dev-origin', origin: PLAYGROUND }), 'price'))).toBe(
      'granted',
    )
  })

  it('is limited by tier, with a separate and lower limit for quotes', async () => {
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

  it('returns the seconds until the next call to a rejected caller', async () => {
    const { access } = setUp()
    for (let i = 0; i < 3; i += 1) await access.router(caller({ key: 'dev-basic' }), 'price')
    const decision = await access.router(caller({ key: 'dev-basic' }), 'price')
    expect(decision).toMatchObject({ granted: false, error: { status: 429, retryAfterSeconds: 1 } })
    expect(decision.allowance).toEqual({ limit: 3, remaining: 0, resetSeconds: 1 })
  })

  it('is limited by the numbers of a custom key, and applies changed numbers immediately', async () => {
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

  it('is unlimited for enterprise', async () => {
    const { access } = setUp()
    for (let i = 0; i < 1_000; i += 1) {
      expect(await outcome(access.router(caller({ key: 'dev-enterprise' }), 'quote'))).toBe('granted')
    }
  })
})

describe('browser key', () => {
  const [basic] = devKeys({ playgroundOrigin: PLAYGROUND })
  const [perSecond, burst] = [10, 20]
  const customLimit = { perSecond, burst }
  const listed: ApiKey = { ...basic!, tier: 'custom', customLimit, origins: [PLAYGROUND] }
  const forBrowsers: ApiKey = { ...listed, origins: [], browserOnly: true }
  const visitor = (address: string) => caller({ key: 'dev-basic', origin: PLAYGROUND, address })

  const endpoints = [
    ['prices', (access: Access, who: Caller) => access.router(who, 'price'), burst],
    ['quotes', (access: Access, who: Caller) => access.router(who, 'quote'), burst / 2],
    ['rates', (access: Access, who: Caller) => access.rates(who), burst],
  ] as const

  describe.each([
    ['key bound to origins', listed],
    ['key for browsers only', forBrowsers],
  ])('%s', (_, key) => {
    it.each(endpoints)('allows one address half of its %s', async (_name, send, total) => {
      const { access, wait } = setUp([key])
      const count = async (address: string, times: number) => {
        const decisions = await Promise.all(
          Array.from({ length: times }, () => send(access, visitor(address))),
        )
        return decisions.filter(({ granted }) => granted).length
      }
      expect(await count('10.0.0.1', 100)).toBe(total / 2)
      expect(await count('10.0.0.2', 1)).toBe(1)
      expect(await count('10.0.0.3', 100)).toBe(total / 2 - 1)
      expect(await count('10.0.0.4', 1)).toBe(0)
      wait(1_000)
      await count('10.0.0.1', 100)
      expect(await count('10.0.0.4', 1)).toBe(1)
    })
  })

  it('rejects an address with the allowance of the address', async () => {
    const { access } = setUp([listed])
    for (let i = 0; i < burst / 2; i += 1) await access.router(visitor('10.0.0.1'), 'price')
    const decision = await access.router(visitor('10.0.0.1'), 'price')
    expect(decision).toMatchObject({ granted: false, error: { status: 429, retryAfterSeconds: 1 } })
    expect(decision.allowance).toMatchObject({ limit: burst / 2, remaining: 0 })
  })

  it('counts the addresses of an IPv6 network as one', async () => {
    const { access } = setUp([listed])
    const send = (i: number) => access.router(visitor(`2001:db8:1:1:0:0:0:${i.toString(16)}`), 'price')
    const decisions = await Promise.all(Array.from({ length: 100 }, (_, i) => send(i)))
    expect(decisions.filter(({ granted }) => granted)).toHaveLength(burst / 2)
  })

  it('allows one address the whole limit if configured', async () => {
    const keys = createMemoryKeyStore([listed])
    const access = createAccess({ keys, nowMs: () => 0, keyAddressPercent: 100 })
    const decisions = await Promise.all(
      Array.from({ length: 100 }, () => access.router(visitor('10.0.0.1'), 'price')),
    )
    expect(decisions.filter(({ granted }) => granted)).toHaveLength(burst)
  })
})

describe('access to the exchange rates', () => {
  it('is limited to 3 calls per second and address without a key, and by tier with a key', async () => {
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

  it('evicts addresses above a limit', async () => {
    const { access } = setUp()
    const address = (i: number) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`
    for (let i = 0; i < 25_000; i += 1) await access.rates(caller({ address: address(i) }))
    const first = await access.rates(caller({ address: address(0) }))
    expect(first.allowance).toMatchObject({ remaining: 2 })
  })

  it('keeps an active address while many others come', async () => {
    const { access } = setUp()
    let granted = 0
    for (let i = 0; i < 300; i += 1) {
      for (let other = 0; other < 100; other += 1) await access.rates(caller({ address: `${i}.${other}` }))
      if ((await access.rates(caller({ address: 'busy' }))).granted) granted += 1
    }
    expect(granted).toBe(3)
  })
})

describe('access from IPv6', () => {
  const at = (prefix: string, host = 1) => caller({ address: `${prefix}:0:0:0:${host.toString(16)}` })

  it('counts a /64 as one caller', async () => {
    const { access } = setUp()
    const decisions = await Promise.all(
      Array.from({ length: 10 }, (_, i) => access.rates(at('2001:db8:1:1', i))),
    )
    expect(decisions.filter(({ granted }) => granted)).toHaveLength(3)
  })

  it('allows a /48 eight times the limit, however many of its addresses call', async () => {
    const { access, wait } = setUp()
    const rotate = async (from: number) => {
      const decisions = []
      for (let i = 0; i < 500; i += 1) {
        decisions.push(await access.rates(at(`2001:db8:1:${(from + i).toString(16)}`)))
      }
      return decisions
    }
    const first = await rotate(0)
    expect(first.filter(({ granted }) => granted)).toHaveLength(24)
    expect(first.at(-1)).toMatchObject({ error: { status: 429, retryAfterSeconds: 1 } })
    wait(1_000)
    expect((await rotate(1_000)).filter(({ granted }) => granted)).toHaveLength(24)
    expect((await access.rates(at('2001:db8:2:1'))).granted).toBe(true)
  })

  it('does not charge a /48 for rejected calls of a /64', async () => {
    const { access } = setUp()
    for (let i = 0; i < 500; i += 1) await access.rates(at('2001:db8:1:1', i))
    expect((await access.rates(at('2001:db8:1:2'))).granted).toBe(true)
  })

  it('limits the catalogue, yields and wrong keys by the same networks', async () => {
    const { access } = setUp()
    const granted = { tokens: 0, yields: 0, tried: 0 }
    for (let i = 0; i < 2_000; i += 1) {
      const who = at(`2001:db8:1:${i.toString(16)}`)
      if ((await access.tokens(who)).granted) granted.tokens += 1
      if ((await access.yields(who, 'answer')).granted) granted.yields += 1
      const guess = await access.router({ ...who, key: `guess ${i}` }, 'price')
      if (!guess.granted && guess.error.status === 401) granted.tried += 1
    }
    expect(granted).toEqual({ tokens: 800, yields: 480, tried: 160 })
  })
})

describe('limit of key attempts', () => {
  const guesses = async (
    { access }: ReturnType<typeof setUp>,
    { times, ...who }: { times: number } & Partial<Caller>,
  ) => {
    const codes: string[] = []
    for (let i = 0; i < times; i += 1) {
      codes.push(await outcome(access.router(caller({ key: `guess ${i}`, ...who }), 'price')))
    }
    return codes
  }
  const wrong = (codes: string[]) => codes.filter((code) => code === '401 Forbidden').length

  it('rejects an address after twenty attempts and returns the seconds until the next one', async () => {
    const world = setUp()
    const codes = await guesses(world, { times: 200 })
    expect(wrong(codes)).toBe(20)
    expect(new Set(codes.slice(20))).toEqual(new Set(['429 Rate limit exceeded. Please try again later']))
    const refused = await world.access.router(caller({ key: 'another' }), 'quote')
    expect(refused).toMatchObject({ granted: false, error: { retryAfterSeconds: 1 } })
    expect(wrong(await guesses(world, { times: 5, address: '10.0.0.2' }))).toBe(5)
    world.wait(3_000)
    expect(wrong(await guesses(world, { times: 10 }))).toBe(3)
  })

  it('does not affect callers with a valid key at the same address', async () => {
    const world = setUp()
    const good = () => outcome(world.access.router(caller({ key: 'dev-enterprise' }), 'price'))
    expect(await good()).toBe('granted')
    await guesses(world, { times: 200 })
    expect(await good()).toBe('granted')
  })

  it('returns the same response for valid and wrong keys once the attempts are used up', async () => {
    const world = setUp()
    await guesses(world, { times: 20 })
    const send = (key: string) => world.access.router(caller({ key }), 'price')
    expect(await send('dev-enterprise')).toEqual(await send('nobody'))
    const rates = (key: string) => world.access.rates(caller({ key, address: '10.0.0.1' }))
    expect((await rates('dev-enterprise')).key).toBeUndefined()
    world.wait(1_000)
    expect(await outcome(send('dev-enterprise'))).toBe('granted')
  })

  it('charges a valid key one attempt per address, and a call without a key none', async () => {
    const world = setUp()
    for (let i = 0; i < 100; i += 1) {
      expect(await outcome(world.access.router(caller({ key: 'dev-enterprise' }), 'price'))).toBe('granted')
      expect(await outcome(world.access.router(caller({ key: undefined }), 'price'))).toBe('401 Forbidden')
    }
    expect(wrong(await guesses(world, { times: 50 }))).toBe(19)
  })

  it('treats a revoked key as wrong', async () => {
    const held = devKeys({ playgroundOrigin: PLAYGROUND })
    let keys = createMemoryKeyStore(held)
    const access = createAccess({
      keys: { find: (hash) => keys.find(hash), isReadable: () => true },
      nowMs: () => 0,
    })
    const send = () => outcome(access.router(caller({ key: 'dev-enterprise' }), 'price'))
    expect(await send()).toBe('granted')
    keys = createMemoryKeyStore([])
    const codes = []
    for (let i = 0; i < 30; i += 1) codes.push(await send())
    expect(wrong(codes)).toBe(19)
  })

  it('charges nothing while no keys can be read', async () => {
    const keys = {
      find(): undefined {
        throw unavailable()
      },
      isReadable: () => false,
    }
    const access = createAccess({ keys, nowMs: () => 0 })
    for (let i = 0; i < 30; i += 1) {
      await expect(access.router(caller({ key: 'good' }), 'price')).rejects.toThrow(unavailable().message)
    }
  })
})

describe('development keys', () => {
  it('are accepted on local chains only', () => {
    expect(isDevnet([31337, 31338])).toBe(true)
    expect(isDevnet([31337, 1])).toBe(false)
  })

  it('are stored as hashes', () => {
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
