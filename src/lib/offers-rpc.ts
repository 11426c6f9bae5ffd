import { parseUrl } from './parse-url.ts'

/** Returns true if the service offers an RPC of the config. Compares normalized URLs. */
export function offersRpc(
  offered: readonly { networkID: number; url: string }[],
  { chainId, url }: { chainId: number; url: string },
): boolean {
  const { href } = new URL(url)
  return offered.some((rpc) => rpc.networkID === chainId && parseUrl(rpc.url)?.href === href)
}
