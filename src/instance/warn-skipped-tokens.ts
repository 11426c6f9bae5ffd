import type { SkippedTokens } from '../config/resolve-listed-tokens.ts'

/** Warns of entries of a token list that cannot be EVM tokens. */
export function warnSkippedTokens({ count, total, first }: SkippedTokens): void {
  // biome-ignore lint/suspicious/noConsole: addressed to the integrator.
  console.warn(
    `Sluice: skipped ${count} of ${total} entries of listedTokens that cannot be EVM tokens. First: ${first} (documentation: concepts/left-out.html#what-has-no-field).`,
  )
}
