import { decodeErrorResult, erc20Abi } from 'viem'
import { settlementAbi } from '../../../src/abi/settlement.ts'
import type { Hex } from '../../../src/lib/address.ts'

/** Words for revert data: an error of ours with its arguments, the contract's own reason, or the node's. */
export function revertReason(data: Hex, message: string | undefined): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi: [...settlementAbi, ...erc20Abi], data })
    const values = (args ?? []).map(String)
    if (String(errorName) === 'Error') return values.join(', ')
    return `${errorName}(${values.join(', ')})`
  } catch {
    return message ?? 'execution reverted'
  }
}
