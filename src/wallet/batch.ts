import type { Address, Hex } from '../../wire/lib/address.ts'
import type { HostProvider } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { type BatchRequest, type BatchStatus, MAX_BATCH_ID_LENGTH } from './types.ts'

/** Wallets that query a server may take a while. The user waits for this read. */
const READ_TIMEOUT_MS = 3_000
const TRANSACTION_HASH = /^0x[0-9a-fA-F]{64}$/

/**
 * Error codes that prove that nothing was sent: codes of EIP-5792 (missing capability, chain or
 * atomicity, batch too large, upgrade declined), and codes of wallets that lack the method or use
 * another version of it.
 */
const NOT_SENT: ReadonlySet<unknown> = new Set([
  5_700, 5_710, 5_740, 5_750, 5_760, 4_100, 4_200, -32_601, -32_602, -32_004,
])

/**
 * True if the wallet executes batches of this account atomically. `ready` is not enough, because
 * the wallet would change the account first.
 */
export async function canBatch(
  provider: HostProvider,
  { chainId, from }: { chainId: number; from: Address },
): Promise<boolean> {
  const answer = await readSoon(provider, 'wallet_getCapabilities', [from, [toHex(chainId)]])
  // `0x0` means every chain.
  return toEntries(answer).some(
    ([id, capabilities]) => (Number(id) === chainId || Number(id) === 0) && isAtomic(capabilities),
  )
}

/** The wallet's response to a request without a prompt; undefined after a timeout. */
export async function readSoon(
  provider: HostProvider,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), READ_TIMEOUT_MS)
  })
  return Promise.race([provider.request({ method, params: [...params] }), timeout]).finally(() =>
    clearTimeout(timer),
  )
}

/** Reads the capability in the format of EIP-5792 and of its drafts. */
function isAtomic(capabilities: unknown): boolean {
  const { atomic, atomicBatch } = Object.fromEntries(toEntries(capabilities))
  const now = Object.fromEntries(toEntries(atomic))
  const draft = Object.fromEntries(toEntries(atomicBatch))
  return now.status === 'supported' || (atomic === undefined && draft.supported === true)
}

/** The id of the batch; undefined if the wallet reports that it does not send the batch. */
export async function sendBatch(
  provider: HostProvider,
  { chainId, from, calls }: BatchRequest,
): Promise<string | undefined> {
  const params = [
    {
      version: '2.0.0',
      from,
      chainId: toHex(chainId),
      atomicRequired: true,
      calls: calls.map(({ to, data, value }) => ({ to: to.toLowerCase(), data, value: toHex(value) })),
    },
  ]
  let answer: unknown
  try {
    answer = await provider.request({ method: 'wallet_sendCalls', params })
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && NOT_SENT.has(error.code))
      return undefined
    throw error
  }
  const id = typeof answer === 'string' ? answer : Object.fromEntries(toEntries(answer)).id
  if (typeof id === 'string' && id.length > 0 && id.length <= MAX_BATCH_ID_LENGTH) return id
  throw new SluiceError('WALLET_ERROR', { details: 'the wallet returned no batch id' })
}

/** Reads the status codes of EIP-5792 (1xx, 2xx, above) and the status names of its drafts. */
export async function batchStatus(provider: HostProvider, id: string): Promise<BatchStatus> {
  const answer = await provider.request({ method: 'wallet_getCallsStatus', params: [id] })
  const { status, receipts } = Object.fromEntries(toEntries(answer))
  // The last receipt belongs to the swap.
  const last = Array.isArray(receipts) ? receipts.at(-1) : undefined
  const { transactionHash } = Object.fromEntries(toEntries(last))
  const isHash = typeof transactionHash === 'string' && TRANSACTION_HASH.test(transactionHash)
  const hash = isHash ? (transactionHash as Hex) : undefined
  if (status === 'CONFIRMED' || (typeof status === 'number' && status >= 200 && status < 300)) {
    return { status: 'mined', hash }
  }
  if (typeof status === 'number' && status >= 400) return { status: 'failed', hash }
  return { status: 'pending' }
}

function toEntries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function toHex(value: number | bigint): Hex {
  return `0x${value.toString(16)}`
}
