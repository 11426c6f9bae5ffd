import { BaseError, InternalRpcError, TransactionExecutionError, UnknownRpcError } from 'viem'
import { describe, expect, it } from 'vitest'
import { SluiceError } from '../errors/sluice-error.ts'
import { toWalletError } from './wallet-error.ts'

const failure = (fields: object, message = 'failed') => Object.assign(new Error(message), fields)
const rejection = { code: 4001 }
const nested = (depth: number): unknown => (depth === 0 ? rejection : { cause: nested(depth - 1) })

describe('toWalletError', () => {
  it.each<[string, unknown]>([
    ['EIP-1193', failure({ code: 4001 })],
    ['a code as text', { code: '4001' }],
    ['ethers', failure({ code: 'ACTION_REJECTED', reason: 'rejected', info: { error: rejection } })],
    ['ethers without its own code', failure({ info: { error: rejection } })],
    ...[5000, 5001, 5002, 5003].map((code): [string, unknown] => [`WalletConnect ${code}`, { code }]),
    ['a thrown string', 'User rejected the request.'],
    ['a thrown string without a subject', 'Rejected'],
    ['a thrown number', 4001],
    ['an error without a code', new Error('Request rejected')],
    ['MetaMask', new Error('MetaMask Tx Signature: User denied transaction signature.')],
    ['a passive sentence', new Error('The request was rejected by the user')],
    ['a cancellation', new Error('Transaction cancelled')],
    ['an internal error', { code: -32603, message: 'User rejected the transaction' }],
    ['an internal error without a subject', { code: -32603, message: 'Request rejected' }],
    ['a code in data', { code: -32603, data: { code: 4001 } }],
    ['an original error in data', failure({ code: -32603, data: { originalError: rejection } })],
    ['an original error', { originalError: rejection }],
    ['a nested error', { error: rejection }],
    ['a cause in a response', { data: { error: { originalError: { cause: rejection } } } }],
    [
      'Ledger',
      { statusCode: 27013, message: 'Condition of use not satisfied (denied by the user?) (0x6985)' },
    ],
    [
      'a name',
      failure({ name: 'TransactionExecutionError', cause: failure({ name: 'UserRejectedRequestError' }) }),
    ],
    ['viem with a string as cause', new UnknownRpcError('User rejected' as never)],
    ['viem with a cause without a code', new BaseError('Failed.', { cause: new Error('Request rejected') })],
    ['viem with a text without a subject as cause', new UnknownRpcError(new Error('Request rejected'))],
    ['viem with data', new InternalRpcError({ code: -32603, data: { code: 4001 } } as never)],
    [
      'viem with a transaction error',
      new TransactionExecutionError(new UnknownRpcError({ error: rejection } as never), { account: null }),
    ],
    ['an error with its own walk', { walk: () => rejection }],
    ['Chinese', new Error('用户拒绝了请求')],
    ['Russian', new Error('Пользователь отклонил запрос')],
    ['French', 'L’utilisateur a refusé la demande'],
    ['German', 'Vom Benutzer abgelehnt'],
    ['Spanish', 'El usuario rechazó la solicitud'],
    ['Japanese', 'ユーザーがリクエストを拒否しました'],
    ['Korean', '사용자가 요청을 거부했습니다'],
  ])('returns USER_REJECTED for %s', (_, thrown) => expect(toWalletError(thrown).code).toBe('USER_REJECTED'))

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an empty string', ''],
    ['any other string', 'boom'],
    ['an internal error', failure({ code: -32603 }, 'Internal JSON-RPC error.')],
    ['a node’s rejection', { code: -32003, message: 'transaction rejected' }],
    [
      'a node’s rejection in an internal error',
      { code: -32603, data: { code: -32003, message: 'Transaction rejected' } },
    ],
    [
      'a node’s rejection that the wallet repeats',
      {
        code: -32603,
        message: 'Transaction rejected',
        data: { code: -32003, message: 'transaction rejected' },
      },
    ],
    ['a rate limit', { code: -32005, message: 'Request rejected' }],
    ['a rejected nonce', new Error('Transaction rejected: nonce too low')],
    ['a user operation', new Error('User operation rejected by the bundler')],
    ['a rejected range', new Error('rejected because of a timeout of the node')],
    ['an aborted fetch', failure({ name: 'AbortError', code: 20 }, 'The user aborted a request.')],
    ['a cancelled fetch', failure({ name: 'CanceledError', code: 'ERR_CANCELED' }, 'canceled')],
    ['a closed socket', new Error('socket hang up')],
    ['a known transaction', { code: -32000, message: 'already known' }],
    ['another language', new Error('Помилка мережі')],
    ['a rejection too deep to belong to the request', nested(30)],
  ])('returns WALLET_ERROR when the request may have been sent: %s', (_, thrown) =>
    expect(toWalletError(thrown).code).toBe('WALLET_ERROR'),
  )

  it.each<[unknown, string]>([
    [failure({ cause: failure({ name: 'ChainMismatchError' }) }), 'CHAIN_MISMATCH'],
    [failure({ name: 'ConnectorAccountNotFoundError' }), 'ACCOUNT_CHANGED'],
    [failure({ cause: failure({ name: 'InsufficientFundsError' }) }), 'INSUFFICIENT_GAS'],
    [failure({ name: 'ProviderNotFoundError' }), 'WALLET_NOT_FOUND'],
    [failure({ code: -32002 }), 'REQUEST_PENDING'],
    [{ code: -32603, data: { code: -32002 } }, 'REQUEST_PENDING'],
  ])('converts %o to %s', (thrown, code) => expect(toWalletError(thrown).code).toBe(code))

  it('returns a SluiceError unchanged', () => {
    const error = new SluiceError('CHAIN_MISMATCH')
    expect(toWalletError(error)).toBe(error)
  })

  it('converts circular errors and errors whose properties throw', () => {
    const circular: { cause?: unknown } = failure({})
    circular.cause = circular
    expect(toWalletError(circular).code).toBe('WALLET_ERROR')
    const hostile = Object.defineProperty({}, 'code', {
      get() {
        throw new Error('no')
      },
    })
    expect(toWalletError(hostile).code).toBe('WALLET_ERROR')
    const wide = Object.assign(new Error('x'), {
      data: { originalError: rejection },
      cause: { cause: circular },
    })
    expect(toWalletError(wide).code).toBe('USER_REJECTED')
  })
})
