/** The closed lines of a seal in a square of 120 units, as SVG path data. */
export interface Guilloche {
  /** The scalloped edge. */
  edge: string
  /** The interlaced waves between edge and center. */
  waves: readonly string[]
}

const CENTER = 60
const STEPS = 180
const WAVES = 6

/** Returns a short fingerprint of a call, from which its seal is drawn. Not a cryptographic hash. */
export function toSealSeed({ to, data, value }: { to: string; data: string; value: bigint }): string {
  const text = `${to}${data}${value}`.toLowerCase()
  return [0x811c9dc5, 0x9e3779b9].map((start) => toHex(hash(text, start))).join('')
}

/** Draws the pattern of a seed: the same seed always gives the same seal. */
export function drawGuilloche(seed: string): Guilloche {
  const bits = hash(seed, 0x811c9dc5)
  const pick = (shift: number, count: number) => (bits >>> shift) % count
  const petals = 7 + pick(0, 7)
  const inner = 5 + pick(5, 6)
  const skew = (pick(11, 16) / 16) * Math.PI
  const swing = 6 + pick(17, 4)
  return {
    edge: toPath((angle) => 56.6 + 1.4 * Math.cos(36 * angle)),
    waves: Array.from({ length: WAVES }, (_, index) => {
      const phase = (index / WAVES) * 2 * Math.PI
      return toPath(
        (angle) =>
          36 + swing * Math.sin(petals * angle + phase) + 4 * Math.sin(inner * angle + skew + phase * 2),
      )
    }),
  }
}

function toPath(radius: (angle: number) => number): string {
  const points = Array.from({ length: STEPS }, (_, index) => {
    const angle = (index / STEPS) * 2 * Math.PI
    const length = radius(angle)
    return [CENTER + length * Math.sin(angle), CENTER - length * Math.cos(angle)]
      .map((place) => place.toFixed(1))
      .join(' ')
  })
  return `M${points.join('L')}Z`
}

/** FNV-1a with mixed bits. */
function hash(text: string, start: number): number {
  let result = start
  for (let index = 0; index < text.length; index += 1) {
    result = Math.imul(result ^ text.charCodeAt(index), 0x01000193)
  }
  result = Math.imul(result ^ (result >>> 15), 0x2c1b3c6d)
  return (result ^ (result >>> 13)) >>> 0
}

function toHex(value: number): string {
  return value.toString(16).padStart(8, '0')
}
