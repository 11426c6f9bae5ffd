/**
 * Supported versions of Aave V3, oldest first. 3.1 has its own rate interface and is not deployed
 * anywhere.
 */
export const AAVE_VERSIONS = ['3.0', '3.2', '3.3', '3.4', '3.5', '3.6', '3.7'] as const

export type AaveVersion = (typeof AAVE_VERSIONS)[number]

/** Checks whether a version is `first` or later. */
export function isSince(version: AaveVersion, first: AaveVersion): boolean {
  return AAVE_VERSIONS.indexOf(version) >= AAVE_VERSIONS.indexOf(first)
}
