import type { SwapIntent, VerifiedQuote } from '../src/execution/machine/types.ts'
import { SETTLEMENT, USER } from '../src/wire/fixtures/addresses.ts'
import { priceResultFixture, quoteResultFixture } from '../src/wire/fixtures/router-fixtures.ts'
import { ETHEREUM, USDC, WETH } from './fixture-tokens.ts'

/** One WETH for USDC, at the price of the wire fixtures. */
export const intentFixture: SwapIntent = {
  id: 'route-1',
  chainId: ETHEREUM,
  inputToken: WETH,
  outputToken: USDC,
  inputAmount: 10n ** 18n,
  price: priceResultFixture,
  slippageBps: 50,
  account: USER,
  receiver: USER,
  partner: undefined,
}

/** The wire fixture's quote, verified, without approvals. */
export const verifiedQuoteFixture: VerifiedQuote = {
  quote: quoteResultFixture,
  to: SETTLEMENT,
  data: '0x',
  value: 0n,
  inputAmount: 10n ** 18n,
  maxInputAmount: 10n ** 18n,
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
