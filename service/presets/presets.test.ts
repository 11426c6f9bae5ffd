import { readFileSync } from 'node:fs'
import { type Address, getAddress, keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { loadArtifacts } from '../../devnet/bytecode/artifacts.ts'
import { CHAIN_NAMES, type ChainName } from '../../wire/lib/chain-names.ts'
import { RECORDED_POOLS, UNRECORDED_VERSIONS } from '../modules/balancer-v2/testing/recorded-swaps.ts'
import { RECORDED_V3_POOLS } from '../modules/balancer-v3/testing/recorded-swaps.ts'
import { chainConfig } from '../testing/literal-chain.ts'
import type { ChainPreset } from './chain-preset.ts'
import { describeLacks, getLacks } from './get-lacks.ts'
import { PRESETS } from './presets.ts'
import { publishedSpares } from './testing/dex-lib.ts'
import {
  deployedByBalancer,
  FEE_ORACLES,
  publishedPermit2,
  publishedSources,
  publishedSymbols,
  publishedTickLens,
  publishedWrappedNative,
  STABLE_TASKS,
  V3_STABLE_TASKS,
  V3_WEIGHTED_TASKS,
  VIEM_CHAINS,
  WEIGHTED_TASKS,
} from './testing/published.ts'

/** Rows of an executor's table. */
const MAX_SOURCES = 20
/** Chains whose blocks become final with blocks of Ethereum. viem lists some of them. */
const ROLLUPS = ['arbitrum', 'mantle', 'linea', 'scroll', 'taiko']
const isRollup = (name: ChainName) => VIEM_CHAINS[name].sourceId === 1 || ROLLUPS.includes(name)
const STABLE = /USD|DAI|HONEY|^WNATIVE$/i

const presets = Object.values(PRESETS)

it('exists for each chain of the interfaces, under its name and id', () => {
  expect(presets.map(({ name, id }) => [name, id])).toEqual(
    Object.entries(CHAIN_NAMES).map(([name, { id }]) => [name, id]),
  )
})

describe.each(presets)('the preset of $name', (preset) => {
  const { id, name } = preset

  it('names the contracts that packages publish', () => {
    const viem = VIEM_CHAINS[name]
    expect(viem.id).toBe(id)
    expect(preset.weth).toBe(publishedWrappedNative(id))
    expect(preset.permit2).toBe(publishedPermit2())
    expect(preset.multicall3).toBe(getAddress(viem.contracts?.multicall3?.address.toLowerCase() ?? ''))
    expect(preset.tickLens).toBe(publishedTickLens(id))
    const oracle = viem.contracts?.gasPriceOracle
    const published = oracle && 'address' in oracle ? oracle.address : FEE_ORACLES[name]?.oracle
    expect([preset.l1FeeOracle, preset.l1FeeModel]).toEqual([published, FEE_ORACLES[name]?.model])
    expect(preset.nativeCurrency).toEqual(viem.nativeCurrency)
    expect(preset.blockSeconds).toBe(viem.blockTime && viem.blockTime / 1000)
  })

  it('names every source that packages publish, and no other', () => {
    const published = publishedSources(id).map((source, index) => ({ ...source, index }))
    const rows = preset.sources?.map((source) => ({ ...source, unannouncedPools: undefined }))
    expect(rows ?? []).toEqual(published)
    expect(published.length).toBeLessThanOrEqual(MAX_SOURCES)
  })

  it('names tokens that packages list on this chain; the stable ones are dollars by their names', async () => {
    const { baseTokens = [], stableTokens = [], referenceStable } = preset
    for (const token of new Set<Address>([...baseTokens, ...stableTokens])) {
      expect(await publishedSymbols(id, token), `${token} is in no package`).not.toEqual([])
    }
    for (const token of stableTokens) {
      expect(
        (await publishedSymbols(id, token)).some((symbol) => STABLE.test(symbol)),
        token,
      ).toBe(true)
    }
    expect(baseTokens).toContain(preset.weth)
    expect(baseTokens).toContain(referenceStable)
    expect(stableTokens).toContain(referenceStable)
  })

  it('waits as long as Ethereum if its blocks become final there, and never for few blocks', () => {
    const { finalityBlocks, blockSeconds } = preset
    if (id !== 1 && !isRollup(name)) return expect(finalityBlocks).toBeGreaterThanOrEqual(64)
    expect(finalityBlocks).toBe(blockSeconds && Math.min(5_000, Math.ceil(1_200 / blockSeconds)))
  })

  it('writes every address with its checksum', () => {
    for (const word of JSON.stringify(preset).match(/0x[a-fA-F0-9]{40}(?![a-fA-F0-9])/g) ?? []) {
      expect(getAddress(word)).toBe(word)
    }
  })
})

it('is documented with the sources and fields that the chain lacks', () => {
  const page = readFileSync(new URL('../../docs/internals/presets.md', import.meta.url), 'utf8')
  const told = [...page.matchAll(/^\| (\w+) +\| (\d+) +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)].map(
    ([, ...cells]) => cells,
  )
  expect(told).toEqual(
    presets.map((preset) => [
      preset.name,
      `${preset.id}`,
      preset.sources?.map(({ name }) => name).join(', ') ?? 'none',
      getLacks(preset)?.sources.join(', '),
      getLacks(preset)
        ?.needed.map((field) => `\`${field}\``)
        .join(', ') || 'nothing',
    ]),
  )
})

it('documents its first block and its finality', () => {
  const written = readFileSync(new URL('../../docs/internals/presets.md', import.meta.url), 'utf8')
  const page = written.replaceAll(/\s+/g, ' ')
  const list = (found: typeof presets) => found.map(({ name }) => name).join(', ')
  expect(page).toContain(
    `\`fromBlock\` is 0 on: ${list(presets.filter(({ fromBlock }) => fromBlock === 0))}.`,
  )
  const own = presets.filter(({ name, id }) => id !== 1 && !isRollup(name))
  for (const { name, finalityBlocks } of own) expect(page).toContain(`${name} ${finalityBlocks}`)
  const lacking = presets.filter(({ finalityBlocks }) => finalityBlocks === undefined)
  expect(page).toContain(`No \`finalityBlocks\`: ${list(lacking)}`)
})

it('documents the rows to copy with the addresses of the package that names them', () => {
  const page = readFileSync(new URL('../../docs/internals/preset-sources.md', import.meta.url), 'utf8')
  const told = page.matchAll(/^\| (\w+) +\| `(\w+)` +\| (.*?) +\| `(0x\w+)` +\| (?:`(0x\w+)`)? +\|$/gm)
  expect([...told].map(([, ...cells]) => cells.map((cell = '') => cell))).toEqual(publishedSpares())
})

describe('what a chain lacks', () => {
  it('is not listed for local chains', () => {
    expect(getLacks(chainConfig('ethereum', 31337))).toBeUndefined()
    expect(describeLacks(chainConfig('ethereum', 31337))).toBeUndefined()
  })

  it('is one sentence, computed from its sources and fields', () => {
    expect(describeLacks(PRESETS.ethereum)).toBe(
      'ethereum has no source of Solidly (Aerodrome, Velodrome), Slipstream, Algebra Integral, Algebra V1, ' +
        "ERC-4626 vaults (Aave's static wrappers) (rows of your own in `sources` would add them)",
    )
    expect(describeLacks({ ...PRESETS.taiko })).toMatch(
      /^taiko has no source of .*; it needs `blockSeconds` from you; it has no known `finalityBlocks`: 20 minutes of blocks are counted$/,
    )
    expect(getLacks(PRESETS.hyperevm)).toMatchObject({
      needed: ['blockSeconds'],
      isFinalityCounted: false,
    })
  })

  it('is any kind of source that it has no row of, until a row of it is named', () => {
    const { sources = [] } = PRESETS.linea
    const factory = sources[0]?.factory ?? '0x'
    const own = { kind: 'slipstream', module: 'own-cl', name: 'Own', index: 9, factory } as const
    expect(getLacks(PRESETS.linea)?.sources).toContain('Slipstream')
    const grown = getLacks({ ...PRESETS.linea, sources: [...sources, { ...own, initCodeHash: '0x' }] })
    expect(grown?.sources).toEqual(getLacks(PRESETS.linea)?.sources.filter((label) => label !== 'Slipstream'))
    expect(getLacks(PRESETS.base)?.sources).not.toContain('Slipstream')
    expect(getLacks({ ...PRESETS.ethereum, sources: [] })?.sources).toContain('Lido wstETH')
    expect(getLacks({ ...PRESETS.base, sources: [] })?.sources).not.toContain('Lido wstETH')
  })

  it('prices data by an oracle, except on Linea and Taiko, whose gas price includes it', () => {
    for (const { name, id, l1FeeOracle } of presets) {
      const isTold = id !== 1 && isRollup(name) && !['linea', 'taiko'].includes(name)
      expect(l1FeeOracle !== undefined, name).toBe(isTold)
    }
  })
})

it('names the code of PancakeSwap V3 that its authors publish', () => {
  const hashes = presets.flatMap(({ sources = [] }) =>
    sources.flatMap((source) =>
      source.module === 'pancakeswap-v3' && 'initCodeHash' in source ? [source.initCodeHash] : [],
    ),
  )
  expect(new Set(hashes)).toEqual(new Set([keccak256(loadArtifacts().pancakeV3Pool.bytecode)]))
  expect(hashes).toHaveLength(5)
})

it('lists Balancer factories with recorded swaps of their version, or with a reason', () => {
  const recorded = [...RECORDED_POOLS, ...RECORDED_V3_POOLS].map(({ version, weights }) =>
    getVersion({ version, isWeighted: weights !== undefined }),
  )
  const known = new Set([
    ...recorded,
    ...Object.keys(UNRECORDED_VERSIONS).map((version) => getVersion({ version, isWeighted: true })),
  ])
  const listed = presets.flatMap(({ name, id, sources = [] }) =>
    sources.flatMap((source) => {
      if (source.kind !== 'balancer' && source.kind !== 'balancer-v3') return []
      const { kind, module, weightedFactories = [], stableFactories = [] } = source
      const weighted = [...(kind === 'balancer' ? [source.poolFactory] : []), ...weightedFactories]
      const tasks =
        kind === 'balancer' ? [WEIGHTED_TASKS, STABLE_TASKS] : [V3_WEIGHTED_TASKS, V3_STABLE_TASKS]
      return [weighted, stableFactories].flatMap((factories, i) =>
        factories.map((factory) => {
          const deployment = tasks[i]?.find((task) => deployedByBalancer(id, task) === factory)
          const [task, contract] = deployment ?? [module, 'WeightedPoolFactory']
          const version = `${task.replace('deprecated/', '')}/${contract}`
          return { factory: `${name} ${factory}`, version: getVersion({ version, isWeighted: i === 0 }) }
        }),
      )
    }),
  )
  expect(listed.filter(({ version }) => !known.has(version))).toEqual([])
  expect(new Set(listed.map(({ version }) => version))).toEqual(known)
})

it('has a table of what was compared with which package', async () => {
  const columns = [
    EXCHANGES,
    'PancakeSwap',
    'Aave',
    'Balancer',
    'Curve',
    'dex-lib',
    'viem',
    'token lists',
    'own code',
    'written here',
  ]
  const rows = presets.map((preset) => {
    const origins = getOrigins(preset)
    expect(origins).toHaveLength(countAddresses(preset))
    const counts = columns.map((column) => origins.filter((origin) => origin === column).length)
    return [preset.name, ...counts, origins.length]
  })
  const totals = columns.map((_, i) => rows.reduce((sum, row) => sum + Number(row[i + 1]), 0))
  const total = totals.reduce((sum, count) => sum + count, 0)
  const cells = [['chain', ...columns, 'all'], ...rows, ['all', ...totals, total]].map((row) =>
    row.map(String),
  )
  const widths = (cells[0] ?? []).map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)))
  const toLine = (row: string[]) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  const lines = cells.map(toLine).toSpliced(1, 0, toLine(rule))
  await expect(`${ADDRESSES_HEAD}\n${lines.join('\n')}\n`).toMatchFileSnapshot('addresses.md')
})

