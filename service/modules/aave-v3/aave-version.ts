/** Supported versions of Aave V3, oldest first. 3.1 has a rate interface of its own, and is deployed nowhere. */
export const AAVE_VERSIONS = ['3.0', '3.2', '3.3', '3.4', '3.5', '3.6', '3.7'] as const

export type AaveVersion = (typeof AAVE_VERSIONS)[number]

/** Whether a version is `first` or a later one. */
export function isSince(version: AaveVersion, first: AaveVersion): boolean {
  return AAVE_VERSIONS.indexOf(version) >= AAVE_VERSIONS.indexOf(first)
}
