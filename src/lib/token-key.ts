/** One text for a token, the same for its address in any case. */
export function tokenKey({ chainId, address }: { chainId: number; address: string }): string {
  return `${chainId}:${address.toLowerCase()}`
}
