import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Address, getAddress, type Hex } from 'viem'
import { getCloneHash } from '../../../contracts/testing/get-clone-hash.ts'

const require = createRequire(import.meta.url)

/**
 * What `@paraswap/dex-lib` names of exchanges. Read as text: its modules import dependencies that are not installed here.
 * For tests only: its license is the GPL.
 */
const build = join(dirname(require.resolve('@paraswap/dex-lib/package.json')), 'build')
const readText = (path: string) => readFileSync(join(build, path), 'utf8')

/** Names of chains in the package. */
const networks = new Map(
  [...readText('constants.js').matchAll(/Network\[Network\["(\w+)"\] = (\d+)\]/g)].map(
    ([, name, id]) => [Number(id), name] as const,
  ),
)

/** Where the package keeps what it names. */
type Folder =
  | 'algebra'
  | 'erc4626'
  | 'lite-psm'
  | 'sky-converter'
  | 'solidly'
  | 'spark'
  | 'uniswap-v2'
  | 'uniswap-v3'

/** The exchanges of a folder that are on a chain: their names there, and the text of their fields. */
export function readExchanges(folder: Folder, id: number): { name: string; fields: string }[] {
  const network = new RegExp(
    `^ {8}\\[constants_1\\.Network\\.${networks.get(id)}\\]: {\\n(.*?)^ {8}},$`,
    'ms',
  )
  const exchanges = readText(`dex/${folder}/config.js`).matchAll(/^ {4}(\w+): {\n(.*?)^ {4}},$/gms)
  return [...exchanges].flatMap(([, name = '', chains = '']) => {
    const [, fields] = network.exec(chains) ?? []
    return fields === undefined ? [] : [{ name, fields }]
  })
}

/** A hex field of an exchange on a chain; undefined where the exchange is not. */
export function readField(folder: Folder, id: number, name: string, field: string): Hex | undefined {
  const exchange = readExchanges(folder, id).find((one) => one.name === name)
  return exchange && getField(exchange.fields, field)
}

export function getField(fields: string, name: string): Hex {
  const [, value] = new RegExp(`\\b${name}: '(0x\\w+)'`).exec(fields) ?? []
  if (value === undefined) throw new Error(`@paraswap/dex-lib names no ${name} in: ${fields}`)
  return value as Hex
}

/**
 * Implementations of the pools of Aerodrome and Velodrome V2: constants, as the READMEs of `aerodrome-finance/contracts` and
 * `velodrome-finance/contracts` say. No package names them, and the hash that `@paraswap/dex-lib` has is not that of their clones.
 */
const SOLIDLY_IMPLEMENTATIONS = {
  Aerodrome: '0xA4e46b4f701c62e14DF11B48dCe76A7d793CD6d7',
  VelodromeV2: '0x95885Af5492195F0754bE71AD1545Fe81364E531',
} as const satisfies Record<string, Address>

/** Rows for an operator's own `sources`, which the README lists: chain, kind, name, factory, init code hash. */
export function publishedSpares(): string[][] {
  const factory = (...where: Parameters<typeof readField>) =>
    getAddress(readField(...where)?.toLowerCase() ?? '')
  const solidly = (id: number, name: keyof typeof SOLIDLY_IMPLEMENTATIONS) => [
    factory('solidly', id, name, 'factoryAddress'),
    getCloneHash(SOLIDLY_IMPLEMENTATIONS[name]),
  ]
  return [
    ['ethereum', 'psm', 'Sky USDS PSM', factory('lite-psm', 1, 'LitePsm', 'usdsPsmAddress'), ''],
    ['ethereum', 'psm', 'Sky DaiUsds', factory('sky-converter', 1, 'DaiUsds', 'converterAddress'), ''],
    ['ethereum', 'erc4626', 'Sky sUSDS', factory('spark', 1, 'sUSDS', 'sdaiAddress'), ''],
    ['base', 'solidly', 'Aerodrome', ...solidly(8453, 'Aerodrome')],
    ['optimism', 'solidly', 'Velodrome V2', ...solidly(10, 'VelodromeV2')],
  ]
}
