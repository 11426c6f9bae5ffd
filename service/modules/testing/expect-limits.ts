import { expect } from 'vitest'
import type { Pool } from '../core/pool.ts'

/** Expects a pool to be unhealthy and to trade in neither direction. */
export function expectNoTrade(pool: Pool): void {
  expect(pool.isHealthy).toBe(false)
  expect(pool.exactInput(true, 10n ** 18n)).toBeUndefined()
  expect(pool.exactOutput(true, 1_000n)).toBeUndefined()
  expect(pool.curve(true)).toBeUndefined()
}

/** Expects a pool to reject amounts that overflow the contract or exceed its holdings. */
export function expectBounds(pool: Pool, withHugeBalance: Pool): void {
  expect(pool.exactInput(true, 2n ** 240n)).toBeUndefined()
  expect(pool.exactOutput(true, pool.depth[1])).toBeUndefined()
  expect(withHugeBalance.exactInput(true, 10n ** 18n)).toBeUndefined()
  expect(withHugeBalance.isHealthy).toBe(false)
}
