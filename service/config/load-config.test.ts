import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeAbiParameters, encodePacked, getContractAddress, parseAbiParameters } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Address } from '../../wire/lib/address.ts'
import { CHAIN_NAMES } from '../../wire/lib/chain-names.ts'
import { derivePool } from '../modules/core/create2.ts'
import { PRESETS } from '../presets/presets.ts'
import { chainConfig, makeAddress } from '../testing/literal-chain.ts'
import { awaitServiceConfig } from './await-config.ts'
import { ServiceConfigError } from './config-error.ts'
import type { NodeVariables } from './config-nodes.ts'
import { readEnvironment } from './environment.ts'
import { loadServiceConfig, parseServiceConfig, parseUndeployedConfig } from './load-config.ts'
import type { Presets } from './with-presets.ts'

const valid = { chains: [chainConfig('ethereum', 31337), chainConfig('base', 31338)] }

const [weth] = valid.chains.map((chain) => chain.weth)
const shared = { index: 1, name: 'Some', factory: weth }
const hash = `0x${'1'.repeat(64)}`
const vault = { ...shared, module: 'balancer-v3', kind: 'balancer-v3' }
const managed = { ...shared, module: 'uniswap-v4', kind: 'v4' }
const pairs = { ...shared, module: 'solidly', kind: 'solidly', initCodeHash: `0x${'1'.repeat(64)}` }
const lending = { ...shared, module: 'aave-v3', kind: 'aave', version: '3.6', oracle: weth }

const listPool = (fee: number) => ({
  ...{ ...shared, module: 'uniswap-v3', kind: 'v3', initCodeHash: hash },
  unannouncedPools: { [makeAddress(1)]: { [makeAddress(2)]: [fee] } },
})
const makeTiers = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ fee: i + 1, tickSpacing: 60 }))

