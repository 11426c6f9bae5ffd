import type { PublicClient } from 'viem'
import type { Address, Hex } from '../lib/address.ts'
import { getMessage, getRpcCode } from './rpc-error.ts'
import type { ReadAt } from './types.ts'

/** The JSON-RPC code of a revert. */
const REVERTED = 3
/** Nodes tell other failures of a contract in words alone. */
const FAILURE = /revert|EVM error|VM execution|invalid (opcode|jump)|out of gas|stack (under|over)flow/i

/**
 * The raw answer of a view; undefined where the contract fails the call or answers nothing, as any node would tell.
 * A failure of the node or the network is thrown.
 */
export async function callView(
  client: PublicClient,
  { to, data, blockTag }: { to: Address; data: Hex; blockTag?: ReadAt['blockTag'] | undefined },
): Promise<Hex | undefined> {
  try {
    const answer = await client.call({ to: anyCase(to), data, blockTag })
    return answer.data === '0x' ? undefined : answer.data
  } catch (error) {
    const code = getRpcCode(error)
    const isFailure = code === REVERTED || (code !== undefined && FAILURE.test(getMessage(error)))
    if (isFailure) return undefined
    throw error
  }
}

/** The number in the first word of an answer; undefined where there is no whole word. */
export function firstWord(data: Hex | undefined): bigint | undefined {
  return data !== undefined && data.length >= 66 ? BigInt(data.slice(0, 66)) : undefined
}

/** An address as viem takes it, however its capitals stand: it refuses a wrong checksum. */
export function anyCase(address: Address): Address {
  return address.toLowerCase() as Address
}
