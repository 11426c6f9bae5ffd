import { SKIPPED, toTokenKey } from '../config/resolve-listed-tokens.ts'
import type { ResolvedConfig } from '../config/types.ts'

/**
 * Warns in the console about a config: about chains once, about a token list each time it changes.
 */
export function warnIntegrator({ chains, listedTokens }: ResolvedConfig, before?: ResolvedConfig): void {
  const unprotected = chains.filter(({ codec, routerAddress }) => codec === 'none' && routerAddress)
  if (!before && unprotected.length > 0) {
    const names = unprotected.map(({ name }) => name).join(', ')
    warn(
      `no minimum is enforced on ${names} with codec "none" (documentation: concepts/verification.html#other-routers).`,
    )
  }
  const entries = listedTokens?.[SKIPPED]
  if (entries && listedTokens !== before?.listedTokens) warn(describeSkipped(entries))
}

/** Describes how many entries of a token list cannot be EVM tokens, with the first one. */
function describeSkipped(entries: readonly unknown[]): string {
  const skipped = entries.flatMap((entry, index) => (toTokenKey(entry) === undefined ? [index] : []))
  const [first = 0] = skipped
  const { chainId, address, decimals } = Object(entries[first])
  return `skipped ${skipped.length} of ${entries.length} entries of listedTokens that cannot be EVM tokens. First: listedTokens[${first}] with chainId ${quote(chainId)}, address ${quote(address)}, decimals ${quote(decimals)} (documentation: concepts/left-out.html#what-has-no-field).`
}

function quote(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : String(value)
}

function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: addressed to the integrator.
  console.warn(`Sluice: ${text}`)
}