describe('the config', () => {
  it('is read as it is written', () => {
    expect(parseServiceConfig(valid, { source: 'test' })).toEqual(valid)
  })

  it('replaces a wrong checksum, wherever an address stands', () => {
    const wrong = (address: string) => `0x${address.slice(2).toUpperCase()}` as Address
    const letters = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    const spelled = (spell: (address: string) => string) => ({
      ...valid.chains[0],
      weth: spell(letters),
      multicall3: spell(letters),
      baseTokens: [spell(letters)],
      settlement: spell(letters),
      sources: [{ ...pairs, factory: spell(letters) }],
    })
    const config = { chains: [spelled(wrong)] }
    expect(parseServiceConfig(config, { source: 'test' })).toEqual({
      chains: [spelled((address) => address)],
    })
  })

  it('takes the least settlement fee where none is written', () => {
    const [chain] = valid.chains
    const { settlementFeeBps: _, ...silent } = chain!
    expect(parseServiceConfig({ chains: [silent] }, { source: 'test' }).chains).toEqual([
      { ...chain, settlementFeeBps: 3 },
    ])
  })

  it('takes the executor that a settlement makes first where none is written', () => {
    const { executor: _, ...silent } = valid.chains[0]!
    const [chain] = parseServiceConfig({ chains: [silent] }, { source: 'test' }).chains
    expect(chain?.executor).toBe(getContractAddress({ from: silent.settlement, nonce: 1n }))
  })

  it.each([
    { ...shared, module: 'uniswap-v3', kind: 'v3', initCodeHash: hash },
    { ...shared, module: 'pancakeswap-v3', kind: 'v3', initCodeHash: hash, deployer: weth },
    listPool(3_000),
    { ...shared, module: 'algebra', kind: 'algebra', initCodeHash: hash, deployer: weth },
    { ...shared, module: 'algebra-v1', kind: 'algebra-v1', initCodeHash: hash, deployer: weth },
    { ...shared, module: 'slipstream', kind: 'slipstream', initCodeHash: hash },
    lending,
    { ...shared, module: 'erc4626', kind: 'erc4626' },
    { ...shared, module: 'sky-psm', kind: 'psm' },
    { ...shared, module: 'lido-wsteth', kind: 'wsteth' },
    { ...shared, module: 'balancer-v2', kind: 'balancer', poolFactory: weth },
    { ...shared, module: 'balancer-v2', kind: 'balancer', poolFactory: weth, weightedFactories: [weth] },
    { ...shared, module: 'balancer-v2', kind: 'balancer', poolFactory: weth, stableFactories: [weth] },
    { ...shared, module: 'balancer-v2', kind: 'balancer', poolFactory: weth, rateProviders: [weth] },
    { ...vault, weightedFactories: [weth] },
    { ...vault, stableFactories: [weth], rateProviders: [weth] },
    managed,
    { ...managed, feeTiers: [{ fee: 10_000, tickSpacing: 200 }] },
    { ...managed, hooks: [`0x${'1'.repeat(36)}10c0`] },
    pairs,
    { ...pairs, feeBps: 5 },
  ])('reads a source of kind $kind', (source) => {
    const config = { chains: [{ ...valid.chains[0], sources: [source] }] }
    expect(parseServiceConfig(config, { source: 'test' })).toEqual(config)
  })

  it.each([
    [{ name: 'mo on' }, /^chains\[0\]\.name: must be one of ethereum, base, .*, found "mo on"$/],
    [{ id: 1.5 }, 'chains[0].id: must be a whole number from 1 to 9007199254740991, found 1.5'],
    [{ rpcUrls: [] }, 'chains[0].rpcUrls: must name at least one node, found []'],
    [
      { rpcUrls: ['http://a', 'file:///etc'] },
      'chains[0].rpcUrls[1]: must be an address starting with http:// or https://, found "file://…"',
    ],
    [
      { privateRpcs: ['http://quiet.example'] },
      'chains[0].privateRpcs[0]: must be an address starting with https://, or with http://localhost, found "http://quiet.example"',
    ],
    [
      { privateRpcs: ['https://me:secret@quiet.example/'] },
      /^chains\[0\]\.privateRpcs\[0\]: must have no user and no password: everybody reads it, found "https:\/\/quiet\.example…"$/,
    ],
    [
      { privateRpcs: ['https://quiet.example/', 'https://quiet.example/'] },
      /^chains\[0\]\.privateRpcs: must not repeat an address/,
    ],
    [{ weth: '0x12' }, 'chains[0].weth: must be an address: 0x and 40 hex digits, found "0x12"'],
    [
      { rpcUrls: ['ftp://me:secret@node.example/key'] },
      'chains[0].rpcUrls[0]: must be an address starting with http:// or https://, found "ftp://node.example…"',
    ],
    [
      { rpcUrls: undefined },
      'chains[0].rpcUrls: is missing; name nodes here, or in SLUICE_RPC_ and the name of the chain',
    ],
    [{ settlement: undefined }, 'chains[0].settlement: is missing; `npm run deploy` puts one there'],
    [{ executor: `0x${'0'.repeat(40)}` }, /^chains\[0\]\.executor: must not be the zero address/],
    [{ id: 8453 }, 'chains[0].id: must be that of ethereum, and is that of base, found 8453'],
    [{ fromblock: 1 }, 'chains[0].fromblock: is not a setting; remove it, or look for a slip in its name'],
    [{ settlementFeeBps: 6 }, 'chains[0].settlementFeeBps: must be a whole number from 3 to 5, found 6'],
    [{ finalityBlocks: -1 }, 'chains[0].finalityBlocks: must be a whole number from 0 to 100000, found -1'],
    [
      { poolLimits: { maxPools: 0 } },
      'chains[0].poolLimits.maxPools: must be a whole number from 1 to 9007199254740991, found 0',
    ],
    [{ logBlocks: 0 }, 'chains[0].logBlocks: must be a whole number from 1 to 1000000, found 0'],
    [
      { nodeBudgets: { 'localhost:8545': { callsPerSecond: 0 } } },
      'chains[0].nodeBudgets.localhost:8545.callsPerSecond: must be a whole number from 1 to 100000, found 0',
    ],
    [
      { nodeBudgets: { localhost: { callsPerDay: 9 } } },
      /^chains\[0\]\.nodeBudgets: must name only hosts of rpcUrls; no node has the host localhost/,
    ],
    [{ maxLagSeconds: 0 }, 'chains[0].maxLagSeconds: must be a whole number from 1 to 1000000000, found 0'],
    [{ maxLeadSeconds: 0 }, 'chains[0].maxLeadSeconds: must be a whole number from 1 to 1000000000, found 0'],
    [{ blockSeconds: 0 }, 'chains[0].blockSeconds: must be above 0, at most 3600, found 0'],
    [
      { sources: [{ ...valid.chains[0]?.sources[0], kind: 'v9' }] },
      /^chains\[0\]\.sources\[0\]\.kind: must be "v2", "v3", ("[a-z0-9-]+", )+"psm" or "wsteth", found "v9"$/,
    ],
    [
      { sources: [{ ...shared, module: 'uniswap-v3', kind: 'v3', initCodeHash: hash, deployer: '0x1' }] },
      'chains[0].sources[0].deployer: must be an address: 0x and 40 hex digits, found "0x1"',
    ],
    [
      { sources: [listPool(400)] },
      /unannouncedPools\.0x0*1\.0x0*2\[0\]: must be one of 100, 500, 3000, 10000, found 400$/,
    ],
    [
      {
        sources: [{ ...shared, module: 'b', kind: 'balancer', poolFactory: weth, stableFactories: ['0x1'] }],
      },
      'chains[0].sources[0].stableFactories[0]: must be an address: 0x and 40 hex digits, found "0x1"',
    ],
    [
      {
        sources: [{ ...shared, module: 'b', kind: 'balancer', poolFactory: weth, rateProviders: ['0x1'] }],
      },
      'chains[0].sources[0].rateProviders[0]: must be an address: 0x and 40 hex digits, found "0x1"',
    ],
    [
      { sources: [{ ...shared, module: 'ng', kind: 'stableswap-ng', rateProviders: ['0x1'] }] },
      'chains[0].sources[0].rateProviders[0]: must be an address: 0x and 40 hex digits, found "0x1"',
    ],
    [
      { sources: [{ ...vault, weightedFactories: [] }] },
      /^chains\[0\]\.sources: must name a factory of each source of kind "balancer-v3"/,
    ],
    [
      { sources: [{ ...vault, stableFactories: ['0x1'] }] },
      'chains[0].sources[0].stableFactories[0]: must be an address: 0x and 40 hex digits, found "0x1"',
    ],
    [{ sources: [{ ...lending, oracle: undefined }] }, 'chains[0].sources[0].oracle: is missing'],
    [{ sources: [{ ...lending, version: undefined }] }, 'chains[0].sources[0].version: is missing'],
    [
      { sources: [{ ...lending, version: '3.1' }] },
      'chains[0].sources[0].version: must be one of "3.0", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7", found "3.1"',
    ],
    [
      { sources: [{ ...lending, version: 3.6 }] },
      'chains[0].sources[0].version: must be one of "3.0", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7", found 3.6',
    ],
    [
      { sources: [managed, { ...managed, index: 2, module: 'v4-fork', factory: `0x${'4'.repeat(40)}` }] },
      /^chains\[0\]\.sources: must name one source of kind "v4" at most/,
    ],
    [
      { sources: [pairs, { ...managed, index: 2, module: 'solidly' }] },
      'chains[0].sources[1].module: must not be that of another source: pools are kept by it, and a restart would mix up those of the two; give this one a module of its own, found "solidly"',
    ],
    [
      { sources: [{ ...pairs, module: 'wrapped-native' }] },
      'chains[0].sources[0].module: must not be the id that the service reserves for wrapping the native coin, found "wrapped-native"',
    ],
    [
      { sources: [{ ...managed, feeTiers: [] }] },
      'chains[0].sources[0].feeTiers: must name at least one tier, found []',
    ],
    [
      { sources: [{ ...managed, feeTiers: makeTiers(9) }] },
      /^chains\[0\]\.sources\[0\]\.feeTiers: must name 8 tiers at most/,
    ],
    [
      { sources: [{ ...managed, feeTiers: [...makeTiers(1), ...makeTiers(1)] }] },
      /^chains\[0\]\.sources\[0\]\.feeTiers: must not repeat a tier/,
    ],
    [
      { sources: [{ ...managed, feeTiers: [{ fee: 990_000, tickSpacing: 1 }] }] },
      'chains[0].sources[0].feeTiers[0].fee: must be a whole number from 1 to 10000, found 990000',
    ],
    [
      { sources: [{ ...managed, feeTiers: [{ fee: 100, tickSpacing: 201 }] }] },
      'chains[0].sources[0].feeTiers[0].tickSpacing: must be a whole number from 1 to 200, found 201',
    ],
    [
      { sources: [{ ...managed, hooks: [`0x${'1'.repeat(36)}00c4`] }] },
      'chains[0].sources[0].hooks[0]: must not be a hook that may change amounts, according to the last four bits of its address, found "0x11111111111111111111111111111111111100c4"',
    ],
    [
      { sources: [{ ...managed, hooks: [`0x${'1'.repeat(36)}c000`] }] },
      'chains[0].sources[0].hooks[0]: must be a hook: the last 14 bits of its address select the calls, found "0x111111111111111111111111111111111111c000"',
    ],
    [
      { sources: [{ ...managed, hooks: [] }] },
      'chains[0].sources[0].hooks: must name at least one hook, found []',
    ],
    [
      { sources: [{ ...managed, hooks: [`0x${'A'.repeat(36)}00c0`, `0x${'a'.repeat(36)}00c0`] }] },
      /^chains\[0\]\.sources\[0\]\.hooks: must not repeat a hook/,
    ],
    [
      { sources: [0, 1].map((index) => ({ ...valid.chains[0]!.sources[0], index, module: `row-${index}` })) },
      /^chains\[0\]\.sources: must not repeat a factory in sources of one kind/,
    ],
    [
      { logoUris: { [valid.chains[0]!.weth]: 'http://x' } },
      /logoUris\.0x0+a2: must be an address starting with https/,
    ],
  ])('names the mistake in %j', (change, mistake) => {
    expect(getMistakes({ chains: [{ ...valid.chains[0], ...change }] })).toEqual([
      typeof mistake === 'string' ? mistake : expect.stringMatching(mistake),
    ])
  })

  it('says whose the index of a source is, and which is free', () => {
    const [chain] = valid.chains
    const own = { index: 0, kind: 'psm', module: 'sky-psm', name: 'Sky PSM', factory: `0x${'d1'.repeat(20)}` }
    const last = Math.max(...chain!.sources.map(({ index }) => index))
    const taken = `must be an index of its own: this one is that of "${chain!.sources[0]!.module}", and ${last + 1} is free`
    const at = chain!.sources.length
    expect(getMistakes({ chains: [{ ...chain, sources: [...chain!.sources, own] }] })).toEqual([
      `chains[0].sources[${at}].index: ${taken}, found 0`,
    ])
  })

  it('names the chains where one has a slip in its name, and not what a chain of that name lacks', () => {
    const names = Object.keys(CHAIN_NAMES).join(', ')
    expect(getMistakes({ chains: [{ name: 'basse' }] }, {}, PRESETS)).toEqual([
      expect.stringContaining(`chains[0].name: must be one of ${names}, or a name of your own beside its id`),
    ])
  })

  it.each(['my-chain', 'L2', 'chain42', ' My-Chain '])(
    'accepts the name %j of an own chain beside its id',
    (name) => {
      const config = parseServiceConfig(
        { chains: [{ ...valid.chains[0], name, id: 424_242 }] },
        { source: 'test' },
      )
      expect(config.chains[0]).toMatchObject({ name: name.trim().toLowerCase(), id: 424_242 })
    },
  )

  it.each(['', '42', '-a', 'my chain', 'my_chain', 'a/b', 'é', 'a'.repeat(41)])(
    'refuses the name %j',
    (name) => {
      expect(getMistakes({ chains: [{ ...valid.chains[0], name, id: 424_242 }] })).toEqual([
        expect.stringMatching(/^chains\[0\]\.name: must be one of ethereum, .* or a name of your own/),
      ])
    },
  )

  it('refuses an own name on the id of a known chain', () => {
    expect(getMistakes({ chains: [{ ...valid.chains[0], name: 'my-chain', id: 8453 }] }).join()).toContain(
      'must be that of my-chain, and is that of base',
    )
  })

  it('reports every mistake in one error', () => {
    expect(getMistakes({ chains: [{ ...valid.chains[0], id: -1, weth: 7 }, valid.chains[1]] })).toHaveLength(
      2,
    )
  })

  it('refuses two chains of one name, and none', () => {
    expect(getMistakes({ chains: [valid.chains[0], valid.chains[0]] }).join()).toContain(
      'must not repeat a name',
    )
    expect(getMistakes({ chains: [] })).toEqual(['chains: must name at least one chain, found []'])
    expect(getMistakes(null)).toEqual(['the whole: must be Object, found null'])
  })
})

