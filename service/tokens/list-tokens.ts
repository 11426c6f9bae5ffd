import { getAddress } from 'viem'
import { type Address, NATIVE_TOKEN, sameAddress } from '../../src/lib/address.ts'
import { plainText } from '../../src/lib/plain-text.ts'
import type { TokenRecord, TokenType } from '../../src/wire/tokens.ts'
import type { FollowedChain, TokenMetadata } from '../chain/types.ts'
import type { TokenPrices } from '../rates/token-prices.ts'

const MAX_SYMBOL_LENGTH = 11
const MAX_NAME_LENGTH = 64

/** Every token of a chain, the native one included, by priority, then address. */
export function listTokens(chain: FollowedChain, prices: TokenPrices): TokenRecord[] {
  const native: TokenMetadata = { ...chain.config.nativeCurrency, address: NATIVE_TOKEN }
  return [native, ...chain.tokens()].map((token) => toRecord(chain, prices, token)).sort(byPriority)
}

function toRecord(chain: FollowedChain, prices: TokenPrices, token: TokenMetadata): TokenRecord {
  return {
    tokenAddress: getAddress(token.address),
    symbol: plainText(token.symbol, MAX_SYMBOL_LENGTH),
    name: plainText(token.name, MAX_NAME_LENGTH),
    decimals: token.decimals,
    type: typeOf(chain, token.address),
    priority: priorityOf(prices.depth(token.address)),
    branding: { logoUri: logoOf(chain, token.address) },
  }
}

/** Whether a token holds its price cannot be seen in its pools: the operator says so. */
function typeOf({ config }: FollowedChain, address: Address): TokenType {
  const stables = [config.referenceStable, ...(config.stableTokens ?? [])]
  return stables.some((stable) => sameAddress(stable, address)) ? 'stable' : 'tradable'
}

/**
 * Ten points for each power of ten of depth, in units of the reference stable; 0 when unknown. So coarse
 * that a page does not change with every trade.
 */
function priorityOf(depth: number | undefined): number {
  return depth === undefined ? 0 : Math.round(10 * Math.log10(1 + depth))
}

function logoOf({ config }: FollowedChain, address: Address): string | null {
  const known = Object.entries(config.logoUris ?? {}).find(([token]) => sameAddress(token, address))
  return known?.[1] ?? null
}

function byPriority(a: TokenRecord, b: TokenRecord): number {
  return b.priority - a.priority || (a.tokenAddress.toLowerCase() < b.tokenAddress.toLowerCase() ? -1 : 1)
}
