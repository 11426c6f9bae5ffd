import { type Hex, size, toHex } from 'viem'

/** The response of a contract to a call: the bytes it returns or reverts with. */
export type ContractAnswer = { returns: Hex } | { reverts: Hex }

/**
 * Runtime code of a contract that responds to each selector with fixed bytes, and to every other
 * call with `otherwise`: for malformed tokens that a compiler cannot produce.
 */
export function contractCode(
  answers: Readonly<Record<Hex, ContractAnswer>>,
  otherwise: ContractAnswer = { reverts: '0x' },
): Hex {
  const entries = Object.entries(answers) as [Hex, ContractAnswer][]
  const bodies = [otherwise, ...entries.map(([, answer]) => answer)]
  // PUSH0 CALLDATALOAD PUSH1 e0 SHR: the selector.
  const header = '5f3560e01c'
  const headerSize = size(`0x${header}`) + entries.length * DISPATCH_SIZE
  const dispatch = entries.map(([selector], index) => {
    const target = headerSize + (index + 1) * BODY_SIZE
    // DUP1 PUSH4 selector EQ PUSH2 target JUMPI.
    return `8063${selector.slice(2)}1461${word(target, 2)}57`
  })
  let offset = headerSize + bodies.length * BODY_SIZE
  const jumps = bodies.map((answer) => {
    const [data, opcode] = 'returns' in answer ? [answer.returns, 'f3'] : [answer.reverts, 'fd']
    const length = word(size(data), 3)
    // JUMPDEST, then CODECOPY of the bytes to memory, then RETURN or REVERT.
    const body = `5b62${length}62${word(offset, 3)}5f3962${length}5f${opcode}`
    offset += size(data)
    return body
  })
  const data = bodies.map((answer) => ('returns' in answer ? answer.returns : answer.reverts).slice(2))
  return `0x${[header, ...dispatch, ...jumps, ...data].join('')}`
}

const DISPATCH_SIZE = 11
const BODY_SIZE = 17

function word(value: number, bytes: number): string {
  return toHex(value, { size: bytes }).slice(2)
}