describe('nodes named by the environment', () => {
  const [ethereum, base] = valid.chains
  const { rpcUrls: _, ...unnamed } = chainConfig('ethereum', 1)

  it('replace the nodes of the file', () => {
    const config = parseServiceConfig(
      { chains: [unnamed, base] },
      {
        source: 'test',
        nodes: {
          SLUICE_RPC_ETHEREUM: 'https://a.example/key, https://b.example',
          SLUICE_WS_BASE: 'wss://c.example',
        },
      },
    )
    expect(config.chains[0]?.rpcUrls).toEqual(['https://a.example/key', 'https://b.example'])
    expect(config.chains[1]).toEqual({ ...base, wsUrl: 'wss://c.example' })
  })

  it('are named for an own chain, with underscores for hyphens', () => {
    const config = parseServiceConfig(
      { chains: [{ ...unnamed, name: 'my-chain', id: 424_242 }] },
      { source: 'test', nodes: { SLUICE_RPC_MY_CHAIN: 'https://node.example' } },
    )
    expect(config.chains[0]).toMatchObject({ name: 'my-chain', rpcUrls: ['https://node.example'] })
  })

  it('have the budgets that the file names for their hosts', () => {
    const nodeBudgets = { 'a.example': { callsPerSecond: 25 }, 'b.example:444': { callsPerDay: 100_000 } }
    const parse = (urls: string) =>
      parseServiceConfig(
        { chains: [{ ...unnamed, nodeBudgets }] },
        { source: 'test', nodes: { SLUICE_RPC_ETHEREUM: urls } },
      )
    expect(parse('https://a.example/key, https://b.example:444').chains[0]).toMatchObject({ nodeBudgets })
    expect(() => parse('https://a.example/key, https://b.example')).toThrow(
      'no node has the host b.example:444',
    )
  })

  it.each(Object.entries(CHAIN_NAMES))(
    'are named for %s, whose file may say an alias',
    (name, { id, aliases }) => {
      const written = aliases[0] ?? name
      const variable = `SLUICE_RPC_${written.toUpperCase().replaceAll(' ', '_')}`
      const config = parseServiceConfig(
        { chains: [{ ...unnamed, name: written, id }] },
        { source: 'test', nodes: { [variable]: 'https://node.example' } },
      )
      expect(config.chains[0]).toMatchObject({ name, id, rpcUrls: ['https://node.example'] })
    },
  )

  it('are reported by the name of their variable, without their keys, beside mistakes of the file', () => {
    expect(
      getMistakes(
        { chains: [{ ...ethereum, id: 0 }] },
        {
          SLUICE_RPC_ETHEREUM: 'https://a.example,wss://me:secret@b.example/key',
          SLUICE_RPC_BASE: 'https://c.example',
          SLUICE_RPC_MOON: 'https://d.example',
        },
      ),
    ).toEqual([
      'SLUICE_RPC_BASE: the config has no chain "base"; add it, or unset the variable',
      expect.stringMatching(/^SLUICE_RPC_MOON: names no chain; the chains are ethereum, base,/),
      'chains[0].id: must be a whole number from 1 to 9007199254740991, found 0',
      'SLUICE_RPC_ETHEREUM[1]: must be an address starting with http:// or https://, found "wss://b.example…"',
    ])
  })
})

