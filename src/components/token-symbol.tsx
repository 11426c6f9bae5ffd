import { useToken } from '../hooks/use-token.ts'
import type { Address } from '../lib/address.ts'
import { shortAddress } from '../lib/short-address.ts'

/** The symbol of a token known by its address alone; the address until it is known. */
export function TokenSymbol({ chainId, address }: { chainId: number; address: Address }) {
  const { token } = useToken({ chainId, address })
  return <bdi>{token?.symbol ?? shortAddress(address)}</bdi>
}
