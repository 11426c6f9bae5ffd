import { encodeFunctionData } from 'viem'
import { settlementAbi } from '../../../wire/abi/settlement.ts'
import { PARTNER, SETTLEMENT, USDC, USER, WETH } from '../../../wire/fixtures/addresses.ts'
import { quoteResultFixture } from '../../../wire/fixtures/router-fixtures.ts'
import type { Hex } from '../../../wire/lib/address.ts'
import { minimumOutput } from '../../../wire/lib/amount.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import type { SimulationResult } from '../../chain/types.ts'
import type { SettlementTrade } from '../../execution/codecs/settlement-codec.ts'
import { getTerms } from '../../execution/machine/terms.ts'
import type { ApprovalPlan, SwapIntent, Terms, VerifiedQuote } from '../../execution/machine/types.ts'
import {
  intentFixture as plainIntent,
  verifiedQuoteFixture as plainVerified,
} from '../fixtures/fixture-intent.ts'

/** A time at which the fixtures' quotes have not expired, in milliseconds since the epoch. */
export const NOW = Date.parse('2026-11-21T09:28:00.000Z')

/** With a partner, as in the request of the wire fixtures. */
export const intentFixture: SwapIntent = { ...plainIntent, partner: { address: PARTNER, feeBps: 10 } }

export const termsFixture: Terms = getTerms(plainIntent, 10)

/** The trade that a correct service encodes for `intentFixture`. */
export const tradeFixture: SettlementTrade = {
  inputToken: WETH,
  outputToken: USDC,
  inputAmount: intentFixture.inputAmount,
  minOutputAmount: minimumOutput(BigInt(quoteResultFixture.effectiveOutputAmount), 50),
  outputReceiver: USER,
  partner: PARTNER,
  partnerFeeBps: 10n,
  settlementFee: BigInt(quoteResultFixture.settlementFee ?? 0),
  surplusThreshold: 2n ** 256n - 1n,
  deadline: BigInt(NOW / 1_000 + 300),
}

/** A quote whose calldata encodes `trade`. */
export async function quoteWith({
  trade = {},
  permit = '0x',
  route = '0x1234',
  ...quote
}: Partial<QuoteResult> & {
  trade?: Partial<SettlementTrade>
  permit?: Hex
  route?: Hex
} = {}): Promise<QuoteResult> {
  const args = [{ ...tradeFixture, ...trade }, route, permit] as const
  const calldata = encodeFunctionData({ abi: settlementAbi, functionName: 'swap', args })
  return { ...quoteResultFixture, calldata, ...quote }
}

export const simulationFixture: SimulationResult = {
  success: true,
  gasUsed: [171_204n],
  error: undefined,
  failedCall: undefined,
  balanceChanges: [
    { account: USER, token: WETH, delta: '-1000000000000000000' },
    { account: USER, token: USDC, delta: '2996100000' },
    { account: USER, token: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', delta: '0' },
  ],
  transfers: [
    { token: WETH, from: USER, to: SETTLEMENT, amount: 10n ** 18n },
    { token: USDC, from: SETTLEMENT, to: USER, amount: 2_996_100_000n },
  ],
  allowances: [],
}

export const approvalPlanFixture: ApprovalPlan = {
  steps: ['approval-reset', 'approval'],
  token: WETH,
  spender: SETTLEMENT,
  amount: intentFixture.inputAmount,
  needed: intentFixture.inputAmount,
  currentAllowance: 1n,
  maxGas: undefined,
  totalGasWei: 10n ** 15n,
}

export const verifiedFixture: VerifiedQuote = { ...plainVerified, simulation: simulationFixture }
