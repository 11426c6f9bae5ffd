/**
 * One thing that is wrong with a setup.
 * @example
 * const isBroken = (findings: Finding[]) => findings.some(({ severity }) => severity === 'error')
 */
export interface Finding {
  /** `error`: something does not work. `warning`: it works, and worse than it could. */
  severity: 'error' | 'warning'
  /** The config field, e.g. `chains[0].rpcUrls[0]`, or the name of a package. */
  path: string
  /** One sentence: what, why, what to do. */
  message: string
  /** The section of the documentation about it, as `docsPath` of a `SluiceError`; absent where there is none. */
  docsPath?: string
}
