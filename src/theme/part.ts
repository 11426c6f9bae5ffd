import type { PARTS } from './parts.ts'

type Parts = typeof PARTS

/**
 * Returns the attributes by which a host's CSS selects a part. A shadow root needs two names,
 * because `::part()` accepts no attribute: the part, and the part in its state (`notice
 * notice-warning`).
 */
export function part<Name extends keyof Parts>(name: Name, state?: Parts[Name][number]) {
  return { part: state ? `${name} ${name}-${state}` : name, 'data-part': name, 'data-state': state }
}
