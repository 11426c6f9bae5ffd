import type { TestChain } from '../../devnet/testing/devnet.ts'

/** A swap of the user. */
export interface Swap {
  input: string
  output: string
  /** Base units: of the input, or of the output if it `buys`. */
  amount: bigint
  /** True for a purchase. */
  buys?: boolean
  /** True if the partner earns a fee. */
  hasPartner?: boolean
}

const ETHER = 10n ** 18n

export const SWAPS = {
  /** Native token: needs no approval. */
  native: { input: 'eth', output: 'USDC', amount: ETHER / 10n },
  /** A token with an allowance far above the amount: only the calldata limits what is taken. */
  existingAllowance: { input: 'DAI', output: 'WETH', amount: 500n * ETHER },
  /** A token that needs an approval first, so that the quote is fetched twice. */
  approval: { input: 'WETH', output: 'USDC', amount: ETHER },
  /** A token whose allowance must be reset before it is raised. */
  reset: { input: 'USDT', output: 'WETH', amount: 500n * 10n ** 6n },
  /** Like `existingAllowance`, with a partner fee of 50 basis points. */
  partner: { input: 'DAI', output: 'WETH', amount: 500n * ETHER, hasPartner: true },
  /**
   * A token that accepts a signature in place of an approval, so that the quote is fetched twice.
   */
  permit: { input: 'wstETH', output: 'USDC', amount: ETHER },
  /** A purchase that needs such a signature. */
  permittedPurchase: { input: 'wstETH', output: 'USDC', amount: 2_500n * 10n ** 6n, buys: true },
  /** A purchase with an existing allowance: only the calldata limits what is taken. */
  purchase: { input: 'DAI', output: 'WETH', amount: ETHER / 5n, buys: true },
  /** A purchase that sends the maximum as value. */
  nativePurchase: { input: 'eth', output: 'USDC', amount: 250n * 10n ** 6n, buys: true },
  /** A purchase that needs an approval first, so that the quote is fetched twice. */
  approvedPurchase: { input: 'WETH', output: 'USDC', amount: 2_500n * 10n ** 6n, buys: true },
} as const satisfies Record<string, Swap>

export type SwapName = keyof typeof SWAPS

export const PARTNER_FEE_BPS = 50
export const SLIPPAGE_BPS = 50

/** Devnet accounts by role. */
export const ACCOUNTS = { user: 0, partner: 5, adversary: 6, stranger: 7 }

/** Sets the user's existing allowances to the settlement, which a false call could misuse. */
export async function approveAsBefore(chain: TestChain): Promise<void> {
  const { settlement } = chain.manifest.contracts
  for (const token of ['DAI', 'WBTC', 'LINK']) await chain.approve(token, settlement, 10n ** 30n)
  await chain.approve('USDT', settlement, 5n)
}
