import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasPostgres, startTestPostgres } from '../../scripts/testing/servers.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { describeEachDatabase } from '../testing/describe-each-database.ts'
import { PRICE_BODY } from '../testing/price-body.ts'
import { createTestApp } from '../testing/test-app.ts'
import { hashApiKey } from './api-key.ts'
import { createAccess } from './create-access.ts'
import { createKeyCache, type KeyCache } from './key-cache.ts'
import { runKeysCommand } from './run-keys-command.ts'
import { createUsageLog, OTHER_PIDS } from './usage-log.ts'
import { readUsage } from './usage-records.ts'

describeEachDatabase('keys in a database', (open) => {
  let database: Database
  let keyCache: KeyCache
  beforeAll(async () => {
    database = open()
    // Polls only when `refresh` is called.
    keyCache = createKeyCache({ database, everyMs: 1e6, onLost: fail, onBack: fail })
    await keyCache.refresh()
  })
  afterAll(async () => {
    keyCache.stop()
    await database.close()
  })

  const run = (line: string) => runKeysCommand(line.split(' '), database)
  /** Issues a key and refreshes the cache. */
  async function issue(options: string) {
    const output = await run(`create ${options}`)
    await keyCache.refresh()
    return { id: idIn(output), key: keyIn(output) }
  }

  it('are found with their settings, and stored as a hash only', async () => {
    const { id, key } = await issue(
      '--label Acme --tier custom --rps 7 --burst 9 --origin https://app.example.org --origin https://*.example.org --browser-only --pid acme --max-fee-bps 100',
    )
    expect(keyCache.find(hashApiKey(key))).toMatchObject({
      id,
      tier: 'custom',
      customLimit: { perSecond: 7, burst: 9 },
      origins: ['https://app.example.org', 'https://*.example.org'],
      browserOnly: true,
      uniquePids: ['acme'],
      maxPartnerFeeBps: 100,
    })
    const stored = await database.query(
      'SELECT row_to_json(k)::text AS key, row_to_json(h)::text AS hash FROM sluice_keys k, sluice_key_hashes h',
    )
    expect(JSON.stringify(stored)).toContain(hashApiKey(key))
    expect(JSON.stringify(stored)).not.toContain(key)
    expect(await run('list')).toContain('custom 7/9, quotes 4/5')
    expect(await run('list')).not.toContain(key)
  })

  it('limit their callers to origin, uniquePID and fee', async () => {
    const { key } = await issue(
      '--label A --tier enterprise --origin https://app.example.org --pid acme --max-fee-bps 5',
    )
    const { post } = appWith(keyCache)
    const answer = async (origin: string | undefined, body: object) => {
      const headers = { 'x-api-key': key, ...(origin && { origin }) }
      const response = await post('/router/v1/price', { ...PRICE_BODY, uniquePID: 'acme', ...body }, headers)
      return `${response.status} ${((await response.json()) as { error?: string }).error ?? ''}`
    }
    expect(await answer('https://app.example.org', {})).toBe('200 ')
    expect(await answer(undefined, {})).toBe('200 ')
    expect(await answer('https://elsewhere.example', {})).toBe('403 Request origin not in whitelist')
    expect(await answer(undefined, { uniquePID: 'other' })).toBe('400 Invalid uniquePID provided')
    const partnerAddress = PRICE_BODY.userAddress
    expect(await answer(undefined, { partnerFee: 5, partnerAddress })).toBe('200 ')
    expect(await answer(undefined, { partnerFee: 6, partnerAddress })).toBe('400 Invalid partnerFee provided')
  })

  it('are revoked permanently', async () => {
    const { id, key } = await issue('--label B --tier growth')
    const { post } = appWith(keyCache)
    const price = async () => (await post('/router/v1/price', PRICE_BODY, { 'x-api-key': key })).status
    expect(await price()).toBe(200)
    await run(`revoke ${id}`)
    await keyCache.refresh()
    expect(await price()).toBe(401)
    await expect(run(`revoke ${id}`)).rejects.toThrow('No active key')
    await expect(run(`rotate ${id}`)).rejects.toThrow('No active key')
    expect(await run('list')).not.toContain(id)
    expect(await run('list --all')).toMatch(new RegExp(`${id}.* revoked \\d{4}-`))
  })

  it('are rotated immediately or with an overlap', async () => {
    const { id, key: first } = await issue('--label C --tier basic')
    const second = keyIn(await run(`rotate ${id}`))
    await keyCache.refresh()
    expect([first, second].map((key) => keyCache.find(hashApiKey(key))?.id)).toEqual([undefined, id])
    const third = keyIn(await run(`rotate ${id} --overlap-hours 1`))
    await keyCache.refresh()
    expect([first, second, third].map((key) => keyCache.find(hashApiKey(key))?.id)).toEqual([
      undefined,
      id,
      id,
    ])
    // The next rotation does not extend the overlap of the second secret.
    await run(`rotate ${id}`)
    await keyCache.refresh()
    expect([second, third].map((key) => keyCache.find(hashApiKey(key)))).toEqual([undefined, undefined])
  })

  it('count every response by uniquePID and day', async () => {
    const { id, key } = await issue('--label D --tier enterprise')
    const log = () => createUsageLog({ database, everyMs: 1e6, maxPidsPerKey: 2, onFault: fail })
    const [one, other] = [log(), log()]
    const { post } = appWith(keyCache, one)
    for (const [path, uniquePID, times] of [
      ['/router/v1/price', 'acme', 3],
      ['/router/v1/quote', 'acme', 1],
      ['/router/v1/price', 'beta', 2],
      ['/router/v1/price', 'gamma', 1],
      ['/router/v1/price', 'delta', 1],
      ['/router/v1/price', 'not a pid', 1],
    ] as const) {
      for (let i = 0; i < times; i += 1) await post(path, { ...PRICE_BODY, uniquePID }, { 'x-api-key': key })
    }
    other.count(id, 'acme', 'price')
    await Promise.all([one.flush(), other.flush()])
    one.count(id, 'acme', 'price')
    await Promise.all([one.stop(), other.stop()])
    const usage = await readUsage(database, { keyId: id, days: 1 })
    expect(usage.map(({ uniquePid, prices, quotes }) => [uniquePid, prices, quotes])).toEqual([
      ['acme', 5n, 1n],
      [OTHER_PIDS, 2n, 0n],
      ['beta', 2n, 0n],
    ])
    expect(await run(`usage ${id} --days 1`)).toMatch(/acme +5 +1\n/)
  })

  it('are reloaded after changes by plain SQL', async () => {
    const { id, key } = await issue('--label E --tier basic')
    await database.query(`UPDATE sluice_keys SET tier = 'premium' WHERE id = $1`, [id])
    await keyCache.refresh()
    expect(keyCache.find(hashApiKey(key))?.tier).toBe('premium')
    // An unknown tier of a later version is skipped without affecting other keys.
    await database.query(`UPDATE sluice_keys SET tier = 'galactic' WHERE id = $1`, [id])
    const { key: another } = await issue('--label F --tier basic')
    expect([key, another].map((each) => keyCache.find(hashApiKey(each))?.tier)).toEqual([undefined, 'basic'])
    await database.query('DELETE FROM sluice_key_hashes WHERE key_id = $1', [id])
    await database.query('DELETE FROM sluice_keys WHERE id = $1', [id])
  })
})

