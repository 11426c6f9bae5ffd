import { describe, expect, it } from 'vitest'
import { SluiceError } from '../errors/sluice-error.ts'
import { toWalletError } from './wallet-error.ts'

const failure = (fields: object, message = 'failed') => Object.assign(new Error(message), fields)

describe('a failure of a wallet', () => {
  const cases: [string, unknown, string][] = [
    ['a refusal (EIP-1193)', failure({ code: 4001 }), 'USER_REJECTED'],
    ['a refusal (ethers)', failure({ code: 'ACTION_REJECTED' }), 'USER_REJECTED'],
    ['a refusal (WalletConnect)', failure({ code: 5000 }), 'USER_REJECTED'],
    ['a refusal in words', failure({}, 'User denied transaction signature'), 'USER_REJECTED'],
    [
      'a refusal inside other failures',
      failure({
        name: 'TransactionExecutionError',
        code: -32603,
        cause: failure({ name: 'UserRejectedRequestError' }),
      }),
      'USER_REJECTED',
    ],
    [
      'a refusal wrapped in data',
      failure({ code: -32603, data: { originalError: { code: 4001 } } }),
      'USER_REJECTED',
    ],
    ['another chain', failure({ cause: failure({ name: 'ChainMismatchError' }) }), 'CHAIN_MISMATCH'],
    ['an account that is gone', failure({ name: 'ConnectorAccountNotFoundError' }), 'ACCOUNT_CHANGED'],
    ['too little money', failure({ cause: failure({ name: 'InsufficientFundsError' }) }), 'INSUFFICIENT_GAS'],
    ['no wallet', failure({ name: 'ProviderNotFoundError' }), 'WALLET_NOT_FOUND'],
    ['an open request', failure({ code: -32002 }), 'REQUEST_PENDING'],
    ['anything else', failure({ code: -32603 }), 'WALLET_ERROR'],
    ['no error at all', 'boom', 'WALLET_ERROR'],
  ]
  for (const [name, error, code] of cases) {
    it(`is translated: ${name}`, () => expect(toWalletError(error)).toMatchObject({ code }))
  }

  it('is left as it is when it has been translated before', () => {
    const error = new SluiceError('CHAIN_MISMATCH')
    expect(toWalletError(error)).toBe(error)
  })

  it('may be its own cause', () => {
    const error: { cause?: unknown } = failure({})
    error.cause = error
    expect(toWalletError(error).code).toBe('WALLET_ERROR')
  })
})
