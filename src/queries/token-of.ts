import type { ResolvedChain } from '../config/types.ts'
import type { Token } from '../events/types.ts'
import { type Address, NATIVE_TOKEN } from '../lib/address.ts'
import { plainText } from '../lib/plain-text.ts'
import { shortAddress } from '../lib/short-address.ts'
import type { TokenRecord } from '../wire/tokens.ts'

/** Longest symbol and name shown: the catalogue's own limit, and one line. */
const SYMBOL_LENGTH = 11
const NAME_LENGTH = 60

/** The chain's own token, as the host's config describes it; a logo may come from the catalogue. */
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

/** Names come from whoever deployed the token: they are made plain, and one without a symbol goes by its address. */
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
