import type { PublicClient } from 'viem'
import type { Address, Hex } from '../../src/lib/address.ts'
import type { BlockReader, ContractCall } from '../modules/core/module.ts'
import { decodeAggregate, encodeAggregate } from './aggregate-codec.ts'
import { gasLimit } from './gas-limit.ts'
import type { L1Fee } from './types.ts'

const BATCH = 250
const PARALLEL = 4

export interface ReaderOptions {
  multicall3: Address
  blockHash: Hex
  /** What data costs on this chain, as a header has it: gas limits are for the calls, without their data. */
  l1Fee?: L1Fee | null | undefined
}

/** Batches calls through Multicall3, all at one block hash. */
export function createBlockReader(
  client: PublicClient,
  { multicall3, blockHash, l1Fee }: ReaderOptions,
): BlockReader {
  async function readBatch(calls: readonly ContractCall[], gas?: bigint): Promise<(Hex | undefined)[]> {
    const codes = new Map(calls.flatMap(({ to, code }) => (code ? [[to, code] as const] : [])))
    const data = encodeAggregate(calls)
    const answer = await client.call({
      to: multicall3,
      data,
      blockHash,
      ...(gas !== undefined && { gas: gasLimit(gas, data, l1Fee) }),
      ...(codes.size > 0 && { stateOverride: [...codes].map(([address, code]) => ({ address, code })) }),
    })
    if (!answer.data) throw new Error(`No Multicall3 contract at ${multicall3}`)
    return decodeAggregate(answer.data, calls.length)
  }

  return async (calls, { gas } = {}) => {
    const batches: (readonly ContractCall[])[] = []
    for (let start = 0; start < calls.length; start += BATCH) batches.push(calls.slice(start, start + BATCH))
    const answers: (Hex | undefined)[][] = []
    for (let start = 0; start < batches.length; start += PARALLEL) {
      answers.push(
        ...(await Promise.all(batches.slice(start, start + PARALLEL).map((batch) => readBatch(batch, gas)))),
      )
    }
    return answers.flat()
  }
}
