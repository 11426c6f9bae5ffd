import { vi } from 'vitest'
import type { Hex } from '../src/lib/address.ts'
import { until } from './until.ts'

/** Tells when whoever watches a transaction has seen how it stands, by what is asked of the nodes from now on. */
export function watchLooks() {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const looksAt = (hash: Hex) =>
    fetched.mock.calls.filter(([, init]) => {
      const body = String(init?.body)
      return body.includes('eth_getTransactionByHash') && body.includes(hash)
    }).length

  return {
    /** Looks come one after another: when the second is on its way, the first has been taken in. */
    async seen(hash: Hex): Promise<void> {
      const before = looksAt(hash)
      await until(() => looksAt(hash) >= before + 2)
    },
    stop: () => fetched.mockRestore(),
  }
}
