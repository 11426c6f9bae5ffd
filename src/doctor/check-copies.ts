import type { Finding } from './types.ts'

/**
 * The host's imports from the packages that it shares with the widget. Each is compared with the
 * widget's own. Omitted ones are not compared.
 * @example
 * import { Component } from 'react'
 * import { WagmiContext } from 'wagmi'
 *
 * const contexts: HostContexts = { react: Component, wagmi: WagmiContext }
 */
export interface HostContexts {
  /** `WagmiContext` of the host's wagmi. */
  wagmi?: unknown
  /** `QueryClientContext` of the host's `@tanstack/react-query`. */
  reactQuery?: unknown
  /** `Component` of the host's react. */
  react?: unknown
  /** `createClient` of the host's viem. */
  viem?: unknown
}

/**
 * The packages of which the widget has to use the host's copy, with the effect of a second copy.
 */
const PROBLEMS = {
  react: ['error', 'so the widget fails with “Invalid hook call”'],
  wagmi: ['error', 'so the widget does not see your provider'],
  viem: ['warning', 'so the page loads both, and errors of one are not instances of the other’s classes'],
  '@tanstack/react-query': ['error', 'so the widget does not see your provider'],
} as const satisfies Record<string, readonly [Finding['severity'], string]>

type Shared = keyof typeof PROBLEMS

export const SHARED = Object.keys(PROBLEMS) as Shared[]

/** Checks that the host and the widget use the same packages. */
export async function checkCopies(host: HostContexts | undefined): Promise<Finding[]> {
  if (!host) return []
  const [{ Component }, { WagmiContext, QueryClientContext }, { createClient }] = await Promise.all([
    import('react'),
    import('../hooks/surrounding-contexts.ts'),
    import('../chain/viem.ts'),
  ])
  const compared: Record<Shared, readonly [host: unknown, own: unknown]> = {
    react: [host.react, Component],
    wagmi: [host.wagmi, WagmiContext],
    viem: [host.viem, createClient],
    '@tanstack/react-query': [host.reactQuery, QueryClientContext],
  }
  return SHARED.filter((name) => {
    const [given, own] = compared[name]
    return given !== undefined && given !== own
  }).map((name) => secondCopy(name))
}

export function secondCopy(name: Shared, places?: string): Finding {
  const [severity, problem] = PROBLEMS[name]
  return {
    severity,
    path: name,
    message: `There are two copies of ${name}${places ? ` (${places})` : ''}, ${problem}: install one version for both, e.g. with "overrides" or "dedupe".`,
  }
}
