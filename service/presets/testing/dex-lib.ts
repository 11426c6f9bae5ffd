import { type Address, getAddress, type Hex } from 'viem'
import { getCloneHash } from '../../../devnet/bytecode/get-clone-hash.ts'
import copied from './dex-lib.json' with { type: 'json' }

/**
 * A copy of `build/dex/<folder>/config.js` of `@paraswap/dex-lib` 5.0.6 for these exchanges, by
 * chain id. The package itself would install five hundred others.
 */
const exchanges: Record<string, Record<string, Record<string, Record<string, string> | undefined>>> = copied

type Folder = keyof typeof copied

/** The exchanges of a folder that are on a chain. */
export function readExchanges(
  folder: Folder,
  id: number,
): { name: string; fields: Record<string, string> }[] {
  return Object.entries(exchanges[folder] ?? {}).flatMap(([name, chains]) => {
    const fields = chains[id]
    return fields ? [{ name, fields }] : []
  })
}

/** A hex field of an exchange on a chain; undefined where the exchange is not. */
export function readField(folder: Folder, id: number, name: string, field: string): Hex | undefined {
  const exchange = readExchanges(folder, id).find((one) => one.name === name)
  return exchange && getField(exchange.fields, field)
}

export function getField(fields: Record<string, string>, name: string): Hex {
  const value = fields[name]
  if (value === undefined) throw new Error(`@paraswap/dex-lib names no ${name} in: ${JSON.stringify(fields)}`)
  return value as Hex
}

/**
 * Implementations of the pools of Aerodrome and Velodrome V2, from the READMEs of
 * `aerodrome-finance/contracts` and `velodrome-finance/contracts`. No package contains them, and
 * the hash in `@paraswap/dex-lib` does not match their clones.
 */
const SOLIDLY_IMPLEMENTATIONS = {
  Aerodrome: '0xA4e46b4f701c62e14DF11B48dCe76A7d793CD6d7',
  VelodromeV2: '0x95885Af5492195F0754bE71AD1545Fe81364E531',
} as const satisfies Record<string, Address>

/** Returns rows for an operator's own `sources`: chain, kind, name, factory, init code hash. */
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
