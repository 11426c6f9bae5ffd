import { brotliCompressSync, constants } from 'node:zlib'
import { type Hex, hexToBytes, numberToHex, type TestClient } from 'viem'
import type { Address } from '../../wire/lib/address.ts'

/** ArbGasInfo, a precompile of the node. */
export const ARB_GAS_INFO: Address = '0x000000000000000000000000000000000000006C'

export interface ArbitrumPrices {
  /** Wei for each byte of a compressed transaction. */
  perByte: bigint
  /** Wei for each unit of gas. */
  perGas: bigint
}

/** Sets the result of `getPricesInWei` on a chain. */
export async function takeArbitrumFees(
  client: Pick<TestClient, 'setCode'>,
  { perByte, perGas }: ArbitrumPrices,
): Promise<void> {
  await answer(client, ARB_GAS_INFO, [0n, perByte, 0n, 0n, 0n, perGas])
}

const NODE_INTERFACE: Address = '0x00000000000000000000000000000000000000C8'

/**
 * Sets the result of `gasEstimateL1Component` for the data of any call; undefined removes the
 * contract.
 */
export async function takeDataGas(
  client: Pick<TestClient, 'setCode'>,
  gas: bigint | undefined,
): Promise<void> {
  if (gas === undefined) await client.setCode({ address: NODE_INTERFACE, bytecode: '0x' })
  else await answer(client, NODE_INTERFACE, [gas, 0n, 0n, 0n, 0n, 0n])
}

/** Returns six words for every call. */
async function answer(
  client: Pick<TestClient, 'setCode'>,
  address: Address,
  words: readonly bigint[],
): Promise<void> {
  const data = words.map((word) => numberToHex(word, { size: 32 }).slice(2)).join('')
  await client.setCode({ address, bytecode: `0x60c0600c60003960c06000f3${data}` })
}

/** The envelope and the signature that a node assumes for a call, which do not compress. */
const ENVELOPE_BYTES = 130
/** The margin that the node adds, so that a transaction sent later is accepted. */
const PADDING_BYTES = 16

/**
 * The error of an Arbitrum node for a call whose gas limit does not pay for its data; undefined if
 * it does.
 */
export function refuseUnpaidData(
  { method, params }: { method: string; params?: unknown[] },
  { perByte, perGas }: ArbitrumPrices,
): { code: number; message: string } | undefined {
  const isUnpaid = toCalls(method, params).some(
    (call) => call.gas !== undefined && BigInt(call.gas) < toDataGas(call, { perByte, perGas }) + 21_000n,
  )
  return isUnpaid ? { code: -32_000, message: 'intrinsic gas too low' } : undefined
}

/** The result of a simulation, with the data gas added to each call. */
export function countData(
  { method, params }: { method: string; params?: unknown[] },
  result: unknown,
  prices: ArbitrumPrices,
): unknown {
  if (method !== 'eth_simulateV1') return result
  const calls = toCalls(method, params)
  const [block] = result as [{ calls: { gasUsed: Hex }[] }]
  const counted = block.calls.map((call, i) => {
    const gasUsed = BigInt(call.gasUsed) + toDataGas(calls[i] ?? {}, prices)
    return { ...call, gasUsed: numberToHex(gasUsed) }
  })
  return [{ ...block, calls: counted }]
}

function toDataGas({ data = '0x' }: RpcCallObject, { perByte, perGas }: ArbitrumPrices): bigint {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 0 }
  const compressed = brotliCompressSync(hexToBytes(data), { params: quality }).length
  return (BigInt(compressed + ENVELOPE_BYTES + PADDING_BYTES) * perByte) / perGas
}

interface RpcCallObject {
  gas?: Hex
  data?: Hex
}

function toCalls(method: string, params: unknown[] = []): RpcCallObject[] {
  if (method === 'eth_call') return [params[0] as RpcCallObject]
  if (method !== 'eth_simulateV1') return []
  return (params[0] as { blockStateCalls: { calls: RpcCallObject[] }[] }).blockStateCalls[0]?.calls ?? []
}
