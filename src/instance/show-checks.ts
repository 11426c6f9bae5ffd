import { SEAL_MS } from '../lib/thresholds.ts'

/**
 * Resolves once the seal of the checked swap has closed on screen: after `SEAL_MS`. Does not wait if
 * the user prefers reduced motion or cannot see the page.
 */
export async function showChecks(): Promise<void> {
  const isReduced = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true
  if (isReduced || document.visibilityState === 'hidden') return
  await new Promise((resolve) => setTimeout(resolve, SEAL_MS))
}