describe.skipIf(!hasPostgres)('keys while the database is unreachable', () => {
  it('stay valid or unknown, keep their counts, and recover', async () => {
    const server = await startTestPostgres()
    onTestFinished(() => server.stop())
    const database = openDatabase({ url: server.url })
    const seen: string[] = []
    const keyCache = createKeyCache({
      database,
      everyMs: 20,
      onLost: () => seen.push('lost'),
      onBack: () => seen.push('back'),
    })
    // The validity of a key is unknown before the first poll.
    expect(() => keyCache.find(hashApiKey('any'))).toThrow('Service temporarily unavailable')
    const usage = createUsageLog({
      database,
      everyMs: 1e6,
      onFault: () => seen.push('usage kept'),
      onKept: () => seen.push('usage written'),
    })
    const output = await runKeysCommand(['create', '--label', 'G', '--tier', 'basic'], database)
    await keyCache.refresh()

    await server.kill()
    await keyCache.refresh()
    usage.count(idIn(output), 'acme', 'quote')
    await usage.flush()
    expect(keyCache.find(hashApiKey(keyIn(output)))?.id).toBe(idIn(output))
    expect(keyCache.find(hashApiKey('any'))).toBeUndefined()
    await expect(runKeysCommand(['list'], database)).rejects.toThrow()

    await server.restart()
    await expect.poll(() => seen.at(-1)).toBe('back')
    await usage.stop()
    expect(seen).toEqual(['lost', 'usage kept', 'back', 'usage written'])
    expect(await readUsage(database, { days: 1 })).toMatchObject([{ uniquePid: 'acme', quotes: 1n }])
    keyCache.stop()
    await database.close()
  })
})

