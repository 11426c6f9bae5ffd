import { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { plainText } from '../../wire/lib/plain-text.ts'
import type { TokenRecord } from '../../wire/tokens.ts'
import type { ResolvedChain } from '../config/types.ts'
import type { Token } from '../events/types.ts'
import { shortAddress } from '../lib/short-address.ts'

/** Maximum lengths: symbols as in the catalogue, names to fit one line. */
const SYMBOL_LENGTH = 11
const NAME_LENGTH = 60

/**
 * Returns the chain's native token as configured by the host, with the catalogue's logo if it has
 * one.
 */
export function nativeToken(chain: ResolvedChain, record?: TokenRecord): Token {
  return {
    chainId: chain.id,
    address: NATIVE_TOKEN,
    ...chain.nativeCurrency,
    ...getLogo(record),
  }
}

export function tokenOfRecord(chainId: number, record: TokenRecord): Token {
  return {
    ...tokenOfMetadata(chainId, record.tokenAddress, record),
    ...getLogo(record),
  }
}

/**
 * Builds a token from on-chain metadata. The token's deployer sets symbol and name, so both are
 * sanitized. Without a symbol, the address is used.
 */
export function tokenOfMetadata(
  chainId: number,
  address: Address,
  metadata: { symbol: string; name: string; decimals: number },
): Token {
  const symbol = plainText(metadata.symbol, SYMBOL_LENGTH) || shortAddress(address)
  return {
    chainId,
    address,
    symbol,
    name: plainText(metadata.name, NAME_LENGTH) || symbol,
    decimals: metadata.decimals,
  }
}

function getLogo(record: TokenRecord | undefined): { logoUri?: string } {
  const logoUri = record?.branding?.logoUri
  return logoUri ? { logoUri } : {}
}
