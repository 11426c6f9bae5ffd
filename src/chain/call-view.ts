import type { Address, Hex } from '../../wire/lib/address.ts'
import type { ReadClient } from './read-actions.ts'
import { getMessage, getRpcCode } from './rpc-error.ts'
import type { ReadAt } from './types.ts'

/** The JSON-RPC code of a revert. */
const REVERTED = 3
/** Nodes report other failures of a contract only in the message. */
const FAILURE = /revert|EVM error|VM execution|invalid (opcode|jump)|out of gas|stack (under|over)flow/i

/**
 * The return data of a view call; undefined if the contract reverts or returns nothing. Rejects if
 * the node or the network fails. `blockNumber` replaces `blockTag`.
 */
export async function callView(
  client: ReadClient,
  {
    to,
    data,
    blockTag,
    blockNumber,
  }: { to: Address; data: Hex; blockTag?: ReadAt['blockTag'] | undefined; blockNumber?: bigint | undefined },
): Promise<Hex | undefined> {
  try {
    const at = blockNumber === undefined ? { blockTag } : { blockNumber }
    const answer = await client.call({ to: anyCase(to), data, ...at })
    return answer.data === '0x' ? undefined : answer.data
  } catch (error) {
    const code = getRpcCode(error)
    const isFailure = code === REVERTED || (code !== undefined && FAILURE.test(getMessage(error)))
    if (isFailure) return undefined
    throw error
  }
}

/** The first 32-byte word of return data as a number; undefined if the data is shorter. */
export function firstWord(data: Hex | undefined): bigint | undefined {
  return data !== undefined && data.length >= 66 ? BigInt(data.slice(0, 66)) : undefined
}

/** The address in lower case, because viem rejects mixed case with a wrong checksum. */
export function anyCase(address: Address): Address {
  return address.toLowerCase() as Address
}
