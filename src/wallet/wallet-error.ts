import type { ErrorCode } from '../errors/codes.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { type ErrorPart, walkError } from '../lib/walk-error.ts'
import { isRejectionText } from './rejection-text.ts'

/** A kind of error, with the codes and names that identify it. */
interface Rule {
  code: ErrorCode
  codes?: readonly string[]
  names?: readonly string[]
}

/**
 * Codes of EIP-1193, EIP-1474, WalletConnect (5000 to 5003) and ethers; names of wagmi, viem and
 * Ledger. The first rule that matches any part of an error decides, because libraries wrap
 * rejections in transaction errors.
 */
const RULES: readonly Rule[] = [
  {
    code: 'USER_REJECTED',
    codes: ['4001', '5000', '5001', '5002', '5003', 'ACTION_REJECTED', 'USER_REJECTED', 'USER_DENIED'],
    names: ['UserRejectedRequestError', 'UserRefusedOnDevice', 'TransactionRefusedOnDevice'],
  },
  { code: 'REQUEST_PENDING', codes: ['-32002'], names: ['ResourceUnavailableRpcError'] },
  { code: 'CHAIN_SWITCH_UNSUPPORTED', names: ['SwitchChainNotSupportedError'] },
  { code: 'CHAIN_MISMATCH', names: ['ChainMismatchError', 'ConnectorChainMismatchError'] },
  { code: 'ACCOUNT_CHANGED', names: ['ConnectorAccountNotFoundError'] },
  { code: 'WALLET_NOT_FOUND', names: ['ProviderNotFoundError', 'ConnectorNotFoundError'] },
  { code: 'INSUFFICIENT_GAS', names: ['InsufficientFundsError'] },
  { code: 'RPC_UNAVAILABLE', names: ['HttpRequestError'] },
]

/**
 * Converts an error of a wallet or of wagmi to a `SluiceError`. Returns `WALLET_ERROR` for an
 * unidentified error: the request may have been sent.
 */
export function toWalletError(thrown: unknown): SluiceError {
  if (thrown instanceof SluiceError) return thrown
  const parts = walkError(thrown)
  const details = parts.find(({ message }) => message)?.message ?? `the wallet threw ${typeof thrown}`
  const rule = RULES.find((candidate) => matches(candidate, parts))
  return new SluiceError(rule?.code ?? 'WALLET_ERROR', { cause: thrown, details })
}

function matches({ code, codes, names }: Rule, parts: readonly ErrorPart[]): boolean {
  return parts.some((part) => {
    if (part.code !== undefined && codes?.includes(part.code)) return true
    if (part.name !== undefined && names?.includes(part.name)) return true
    return code === 'USER_REJECTED' && isRejectionText(part, parts)
  })
}
