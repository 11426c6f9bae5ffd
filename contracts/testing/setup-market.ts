import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Market, type MarketOptions, startMarket } from './start-market.ts'

/**
 * Markets of this process by their options, because filling one takes seconds. They end with the
 * process.
 */
const markets = new Map<string, Promise<Market>>()

/**
 * A market for the tests of one file, filled before the first test. Each test and the file restore
 * its state. Readable only inside tests and hooks.
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