describe('keys command', () => {
  const untouched: Database = {
    place: 'nowhere',
    isNew: true,
    isReadOnly: () => false,
    query: fail,
    close: async () => {},
  }
  it.each([
    ['destroy', 'Unknown command "destroy". Commands: create, rotate'],
    ['create --label A', '--tier must be one of basic, growth, premium, custom, enterprise, and is missing'],
    [
      'create --label A --tier gold',
      '--tier must be one of basic, growth, premium, custom, enterprise, found "gold"',
    ],
    ['create --tier basic', '--label must name the owner'],
    ['create --tier basic --label \u0007', 'found "\\u0007"'],
    ['create --label A --tier basic --rps 5', '--rps and --burst require --tier custom'],
    ['create --label A --tier custom --rps 5', '--tier custom requires --rps'],
    [
      'create --label A --tier custom --rps 0 --burst 5',
      '--rps must be a whole number from 1 to 1000000, found "0"',
    ],
    ['create --label A --tier custom --rps 1e3 --burst 5', 'found "1e3"'],
    ['create --label A --tier basic --origin app.example', '--origin requires scheme and host'],
    ['create --label A --tier basic --origin https://a.example/', 'found "https://a.example/"'],
    ['create --label A --tier basic --origin https://*.org', 'found "https://*.org"'],
    ['create --label A --tier basic --origin *', 'found "*"'],
    ['create --label A --tier basic --pid é', '--pid requires 1 to 128 visible ASCII'],
    [
      'create --label A --tier basic --max-fee-bps 1001',
      '--max-fee-bps must be a whole number from 0 to 1000',
    ],
    ['create --label A --tier basic --color red', "Unknown option '--color'"],
    ['revoke', 'revoke requires the id of a key'],
    ['rotate a b', 'Only one key id is allowed, found 2'],
    ['rotate a --overlap-hours -1', 'overlap-hours'],
    ['usage --days 0', '--days must be a whole number from 1 to 3650'],
  ])('rejects "%s" without using the database', async (line, words) => {
    await expect(runKeysCommand(line.split(' '), untouched)).rejects.toThrow(words)
  })

  it('prints its help', async () => {
    for (const words of [[], ['help'], ['--help']]) {
      expect(await runKeysCommand(words, untouched)).toContain('npm run keys -- create')
    }
  })
})

function appWith(keys: KeyCache, usage?: ReturnType<typeof createUsageLog>) {
  return createTestApp({ access: createAccess({ keys, nowMs: () => performance.now() }), usage })
}

function idIn(output: string): string {
  return /key_[0-9a-f]{12}/.exec(output)?.[0] ?? ''
}

function keyIn(output: string): string {
  return /sluice_[\w-]{43}/.exec(output)?.[0] ?? ''
}

function fail(): never {
  throw new Error('This function must not be called')
}
