import { beforeEach, describe, expect, it, vi } from 'vitest'
import { USER } from '../../../wire/fixtures/addresses.ts'
import { resolveConfig } from '../../config/resolve-config.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { report } from '../../lib/report.ts'
import {
  intentFixture,
  NOW,
  termsFixture,
  verifiedFixture,
} from '../../testing/execution/execution-fixtures.ts'
import type { TransactionRequest } from '../../wallet/types.ts'
import { toWalletError } from '../../wallet/wallet-error.ts'
import { type SendOptions, sendCall, signSwap } from './send-call.ts'
import type { EffectContext } from './types.ts'

const call = { to: USER, data: '0x1234', value: 0n } as const
const HASH = `0x${'ab'.repeat(32)}` as const

let sent: TransactionRequest[]
let leave: AbortController
/** A wallet with this response. */
let wallet: { chainId: number; account: `0x${string}` | undefined; hash: unknown; whileAsked: () => void }

beforeEach(() => {
  sent = []
  leave = new AbortController()
  wallet = { chainId: intentFixture.chainId, account: USER, hash: HASH, whileAsked: () => {} }
})

function send(options: Partial<SendOptions> = {}) {
  const context = {
    reportError: report,
    signal: leave.signal,
    now: () => NOW,
    wallet: {
      async readChainId() {
        wallet.whileAsked()
        return wallet.chainId
      },
      readAccount: async () => wallet.account,
      async sendTransaction(request: TransactionRequest) {
        sent.push(request)
        return wallet.hash
      },
    },
  } as unknown as EffectContext
  return sendCall(call, { gas: 130_000n, ...options }, intentFixture, context)
}

describe('sent call', () => {
  it('sends the given gas from the confirmed account on the confirmed chain', async () => {
    await expect(send()).resolves.toBe(HASH)
    expect(sent).toEqual([{ ...call, chainId: intentFixture.chainId, from: USER, gas: 130_000n }])
  })
})

describe('blocked request', () => {
  it('sends nothing on another chain', async () => {
    wallet.chainId = 1
    await expect(send()).rejects.toMatchObject({ code: 'CHAIN_MISMATCH' })
    expect(sent).toEqual([])
  })

  it.each([undefined, '0x00000000000000000000000000000000000000ff' as const])(
    'sends nothing with the account %s',
    async (account) => {
      wallet.account = account
      await expect(send()).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
      expect(sent).toEqual([])
    },
  )

  it('sends nothing when the quote expired while the wallet was read', async () => {
    await expect(send({ freshUntil: NOW - 1 })).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
    expect(sent).toEqual([])
  })

  it('sends nothing after the user cancelled', async () => {
    wallet.whileAsked = () => leave.abort()
    await expect(send()).rejects.toBeDefined()
    expect(sent).toEqual([])
  })
})

describe('invalid transaction hash', () => {
  it.each([undefined, null, 42, 'sent', '0x', '0xnot a hash', `${HASH}00`, HASH.slice(0, -1)])(
    'rejects %j with WALLET_ERROR',
    async (hash) => {
      wallet.hash = hash
      await expect(send()).rejects.toMatchObject({ code: 'WALLET_ERROR' })
    },
  )
})

describe('first block of the search after a lost response', () => {
  const state = {
    stage: 'signing',
    intent: intentFixture,
    terms: termsFixture,
    done: [],
  } as const

  function sign(
    blockNumber: () => Promise<bigint>,
    sendTransaction: () => Promise<never>,
    verifiedAt?: bigint,
  ) {
    const config = resolveConfig({
      integrator: 'send',
      baseUrl: 'https://api.example/router',
      tokensUrl: 'https://api.example/tokens',
      exchangeRatesUrl: 'https://api.example/rates',
      chains: [{ id: intentFixture.chainId, name: 'ethereum', rpcUrls: ['https://rpc.example'] }],
    })
    return signSwap({ ...state, verified: { ...verifiedFixture, verifiedAt } }, {
      config: () => config,
      signal: leave.signal,
      now: () => NOW,
      chain: { blockNumber },
      wallet: {
        readChainId: async () => intentFixture.chainId,
        readAccount: async () => USER,
        sendTransaction,
      },
    } as unknown as EffectContext)
  }

  const lose = async () => Promise.reject(new Error('socket hang up'))

  it('is the latest block before the wallet request', async () => {
    let latest = 100n
    const result = sign(
      async () => latest,
      async () => {
        latest = 101n
        return lose()
      },
    )
    await expect(result).resolves.toMatchObject({ type: 'sent', isUncertain: true, since: 100n })
  })

  it('is the block of the verification when no node returns a later one', async () => {
    const lost = () => Promise.reject(new Error('offline'))
    await expect(sign(lost, lose, 90n)).resolves.toMatchObject({ isUncertain: true, since: 90n })
    await expect(sign(async () => 100n, lose, 90n)).resolves.toMatchObject({ since: 100n })
  })

  it('is undefined when no node responds in time, and the request is sent', async () => {
    vi.useFakeTimers()
    const result = sign(() => new Promise(() => {}), lose)
    await vi.advanceTimersByTimeAsync(2_000)
    await expect(result).resolves.toMatchObject({ isUncertain: true, since: undefined })
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  const fail = (code: number, message: string) => async () =>
    Promise.reject(toWalletError(Object.assign(new Error(message), { code })))

  it.each([
    [-32_003, 'transaction rejected'],
    [-32_000, 'already known'],
    [-32_603, 'internal error'],
    [-32_005, 'limit exceeded'],
    [-32_004, 'method not supported'],
    [4_900, 'disconnected'],
  ])('is kept after %i, which a node can also return for a sent transaction', async (code, message) => {
    const result = sign(async () => 100n, fail(code, message))
    await expect(result).resolves.toMatchObject({ type: 'sent', hash: undefined, isUncertain: true })
  })

  it.each([
    [4_001, 'no'],
    [5_000, 'no'],
    [4_100, 'not authorized'],
    [4_200, 'unsupported'],
    [-32_002, 'a request is open'],
    [-32_600, 'no request'],
    [-32_601, 'unknown method'],
    [-32_602, 'wrong params'],
  ])('is not used after %i, which proves that the wallet sent nothing', async (code, message) => {
    await expect(sign(async () => 100n, fail(code, message))).rejects.toBeInstanceOf(SluiceError)
  })
})
