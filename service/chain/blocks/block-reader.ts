import type { PublicClient } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { BlockReader, ContractCall } from '../../modules/core/module.ts'
import { isResponding } from '../../modules/core/read-untrusted.ts'
import { decodeAggregate, encodeAggregate } from '../rpc/aggregate-codec.ts'
import { isRateLimited, isUnclearLimit } from '../rpc/rpc-errors.ts'
import type { L1Fee } from './block.ts'
import { gasLimit } from './gas-limit.ts'

/** Maximum calls per request. */
export const BATCH = 250
const PARALLEL = 4

export interface ReaderOptions {
  multicall3: Address
  blockHash: Hex
  /** The data fee of this chain, as in a header. Gas limits exclude the cost of the data. */
  l1Fee?: L1Fee | null | undefined
}

/**
 * Batches calls through Multicall3, all at one block hash. Halves a batch that fails while the node
 * answers a harmless call, whatever the error: nodes and gateways limit gas, time and size of a
 * call, and report these limits in different ways.
 */
export function createBlockReader(
  client: PublicClient,
  { multicall3, blockHash, l1Fee }: ReaderOptions,
): BlockReader {
  async function ask(calls: readonly ContractCall[], gas?: bigint): Promise<(Hex | undefined)[]> {
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

  async function readParts(calls: readonly ContractCall[]): Promise<(Hex | undefined)[]> {
    try {
      return await ask(calls)
    } catch (error) {
      if (calls.length < 2 || isClearlyRateLimited(error) || !(await isResponding(ask))) throw error
      const middle = calls.length >> 1
      return [...(await readParts(calls.slice(0, middle))), ...(await readParts(calls.slice(middle)))]
    }
  }

  return async (calls, { gas, isWhole = gas !== undefined } = {}) => {
    const readBatch = (batch: readonly ContractCall[]) => (isWhole ? ask(batch, gas) : readParts(batch))
    const batches: (readonly ContractCall[])[] = []
    for (let start = 0; start < calls.length; start += BATCH) batches.push(calls.slice(start, start + BATCH))
    const answers: (Hex | undefined)[][] = []
    for (let start = 0; start < batches.length; start += PARALLEL) {
      answers.push(...(await Promise.all(batches.slice(start, start + PARALLEL).map(readBatch))))
    }
    return answers.flat()
  }
}

/** An immediate retry in more requests makes a rate limit worse. */
function isClearlyRateLimited(error: unknown): boolean {
  return isRateLimited(error) && !isUnclearLimit(error)
}
