import { toFunctionSelector, zeroAddress } from 'viem'
import type { Hex } from '../../src/lib/address.ts'
import type { AaveSourceConfig, LiquiditySourceConfig } from '../config/types.ts'
import { type AaveVersion, isSince } from '../config/types.ts'
import { encodeWord } from '../lib/abi-words.ts'
import type { BlockReader } from '../modules/core/module.ts'

/** What only the pools since a version answer, latest first. */
const SIGNS: readonly { since: AaveVersion; selector: Hex }[] = [
  { since: '3.4', selector: toFunctionSelector('RESERVE_INTEREST_RATE_STRATEGY()') },
  { since: '3.3', selector: toFunctionSelector('getReserveDeficit(address)') },
  { since: '3.2', selector: toFunctionSelector('getEModeCategoryCollateralBitmap(uint8)') },
]
const OLDEST: AaveVersion = '3.0'
const ANY = encodeWord(BigInt(zeroAddress))

/** Sources whose contracts are of another version than the config says, each in words. */
export async function versionDifferences(
  sources: readonly LiquiditySourceConfig[],
  read: BlockReader,
): Promise<string[]> {
  const markets = sources.filter((source) => source.kind === 'aave')
  const answers = await read(
    markets.flatMap(({ factory }) =>
      SIGNS.map(({ selector }) => ({ to: factory, data: `${selector}${ANY}` })),
    ),
  )
  return markets.flatMap((market, i) =>
    findDifference(market, answers.slice(i * SIGNS.length, (i + 1) * SIGNS.length)),
  )
}

function findDifference(
  { index, module, version }: AaveSourceConfig,
  answers: readonly (Hex | undefined)[],
): string[] {
  const expected = SIGNS.find(({ since }) => isSince(version, since))?.since ?? OLDEST
  const found = SIGNS.find((_, i) => answers[i])?.since ?? OLDEST
  if (found === expected) return []
  const words = found === SIGNS[0]?.since ? `${found} or later` : found
  return [`source ${index} (${module}): version is ${version} in the config, ${words} on chain`]
}
