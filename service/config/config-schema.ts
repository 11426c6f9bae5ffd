import * as v from 'valibot'
import { ZERO_ADDRESS } from '../../src/lib/address.ts'
import { CHAIN_NAMES, getChainName } from '../../src/lib/chain-names.ts'
import { addressSchema, hexSchema } from '../../src/wire/primitives.ts'
import { showAddress } from '../lib/show-address.ts'
import { getExecutorAddress } from './executor-address.ts'
import { AAVE_VERSIONS, WRAPPED_NATIVE_MODULE } from './types.ts'

function url(...protocols: string[]) {
  return v.pipe(
    v.string(),
    v.check(
      (text) => findUrlMistake(text, protocols) === undefined,
      ({ input }) => findUrlMistake(input, protocols) ?? '',
    ),
  )
}

function findUrlMistake(text: string, protocols: readonly string[]): string | undefined {
  const start = `an address starting with ${protocols.join('// or ')}//`
  if (!text) return 'must not be empty: look for a comma too many'
  if (/[\s"'`<>]/.test(text)) return `must be ${start}, without quotes and spaces`
  if (/[,;|][a-z]+:\/\//i.test(text)) return `must be one address; a comma separates several in a variable`
  if (!protocols.some((protocol) => text.toLowerCase().startsWith(`${protocol}//`))) return `must be ${start}`
  return URL.canParse(text) ? undefined : `must be ${start}; look for a slip in its host or port`
}

const text = v.pipe(v.string(), v.minLength(1, 'must not be empty'))

/** What pages are given: by https, or by http from this machine. */
const publicUrl = v.pipe(
  v.string(),
  v.check(
    (text) => /^(?:https:\/\/|http:\/\/localhost[:/])/.test(text) && URL.canParse(text),
    'must be an address starting with https://, or with http://localhost',
  ),
)

const privateRpcs = v.pipe(
  v.array(
    v.pipe(
      publicUrl,
      v.maxLength(500, 'must have 500 characters at most'),
      v.check(
        (value) => !/^https?:\/\/[^/?#]*@/.test(value),
        'must have no user and no password: everybody reads it',
      ),
    ),
  ),
  v.maxLength(8, 'must name 8 at most'),
  unique((value) => value, 'an address'),
)

function integer(min: number, max = Number.MAX_SAFE_INTEGER) {
  const message = `must be a whole number from ${min} to ${max}`
  return v.pipe(v.number(message), v.safeInteger(message), v.minValue(min, message), v.maxValue(max, message))
}

function unique<Item>(key: (item: Item) => unknown, what: string) {
  return v.check<Item[], string>(
    (items) => new Set(items.map(key)).size === items.length,
    `must not repeat ${what}`,
  )
}

/** Each source whose `field` is that of an earlier one is a mistake of its own, by its path. */
function own<Field extends string, Source extends Record<Field, unknown>>(
  field: Field,
  tell: (earlier: Source, all: readonly Source[]) => string,
) {
  return v.rawCheck<Source[]>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const seen = new Map<unknown, Source>()
    for (const [key, source] of dataset.value.entries()) {
      const value = source[field]
      const earlier = seen.get(value)
      if (earlier) {
        addIssue({
          message: tell(earlier, dataset.value),
          path: [
            { type: 'array', origin: 'value', input: dataset.value, key, value: source },
            { type: 'object', origin: 'value', input: { ...source }, key: field, value },
          ],
        })
      }
      seen.set(value, earlier ?? source)
    }
  })
}

const ownIndexes = <Source extends { index: number; module: string }>() =>
  own<'index', Source>('index', ({ module }, all) => {
    const free = Math.max(...all.map(({ index }) => index)) + 1
    return `must be an index of its own: this one is that of "${module}", and ${free} is free`
  })

const ownModules = <Source extends { module: string }>() =>
  own<'module', Source>(
    'module',
    () =>
      'must not be that of another source: pools are kept by it, and a restart would mix up those of the two; give this one a module of its own',
  )

const address = v.pipe(
  v.message(addressSchema, 'must be an address: 0x and 40 hex digits'),
  v.check((value) => value !== ZERO_ADDRESS, 'must not be the zero address'),
)

const tokenKey = v.pipe(v.string(), v.regex(/^0x[a-fA-F0-9]{40}$/, 'must be named by addresses'))

const sourceFields = {
  index: integer(0, 255),
  module: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9-]{1,40}$/, 'must be small letters, digits and hyphens'),
    v.check(
      (id) => id !== WRAPPED_NATIVE_MODULE,
      'must be another word: the service itself names the wrapping of the native coin so',
    ),
  ),
  name: text,
  factory: address,
}
const initCodeHash = v.pipe(hexSchema, v.length(66, 'must be 32 bytes in hex'))

const aaveVersion = v.picklist(
  AAVE_VERSIONS,
  `must be one of ${AAVE_VERSIONS.map((version) => `"${version}"`).join(', ')}`,
)

