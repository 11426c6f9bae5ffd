import { useCallback } from 'react'
import type { Token } from '../../events/types.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { isNativeToken } from '../../lib/address.ts'

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

/** More gas than a swap over three hops takes, and room for the price of gas to rise before it is mined. */
const RESERVED_GAS = 600_000n
const MARGIN_PERCENT = 150n
/** Where the price of gas is unknown, a fiftieth of the balance stays. */
const UNKNOWN_SHARE = 50n

/** What may be paid of a native balance so that the network fee can still be paid. Wei; never negative. */
export function spendable(balance: bigint, gasPrice: bigint | undefined): bigint {
  const reserve =
    gasPrice === undefined ? balance / UNKNOWN_SHARE : (gasPrice * RESERVED_GAS * MARGIN_PERCENT) / 100n
  return balance > reserve ? balance - reserve : 0n
}
