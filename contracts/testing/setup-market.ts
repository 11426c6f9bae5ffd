import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Market, type MarketOptions, startMarket } from './start-market.ts'

/** Of this process, by their options: filling one takes seconds of a core. They end with the process. */
const markets = new Map<string, Promise<Market>>()

/**
 * A market for the tests of one file. It is filled before the first test, each test leaves it as it was, and so does the file.
 * Only to be read inside tests and hooks.
 */
export function setupMarket(options: MarketOptions = {}): Market {
  const market = {} as Market
  let filled: Hex
  let snapshot: Hex
  beforeAll(async () => {
    const key = JSON.stringify(options)
    const started = markets.get(key) ?? startMarket(options)
    markets.set(key, started)
    started.catch(() => markets.delete(key))
    Object.assign(market, await started)
    filled = await market.client.snapshot()
  })
  afterAll(() => filled && market.client.revert({ id: filled }))
  beforeEach(async () => {
    snapshot = await market.client.snapshot()
  })
  afterEach(async () => {
    await market.client.revert({ id: snapshot })
  })
  return market
}