/** The fee bounds how far a pool's price may be from the market's; the spacing, how many words its ticks take. */
const feeTiers = v.pipe(
  v.array(v.strictObject({ fee: integer(1, 10_000), tickSpacing: integer(1, 200) })),
  v.minLength(1, 'must name at least one tier'),
  v.maxLength(8, 'must name 8 tiers at most'),
  unique(({ fee, tickSpacing }) => `${fee} ${tickSpacing}`, 'a tier'),
)

/** The end of its address says when a manager calls a hook of Uniswap V4, and whether it may change amounts then. */
const HOOK_FLAGS = 0x3fffn
const DELTA_FLAGS = 0xfn
const hook = v.pipe(
  address,
  v.check(
    (value) => (BigInt(value) & HOOK_FLAGS) !== 0n,
    'must be a hook, whose last 14 bits say when it is called',
  ),
  v.check(
    (value) => (BigInt(value) & DELTA_FLAGS) === 0n,
    'must not be a hook that may change amounts, as the last four bits of its address say',
  ),
)
const hooks = v.pipe(
  v.array(hook),
  v.minLength(1, 'must name at least one hook'),
  v.maxLength(16, 'must name 16 hooks at most'),
  unique((value) => value.toLowerCase(), 'a hook'),
)

const factories = v.pipe(v.array(address), v.maxLength(16, 'must name 16 factories at most'))
const rateProviders = v.pipe(v.array(address), v.maxLength(64, 'must name 64 providers at most'))

const sourceSchema = v.variant(
  'kind',
  [
    v.strictObject({ kind: v.literal('v2'), ...sourceFields, initCodeHash, feeBps: integer(0, 1000) }),
    v.strictObject({
      kind: v.literal('v3'),
      ...sourceFields,
      deployer: v.exactOptional(address),
      initCodeHash,
    }),
    v.strictObject({ kind: v.literal('algebra'), ...sourceFields, deployer: address, initCodeHash }),
    v.strictObject({ kind: v.literal('algebra-v1'), ...sourceFields, deployer: address, initCodeHash }),
    v.strictObject({ kind: v.literal('slipstream'), ...sourceFields, initCodeHash }),
    v.strictObject({ kind: v.literal('aave'), ...sourceFields, version: aaveVersion, oracle: address }),
    v.strictObject({ kind: v.literal('erc4626'), ...sourceFields }),
    v.strictObject({
      kind: v.literal('balancer'),
      ...sourceFields,
      poolFactory: address,
      stableFactories: v.exactOptional(factories),
      rateProviders: v.exactOptional(rateProviders),
    }),
    v.strictObject({
      kind: v.literal('balancer-v3'),
      ...sourceFields,
      weightedFactories: v.exactOptional(factories),
      stableFactories: v.exactOptional(factories),
      rateProviders: v.exactOptional(rateProviders),
    }),
    v.strictObject({
      kind: v.literal('v4'),
      ...sourceFields,
      feeTiers: v.exactOptional(feeTiers),
      hooks: v.exactOptional(hooks),
    }),
    v.strictObject({
      kind: v.literal('solidly'),
      ...sourceFields,
      initCodeHash,
      feeBps: v.exactOptional(integer(1, 1000)),
    }),
    v.strictObject({ kind: v.literal('stableswap'), ...sourceFields }),
    v.strictObject({
      kind: v.literal('stableswap-ng'),
      ...sourceFields,
      rateProviders: v.exactOptional(rateProviders),
    }),
    v.strictObject({ kind: v.literal('cryptoswap'), ...sourceFields }),
    v.strictObject({ kind: v.literal('psm'), ...sourceFields }),
    v.strictObject({ kind: v.literal('wsteth'), ...sourceFields }),
  ],
  'must be "v2", "v3", "v4", "aave", "erc4626", "balancer", "balancer-v3", "algebra", "algebra-v1", "slipstream", "solidly", "stableswap", "stableswap-ng", "cryptoswap", "psm" or "wsteth"',
)

