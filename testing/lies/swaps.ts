import type { TestChain } from '../devnet.ts'

/** What a person swaps. */
export interface Swap {
  input: string
  output: string
  amount: bigint
  /** Whether the partner earns a fee. */
  hasPartner?: boolean
}

const ETHER = 10n ** 18n

export const SWAPS = {
  /** Of the native token: nothing is approved. */
  native: { input: 'eth', output: 'USDC', amount: ETHER / 10n },
  /** Of a token whose allowance stands, far above the amount: the call alone says how much is taken. */
  standing: { input: 'DAI', output: 'WETH', amount: 500n * ETHER },
  /** Of a token that is approved first, so that the quote is asked for twice. */
  approval: { input: 'WETH', output: 'USDC', amount: ETHER },
  /** Of a token whose leftover allowance is cleared before it is raised. */
  reset: { input: 'USDT', output: 'WETH', amount: 500n * 10n ** 6n },
  /** As `standing`, with a partner who earns 50 basis points. */
  partner: { input: 'DAI', output: 'WETH', amount: 500n * ETHER, hasPartner: true },
} as const satisfies Record<string, Swap>

export type SwapName = keyof typeof SWAPS

export const PARTNER_FEE_BPS = 50
export const SLIPPAGE_BPS = 50

/** Accounts of the devnet by what they do here. */
export const ACCOUNTS = { person: 0, partner: 5, adversary: 6, stranger: 7 }

/** What the person has allowed the settlement before: a call may misuse all of it. */
export async function approveAsBefore(chain: TestChain): Promise<void> {
  const { settlement } = chain.manifest.contracts
  for (const token of ['DAI', 'WBTC', 'LINK']) await chain.approve(token, settlement, 10n ** 30n)
  await chain.approve('USDT', settlement, 5n)
}
