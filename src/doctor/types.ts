/**
 * One problem of a setup.
 * @example
 * const isBroken = (findings: Finding[]) => findings.some(({ severity }) => severity === 'error')
 */
export interface Finding {
  /** `error`: something does not work. `warning`: it works, but not as well as it could. */
  severity: 'error' | 'warning'
  /** The config field, e.g. `chains[0].rpcUrls[0]`, or the name of a package. */
  path: string
  /** One sentence with the problem, its effect and its solution. */
  message: string
  /**
   * The section of the documentation about it, as `docsPath` of a `SluiceError`; absent without
   * one.
   */
  docsPath?: string
}