describe('the address of a node that cannot be used', () => {
  const KEY = 'k3y-0123456789abcdef'
  const { rpcUrls: _, settlement: __, executor: ___, ...bare } = chainConfig('ethereum', 1)
  const nodeBudgets = { 'node.example': { callsPerSecond: 5 } }
  const http = 'must be an address starting with http:// or https://'

  it.each([
    [`node.example/v2/${KEY}`, `SLUICE_RPC_ETHEREUM[0]: ${http}, found "node.example…"`],
    [`node.example:8545/v2/${KEY}`, `SLUICE_RPC_ETHEREUM[0]: ${http}, found "node.example:8545…"`],
    [`//node.example/v2/${KEY}`, `SLUICE_RPC_ETHEREUM[0]: ${http}, found "…"`],
    [`https:/node.example/v2/${KEY}`, `SLUICE_RPC_ETHEREUM[0]: ${http}, found "https:/node.example…"`],
    [`node.example?apikey=${KEY}`, `SLUICE_RPC_ETHEREUM[0]: ${http}, found "node.example…"`],
    [`me:${KEY}@node.example/v2`, `SLUICE_RPC_ETHEREUM[0]: ${http}, found "node.example…"`],
    [`me:a/${KEY}@node.example/v2`, `SLUICE_RPC_ETHEREUM[0]: ${http}, found "…"`],
    [`${KEY}K.node.example`, `SLUICE_RPC_ETHEREUM[0]: ${http}, found "[redacted].node.example…"`],
    [KEY.replace('-', ''), `SLUICE_RPC_ETHEREUM[0]: ${http}, found "…"`],
    [
      `"https://node.example/v2/${KEY}"`,
      `SLUICE_RPC_ETHEREUM[0]: ${http}, without quotes and spaces, found "\\"https://node.example…"`,
    ],
    [
      `'https://node.example/v2/${KEY}'`,
      `SLUICE_RPC_ETHEREUM[0]: ${http}, without quotes and spaces, found "'https://node.example…"`,
    ],
    [
      `https://node.example/v2/${KEY} https://b.example/${KEY}`,
      `SLUICE_RPC_ETHEREUM[0]: ${http}, without quotes and spaces, found "https://node.example…"`,
    ],
    [
      `https://node.example/v2/${KEY};https://b.example/${KEY}`,
      'SLUICE_RPC_ETHEREUM[0]: must be one address; a comma separates several in a variable, found "https://node.example…"',
    ],
    [
      `https://node.example/v2/${KEY},`,
      'SLUICE_RPC_ETHEREUM[1]: must not be empty: look for a comma too many, found ""',
    ],
    [
      `https://node.example:85450000/v2/${KEY}`,
      `SLUICE_RPC_ETHEREUM[0]: ${http}; look for a slip in its host or port, found "https://…"`,
    ],
    [
      `https://me:1/${KEY}@node.example/v2`,
      undefined, // The host "me" may be intended by the operator.
    ],
  ])('is reported by its variable or path, without its key: %s', (address, mistake) => {
    const nodes = { SLUICE_RPC_ETHEREUM: address }
    const settlement = valid.chains[0]!.settlement
    expect(getMistakes({ chains: [{ ...bare, settlement }] }, nodes)).toEqual(mistake ? [mistake] : [])
    const ofDeploy = () =>
      parseUndeployedConfig({ chains: [{ ...bare, nodeBudgets }] }, { source: 'test', nodes })
    expect(ofDeploy).toThrow(mistake ?? 'nodeBudgets: must name only hosts of rpcUrls')
    expect(ofDeploy).not.toThrow(KEY)
    const [inFile] = address.split(', ')
    const ofFile = getMistakes({ chains: [{ ...bare, nodeBudgets, settlement, rpcUrls: [inFile] }] }).join()
    if (inFile && !inFile.endsWith(',')) {
      expect(ofFile).toContain(mistake?.replace('SLUICE_RPC_ETHEREUM', 'chains[0].rpcUrls') ?? 'nodeBudgets')
    }
    expect(ofFile).not.toContain(KEY)
  })

  it.each([`node.example/v2/${KEY}`, `"wss://node.example/v2/${KEY}"`, `me:${KEY}@node.example`, `${KEY}K`])(
    'is reported for a web socket too, without its key: %s',
    (address) => {
      const mistakes = getMistakes(valid, { SLUICE_WS_ETHEREUM: address })
      expect(mistakes).toEqual([
        expect.stringMatching(/^SLUICE_WS_ETHEREUM: must be an address starting with ws:\/\/ or wss:\/\//),
      ])
      expect(mistakes.join()).not.toContain(KEY)
    },
  )

  it.each([
    [{ nodeBudgets: { [`https://node.example/${KEY}`]: { callsPerSecond: 5 } } }, 'write the host alone'],
    [
      { nodeBudgets: { [`https://node.example/${KEY}`]: { callsPerSecond: 0 } } },
      'nodeBudgets["https://node.example…"].callsPerSecond: must',
    ],
    [{ [`https://node.example/${KEY}`]: 1 }, 'chains[0]["https://node.example…"]: is not a setting'],
    [{ rpcUrls: `node.example/${KEY}` }, 'must be Array, found "node.example…"'],
    [{ rpcUrls: { [`node.example/${KEY}`]: `"wss://node.example/${KEY}"` } }, '{"node.example…":'],
    [{ name: `node.example/${KEY}` }, 'found "node.example…"'],
    [{ referenceStable: `me:${KEY}@node.example` }, 'found "node.example…"'],
  ])('has no key wherever it stands: %j', (change, words) => {
    const mistakes = getMistakes({ chains: [{ ...valid.chains[0], ...change }] }).join()
    expect(mistakes).toContain(words)
    expect(mistakes).not.toContain(KEY)
  })
})

describe('a file that is not JSON', () => {
  const KEY = 'k3y-0123456789abcdef'

  it.each([
    [`{"a":["https://node.example/${KEY}",]}`, 'look for a slip at line 1, column 51'],
    [`{\n  "a": "https://node.example/${KEY},\n  "b": 1\n}`, 'look for a slip at line 2, column 8'],
    [`{\n  "a": '${KEY}'\n}`, 'look for a slip at line 2, column 8'],
    [`{\n  "a": 1\n  "${KEY}": 2\n}`, 'look for a slip at line 3, column 3'],
    [`{ "a": 1, ${KEY}: 2 }`, 'look for a slip at line 1, column 11'],
    ['{ "a": 01 }', 'look for a slip at line 1, column 9'],
    ['{ "a": "\\x" }', 'look for a slip at line 1, column 8'],
    [`{} ${KEY}`, 'look for a slip at line 1, column 4'],
    ['\ufeff{}', 'look for a slip at line 1, column 1'],
    ['', 'it ends too early, at line 1, column 1'],
    [`{\n "a": { "b": [true, null, -1.5e3, "${KEY}"]`, 'it ends too early, at line 2, column 58'],
  ])('is reported with line and column and without its text: %j', async (text, words) => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-json-'))
    const path = join(folder, 'service.json')
    await writeFile(path, text)
    const error = await loadServiceConfig(path).catch((failure: unknown) => failure)
    await rm(folder, { recursive: true })
    expect(error).toBeInstanceOf(ServiceConfigError)
    const [mistake, ...more] = (error as ServiceConfigError).mistakes
    expect(mistake).toContain(`not JSON: ${words}`)
    expect(mistake).not.toContain(KEY.slice(-6))
    expect(more).toEqual([])
  })
})

