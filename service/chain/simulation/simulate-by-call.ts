import { concatHex, type PublicClient, size, toHex } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { encodeWord, uintAt } from '../../lib/abi-words.ts'
import type { SimulatedResult, SimulationRequest } from './simulation.ts'

/** Addresses whose code the simulation overrides. No key controls them. */
const COORDINATOR: Address = '0x5af0d0c1e3d1a5b6c7d8e9f00112233445566001'
const ANYONE: Address = '0x5af0d0c1e3d1a5b6c7d8e9f00112233445566002'

/**
 * Code placed at a caller's address. Without calldata it accepts value. Otherwise the calldata is
 * target, value and gas as words, then the data. The code makes that call and returns success and
 * gas used as words, then the return data.
 */
const CALLER_CODE: Hex =
  '0x36600557005b6060360360606000375a60006000606036036000602035600035604035f16000525a90036020523d600060403e60403d016000f3'

/**
 * Makes calls one after another. The calldata has per call the data length and the target as words,
 * then the data. The code returns the length of each result as a word, then the result.
 */
const COORDINATOR_CODE: Hex =
  '0x600060005b368110600f57506000f35b803580826040018437600060008285600086602001355af150016040013d82523d6000836020013e903d0160200190600456'

/** Passes all remaining gas. */
const ALL_GAS = (1n << 256n) - 1n
const TRANSACTION_GAS = 21_000n
const BYTE_GAS = 16n

/**
 * Implements `simulateCalls` for nodes without `eth_simulateV1`: all calls inside one `eth_call`.
 */
export async function simulateByCall(
  client: PublicClient,
  { block, calls, overrides = {} }: SimulationRequest,
): Promise<SimulatedResult[]> {
  const targets = new Set(calls.map(({ to }) => to.toLowerCase()))
  // A call target keeps its own code. Its calls come from another account, and only read state.
  const toCaller = (from: Address) => (targets.has(from.toLowerCase()) ? ANYONE : from)
  const codes: Record<string, { code: Hex }> = { [COORDINATOR]: { code: COORDINATOR_CODE } }
  for (const { from } of calls) codes[toCaller(from).toLowerCase()] = { code: CALLER_CODE }

  const data = concatHex(
    calls.map(({ from, to, data: payload = '0x', value = 0n, gas = ALL_GAS }): Hex => {
      const message: Hex = `0x${encodeWord(BigInt(to))}${encodeWord(value)}${encodeWord(gas)}${payload.slice(2)}`
      return `0x${encodeWord(BigInt(size(message)))}${encodeWord(BigInt(toCaller(from)))}${message.slice(2)}`
    }),
  )
  const answer = (await client.request({
    method: 'eth_call',
    params: [{ to: COORDINATOR, data }, { blockHash: block.blockHash }, merged(codes, overrides)] as never,
  })) as Hex
  return readAnswers(answer, calls)
}

function readAnswers(answer: Hex, calls: SimulationRequest['calls']): SimulatedResult[] {
  let rest = answer
  return calls.map(({ data = '0x' }) => {
    if (rest.length < 66) throw new Error('The node simulated only some of the calls')
    const length = Number(uintAt(rest, 0))
    const own: Hex = `0x${rest.slice(66, 66 + 2 * length)}`
    rest = `0x${rest.slice(66 + 2 * length)}`
    if (length < 64) throw new Error('A simulated call ran out of gas')
    const success = uintAt(own, 0) === 1n
    return {
      success,
      gasUsed: uintAt(own, 1) + TRANSACTION_GAS + BYTE_GAS * BigInt(size(data)),
      returnData: `0x${own.slice(130)}`,
      message: success ? undefined : 'execution reverted',
    }
  })
}

function merged(
  codes: Record<string, { code: Hex }>,
  overrides: NonNullable<SimulationRequest['overrides']>,
) {
  const all: Record<string, object> = { ...codes }
  for (const [address, { balance, stateDiff }] of Object.entries(overrides)) {
    const key = address.toLowerCase()
    all[key] = {
      ...all[key],
      ...(balance !== undefined && { balance: toHex(balance) }),
      ...(stateDiff && { stateDiff }),
    }
  }
  return all
}
