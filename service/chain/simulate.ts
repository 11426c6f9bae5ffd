import {
  BaseError,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  numberToHex,
  type PublicClient,
} from 'viem'
import type { Address, Hex } from '../../src/lib/address.ts'
import { gasLimit } from './gas-limit.ts'
import { simulateByCall } from './simulate-by-call.ts'
import type {
  PinnedBlock,
  SimulatedCall,
  SimulatedResult,
  SimulationRequest,
  StateOverride,
} from './simulation.ts'

/** Runs calls one after another in a block on top of the given one, without signatures or fees. */
export async function simulateCalls(
  client: PublicClient,
  request: SimulationRequest,
): Promise<SimulatedResult[]> {
  try {
    return await simulateInBlock(client, request)
  } catch (error) {
    if (!isUnknownMethod(error)) throw error
    return simulateByCall(client, request)
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

/** Nodes report it by one of two codes, or only in the message. */
function isUnknownMethod(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  return (
    error.walk(
      (cause) =>
        cause instanceof MethodNotFoundRpcError ||
        cause instanceof MethodNotSupportedRpcError ||
        /method .*(not found|not supported|does not exist|not available|unavailable)|unknown method/i.test(
          cause instanceof Error ? cause.message : '',
        ),
    ) !== null
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
