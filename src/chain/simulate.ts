import type { PublicClient } from 'viem'
import { erc20Abi } from '../abi/erc20.ts'
import { type Address, type Hex, isNativeToken, NATIVE_TOKEN, sameAddress } from '../lib/address.ts'
import type { BalanceChange } from '../wire/router.ts'
import { anyCase, firstWord } from './call-view.ts'
import { decodeRevert } from './decode-revert.ts'
import { getHttpStatus, getMessage, getRevertData, getRpcCode, toRpcError } from './rpc-error.ts'
import { readAllowances, readTransfers } from './transfers.ts'
import type { ChainReader, Log, SimulationResult, TokenTransfer } from './types.ts'

type Query = Parameters<ChainReader['simulate']>[0]

interface SimulatedCall {
  status: Hex
  returnData?: Hex
  gasUsed: Hex
  logs?: Log[]
  error?: { message?: string; data?: Hex }
}

/** Reads around the run go through an account that needs no money. */
interface Read {
  account: Address
  token: Address
}

/**
 * Runs the calls on the pending block by `eth_simulateV1`, with the balances of the accounts read before and
 * after. Undefined where the node cannot; `NETWORK_LOST` where it did not answer.
 */
export async function simulate(client: PublicClient, query: Query): Promise<SimulationResult | undefined> {
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
  if (typeof answer === 'string') return refused(answer)
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
    error: failed && (await decodeRevert(failed.error?.data ?? failed.returnData, failed.error?.message)),
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

/** The calls' results; a string when the node refuses the run as such; undefined when it cannot simulate. */
async function simulateCalls(
  client: PublicClient,
  calls: readonly object[],
): Promise<SimulatedCall[] | string | undefined> {
  // `pending` carries the time the block will have; some nodes only know `latest` here.
  for (const tag of ['pending', 'latest'] as const) {
    try {
      const request = client.request as unknown as (args: {
        method: 'eth_simulateV1'
        params: unknown[]
      }) => Promise<{ calls: SimulatedCall[] }[]>
      const blocks = await request({
        method: 'eth_simulateV1',
        params: [{ blockStateCalls: [{ calls }], traceTransfers: true, validation: false }, tag],
      })
      return blocks[0]?.calls
    } catch (error) {
      const code = getRpcCode(error)
      if (isRefusal(code)) return decodeRevert(getRevertData(error), getMessage(error))
      if (!isUnsupported(code, getHttpStatus(error))) throw toRpcError(error)
    }
  }
  return undefined
}

/** The node ran it and it cannot be mined: too little money, a nonce, gas (the -38xxx of `eth_simulateV1`). */
function isRefusal(code: number | undefined): boolean {
  return code !== undefined && (code === 3 || code === -32_003 || (code <= -38_000 && code > -39_000))
}

function isUnsupported(code: number | undefined, status: number | undefined): boolean {
  if (code !== undefined) return code <= -32_000 && code > -33_000 && code !== -32_005
  return status !== undefined && status >= 400 && status < 500 && status !== 429 && status !== 408
}

function refused(error: string): SimulationResult {
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
  return call?.status === '0x1' ? (firstWord(call.returnData) ?? 0n) : 0n
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
