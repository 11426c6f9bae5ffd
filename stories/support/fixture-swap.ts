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
import { wrapPrice } from '../../src/execution/machine/wrap-price.ts'
import type { Address, Hex } from '../../src/lib/address.ts'
import { parseAmount } from '../../src/lib/amount.ts'
import { SETTLEMENT, USER } from '../../src/wire/fixtures/addresses.ts'
import type { PriceResult } from '../../src/wire/router.ts'
import { ETH, ETHEREUM, USDC, WETH } from '../../testing/fixture-tokens.ts'
import { priceOf } from './fixture-clients.ts'

export const HASH: Hex = '0x8f0c3d5b7a1e4f2c9b6d8e0a1c3f5b7d9e2a4c6f8b0d1e3a5c7f9b2d4e6a8c0f'

export interface FixtureSwapOptions {
  from?: Token
  to?: Token
  /** The input amount in whole tokens. */
  amount?: string
  price?: Partial<PriceResult>
  /** Default: the own account. */
  receiver?: Address
}

/** The intent of a swap under review. */
export function fixtureIntent({
  from = ETH,
  to = USDC,
  amount = '1.5',
  price,
  receiver = USER,
}: FixtureSwapOptions = {}): SwapIntent {
  const inputAmount = parseAmount(amount, from.decimals) ?? 0n
  return {
    id: 'route-fixture',
    chainId: ETHEREUM,
    inputToken: from,
    outputToken: to,
    inputAmount,
    price: {
      ...priceOf({
        inputToken: from.address,
        outputToken: to.address,
        inputAmount: inputAmount.toString(),
        userAddress: USER,
        outputReceiver: receiver,
        uniquePID: 'stories',
        slippage: 50,
      }),
      ...price,
    },
    slippageBps: 50,
    account: USER,
    receiver,
    partner: undefined,
  }
}

/** The intent of wrapping 1.5 ETH. */
export function fixtureWrap(): SwapIntent {
  const trade = { inputToken: ETH, outputToken: WETH, inputAmount: 1_500_000_000_000_000_000n, account: USER }
  const price = wrapPrice(trade, undefined)
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
  return {
    intent,
    terms: getTerms(intent.price, { slippageBps: intent.slippageBps, toleranceBps: 10 }),
    done: [],
  }
}

/** A verified quote that pays `percent` of the shown output. */
export function fixtureVerified(run: Run, percent = 100n): VerifiedQuote {
  const { intent, terms } = run
  const outputAmount = (terms.outputAmount * percent) / 100n
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
    outputAmount,
    minOutputAmount: (terms.minOutputAmount * percent) / 100n,
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
        { account: intent.account, token: intent.inputToken.address, delta: `-${intent.inputAmount}` },
        { account: intent.receiver, token: intent.outputToken.address, delta: outputAmount.toString() },
      ],
    },
    gas: { limit: 229_000n, expected: 176_204n, priceWei: 12_000_000_000n },
    gasCostWei: 2_114_448_000_000_000n,
    freshUntil: 0,
    supportId: 'quote-fixture',
  }
}

/** An outcome with slightly more output than shown. */
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
    paid: intent.inputAmount,
    received: terms.outputAmount + 1_204_311n,
    gasPaidWei: 2_062_584_000_000_000n,
    replacedHash: undefined,
  }
}

export function fixturePlan(intent: SwapIntent, steps: ApprovalPlan['steps'] = ['approval']): ApprovalPlan {
  return {
    steps,
    token: intent.inputToken.address,
    spender: SETTLEMENT,
    amount: intent.inputAmount,
    currentAllowance: 0n,
    maxGas: undefined,
    totalGasWei: 2_760_000_000_000_000n,
  }
}

export function fixtureError(code: ConstructorParameters<typeof SluiceError>[0]): SluiceError {
  return new SluiceError(code, { supportId: '7f1e2a90-4c1b-4d2e-9a77-0c5be2f6a1d3' })
}
