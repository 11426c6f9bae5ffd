import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { CHAIN_NAMES, type ChainName } from '../src/lib/chain-names.ts'
import { addressSchema, hexSchema } from '../src/wire/primitives.ts'
import type { ServiceConfig } from './config-types.ts'

/** The config makes no sense: one line per mistake, each naming the place and the value. */
export class ServiceConfigError extends Error {
  override readonly name = 'ServiceConfigError'
  readonly mistakes: readonly string[]

  constructor(source: string, mistakes: readonly string[]) {
    super(`${source} cannot be used:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`)
    this.mistakes = mistakes
  }
}

/** The config in a JSON file. Throws `ServiceConfigError`, or the file system's error. */
export async function loadServiceConfig(path: string): Promise<ServiceConfig> {
  const text = await readFile(path, 'utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ServiceConfigError(path, [`not JSON: ${error instanceof Error ? error.message : error}`])
  }
  return parseServiceConfig(value, path)
}

/** `source` names where the value comes from, for people. */
export function parseServiceConfig(value: unknown, source: string): ServiceConfig {
  const parsed = v.safeParse(configSchema, value)
  if (!parsed.success) throw new ServiceConfigError(source, parsed.issues.map(inWords))
  return parsed.output
}

function url(...protocols: string[]) {
  return v.pipe(
    v.string(),
    v.check(
      (text) => {
        try {
          return protocols.includes(new URL(text).protocol)
        } catch {
          return false
        }
      },
      `must be an address starting with ${protocols.join('// or ')}//`,
    ),
  )
}

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

const text = v.pipe(v.string(), v.minLength(1, 'must not be empty'))
const address = v.message(addressSchema, 'must be an address: 0x and 40 hex digits')

const tokenKey = v.pipe(v.string(), v.regex(/^0x[a-fA-F0-9]{40}$/, 'must be named by addresses'))

const sourceFields = {
  index: integer(0, 255),
  module: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'must be small letters, digits and hyphens')),
  name: text,
  factory: address,
}
const initCodeHash = v.pipe(hexSchema, v.length(66, 'must be 32 bytes in hex'))

const sourceSchema = v.variant(
  'kind',
  [
    v.object({ kind: v.literal('v2'), ...sourceFields, initCodeHash, feeBps: integer(0, 1000) }),
    v.object({ kind: v.literal('v3'), ...sourceFields, initCodeHash }),
    v.object({ kind: v.literal('aave'), ...sourceFields, dataProvider: address, oracle: address }),
    v.object({ kind: v.literal('erc4626'), ...sourceFields }),
    v.object({ kind: v.literal('balancer'), ...sourceFields, poolFactory: address }),
  ],
  'must be "v2", "v3", "aave", "erc4626" or "balancer"',
)

const chainSchema = v.object({
  name: v.picklist(
    Object.keys(CHAIN_NAMES) as ChainName[],
    'must be one of the chain names of the interfaces',
  ),
  id: integer(1),
  rpcUrls: v.pipe(v.array(url('http:', 'https:')), v.minLength(1, 'must name at least one node')),
  wsUrl: v.exactOptional(url('ws:', 'wss:')),
  nativeCurrency: v.object({ name: text, symbol: text, decimals: integer(0, 36) }),
  weth: address,
  permit2: address,
  multicall3: address,
  tickLens: address,
  settlement: address,
  executor: address,
  settlementFeeBps: integer(3, 5),
  referenceStable: address,
  baseTokens: v.array(address),
  stableTokens: v.exactOptional(v.array(address)),
  logoUris: v.exactOptional(v.record(tokenKey, url('https:'))),
  sources: v.pipe(
    v.array(sourceSchema),
    v.minLength(1, 'must name at least one source'),
    unique(({ index }) => index, 'an index'),
  ),
  fromBlock: integer(0),
  blockSeconds: v.pipe(
    v.number(),
    v.check((value) => value > 0 && value <= 3600, 'must be above 0, at most 3600'),
  ),
})

const configSchema = v.object({
  chains: v.pipe(
    v.array(chainSchema),
    v.minLength(1, 'must name at least one chain'),
    unique(({ name }) => name, 'a name'),
    unique(({ id }) => id, 'an id'),
  ),
  tokenLists: v.exactOptional(v.array(text)),
})

/** `chains[0].rpcUrls[1]: must …, found "ftp://x"` */
function inWords(issue: v.BaseIssue<unknown>): string {
  const path = (issue.path ?? []).reduce(
    (before, { key }) =>
      typeof key === 'number' ? `${before}[${key}]` : `${before}${before && '.'}${String(key)}`,
    '',
  )
  if (issue.input === undefined) return `${path}: is missing`
  const found = shortened(JSON.stringify(issue.input))
  const must = issue.message.startsWith('Invalid') ? `must be ${issue.expected ?? 'valid'}` : issue.message
  return `${path || 'the whole'}: ${must}, found ${found}`
}

function shortened(found: string): string {
  return found.length > 80 ? `${found.slice(0, 79)}…` : found
}
