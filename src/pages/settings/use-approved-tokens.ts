import { useMemo } from 'react'
import { isNativeToken } from '../../../wire/lib/address.ts'
import { findChain } from '../../config/get-chain.ts'
import { useActivity } from '../../hooks/use-activity.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useForm } from '../../hooks/use-form.ts'
import type { ExistingApproval } from '../../hooks/use-revoke.ts'
import { useToken } from '../../hooks/use-token.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import type { ActivityToken } from '../../store/types.ts'

/** Limits the number of allowance reads. */
const MAX_TOKENS = 20

export interface ApprovedToken {
  token: ActivityToken
  approval: ExistingApproval
}

/**
 * Returns the tokens that the account may have approved: paid ones, newest first, then the tokens
 * in the form.
 */
export function useApprovedTokens(): readonly ApprovedToken[] {
  const config = useConfig()
  const account = useWallet().state.address
  const { entries } = useActivity()
  const input = useToken({
    chainId: useForm((form) => form.inputChainId),
    address: useForm((form) => form.inputToken),
  }).token
  const output = useToken({
    chainId: useForm((form) => form.outputChainId),
    address: useForm((form) => form.outputToken),
  }).token
  const paid = entries.map(({ inputToken }) => inputToken)
  // `paid` is a new array on each render.
  const key = paid.map(toKey).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents `paid`
  return useMemo(() => {
    const found = new Map<string, ApprovedToken>()
    for (const token of [input, output, ...paid]) {
      const spender = findChain(config, token?.chainId)?.routerAddress
      if (!token || !spender || !account || isNativeToken(token.address)) continue
      const { chainId, address } = token
      if (found.size < MAX_TOKENS && !found.has(toKey(token)))
        found.set(toKey(token), { token, approval: { chainId, account, token: address, spender } })
    }
    return [...found.values()]
  }, [config, account, input, output, key])
}

function toKey({ chainId, address }: Pick<ActivityToken, 'chainId' | 'address'>): string {
  return `${chainId} ${address.toLowerCase()}`
}
