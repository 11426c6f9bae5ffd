import { toTokenKey } from '../config/resolve-listed-tokens.ts'

/** Warns of entries of a token list that cannot be EVM tokens. */
export function warnSkippedTokens(entries: readonly unknown[]): void {
  const skipped = entries.flatMap((entry, index) => (toTokenKey(entry) === undefined ? [index] : []))
  const [first = 0] = skipped
  const { chainId, address, decimals } = Object(entries[first])
  // biome-ignore lint/suspicious/noConsole: addressed to the integrator.
  console.warn(
    `Sluice: skipped ${skipped.length} of ${entries.length} entries of listedTokens that cannot be EVM tokens. First: listedTokens[${first}] with chainId ${quote(chainId)}, address ${quote(address)}, decimals ${quote(decimals)} (documentation: concepts/left-out.html#what-has-no-field).`,
  )
}

function quote(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : String(value)
}