describe('presets', () => {
  const [full] = valid.chains
  const { settlement } = full!
  const read = (chain: object, nodes: NodeVariables = {}) =>
    parseServiceConfig({ chains: [chain] }, { source: 'test', nodes, presets: PRESETS }).chains[0]

  it('leave a chain, a node and the settlement of the operator to be named, and no more', () => {
    const chain = read({ name: 'bsc', settlement }, { SLUICE_RPC_BNB: 'https://node.example' })
    const { name: _, ...preset } = PRESETS.bnb
    expect(chain).toMatchObject({
      ...preset,
      name: 'bnb',
      rpcUrls: ['https://node.example'],
      settlement,
      settlementFeeBps: 3,
      maxLeadSeconds: 120,
    })
  })

  it('stand back behind the file, and the file behind the environment', () => {
    const urls = { rpcUrls: ['https://file.example'] }
    const own = { fromBlock: 7, sources: full!.sources, stableTokens: [], maxLeadSeconds: 9, ...urls }
    const chain = read(
      { name: 'ethereum', settlement, ...own },
      { SLUICE_RPC_ETHEREUM: 'https://env.example' },
    )
    expect(chain).toMatchObject({ ...own, weth: PRESETS.ethereum.weth, rpcUrls: ['https://env.example'] })
  })

  it('lend single sources by their names, in the order of the config', () => {
    const [, uniswapV3, , , , aave] = PRESETS.ethereum.sources!
    const own = { ...full!.sources[0]!, index: 2 }
    const nodes = { SLUICE_RPC_ETHEREUM: 'https://node.example' }
    const sources = ['aave-v3', 'uniswap-v3', own]
    expect(read({ name: 'ethereum', settlement, sources }, nodes)?.sources).toEqual([
      { ...aave, index: 0 },
      { ...uniswapV3, index: 1 },
      own,
    ])
    expect(() => read({ name: 'ethereum', settlement, sources: ['uniswap-v9'] }, nodes)).toThrow(
      /chains\[0\]\.sources\[0\]: must be .*, found "uniswap-v9"/,
    )
  })

  it('say nothing of a chain that has an id of its own', () => {
    expect(read(full!)).toEqual(full)
    expect(() => read({ name: 'ethereum', id: 31337, rpcUrls: ['http://localhost'], settlement })).toThrow(
      'weth: is missing',
    )
  })

  it('that know too little leave the rest as missing, by name', () => {
    const { sources, blockSeconds } = full!
    const hyperevm = { name: 'hyperevm', settlement, rpcUrls: ['https://node.example'] }
    expect(() => read(hyperevm)).toThrow(/chains\[0\]\.blockSeconds: is missing$/)
    expect(read({ ...hyperevm, sources, blockSeconds })).toMatchObject({ id: 999, sources })
  })

  it.each(Object.values(PRESETS).filter(({ sources, blockSeconds }) => sources && blockSeconds))(
    'are enough for $name',
    ({ name, id }) => {
      expect(read({ name, settlement, rpcUrls: ['https://node.example'] })).toMatchObject({ name, id })
    },
  )
})

