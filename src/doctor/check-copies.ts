import type { Finding } from './types.ts'

export interface HostContexts {
  /** `WagmiContext` of the host's wagmi. */
  wagmi?: unknown
  /** `QueryClientContext` of the host's `@tanstack/react-query`. */
  reactQuery?: unknown
}

/** Whether the host's wagmi and react-query are those of the widget. A second copy never sees the host's providers. */
export async function checkCopies(host: HostContexts | undefined): Promise<Finding[]> {
  if (!host) return []
  const own = await import('../hooks/surrounding-contexts.ts')
  return [
    ...(host.wagmi !== undefined && host.wagmi !== own.WagmiContext ? [secondCopy('wagmi')] : []),
    ...(host.reactQuery !== undefined && host.reactQuery !== own.QueryClientContext
      ? [secondCopy('@tanstack/react-query')]
      : []),
  ]
}

export function secondCopy(name: string, places?: string): Finding {
  return {
    severity: 'error',
    path: name,
    message: `There are two copies of ${name}${places ? ` (${places})` : ''}, so the widget does not see your provider: install one version for both, e.g. with "overrides" or "dedupe".`,
  }
}