const chainFields = {
  name: v.pipe(
    v.string(),
    v.check(
      (name) => getChainName(name) !== undefined,
      `must be one of ${Object.keys(CHAIN_NAMES).join(', ')}`,
    ),
    v.transform((name) => getChainName(name) ?? name),
  ),
  id: integer(1),
  rpcUrls: v.pipe(v.array(url('http:', 'https:')), v.minLength(1, 'must name at least one node')),
  nodeBudgets: v.exactOptional(
    v.record(
      v.string(),
      v.strictObject({
        callsPerSecond: v.exactOptional(integer(1, 100_000)),
        callsPerDay: v.exactOptional(integer(1)),
      }),
    ),
  ),
  wsUrl: v.exactOptional(url('ws:', 'wss:')),
  privateRpcs: v.exactOptional(privateRpcs),
  nativeCurrency: v.strictObject({ name: text, symbol: text, decimals: integer(0, 36) }),
  weth: address,
  permit2: address,
  multicall3: address,
  tickLens: v.exactOptional(address),
  settlementFeeBps: v.optional(integer(3, 5), 3),
  referenceStable: address,
  baseTokens: v.array(address),
  connectorTokens: v.exactOptional(v.array(address)),
  stableTokens: v.exactOptional(v.array(address)),
  logoUris: v.exactOptional(v.record(tokenKey, publicUrl)),
  sources: v.pipe(
    v.array(sourceSchema),
    v.minLength(1, 'must name at least one source'),
    ownIndexes(),
    // The pools of a factory would all be those of its first source.
    unique(({ kind, factory }) => `${kind} ${factory}`.toLowerCase(), 'a factory in sources of one kind'),
    ownModules(),
    v.check(
      (sources) => sources.filter(({ kind }) => kind === 'v4').length < 2,
      'must name one source of kind "v4" at most',
    ),
    v.check(
      (sources) =>
        sources.every(
          (source) =>
            source.kind !== 'balancer-v3' ||
            source.weightedFactories?.length ||
            source.stableFactories?.length,
        ),
      'must name a factory of each source of kind "balancer-v3", in weightedFactories or stableFactories',
    ),
  ),
  fromBlock: integer(0),
  finalityBlocks: v.exactOptional(integer(0, 100_000)),
  poolLimits: v.exactOptional(
    v.strictObject({
      loadAllUpTo: v.exactOptional(integer(0)),
      minValue: v.exactOptional(integer(0)),
      maxPools: v.exactOptional(integer(1)),
      keepMinutes: v.exactOptional(integer(1, 10_000)),
    }),
  ),
  logBlocks: v.exactOptional(integer(1, 1_000_000)),
  blockSeconds: v.pipe(
    v.number(),
    v.check((value) => value > 0 && value <= 3600, 'must be above 0, at most 3600'),
  ),
  maxLagSeconds: v.exactOptional(integer(1, 1_000_000_000)),
  maxLeadSeconds: v.exactOptional(integer(1, 1_000_000_000)),
  l1FeeOracle: v.exactOptional(address),
  l1FeeModel: v.exactOptional(v.picklist(['op-stack', 'mantle', 'arbitrum'])),
  treasury: v.exactOptional(address),
  executor: v.exactOptional(address),
}

const chainSchema = v.pipe(
  v.strictObject({ ...chainFields, settlement: address }),
  v.forward(
    v.check(
      (chain) => isOwnId(chain),
      ({ input }) => tellOtherName(input),
    ),
    ['id'],
  ),
  v.forward(
    v.check((chain) => findUnknownHosts(chain).length === 0, tellUnknownHosts),
    ['nodeBudgets'],
  ),
  v.transform((chain) => ({ ...chain, executor: chain.executor ?? getExecutorAddress(chain.settlement) })),
)

/** A chain whose settlement may be yet to deploy. */
const undeployedChainSchema = v.pipe(
  v.strictObject({ ...chainFields, settlement: v.exactOptional(address) }),
  v.forward(
    v.check(
      (chain) => isOwnId(chain),
      ({ input }) => tellOtherName(input),
    ),
    ['id'],
  ),
  v.forward(
    v.check((chain) => findUnknownHosts(chain).length === 0, tellUnknownHosts),
    ['nodeBudgets'],
  ),
)

/** The schema of the config file. Unknown settings are errors, to catch misspelled names. */
export const configSchema = fileOf(chainSchema)

/** The same for `npm run deploy`: without a settlement, or with the one that shall stand there. */
export const undeployedConfigSchema = fileOf(undeployedChainSchema)

function fileOf<Chain extends v.GenericSchema<unknown, NamedChain>>(chain: Chain) {
  return v.strictObject({
    chains: v.pipe(
      v.array(chain),
      v.minLength(1, 'must name at least one chain'),
      unique(({ name }) => name, 'a name'),
      unique(({ id }) => id, 'an id'),
    ),
    tokenLists: v.exactOptional(v.array(text)),
  })
}

interface NamedChain {
  name: string
  id: number
}

function isOwnId({ name, id }: NamedChain): boolean {
  return (nameOfId(id) ?? name) === name
}

function tellOtherName({ name, id }: NamedChain): string {
  return `must be that of ${name}, and is that of ${nameOfId(id)}`
}

interface BudgetedChain {
  rpcUrls: readonly string[]
  nodeBudgets?: Record<string, unknown>
}

/** Hosts with a budget of which there is no node. None where an address cannot be parsed: that is told instead. */
function findUnknownHosts({ rpcUrls, nodeBudgets = {} }: BudgetedChain): string[] {
  if (!rpcUrls.every((node) => URL.canParse(node))) return []
  const hosts = new Set(rpcUrls.map((node) => new URL(node).host))
  return Object.keys(nodeBudgets).filter((host) => !hosts.has(host))
}

function tellUnknownHosts({ input }: { input: BudgetedChain }): string {
  const hosts = findUnknownHosts(input)
  const hint = hosts.some((host) => host.includes('/'))
    ? ' (write the host alone, without scheme and path)'
    : ''
  return `must be by the hosts of rpcUrls; of ${hosts.map(showAddress).join(', ')} there is no node${hint}`
}

/** The chain that has this id in production; undefined for the ids of local chains. */
function nameOfId(id: number): string | undefined {
  return Object.entries(CHAIN_NAMES).find(([, chain]) => chain.id === id)?.[0]
}
