import {
  decodeFunctionResult,
  encodeFunctionData,
  multicall3Abi,
  type PublicClient,
  TimeoutError,
} from 'viem'
import type { Address, Hex } from '../../src/lib/address.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import type { BlockReader, ContractCall } from '../modules/core/module.ts'
import { ChainFailure } from './core/chain-failure.ts'

export interface BlockHeader {
  number: bigint
  hash: Hex
  /** Unix seconds. */
  timestamp: bigint
}

/** What the yield interface asks a node. Everything ends within the time-out, or as a `ChainFailure`. */
export interface YieldReader {
  /** Whoever asks while it is being asked gets the same block: what is summed up is read at one. */
  latest(): Promise<BlockHeader>
  block(number: bigint): Promise<BlockHeader>
  /** Calls contracts at one block. */
  at(header: BlockHeader): BlockReader
}

export type YieldClient = Pick<PublicClient, 'call' | 'getBlock'>

/** Calls in one batch, and batches at a time. */
const MULTICALL_SIZE = 30
const PARALLEL = 4

/** Chains of this machine, which takes its time. */
const LOCAL_CHAINS: readonly number[] = [1337, 31337, 31338]
const TIMEOUT_MS = { local: 20_000, production: 1_000 }

/** How long the states of a pool may take (section 8). */
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
    const { data: answer } = await client.call({ to: multicall3, data, blockHash })
    // Long ago, when not even Multicall3 was there, there was nothing to ask.
    if (!answer) return calls.map(() => undefined)
    const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer })
    return results.map(({ success, returnData }) => (success && returnData !== '0x' ? returnData : undefined))
  }

  async function read(calls: readonly ContractCall[], blockHash: Hex): Promise<(Hex | undefined)[]> {
    const starts = Array.from(
      { length: Math.ceil(calls.length / MULTICALL_SIZE) },
      (_, i) => i * MULTICALL_SIZE,
    )
    const answers: (Hex | undefined)[] = []
    while (starts.length > 0) {
      const batches = starts.splice(0, PARALLEL).map((start) => calls.slice(start, start + MULTICALL_SIZE))
      answers.push(...(await Promise.all(batches.map((some) => batch(some, blockHash)))).flat())
    }
    return answers
  }

  const getBlock = async (which: { blockTag: 'latest' } | { blockNumber: bigint }) => {
    const { number, hash, timestamp } = await inTime(client.getBlock(which), timeoutMs)
    if (number === null || hash === null)
      throw new ChainFailure('failed', 'The node answered with a pending block')
    return { number, hash, timestamp }
  }

  let asking: Promise<BlockHeader> | undefined
  function latest(): Promise<BlockHeader> {
    asking ??= getBlock({ blockTag: 'latest' }).finally(() => {
      asking = undefined
    })
    return asking
  }

  return {
    latest,
    block: (blockNumber) => getBlock({ blockNumber }),
    at: (header) => (calls) => inTime(read(calls, header.hash), timeoutMs),
  }
}

/** The answer, or a `ChainFailure`. */
async function inTime<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
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
