import type { Token } from '../src/events/types.ts'
import { type Address, NATIVE_TOKEN } from '../src/lib/address.ts'
import { USDC as USDC_ADDRESS, WETH as WETH_ADDRESS } from '../src/wire/fixtures/addresses.ts'
import type { TokenRecord } from '../src/wire/tokens.ts'

export const ETHEREUM = 31337
export const BASE = 31338

function token(symbol: string, name: string, decimals: number, address: Address, priceUsd: number) {
  return { chainId: ETHEREUM, address, symbol, name, decimals, priceUsd } satisfies Token
}

export const ETH = token('ETH', 'Ether', 18, NATIVE_TOKEN, 2_431.7)
export const WETH = token('WETH', 'Wrapped Ether', 18, WETH_ADDRESS, 2_431.7)
export const USDC = token('USDC', 'USD Coin', 6, USDC_ADDRESS, 1)
export const USDT = token('USDT', 'Tether USD', 6, '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0', 0.9996)
export const DAI = token('DAI', 'Dai Stablecoin', 18, '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9', 1.0002)
export const WBTC = token('WBTC', 'Wrapped Bitcoin', 8, '0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9', 64_210)
export const LINK = token('LINK', 'Chainlink Token', 18, '0x5FC8d32690cc91D4c39d9d3abcBD16989F875707', 14.2)
export const UNLISTED = token('MOON', 'Moon Rocket', 9, '0x0165878A594ca255338adfa4d48449f69242Eb8F', 0)

/** Yield-bearing tokens: of a lending market, and the shares of a vault. Not in `LISTED`. */
export const AUSDC = token('aUSDC', 'Aave USDC', 6, '0x98C23E9d8f34FEFb1B7BD6a91B7FF122F4e16F5c', 1)
export const VAULT = token(
  'svDAI',
  'Savings vault DAI',
  18,
  '0x83F20F44975D03b1b09e64809B757c47f942BEeA',
  1.05,
)
export const EARNING: readonly Token[] = [AUSDC, VAULT]

/** A look-alike of USDT: its symbol ends with a Cyrillic letter. */
export const FAKE_USDT = token('USDТ', 'Tether USD', 6, '0xa513E6E4b8f2a923D98304ec87F64353C4D5C853', 0)

/**
 * The fixture catalogue, by priority: `TOKEN_FIXTURES` of `@sluice/widget/testing`.
 * @example
 * const service = createMockService({ tokens: TOKEN_FIXTURES.filter(({ symbol }) => symbol !== 'USDT') })
 */
export const LISTED: readonly Token[] = [ETH, USDC, WETH, USDT, DAI, WBTC, LINK]

export function recordOf(listed: Token, index = 0): TokenRecord {
  return {
    tokenAddress: listed.address,
    symbol: listed.symbol,
    name: listed.name,
    decimals: listed.decimals,
    type: 'tradable',
    priority: 1_000 - index,
    branding: listed.logoUri ? { logoUri: listed.logoUri } : null,
  }
}
