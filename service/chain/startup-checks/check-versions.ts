import { toFunctionSelector, zeroAddress } from 'viem'
import type { Hex } from '../../../wire/lib/address.ts'
import type { LiquiditySourceConfig } from '../../config/types.ts'
import { encodeWord } from '../../lib/abi-words.ts'
import type { AaveSourceConfig } from '../../modules/aave-v3/aave-module.ts'
import { type AaveVersion, isSince } from '../../modules/aave-v3/aave-version.ts'
import type { BlockReader } from '../../modules/core/module.ts'

/** Functions that exist only since a version, latest first. */
const MARKERS: readonly { since: AaveVersion; selector: Hex }[] = [
  { since: '3.4', selector: toFunctionSelector('RESERVE_INTEREST_RATE_STRATEGY()') },
  { since: '3.3', selector: toFunctionSelector('getReserveDeficit(address)') },
  { since: '3.2', selector: toFunctionSelector('getEModeCategoryCollateralBitmap(uint8)') },
]
const OLDEST: AaveVersion = '3.0'
const ANY_ARGUMENT = encodeWord(BigInt(zeroAddress))

/** Returns one message per source whose contracts have another version than the config. */
export async function versionDifferences(
  sources: readonly LiquiditySourceConfig[],
  read: BlockReader,
): Promise<string[]> {
  const markets = sources.filter((source) => source.kind === 'aave')
  const answers = await read(
    markets.flatMap(({ factory }) =>
      MARKERS.map(({ selector }) => ({ to: factory, data: `${selector}${ANY_ARGUMENT}` })),
    ),
  )
  return markets.flatMap((market, i) =>
    findDifference(market, answers.slice(i * MARKERS.length, (i + 1) * MARKERS.length)),
  )
}

function findDifference(
  { index, module, version }: AaveSourceConfig,
  answers: readonly (Hex | undefined)[],
): string[] {
  const expected = MARKERS.find(({ since }) => isSince(version, since))?.since ?? OLDEST
  const found = MARKERS.find((_, i) => answers[i])?.since ?? OLDEST
  if (found === expected) return []
  const actual = found === MARKERS[0]?.since ? `${found} or later` : found
  return [`source ${index} (${module}): version is ${version} in the config, ${actual} on chain`]
}
