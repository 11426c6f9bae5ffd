import type { ErrorCode } from '../errors/codes.ts'
import { SluiceError } from '../errors/sluice-error.ts'

/** Codes of EIP-1193, EIP-1474, EIP-3085 and of individual wallets. */
const CODES: Record<string, ErrorCode> = {
  4001: 'USER_REJECTED',
  5000: 'USER_REJECTED',
  ACTION_REJECTED: 'USER_REJECTED',
}

const NAMES: Record<string, ErrorCode> = {
  UserRejectedRequestError: 'USER_REJECTED',
  SwitchChainNotSupportedError: 'CHAIN_SWITCH_UNSUPPORTED',
  ChainMismatchError: 'CHAIN_MISMATCH',
  ConnectorChainMismatchError: 'CHAIN_MISMATCH',
  ConnectorAccountNotFoundError: 'ACCOUNT_CHANGED',
  ProviderNotFoundError: 'WALLET_NOT_FOUND',
  ConnectorNotFoundError: 'WALLET_NOT_FOUND',
  InsufficientFundsError: 'INSUFFICIENT_GAS',
  HttpRequestError: 'RPC_UNAVAILABLE',
}

/** JSON-RPC code: a request is already open in the wallet. */
const REQUEST_PENDING = -32_002

/**
 * An error of a wallet as a `SluiceError`, by the codes and names in its chain of causes; `WALLET_ERROR` if none is
 * known.
 */
export function toWalletError(error: unknown): SluiceError {
  if (error instanceof SluiceError) return error
  const details = error instanceof Error ? error.message : String(error)
  const causes = getCauses(error)
  // A rejection counts anywhere in the chain: libraries wrap it in transaction errors.
  const codes = causes.map(getErrorCode).filter((code) => code !== undefined)
  if (codes.includes('USER_REJECTED') || causes.some(saysRejected)) {
    return new SluiceError('USER_REJECTED', { cause: error, details })
  }
  if (causes.some((cause) => 'code' in cause && cause.code === REQUEST_PENDING)) {
    return new SluiceError('REQUEST_PENDING', { cause: error, details })
  }
  return new SluiceError(codes[0] ?? 'WALLET_ERROR', { cause: error, details })
}

function getErrorCode(cause: object): ErrorCode | undefined {
  const code = 'code' in cause ? CODES[String(cause.code)] : undefined
  return code ?? ('name' in cause ? NAMES[String(cause.name)] : undefined)
}

/** Whether the message is a rejection: some wallets set no code. */
function saysRejected(cause: object): boolean {
  return 'message' in cause && /user (rejected|denied|cancell?ed|declined)/i.test(String(cause.message))
}

/** The error and its causes, outermost first, including originals nested in `data`. Limited, as causes may be circular. */
function getCauses(error: unknown): object[] {
  const causes: object[] = []
  const queue: unknown[] = [error]
  while (queue.length > 0 && causes.length < 20) {
    const current = queue.shift()
    if (typeof current !== 'object' || current === null || causes.includes(current)) continue
    causes.push(current)
    if ('cause' in current) queue.push(current.cause)
    if ('data' in current && typeof current.data === 'object' && current.data !== null) {
      if ('originalError' in current.data) queue.push(current.data.originalError)
    }
  }
  return causes
}
