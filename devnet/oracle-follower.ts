import { encodeFunctionData } from 'viem'
import type { Desk, Move } from './desk.ts'
import type { MarketPrices } from './market-prices.ts'
import { tokenPlan } from './tokens.ts'

/** Price feeds speak up when the market has gone further than this from what they said last. */
const DEVIATION = 0.0025
const ANSWER_UNIT = 1e8

/** Keeps the lending pool's price feeds near the market. */
export function createOracleFollower(feeds: Record<string, Desk>): { follow(prices: MarketPrices): Move[] } {
  const told = new Map(Object.keys(feeds).map((symbol) => [symbol, tokenPlan(symbol).priceUsd]))
  return {
    follow: (prices) =>
      Object.entries(feeds).flatMap(([symbol, { address, abi }]) => {
        const price = prices.priceUsd(symbol)
        const last = told.get(symbol) ?? price
        if (Math.abs(price / last - 1) < DEVIATION) return []
        told.set(symbol, price)
        const args = [BigInt(Math.round(price * ANSWER_UNIT))]
        return [{ to: address, data: encodeFunctionData({ abi, functionName: 'set', args }) }]
      }),
  }
}
