import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Market, type MarketOptions, startMarket } from './start-market.ts'

/** Shared by all test files of one process; it ends with the process. */
const isShared = process.env.SLUICE_SHARED_MARKET === '1'
let shared: Promise<Market> | undefined

/**
 * A market for the tests of one file. It is filled before the first test, and each test leaves it as it was.
 * Only to be read inside tests and hooks.
 */
export function setupMarket(options: MarketOptions = {}): Market {
  const market = {} as Market
  let snapshot: Hex
  beforeAll(async () => {
    if (isShared) shared ??= startMarket({ hasBalancerV3: true })
    Object.assign(market, await (shared ?? startMarket(options)))
  })
  afterAll(() => (isShared ? undefined : market.stop?.()))
  beforeEach(async () => {
    snapshot = await market.client.snapshot()
  })
  afterEach(async () => {
    await market.client.revert({ id: snapshot })
  })
  return market
}