describe('the example of a config', () => {
  const example = async () =>
    JSON.parse(await readFile(new URL('../../config.example.json', import.meta.url), 'utf8'))
  const nodes = { SLUICE_RPC_ETHEREUM: 'https://node.example' }

  it('leaves node, settlement and treasury to the operator, and nothing else', async () => {
    expect(getMistakes(await example(), {}, PRESETS)).toEqual([
      expect.stringContaining('.rpcUrls: is missing'),
      expect.stringContaining('.treasury: must be an address'),
      expect.stringContaining('.settlement: is missing'),
    ])
  })

  it('is of the real contracts: its factories make pools where pools are', async () => {
    const { chains } = await example()
    const { settlement } = valid.chains[0]!
    const value = { chains: [{ ...chains[0], settlement, treasury: settlement }] }
    const config = parseServiceConfig(value, { source: 'test', nodes, presets: PRESETS })
    const [chain] = config.chains
    const pair = [chain!.referenceStable, chain!.weth] as const
    const [v2, v3] = chain!.sources
    if (v2?.kind !== 'v2' || v3?.kind !== 'v3') throw new Error('The example has other sources')
    expect(derivePool(v2.factory, v2.initCodeHash, encodePacked(['address', 'address'], pair))).toBe(
      '0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc',
    )
    const salted = encodeAbiParameters(parseAbiParameters('address, address, uint24'), [...pair, 500])
    expect(derivePool(v3.factory, v3.initCodeHash, salted)).toBe('0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640')
  })
})

