import {
  decodeFunctionResult,
  encodeFunctionData,
  multicall3Abi,
  type PublicClient,
  TimeoutError,
} from 'viem'
import type { Address, Hex } from '../../wire/lib/address.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import type { BlockReader, ContractCall } from '../modules/core/module.ts'
import { ChainFailure } from './core/chain-failure.ts'

export interface BlockHeader {
  number: bigint
  hash: Hex
  /** Unix seconds. */
  timestamp: bigint
}

/**
 * Node requests of the yield interface. Each resolves within the timeout, or rejects with a
 * `ChainFailure`.
 */
export interface YieldReader {
  /** Concurrent calls share one request, so that totals are read at one block. */
  latest(): Promise<BlockHeader>
  block(number: bigint): Promise<BlockHeader>
  /** Returns a reader of contracts at one block. */
  at(header: BlockHeader): BlockReader
}

export type YieldClient = Pick<PublicClient, 'call' | 'getBlock'>

/** Calls per batch, and concurrent batches. */
const MULTICALL_SIZE = 30
const PARALLEL = 4

/** Local chains have a longer timeout. */
const LOCAL_CHAINS: readonly number[] = [1337, 31337, 31338]
const TIMEOUT_MS = { local: 20_000, production: 1_000 }

/** Returns the timeout for reading the states of a pool (section 8). */
export function getTimeoutMs(chainId: number): number {
  return LOCAL_CHAINS.includes(chainId) ? TIMEOUT_MS.local : TIMEOUT_MS.production
}

export function createChainReader(
  client: YieldClient,
  { multicall3, timeoutMs }: { multicall3: Address; timeoutMs: number },
): YieldReader {
  async function batch(calls: readonly ContractCall[], blockHash: Hex): Promise<(Hex | undefined)[]> {
    const data = encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [calls.map(({ to, data: callData }) => ({ target: to, allowFailure: true, callData }))],
    })
    const { data: result } = await client.call({ to: multicall3, data, blockHash })
    // Multicall3 was not deployed at this block.
    if (!result) return calls.map(() => undefined)
    const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: result })
    return results.map(({ success, returnData }) => (success && returnData !== '0x' ? returnData : undefined))
  }

  async function read(calls: readonly ContractCall[], blockHash: Hex): Promise<(Hex | undefined)[]> {
    const starts = Array.from(
      { length: Math.ceil(calls.length / MULTICALL_SIZE) },
      (_, i) => i * MULTICALL_SIZE,
    )
    const results: (Hex | undefined)[] = []
    while (starts.length > 0) {
      const batches = starts.splice(0, PARALLEL).map((start) => calls.slice(start, start + MULTICALL_SIZE))
      results.push(...(await Promise.all(batches.map((some) => batch(some, blockHash)))).flat())
    }
    return results
  }

  const getBlock = async (which: { blockTag: 'latest' } | { blockNumber: bigint }) => {
    const { number, hash, timestamp } = await withFailure(client.getBlock(which), timeoutMs)
    if (number === null || hash === null)
      throw new ChainFailure('failed', 'The node returned a pending block')
    return { number, hash, timestamp }
  }

  let pending: Promise<BlockHeader> | undefined
  function latest(): Promise<BlockHeader> {
    pending ??= getBlock({ blockTag: 'latest' }).finally(() => {
      pending = undefined
    })
    return pending
  }

  return {
    latest,
    block: (blockNumber) => getBlock({ blockNumber }),
    at: (header) => (calls) => withFailure(read(calls, header.hash), timeoutMs),
  }
}

/** Rejects with a `ChainFailure` on errors and timeouts. */
async function withFailure<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  try {
    return await withTimeout(work, {
      timeoutMs,
      onTimeout: () => {
        throw new ChainFailure('timeout', 'The chain did not answer in time')
      },
    })
  } catch (cause) {
    if (cause instanceof ChainFailure) throw cause
    throw new ChainFailure(isTimeout(cause) ? 'timeout' : 'failed', 'The chain did not answer', { cause })
  }
}

function isTimeout(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof TimeoutError) return true
  }
  return false
}