const getVersion = ({ version, isWeighted }: { version: string; isWeighted: boolean }) =>
  `${version}, ${isWeighted ? 'weighted' : 'stable'}`

const EXCHANGES = 'sushi, sdk-core'
const ADDRESSES_HEAD = `# Addresses of the presets, by the package they are compared with

Written by \`npx vitest run service/presets -u\`; each run without \`-u\` compares the table.

- sushi, sdk-core: \`sushi\` and \`@uniswap/sdk-core\`, also compared with each other. PancakeSwap: a copy of its SDKs.
- Aave: \`@aave-dao/aave-address-book\`. Curve: \`@curvefi/api\`. Balancer: \`@balancer-labs/v2-deployments\`, and
  \`@berachain-foundation/berancer-sdk\` on Berachain.
- dex-lib: \`@paraswap/dex-lib\` for Slipstream, QuickSwap, LitePSM and the sDAI of Gnosis.
- token lists: \`@uniswap/default-token-list\`, \`sushi\` and Aave's.
- own code: Permit2, whose address follows from it, and the fee oracle of Scroll (\`@scroll-tech/contracts\`).
- written here: addresses that no dependency names.
`

function getOriginOfOracle(name: ChainName): string {
  if (name === 'scroll') return 'own code'
  return FEE_ORACLES[name] ? 'written here' : 'viem'
}

