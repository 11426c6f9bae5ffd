import * as v from 'valibot'
import { CHAIN_NAMES } from '../../wire/lib/chain-names.ts'
import { CHAIN_NAME_RULE, toChainName } from '../lib/chain-name.ts'
import { address, integer, text, tokenKey, unique } from '../lib/schemas.ts'
import { showAddress } from '../lib/show-address.ts'
import type { Protocol } from '../modules/core/protocol.ts'
import type { SourceConfig } from '../modules/core/source-config.ts'
import { sourceSchemas } from '../modules/core/source-schemas.ts'
import { PROTOCOLS } from '../modules/protocols.ts'
import { getExecutorAddress } from './executor-address.ts'

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

/** A URL that pages receive: https, or http on localhost. */
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

/** Reports each source that repeats the `field` of an earlier source, at its own path. */
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

/** Reports mistakes in the sources of one kind taken together. */
function kindMistakes<Source extends SourceConfig>() {
  return v.rawCheck<Source[]>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const protocol of PROTOCOLS as readonly Protocol[]) {
      const message = protocol.findMistake?.(dataset.value.filter(({ kind }) => kind === protocol.kind))
      if (message) addIssue({ message })
    }
  })
}

const kinds = PROTOCOLS.map(({ kind }) => `"${kind}"`)
const sourceSchema = v.variant(
  'kind',
  PROTOCOLS.map(({ schema }) => schema(sourceSchemas)),
  `must be ${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`,
)

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))

const chainFields = {
  name: v.pipe(
    v.string(),
    v.check((name) => toChainName(name) !== undefined, CHAIN_NAME_RULE),
    v.transform((name) => toChainName(name) ?? name),
  ),
  id: integer(1),
  rpcUrls: v.pipe(v.array(url('http:', 'https:')), v.minLength(1, 'must name at least one node')),
  nodeBudgets: v.exactOptional(
    v.record(
      v.string(),
      v.strictObject({
        callsPerSecond: v.exactOptional(integer(1, 100_000)),
        callsPerDay: v.exactOptional(integer(1)),
        reservedShare: v.exactOptional(share),
        keyShare: v.exactOptional(share),
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
    // A repeated factory would assign all its pools to its first source.
    unique(({ kind, factory }) => `${kind} ${factory}`.toLowerCase(), 'a factory in sources of one kind'),
    ownModules(),
    kindMistakes(),
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

/**
 * Returns hosts that have a budget but no node. Returns none if an address cannot be parsed,
 * because that mistake is reported instead.
 */
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
  return `must name only hosts of rpcUrls; no node has the host ${hosts.map(showAddress).join(', ')}${hint}`
}

/** The chain that has this id in production; undefined for the ids of local chains. */
function nameOfId(id: number): string | undefined {
  return Object.entries(CHAIN_NAMES).find(([, chain]) => chain.id === id)?.[0]
}
