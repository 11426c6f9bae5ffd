import { type Address, sameAddress } from '../lib/address.ts'
import type { ResolvedConfig } from './types.ts'

/** Whether the host itself names a token: then it vouches for it, whatever others call themselves. */
export function namesToken(
  { chains, input, output }: Pick<ResolvedConfig, 'chains' | 'input' | 'output'>,
  { chainId, address }: { chainId: number; address: Address },
): boolean {
  const usdToken = chains.find(({ id }) => id === chainId)?.usdToken
  const pair = input.chainId === chainId ? [input.token, output.token] : []
  return [usdToken, ...pair].some((named) => named !== undefined && sameAddress(named, address))
}
