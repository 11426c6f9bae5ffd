import * as v from 'valibot'
import { erc20Abi } from '../../wire/abi/erc20.ts'
import { type Address, type Hex, isNativeToken, NATIVE_TOKEN, sameAddress } from '../../wire/lib/address.ts'
import { object } from '../../wire/own-object.ts'
import type { BalanceChange } from '../../wire/quote.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { anyCase, firstWord } from './call-view.ts'
import { decodeRevert } from './decode-revert.ts'
import type { ReadClient } from './read-actions.ts'
import { getHttpStatus, getMessage, getRevertData, getRpcCode, toRpcError } from './rpc-error.ts'
import { readAllowances, readTransfers } from './transfers.ts'
import type { ChainReader, Log, SimulationResult, TokenTransfer } from './types.ts'

type Query = Parameters<ChainReader['simulate']>[0]

const textSchema = v.custom<Hex>((value) => typeof value === 'string')
const simulatedCallSchema = object({
  status: textSchema,
  gasUsed: textSchema,
  returnData: v.nullish(textSchema),
  logs: v.nullish(v.array(v.custom<Log>(isLog))),
  error: v.nullish(object({ message: v.nullish(v.string()), data: v.nullish(textSchema) })),
})
type SimulatedCall = v.InferOutput<typeof simulatedCallSchema>

/** A balance read before and after the simulated calls. */
interface Read {
  account: Address
  token: Address
}

/**
 * Simulates the calls on the pending block with `eth_simulateV1`, and reads the balances of the
 * accounts before and after. Undefined if the node does not support it; rejects with
 * `RPC_UNAVAILABLE` if it did not respond.
 */
export async function simulate(client: ReadClient, query: Query): Promise<SimulationResult | undefined> {
  const { encodeFunctionData } = await import('./viem.ts')
  const tokens = query.tokens.filter((token) => !isNativeToken(token))
  const reads = tokens.flatMap((token) => query.accounts.map((account): Read => ({ account, token })))
  const readCalls = reads.map(({ account, token }) => ({
    from: query.from,
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [anyCase(account)] }),
  }))
  const calls = query.calls.map(({ to, data, value }) => ({
    from: query.from,
    to,
    data,
    value: `0x${value.toString(16)}`,
  }))

  const answer = await simulateCalls(client, [...readCalls, ...calls, ...readCalls])
  if (answer === undefined) return undefined
  if (typeof answer === 'string') return failedSimulation(answer)
  const before = answer.slice(0, reads.length)
  const own = answer.slice(reads.length, reads.length + calls.length)
  const after = answer.slice(reads.length + calls.length)

  const failed = own.find((call) => call.status !== '0x1')
  const logs = own.flatMap((call) => call.logs ?? [])
  const transfers = readTransfers(logs)
  return {
    success: failed === undefined,
    gasUsed: own.map((call) => BigInt(call.gasUsed)),
    failedCall: failed && own.indexOf(failed),
    error:
      failed &&
      (await decodeRevert(
        failed.error?.data ?? failed.returnData ?? undefined,
        failed.error?.message ?? undefined,
      )),
    balanceChanges: [
      ...reads.map(({ account, token }, index) =>
        toChange(account, token, readAmount(after[index]) - readAmount(before[index])),
      ),
      ...query.accounts.map((account) => toChange(account, NATIVE_TOKEN, nativeDelta(transfers, account))),
    ],
    transfers,
    allowances: readAllowances(logs),
  }
}

/**
 * The results of the calls; a string if the node rejects the whole simulation; undefined if it
 * cannot simulate.
 */
async function simulateCalls(
  client: ReadClient,
  calls: readonly object[],
): Promise<SimulatedCall[] | string | undefined> {
  // `pending` has the timestamp of the next block; some nodes only support `latest` here.
  for (const tag of ['pending', 'latest'] as const) {
    try {
      const request = client.request as unknown as (args: {
        method: 'eth_simulateV1'
        params: unknown[]
      }) => Promise<unknown>
      const blocks = await request({
        method: 'eth_simulateV1',
        params: [{ blockStateCalls: [{ calls }], traceTransfers: true, validation: false }, tag],
      })
      if (blocks === null || blocks === undefined) throw malformed(blocks)
      // A node that returns no blocks, or no calls, cannot simulate.
      const answer: unknown = Object(Object(blocks)[0]).calls
      return answer === undefined ? undefined : parseCalls(answer)
    } catch (error) {
      const code = getRpcCode(error)
      if (isRejection(code)) return decodeRevert(getRevertData(error), getMessage(error))
      if (!isUnsupported(code, getHttpStatus(error))) throw toRpcError(error)
    }
  }
  return undefined
}

function parseCalls(calls: unknown): SimulatedCall[] {
  const { success, output } = v.safeParse(v.array(simulatedCallSchema), calls)
  if (success) return output
  throw malformed(calls)
}

function malformed(answer: unknown): SluiceError {
  return new SluiceError('RPC_UNAVAILABLE', { details: `eth_simulateV1 returned ${typeof answer}` })
}

/**
 * True if the calls cannot be mined: insufficient funds, nonce, gas (the -38xxx codes of
 * `eth_simulateV1`).
 */
function isRejection(code: number | undefined): boolean {
  return code !== undefined && (code === 3 || code === -32_003 || (code <= -38_000 && code > -39_000))
}

function isUnsupported(code: number | undefined, status: number | undefined): boolean {
  if (code !== undefined) return code <= -32_000 && code > -33_000 && code !== -32_005
  return status !== undefined && status >= 400 && status < 500 && status !== 429 && status !== 408
}

function failedSimulation(error: string): SimulationResult {
  return {
    success: false,
    gasUsed: [],
    failedCall: undefined,
    error,
    balanceChanges: [],
    transfers: [],
    allowances: [],
  }
}

function toChange(account: Address, token: Address, delta: bigint): BalanceChange {
  return { account, token, delta: delta.toString() }
}

function readAmount(call: SimulatedCall | undefined): bigint {
  return call?.status === '0x1' ? (firstWord(call.returnData ?? undefined) ?? 0n) : 0n
}

function nativeDelta(transfers: readonly TokenTransfer[], account: Address): bigint {
  let delta = 0n
  for (const transfer of transfers) {
    if (!isNativeToken(transfer.token)) continue
    if (sameAddress(transfer.to, account)) delta += transfer.amount
    if (sameAddress(transfer.from, account)) delta -= transfer.amount
  }
  return delta
}

/** True if the fields that are read have their types. */
function isLog(value: unknown): boolean {
  const { address, topics, data } = Object(value)
  const isText = (field: unknown) => typeof field === 'string'
  return isText(address) && isText(data) && Array.isArray(topics) && topics.every(isText)
}
