/** A unique key of a token, which ignores the case of its address. */
export function tokenKey({ chainId, address }: { chainId: number; address: string }): string {
  return `${chainId}:${address.toLowerCase()}`
}