describe('waiting for the config', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-config-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('continues when the file appears', async () => {
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
      /No config at .*never[.]json, which SLUICE_CONFIG names[.] Begin with a copy of config[.]example[.]json/,
    )
    await expect(awaitServiceConfig({ ...options, path: folder })).rejects.toThrow(/is a folder, not a file/)
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
      host: '127.0.0.1',
      keyAddressPercent: 50,
      nodes: {},
      dataDir: '.devnet/data',
      port: 8787,
      metricsPort: undefined,
      configPath: '.devnet/service.json',
      isConfigNamed: false,
      mount: undefined,
      logLevel: 'warn',
      trustedProxies: 0,
      limits: {
        rates: { perSecond: 3, burst: 3 },
        tokens: { perSecond: 50, burst: 100 },
        yields: { perSecond: 20, burst: 60 },
      },
      pricingWorkers: undefined,
      redisTimeoutMs: 40,
      drainMs: 0,
      playgroundOrigin: 'http://localhost:5173',
    })
  })

  it.each([
    ['SLUICE_SERVICE_PORT', '70000'],
    ['SLUICE_METRICS_PORT', 'http'],
    ['SLUICE_MOUNT', 'bridge'],
    ['SLUICE_LOG_LEVEL', 'loud'],
    ['SLUICE_TRUSTED_PROXIES', '-1'],
    ['SLUICE_PRICING_WORKERS', '65'],
    ['SLUICE_REDIS_TIMEOUT_MS', '5001'],
    ['SLUICE_DRAIN_SECONDS', '601'],
    ['SLUICE_HOST', 'example.org'],
    ['SLUICE_LIMIT_RATES', '3'],
    ['SLUICE_KEY_ADDRESS_PERCENT', '0'],
    ['SLUICE_KEY_ADDRESS_PERCENT', '101'],
    ['SLUICE_LIMIT_TOKENS', '0/100'],
    ['SLUICE_LIMIT_YIELD', '20/0.5'],
  ])('names %s when it makes no sense', (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(new RegExp(`^${name} must be .*"${value}"$`))
  })
})

describe('limits for callers without a key', () => {
  it('are as the environment says, interface by interface', () => {
    const { limits } = readEnvironment({ SLUICE_LIMIT_RATES: '5/9', SLUICE_LIMIT_YIELD: '1/2' })
    expect(limits).toEqual({
      rates: { perSecond: 5, burst: 9 },
      tokens: { perSecond: 50, burst: 100 },
      yields: { perSecond: 1, burst: 2 },
    })
  })
})

describe('an environment with several mistakes', () => {
  it('names them all', () => {
    const read = () =>
      readEnvironment({ SLUICE_MOUNT: 'bridge', SLUICE_SERVICE_PORT: 'x', REDIS_URL: 'secret' })
    expect(read).toThrow(/SERVICE_PORT must be .*\n.*MOUNT must be .*\n.*REDIS_URL must be/)
    expect(read).not.toThrow(/secret/)
  })
})

function getMistakes(value: unknown, nodes: NodeVariables = {}, presets: Presets = {}): readonly string[] {
  try {
    parseServiceConfig(value, { source: 'test', nodes, presets })
  } catch (error) {
    if (error instanceof ServiceConfigError) return error.mistakes
  }
  return []
}
