import * as v from 'valibot'
import { type Address, type Hex, isNativeToken, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import type { Log } from '../../chain/types.ts'
import type { ResolvedChain } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { loadRouterCodec } from '../codecs/load-router-codec.ts'
import type { RouterCodec } from '../codecs/router-codec.ts'
import { readOutcome } from '../verification/read-outcome.ts'
import { type SwapProof, swapProofSchema } from './swap-proof.ts'

/**
 * The node, and the contract that a proof must name.
 * @example
 * const options: VerifyReceiptOptions = {
 *   rpc: 'https://rpc.example',
 *   router: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
 * }
 */
export interface VerifyReceiptOptions {
  /** The URL of a node, or an EIP-1193 provider. */
  rpc: string | { request: (request: { method: string; params: unknown[] }) => Promise<unknown> }
  /**
   * The contract that you trust, as in the config of the chain. Anyone can deploy a contract whose
   * transactions look like swaps.
   */
  router: Address
  /** The format of the contract's calls. Default `sluice`. */
  codec?: Exclude<ResolvedChain['codec'], 'none'>
}

/**
 * `reason` names the first field that differs, its value in the proof and its value at the node.
 * @example
 * const explain = (result: VerifiedReceipt) => (result.isValid ? 'Proved' : result.reason)
 */
export type VerifiedReceipt = { isValid: true } | { isValid: false; reason: string }

/**
 * Checks the proof of a completed swap ("Copy proof" on the receipt) against a node: the transaction
 * is the signed call, the call enforces the terms, and the receipt contains the outcome. Nothing is
 * requested from Sluice.
 *
 * @param proof The parsed JSON document.
 * @throws If the node does not respond.
 * @example
 * const proof: unknown = JSON.parse('{}')
 * const router = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
 * const result = await verifyReceipt(proof, { rpc: 'https://rpc.example', router })
 * if (!result.isValid) console.log(result.reason)
 */
export async function verifyReceipt(
  proof: unknown,
  { rpc, router, codec: codecName = 'sluice' }: VerifyReceiptOptions,
): Promise<VerifiedReceipt> {
  const parsed = v.safeParse(swapProofSchema, proof)
  if (!parsed.success) {
    const [issue] = parsed.issues
    return { isValid: false, reason: `${v.getDotPath(issue) ?? 'proof'}: ${issue.message}` }
  }
  const { output } = parsed
  const request = toRequest(rpc)
  const [chainId, transaction, receipt] = await Promise.all([
    request('eth_chainId', []),
    request('eth_getTransactionByHash', [output.transaction.hash]),
    request('eth_getTransactionReceipt', [output.transaction.hash]),
  ])
  const codec = await loadRouterCodec(codecName)
  if (!codec) throw new SluiceError('UNVERIFIABLE', { details: `no codec is named ${codecName}` })
  const reason =
    differ('chainId', output.chainId, chainId) ??
    checkTransaction(output, transaction) ??
    checkTerms(output, codec, router) ??
    checkOutcome(output, codec, receipt)
  return reason === undefined ? { isValid: true } : { isValid: false, reason }
}

function checkTransaction({ terms, call, transaction }: SwapProof, found: unknown): string | undefined {
  if (!isObject(found)) return `transaction.hash: the node does not know ${transaction.hash}`
  return (
    differ('terms.account', terms.account, found.from) ??
    differ('call.to', call.to, found.to) ??
    differ('call.data', call.data, found.input) ??
    differ('call.value', call.value, found.value) ??
    differ('transaction.blockNumber', transaction.blockNumber, found.blockNumber)
  )
}

/** Compares the terms with the fields of the call, which the contract enforces. */
function checkTerms({ terms, call }: SwapProof, codec: RouterCodec, router: Address): string | undefined {
  const decoded = codec.decode(call.data)
  if (!decoded) return `call.data: not a swap of ${router}`
  const { named, maxInputAmount, minOutputAmount } = decoded
  return (
    differ('call.to', call.to, router) ??
    differ('call.data', call.data, decoded.encoded()) ??
    differ('terms.inputToken', terms.inputToken, named.inputToken) ??
    differ('terms.outputToken', terms.outputToken, named.outputToken) ??
    differ('terms.receiver', terms.receiver, named.receiver) ??
    differ('terms.partner', terms.partner ?? ZERO_ADDRESS, named.partner) ??
    differ('terms.maximumInput', terms.maximumInput, maxInputAmount) ??
    differ('terms.minimumOutput', terms.minimumOutput, minOutputAmount) ??
    differ('call.value', call.value, isNativeToken(terms.inputToken) ? maxInputAmount : 0n) ??
    (named.deadline === undefined ? undefined : differ('terms.deadline', terms.deadline ?? 0, named.deadline))
  )
}

function checkOutcome(
  { terms, call, chainId, outcome, transaction }: SwapProof,
  codec: RouterCodec,
  found: unknown,
) {
  if (!isObject(found)) return `transaction.hash: the node has no receipt of ${transaction.hash}`
  const failed = differ('transaction.status', 1, found.status)
  if (failed) return failed
  const token = (address: Address) => ({ chainId, address, symbol: '', name: '', decimals: 0 })
  const gasUsed = toNumber(found.gasUsed)
  const effectiveGasPrice = toNumber(found.effectiveGasPrice)
  const read = readOutcome({
    receipt: {
      status: 'success',
      hash: transaction.hash,
      blockNumber: toNumber(found.blockNumber) ?? 0n,
      gasUsed: gasUsed ?? 0n,
      effectiveGasPrice: effectiveGasPrice ?? 0n,
      revertReason: undefined,
      logs: (Array.isArray(found.logs) ? found.logs : []) as Log[],
    },
    feesBesideGasWei: undefined,
    intent: {
      account: terms.account,
      receiver: terms.receiver,
      inputToken: token(terms.inputToken),
      outputToken: token(terms.outputToken),
    },
    router: call.to,
    codec,
    replacedHash: undefined,
  })
  return (
    differ('outcome.paid', outcome.paid, read.paid) ??
    differ('outcome.received', outcome.received, read.received) ??
    differ('outcome.gasUsed', outcome.gasUsed, gasUsed) ??
    differ('outcome.gasPrice', outcome.gasPrice, effectiveGasPrice)
  )
}

/** Names a field that differs between the proof and the node or the call. */
function differ(field: string, proved: unknown, found: unknown): string | undefined {
  const [expected, actual] = [toText(proved), toText(found)]
  return expected === actual ? undefined : `${field}: the proof says ${expected}, found ${actual}`
}

/** Numbers of any notation become decimal; addresses and calldata lose their case. */
function toText(value: unknown): string {
  if (typeof value === 'string' && value.length >= 42) return value.toLowerCase()
  return toNumber(value)?.toString() ?? String(value).toLowerCase()
}

function toNumber(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return BigInt(value)
  return typeof value === 'string' && /^(0x[0-9a-f]{1,64}|\d+)$/i.test(value) ? BigInt(value) : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function toRequest(rpc: VerifyReceiptOptions['rpc']): (method: string, params: Hex[]) => Promise<unknown> {
  if (typeof rpc !== 'string') return (method, params) => rpc.request({ method, params })
  return async (method, params) => {
    const response = await fetch(rpc, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const answer: unknown = await response.json()
    if (isObject(answer) && 'result' in answer) return answer.result
    throw new SluiceError('RPC_UNAVAILABLE', {
      details: `${method}: ${JSON.stringify(isObject(answer) ? answer.error : answer)}`,
    })
  }
}
