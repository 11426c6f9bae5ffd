import { erc20Abi } from '../../wire/abi/erc20.ts'
import type { Address } from '../../wire/lib/address.ts'
import { anyCase } from './call-view.ts'
import type { Call } from './types.ts'

/** Units of gas of a typical approval, used if none can be estimated. */
export const TYPICAL_APPROVAL_GAS = 60_000n

/** Loads viem and returns the function that encodes an approval of exactly `amount` base units. */
export async function loadApproveCall(): Promise<(token: Address, spender: Address, amount: bigint) => Call> {
  const { encodeFunctionData } = await import('./viem.ts')
  return (token, spender, amount) => ({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [anyCase(spender), amount] }),
    value: 0n,
  })
}
