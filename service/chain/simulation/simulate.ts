import {
  BaseError,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  numberToHex,
  type PublicClient,
} from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { gasLimit } from '../blocks/gas-limit.ts'
import { isRateLimited, isUnreachable } from '../rpc/rpc-errors.ts'
import { simulateByCall } from './simulate-by-call.ts'
import type {
  PinnedBlock,
  SimulatedCall,
  SimulatedResult,
  SimulationRequest,
  StateOverride,
} from './simulation.ts'

/**
 * Smaller blocks have no room for a long swap and the reads around it, because some nodes divide
 * the block's gas among the calls.
 */
const SMALL_BLOCK = 10_000_000n
/** How long a node that cannot simulate blocks is not tried again. */
const ASK_AGAIN_MS = 300_000

/** When `eth_simulateV1` may be tried again on a client, by `performance.now`. */
const refusedUntil = new WeakMap<PublicClient, number>()

/** Simulates calls one after another on top of a block, without signatures or fees. */
export async function simulateCalls(
  client: PublicClient,
  request: SimulationRequest,
): Promise<SimulatedResult[]> {
  const { gasLimit = SMALL_BLOCK } = request.block
  const isRefused = performance.now() < (refusedUntil.get(client) ?? 0)
  if (isRefused || gasLimit < SMALL_BLOCK) return simulateByCall(client, request)
  try {
    return await simulateInBlock(client, request)
  } catch (error) {
    if (!cannotSimulateBlocks(error)) throw error
    const results = await simulateByCall(client, request)
    refusedUntil.set(client, performance.now() + ASK_AGAIN_MS)
    return results
  }
}

async function simulateInBlock(
  client: PublicClient,
  { block, calls, overrides }: SimulationRequest,
): Promise<SimulatedResult[]> {
  const blockState = {
    calls: calls.map((call) => toRpcCall(call, block)),
    stateOverrides: toRpcOverrides(overrides ?? {}),
  }
  const answer = (await client.request({
    method: 'eth_simulateV1' as never,
    params: [{ blockStateCalls: [blockState], validation: false }, { blockHash: block.blockHash }] as never,
  })) as RpcSimulatedBlock[]
  const results = answer[0]?.calls ?? []
  if (results.length !== calls.length) throw new Error('The node simulated only some of the calls')
  return results.map((result) => ({
    success: result.status === '0x1',
    gasUsed: BigInt(result.gasUsed),
    returnData: result.error?.data ?? result.returnData ?? '0x',
    message: result.error?.message,
  }))
}

/**
 * Checks whether the node cannot simulate blocks: it lacks the method, or its block rules reject
 * the simulated block (as in some versions of Mantle and Taiko nodes). Excludes unreachable and
 * rate-limited nodes, and errors about the calls: codes -38000 to -38999, or limits of gas, size or
 * time.
 */
function cannotSimulateBlocks(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  if (error.walk(isUnknownMethod) !== null) return true
  if (isUnreachable(error) || isRateLimited(error)) return false
  if (/\b(gas|limit|large|many|exceed\w*|time(d )?out)\b/i.test(error.details)) return false
  const isOfCalls = (cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? Number(cause.code) : 0
    return code <= -38_000 && code > -39_000
  }
  return error.walk(isOfCalls) === null
}

/** Nodes report an unknown method with one of two codes, or only in the message. */
function isUnknownMethod(cause: unknown): boolean {
  return (
    cause instanceof MethodNotFoundRpcError ||
    cause instanceof MethodNotSupportedRpcError ||
    /method .*(not found|not supported|does not exist|not available|unavailable)|unknown method/i.test(
      cause instanceof Error ? cause.message : '',
    )
  )
}

interface RpcSimulatedBlock {
  calls: {
    status: Hex
    gasUsed: Hex
    returnData?: Hex
    error?: { message?: string; data?: Hex }
  }[]
}

function toRpcCall({ from, to, data, value, gas }: SimulatedCall, { l1Fee }: PinnedBlock) {
  return {
    from,
    to,
    ...(data && { data }),
    ...(value && { value: numberToHex(value) }),
    ...(gas && { gas: numberToHex(gasLimit(gas, data ?? '0x', l1Fee)) }),
  }
}

function toRpcOverrides(overrides: Readonly<Record<Address, StateOverride>>) {
  return Object.fromEntries(
    Object.entries(overrides).map(([address, { balance, stateDiff }]) => [
      address,
      { ...(balance !== undefined && { balance: numberToHex(balance) }), ...(stateDiff && { stateDiff }) },
    ]),
  )
}
