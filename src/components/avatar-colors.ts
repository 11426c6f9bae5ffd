/** The gradient of a drawn avatar. */
export interface AvatarColors {
  from: string
  to: string
}

/** Hues are 15 degrees apart with three lightness values each, so that few tokens look alike. */
const HUES = 24
const DEPTHS = [0.6, 0.53, 0.46]

/**
 * Derives the colors of a drawn avatar from a name, ignoring case. White text is legible on them.
 */
export function avatarColors(name: string): AvatarColors {
  let hash = 0x811c9dc5
  for (const character of name.toLowerCase()) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  }
  // Mixes the bits, because names may differ in few characters.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  hash = (hash ^ (hash >>> 15)) >>> 0
  const hue = (hash % HUES) * (360 / HUES)
  const depth = DEPTHS[(hash >>> 8) % DEPTHS.length] ?? 0.5
  return { from: `oklch(${depth} 0.13 ${hue})`, to: `oklch(${depth - 0.14} 0.12 ${(hue + 32) % 360})` }
}

/** A gray for the native token that no name maps to. */
export const NATIVE_COLORS: AvatarColors = { from: 'oklch(0.5 0.03 265)', to: 'oklch(0.3 0.04 275)' }
