import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { awaitServiceConfig } from './await-config.ts'
import { parseServiceConfig, ServiceConfigError } from './config.ts'
import { readEnvironment } from './environment.ts'
import { chainConfig } from './testing/literal-chain.ts'

const valid = { chains: [chainConfig('ethereum', 31337), chainConfig('base', 31338)] }

const [weth] = valid.chains.map((chain) => chain.weth)
const shared = { index: 1, name: 'Some', factory: weth }
const lending = { ...shared, module: 'aave-v3', kind: 'aave', dataProvider: weth, oracle: weth }

describe('the config', () => {
  it('is read as it is written', () => {
    expect(parseServiceConfig(valid, 'test')).toEqual(valid)
  })

  it.each([
    { ...shared, module: 'uniswap-v3', kind: 'v3', initCodeHash: `0x${'1'.repeat(64)}` },
    lending,
    { ...shared, module: 'erc4626', kind: 'erc4626' },
    { ...shared, module: 'balancer-v2', kind: 'balancer', poolFactory: weth },
  ])('reads a source of kind $kind', (source) => {
    const config = { chains: [{ ...valid.chains[0], sources: [source] }] }
    expect(parseServiceConfig(config, 'test')).toEqual(config)
  })

  it.each([
    [{ name: 'moon' }, 'chains[0].name: must be one of the chain names of the interfaces, found "moon"'],
    [{ id: 1.5 }, 'chains[0].id: must be a whole number from 1 to 9007199254740991, found 1.5'],
    [{ rpcUrls: [] }, 'chains[0].rpcUrls: must name at least one node, found []'],
    [
      { rpcUrls: ['http://a', 'file:///etc'] },
      'chains[0].rpcUrls[1]: must be an address starting with http:// or https://, found "file:///etc"',
    ],
    [{ weth: '0x12' }, 'chains[0].weth: must be an address: 0x and 40 hex digits, found "0x12"'],
    [{ settlement: undefined }, 'chains[0].settlement: is missing'],
    [{ settlementFeeBps: 6 }, 'chains[0].settlementFeeBps: must be a whole number from 3 to 5, found 6'],
    [{ blockSeconds: 0 }, 'chains[0].blockSeconds: must be above 0, at most 3600, found 0'],
    [
      { sources: [{ ...valid.chains[0]?.sources[0], kind: 'v9' }] },
      'chains[0].sources[0].kind: must be "v2", "v3", "aave", "erc4626" or "balancer", found "v9"',
    ],
    [{ sources: [{ ...lending, oracle: undefined }] }, 'chains[0].sources[0].oracle: is missing'],
    [
      { logoUris: { [valid.chains[0]!.weth]: 'http://x' } },
      /logoUris\.0x0+a2: must be an address starting with https/,
    ],
  ])('names the mistake in %j', (change, mistake) => {
    expect(mistakesOf({ chains: [{ ...valid.chains[0], ...change }] })).toEqual([
      typeof mistake === 'string' ? mistake : expect.stringMatching(mistake),
    ])
  })

  it('names every mistake at once', () => {
    expect(mistakesOf({ chains: [{ ...valid.chains[0], id: -1, weth: 7 }, valid.chains[1]] })).toHaveLength(2)
  })

  it('refuses two chains of one name, and none', () => {
    expect(mistakesOf({ chains: [valid.chains[0], valid.chains[0]] }).join()).toContain(
      'must not repeat a name',
    )
    expect(mistakesOf({ chains: [] })).toEqual(['chains: must name at least one chain, found []'])
    expect(mistakesOf(null)).toEqual(['the whole: must be Object, found null'])
  })
})

describe('waiting for the config', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-config-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('goes on when the file comes', async () => {
    const path = join(folder, 'later.json')
    let waited = 0
    const config = await awaitServiceConfig({
      path,
      waitMs: 10_000,
      signal: AbortSignal.timeout(10_000),
      onWaiting() {
        waited += 1
        writeFile(path, JSON.stringify(valid))
      },
    })
    expect(config).toEqual(valid)
    expect(waited).toBe(1)
  })

  it('ends with a sentence when it does not', async () => {
    const options = { waitMs: 0, signal: AbortSignal.timeout(5_000), onWaiting: () => undefined }
    await expect(awaitServiceConfig({ ...options, path: join(folder, 'never.json') })).rejects.toThrow(
      /No config at/,
    )
    const wrong = join(folder, 'wrong.json')
    await writeFile(wrong, '{')
    await expect(awaitServiceConfig({ ...options, path: wrong })).rejects.toThrow(
      /cannot be used:\n {2}not JSON/,
    )
  })
})

describe('the environment', () => {
  it('has defaults for everything', () => {
    expect(readEnvironment({})).toEqual({
      port: 8787,
      metricsPort: undefined,
      configPath: '.devnet/service.json',
      isConfigNamed: false,
      mount: undefined,
      logLevel: 'warn',
      trustedProxies: 0,
      playgroundOrigin: 'http://localhost:5173',
    })
  })

  it.each([
    ['SLUICE_SERVICE_PORT', '70000'],
    ['SLUICE_METRICS_PORT', 'http'],
    ['SLUICE_MOUNT', 'bridge'],
    ['SLUICE_LOG_LEVEL', 'loud'],
    ['SLUICE_TRUSTED_PROXIES', '-1'],
  ])('names %s when it makes no sense', (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(new RegExp(`^${name} must be .*"${value}"$`))
  })
})

function mistakesOf(value: unknown): readonly string[] {
  try {
    parseServiceConfig(value, 'test')
  } catch (error) {
    if (error instanceof ServiceConfigError) return error.mistakes
  }
  return []
}
