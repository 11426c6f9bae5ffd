import { useCallback } from 'react'
import type { Token } from '../../events/types.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { isNativeToken } from '../../lib/address.ts'

/** The maximum input of a balance: all of a token; of the native token, less a reserve for the network fee. */
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

/** More gas than a swap over three hops uses, and a margin for a rising gas price. */
const RESERVED_GAS = 600_000n
const MARGIN_PERCENT = 150n
/** If the gas price is unknown, 1/50 of the balance is reserved. */
const FALLBACK_DIVISOR = 50n

/** The native balance less a reserve for the network fee. In wei, never negative. */
export function spendable(balance: bigint, gasPrice: bigint | undefined): bigint {
  const reserve =
    gasPrice === undefined ? balance / FALLBACK_DIVISOR : (gasPrice * RESERVED_GAS * MARGIN_PERCENT) / 100n
  return balance > reserve ? balance - reserve : 0n
}
