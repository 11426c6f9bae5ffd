import { vi } from 'vitest'
import type { Hex } from '../../wire/lib/address.ts'
import { until } from '../../wire/testing/until.ts'

/** Detects, by the requests to the nodes, when a watched transaction has been polled. */
export function observePolls() {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const countPolls = (hash: Hex) =>
    fetched.mock.calls.filter(([, init]) => {
      const body = String(init?.body)
      return body.includes('eth_getTransactionByHash') && body.includes(hash)
    }).length

  return {
    /** Resolves after a complete poll. Polls are sequential: when a second one starts, the first was handled. */
    async polled(hash: Hex): Promise<void> {
      const before = countPolls(hash)
      await until(() => countPolls(hash) >= before + 2)
    },
    stop: () => fetched.mockRestore(),
  }
}
