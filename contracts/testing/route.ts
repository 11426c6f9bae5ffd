import { type Address, encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { routeParameters } from '../../src/abi/settlement.ts'

export const WHOLE = 2n ** 64n - 1n

/** Indexes of the sources the market's settlement was built with. */
export const SOURCE = { v2: 0, v2Fork: 1, v3: 2 }

export interface Step {
  kind: number
  source: number
  portion: bigint
  tokenIn: Address
  tokenOut: Address
  data: Hex
}

type StepOptions = { portion?: bigint; source?: number }

export function v2(tokenIn: Address, tokenOut: Address, options: StepOptions = {}): Step {
  return { kind: 0, source: SOURCE.v2, portion: WHOLE, tokenIn, tokenOut, data: '0x', ...options }
}

export function v3(tokenIn: Address, tokenOut: Address, fee: number, options: StepOptions = {}): Step {
  const data = encodeAbiParameters(parseAbiParameters('uint24'), [fee])
  return { kind: 1, source: SOURCE.v3, portion: WHOLE, tokenIn, tokenOut, data, ...options }
}

export function encodeRoute(...steps: Step[]): Hex {
  return encodeAbiParameters(routeParameters, [steps])
}

/** The portion that sells `percent` of the balance at that moment. */
export function portionOf(percent: number): bigint {
  return (WHOLE * BigInt(percent)) / 100n
}
