import { routeDescriptionErrorsAbi } from '../../wire/abi/route-description.ts'
import { settlementAbi } from '../../wire/abi/settlement.ts'
import type { Hex } from '../../wire/lib/address.ts'

const panics: Record<string, string> = {
  '17': 'arithmetic overflow',
  '18': 'division by zero',
  '50': 'index out of bounds',
}

const errorsAbi = [...settlementAbi, ...routeDescriptionErrorsAbi]

/**
 * Returns a revert as text: its message, its panic reason, or a known router error with its
 * arguments.
 */
export async function decodeRevert(data: Hex | undefined, fallback = 'execution reverted'): Promise<string> {
  if (!data || data === '0x') return fallback
  const { decodeErrorResult } = await import('./viem.ts')
  try {
    const { errorName, args } = decodeErrorResult({ abi: errorsAbi, data })
    const values = (args ?? []).map(String)
    if ((errorName as string) === 'Error') return values[0] ?? fallback
    if ((errorName as string) === 'Panic') return panics[values[0] ?? ''] ?? `panic ${values[0]}`
    return `${errorName}(${values.join(', ')})`
  } catch {
    return `${fallback} (${data.slice(0, 10)})`
  }
}
