import { useCallback } from 'react'
import type { Token } from '../../events/types.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { isNativeToken } from '../../lib/address.ts'
import { spendable } from './spendable.ts'

/** The most that can be paid of a balance: all of a token; of the native one, what the network fee leaves. */
export function useMaxAmount(): (token: Token, balance: bigint) => Promise<bigint> {
  const { chain } = useWidget()
  return useCallback(
    async (token, balance) => {
      if (!isNativeToken(token.address)) return balance
      const gasPrice = await chain.gasPrice(token.chainId).catch(() => undefined)
      return spendable(balance, gasPrice)
    },
    [chain],
  )
}
