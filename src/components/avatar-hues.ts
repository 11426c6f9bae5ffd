/** Two hues for a drawn avatar: the same for the same address, in any case, on every machine. */
export function avatarHues(address: string): readonly [number, number] {
  let hash = 0x811c9dc5
  for (const character of address.toLowerCase()) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  }
  // Addresses differ little; spread what differs over the whole number.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  hash = (hash ^ (hash >>> 16)) >>> 0
  const first = hash % 360
  return [first, (first + 30 + ((hash >>> 16) % 50)) % 360]
}
