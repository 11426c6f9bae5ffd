/** Pairs of hues that look well side by side and tell each other apart. */
const HUES = [
  [262, 292],
  [232, 262],
  [205, 240],
  [172, 205],
  [150, 175],
  [125, 155],
  [85, 60],
  [60, 35],
  [32, 12],
  [12, 350],
  [345, 318],
  [318, 290],
] as const

/** Two hues for a drawn avatar: the same for the same address, in any case, on every machine. */
export function avatarHues(address: string): readonly [number, number] {
  let hash = 0x811c9dc5
  for (const character of address.toLowerCase()) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  }
  // Addresses may differ little; spread what differs over the whole number.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return HUES[((hash ^ (hash >>> 16)) >>> 0) % HUES.length] ?? HUES[0]
}