/** Where each address of a preset is from. */
function getOrigins(preset: ChainPreset): string[] {
  const { name, tickLens, l1FeeOracle, sources = [], baseTokens = [], stableTokens = [] } = preset
  const ofSource = {
    'aave-v3': 'Aave',
    'balancer-v2': 'Balancer',
    'balancer-v3': 'Balancer',
    bex: 'Balancer',
    curve: 'Curve',
    'curve-3pool': 'Curve',
    'curve-factory': 'Curve',
    'curve-crvusd': 'Curve',
    'curve-ng': 'Curve',
    'curve-twocrypto': 'Curve',
    'curve-tricrypto': 'Curve',
    'lido-wsteth': 'Aave',
    'maker-sdai': 'Aave',
    'maker-lite-psm': 'dex-lib',
    'quickswap-v2': 'dex-lib',
    'quickswap-v3': 'dex-lib',
    'savings-xdai': 'dex-lib',
    'pancakeswap-v2': 'PancakeSwap',
    'pancakeswap-v3': 'PancakeSwap',
    'uniswap-v4': EXCHANGES,
  }
  return [
    EXCHANGES,
    'viem',
    'own code',
    ...(tickLens ? [EXCHANGES] : []),
    ...(l1FeeOracle ? [getOriginOfOracle(name)] : []),
    ...sources.flatMap((source) =>
      Array.from({ length: countAddresses(source) }, () =>
        source.kind === 'slipstream'
          ? 'dex-lib'
          : (ofSource[source.module as keyof typeof ofSource] ?? EXCHANGES),
      ),
    ),
    ...['referenceStable', ...baseTokens, ...stableTokens].map(() => 'token lists'),
  ]
}

/** Skips `unannouncedPools`, which `regenesis-pools.test.ts` compares. */
function countAddresses(value: object): number {
  const text = JSON.stringify(value, (key, part) => (key === 'unannouncedPools' ? undefined : part))
  return text.match(/0x[a-fA-F0-9]{40}(?![a-fA-F0-9])/g)?.length ?? 0
}
