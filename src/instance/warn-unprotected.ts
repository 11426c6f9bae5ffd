import type { ResolvedChain } from '../config/types.ts'

/** Warns the integrator about chains on which no minimum is enforced. */
export function warnUnprotected(chains: readonly ResolvedChain[]): void {
  // biome-ignore lint/suspicious/noConsole: addressed to the integrator.
  console.warn(
    `Sluice: no minimum is enforced on ${chains.map(({ name }) => name).join(', ')} with codec "none" (documentation: concepts/verification.html#other-routers).`,
  )
}
