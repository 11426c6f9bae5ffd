import type { PARTS } from './parts.ts'

type Parts = typeof PARTS

/**
 * The attributes by which a host's CSS finds a part. Two names in a shadow root, because `::part()` takes no attribute: the
 * part, and the part in its state (`notice notice-warning`).
 */
export function part<Name extends keyof Parts>(name: Name, state?: Parts[Name][number]) {
  return { part: state ? `${name} ${name}-${state}` : name, 'data-part': name, 'data-state': state }
}
