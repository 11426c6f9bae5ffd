import type { Token } from '../src/events/types.ts'
import type { SwapIntent, VerifiedQuote } from '../src/execution/machine/types.ts'
import { SETTLEMENT, USDC, USER, WETH } from '../src/wire/fixtures/addresses.ts'
import { priceResultFixture, quoteResultFixture } from '../src/wire/fixtures/router-fixtures.ts'

export const wethFixture: Token = {
  chainId: 31337,
  address: WETH,
  symbol: 'WETH',
  name: 'Wrapped Ether',
  decimals: 18,
}
export const usdcFixture: Token = {
  chainId: 31337,
  address: USDC,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
}

/** One WETH for USDC, at the price of the wire fixtures. */
export const intentFixture: SwapIntent = {
  id: 'route-1',
  chainId: 31337,
  inputToken: wethFixture,
  outputToken: usdcFixture,
  inputAmount: 10n ** 18n,
  price: priceResultFixture,
  slippageBps: 50,
  account: USER,
  receiver: USER,
  partner: undefined,
}

/** The wire fixture's quote, verified, nothing left to approve. */
export const verifiedQuoteFixture: VerifiedQuote = {
  quote: quoteResultFixture,
  to: SETTLEMENT,
  data: '0x',
  value: 0n,
  outputAmount: 2_996_100_000n,
  minOutputAmount: 2_981_119_500n,
  measuresReceiver: true,
  approvals: undefined,
  simulation: undefined,
  gas: { limit: 222_000n, expected: 171_204n, priceWei: undefined },
  gasCostWei: undefined,
  freshUntil: Number.MAX_SAFE_INTEGER,
  supportId: 'quote-1',
}
