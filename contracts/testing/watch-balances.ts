import type { Address } from 'viem'
import { type Market, TREASURY } from './start-market.ts'

interface Watched {
  tokens: Record<string, Address>
  /** In addition to the accounts of the market, the treasury, the settlement and the executor. */
  holders?: Record<string, Address>
}

/**
 * Records the balances of some tokens.
 * @returns a function that returns the changes since, as `{ 'trader a': -5n }`, without unchanged
 * balances
 */
export async function watchBalances(market: Market, { tokens, holders = {} }: Watched) {
  const { trader, receiver, partner, stranger } = market.accounts
  const { settlement, executor } = market
  const watched = {
    trader,
    receiver,
    partner,
    stranger,
    treasury: TREASURY,
    settlement,
    executor,
    ...holders,
  }

  async function read() {
    const balances = Object.entries(watched).flatMap(([who, holder]) =>
      Object.entries(tokens).map(
        async ([name, token]) => [`${who} ${name}`, await market.balanceOf(token, holder)] as const,
      ),
    )
    return new Map(await Promise.all(balances))
  }

  const before = await read()
  return async (): Promise<Record<string, bigint>> => {
    const after = await read()
    const changes = [...after].map(([label, amount]) => [label, amount - (before.get(label) ?? 0n)] as const)
    return Object.fromEntries(changes.filter(([, change]) => change !== 0n))
  }
}
