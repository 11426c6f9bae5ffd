import { wrapPrice } from '../../src/chain/wrap-price.ts'
import { SluiceError } from '../../src/errors/sluice-error.ts'
import type { Token } from '../../src/events/types.ts'
import { getTerms } from '../../src/execution/machine/terms.ts'
import type {
  ApprovalPlan,
  Run,
  SwapIntent,
  SwapOutcome,
  VerifiedQuote,
} from '../../src/execution/machine/types.ts'
import type { Address, Hex } from '../../src/lib/address.ts'
import { parseAmount } from '../../src/lib/amount.ts'
import { mostInput } from '../../src/lib/purchase.ts'
import { SETTLEMENT, USER } from '../../src/wire/fixtures/addresses.ts'
import type { PriceResult } from '../../src/wire/router.ts'
import { priceOf } from '../../testing/fixture-prices.ts'
import { ETH, ETHEREUM, USDC, WETH } from '../../testing/fixture-tokens.ts'

export const HASH: Hex = '0x8f0c3d5b7a1e4f2c9b6d8e0a1c3f5b7d9e2a4c6f8b0d1e3a5c7f9b2d4e6a8c0f'

export interface FixtureSwapOptions {
  from?: Token
  to?: Token
  /** The input amount in whole tokens. */
  amount?: string
  /** The exact output of a purchase in whole tokens. Default: a sale of `amount`. */
  buys?: string
  price?: Partial<PriceResult>
  /** Default: the own account. */
  receiver?: Address
}

/** Creates the intent of a swap under review. */
export function fixtureIntent({
  from = ETH,
  to = USDC,
  amount = '1.5',
  buys,
  price,
  receiver = USER,
}: FixtureSwapOptions = {}): SwapIntent {
  const soldAmount = parseAmount(amount, from.decimals) ?? 0n
  const outputAmount = buys === undefined ? undefined : parseAmount(buys, to.decimals)
  const request = {
    inputToken: from.address,
    outputToken: to.address,
    userAddress: USER,
    outputReceiver: receiver,
    uniquePID: 'stories',
    slippage: 50,
  }
  const priced =
    outputAmount === undefined
      ? priceOf({ ...request, inputAmount: soldAmount.toString() })
      : priceOf({ ...request, orderType: 'BUY', outputAmount: outputAmount.toString() })
  return {
    id: 'route-fixture',
    chainId: ETHEREUM,
    inputToken: from,
    outputToken: to,
    inputAmount: outputAmount === undefined ? soldAmount : BigInt(priced.inputAmount),
    outputAmount,
    price: { ...priced, ...price },
    slippageBps: 50,
    account: USER,
    receiver,
    partner: undefined,
  }
}

/** Creates the intent of wrapping 1.5 ETH. */
export function fixtureWrap(): SwapIntent {
  const trade = { inputToken: ETH, outputToken: WETH, inputAmount: 1_500_000_000_000_000_000n, account: USER }
  const price = wrapPrice(trade)
  return {
    id: 'route-wrap',
    chainId: ETHEREUM,
    ...trade,
    price,
    slippageBps: 0,
    receiver: USER,
    partner: undefined,
    wrapper: WETH.address,
  }
}

export function fixtureRun(intent = fixtureIntent()): Run {
  return { intent, terms: getTerms(intent, 10), done: [] }
}

/**
 * Creates a verified quote: a sale with `percent` of the shown output, or a purchase with `percent`
 * of the shown input.
 */
export function fixtureVerified(run: Run, percent = 100n): VerifiedQuote {
  const { intent, terms } = run
  const isPurchase = intent.outputAmount !== undefined
  const share = (amount: bigint, isShared: boolean) => (isShared ? (amount * percent) / 100n : amount)
  const inputAmount = share(terms.inputAmount, isPurchase)
  const outputAmount = share(terms.outputAmount, !isPurchase)
  return {
    quote: {
      ...intent.price,
      effectiveOutputAmount: outputAmount.toString(),
      calldata: '0x',
      revert: false,
      computationUnits: 180_000,
      lowBalance: false,
      blockNumber: 1_205,
      quoteId: 'quote-fixture',
    },
    to: SETTLEMENT,
    data: '0x',
    value: 0n,
    inputAmount,
    maxInputAmount: share(terms.maxInputAmount, isPurchase),
    outputAmount,
    minOutputAmount: share(terms.minOutputAmount, !isPurchase),
    measuresReceiver: true,
    approvals: undefined,
    simulation: {
      success: true,
      gasUsed: [176_204n],
      failedCall: undefined,
      error: undefined,
      transfers: [],
      allowances: [],
      balanceChanges: [
        { account: intent.account, token: intent.inputToken.address, delta: `-${inputAmount}` },
        { account: intent.receiver, token: intent.outputToken.address, delta: outputAmount.toString() },
      ],
    },
    gas: { limit: 229_000n, expected: 176_204n, priceWei: 12_000_000_000n },
    gasCostWei: 2_114_448_000_000_000n,
    freshUntil: 0,
    supportId: 'quote-fixture',
  }
}

/**
 * Creates an outcome with slightly more output than shown, or for a purchase with slightly less
 * input.
 */
export function fixtureOutcome({ intent, terms }: Run): SwapOutcome {
  return {
    receipt: {
      status: 'success',
      hash: HASH,
      blockNumber: 1_207n,
      gasUsed: 171_882n,
      effectiveGasPrice: 12_000_000_000n,
      revertReason: undefined,
      logs: [],
    },
    paid: intent.outputAmount === undefined ? intent.inputAmount : (intent.inputAmount * 9_997n) / 10_000n,
    received: intent.outputAmount ?? terms.outputAmount + 1_204_311n,
    gasPaidWei: 2_062_584_000_000_000n,
    replacedHash: undefined,
  }
}

export function fixturePlan(intent: SwapIntent, steps: ApprovalPlan['steps'] = ['approval']): ApprovalPlan {
  return {
    steps,
    token: intent.inputToken.address,
    spender: SETTLEMENT,
    amount: mostInput(intent),
    needed: mostInput(intent),
    currentAllowance: 0n,
    maxGas: undefined,
    totalGasWei: 2_760_000_000_000_000n,
  }
}

export function fixtureError(code: ConstructorParameters<typeof SluiceError>[0]): SluiceError {
  return new SluiceError(code, { supportId: '7f1e2a90-4c1b-4d2e-9a77-0c5be2f6a1d3' })
}
