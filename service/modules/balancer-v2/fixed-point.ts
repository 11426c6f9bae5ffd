import { fits } from '../core/checked.ts'
import { WAD } from '../core/units.ts'

/** Rounds as the pools' contracts do, like the other functions here. Numbers have 18 decimals. */

export function mulDown(a: bigint, b: bigint): bigint {
  return (a * b) / WAD
}

export function mulUp(a: bigint, b: bigint): bigint {
  const product = a * b
  return product === 0n ? 0n : (product - 1n) / WAD + 1n
}

export function divDown(a: bigint, b: bigint): bigint {
  return (a * WAD) / b
}

export function divUp(a: bigint, b: bigint): bigint {
  return a === 0n ? 0n : (a * WAD - 1n) / b + 1n
}

export function complement(a: bigint): bigint {
  return a < WAD ? WAD - a : 0n
}

/**
 * Multiplies an amount with 18 decimals by its token's rate. Throws where the contracts overflow.
 */
export function upscale(amount: bigint, factor: bigint): bigint {
  return fits(amount * factor) / WAD
}
