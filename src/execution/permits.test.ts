import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { decodeSwap } from '../../contracts/testing/settlement-calldata.ts'
import type { Address, Hex } from '../../wire/lib/address.ts'
import { PERMIT2 } from '../lib/permit2.ts'
import type { SwapBench, SwapBenchOptions } from './testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from './testing/swap-suite.ts'

let suite: SwapSuite
let bench: SwapBench
const AMOUNT = 10n ** 18n

beforeAll(async () => {
  // Wallets announce themselves on `window`.
  vi.stubGlobal('window', new EventTarget())
  suite = await startSwapSuite()
})
afterEach(async () => {
  await suite.reset()
  await suite.chain.approve('wstETH', suite.settlement, 0n)
})
afterAll(async () => {
  await suite?.stop()
  vi.unstubAllGlobals()
})

const open = async (options?: Partial<SwapBenchOptions>) => {
  bench = await suite.open(options)
}
const intent = (input = 'wstETH') => bench.intent({ input, output: 'USDC', amount: AMOUNT })
const allowance = (token: string, spender: Address) =>
  bench.chain.allowance({
    chainId: suite.chain.manifest.id,
    token: suite.chain.token(token).address,
    owner: bench.account,
    spender,
  })
const signatures = () =>
  bench.wallet.requests
    .filter(({ method }) => method === 'eth_signTypedData_v4')
    .map(({ params }) => JSON.parse((params as string[])[1] ?? ''))
const lastSwap = () => decodeSwap(bench.signed().at(-1)?.data as Hex)

/** Answers the wallet's requests of one method differently. */
const answering = (
  method: string,
  answer: (honest: () => Promise<unknown>, params: unknown[]) => Promise<unknown>,
): Partial<SwapBenchOptions> => ({
  onWallet({ provider }) {
    const { request } = provider
    provider.request = (args) =>
      args.method === method ? answer(() => request(args), args.params as unknown[]) : request(args)
  },
})

describe('token with EIP-2612', () => {
  it('needs one signature for exactly the amount in place of an approval', async () => {
    await open()
    bench.execution.start(await intent())
    const { plan } = await bench.reaches('permitting')
    expect(plan.permit.method).toMatchObject({ kind: 'eip2612', version: '1' })
    const { done, outcome } = await bench.reaches('completed')
    expect(bench.stages()).toEqual([
      'quoting',
      'verifying',
      'permitting',
      'quoting',
      'verifying',
      'signing',
      'watching',
      'completed',
    ])
    expect(bench.signed()).toHaveLength(1)
    expect(done).toEqual([{ type: 'permit' }])
    expect(outcome.paid).toBe(AMOUNT)
    expect(await allowance('wstETH', suite.settlement)).toBe(0n)
  })

  it('signs only the agreed token, spender, amount and chain, for a few minutes', async () => {
    await open()
    bench.execution.start(await intent())
    await bench.reaches('completed')
    const token = suite.chain.token('wstETH')
    const [{ domain, primaryType, message }] = signatures() as [
      { domain: unknown; primaryType: string; message: Record<string, string> },
    ]
    expect(primaryType).toBe('Permit')
    expect(domain).toEqual({
      name: token.name,
      version: '1',
      chainId: suite.chain.manifest.id,
      verifyingContract: token.address.toLowerCase(),
    })
    expect(message).toMatchObject({
      owner: bench.account.toLowerCase(),
      spender: suite.settlement.toLowerCase(),
      value: AMOUNT.toString(),
    })
    expect(Number(message.deadline) - Date.now() / 1_000).toBeLessThan(300 + 90 + 5)
  })

  it('approves by a transaction when the host turns permits off or the user chose unlimited approvals', async () => {
    for (const [config, options] of [
      [{ approvals: { permits: false } }, {}],
      [{ approvals: { unlimited: true } }, { unlimitedApproval: true }],
    ] as const) {
      await open({ config })
      bench.execution.start(await intent(), options)
      await bench.reaches('completed')
      expect(signatures()).toEqual([])
      expect(bench.approvals()).toHaveLength(1)
      bench.stop()
      await suite.chain.approve('wstETH', suite.settlement, 0n)
    }
  })

  it('lists a permit that was signed after the user cancelled, because it is valid until its deadline', async () => {
    await open({ onWallet: ({ behavior }) => Object.assign(behavior, { delayMs: 400 }) })
    bench.execution.start(await intent())
    await bench.reaches('permitting')
    await expect.poll(() => signatures().length).toBe(1)
    bench.execution.cancel()
    await expect
      .poll(() => bench.execution.getBackgroundSwaps())
      .toMatchObject([{ stage: 'failed', at: 'permitting', permit: { amount: AMOUNT } }])
    expect(bench.signed()).toEqual([])
  })

  it('calls the host hook before the permit, which can stop it', async () => {
    const asked: object[] = []
    await open({
      config: {
        hooks: {
          onBeforeApproval: (request) => {
            asked.push(request)
            return false
          },
        },
      },
    })
    bench.execution.start(await intent())
    expect(await bench.reaches('failed')).toMatchObject({
      at: 'permitting',
      error: { code: 'HOST_REJECTED' },
    })
    expect(asked).toMatchObject([{ kind: 'permit', amount: AMOUNT.toString(), spender: suite.settlement }])
    expect(signatures()).toEqual([])
  })

  it('requests no approval after the user rejects the permit', async () => {
    await open({ onWallet: (wallet) => Object.assign(wallet.behavior, { rejectNext: 'sign' }) })
    bench.execution.start(await intent())
    expect(await bench.reaches('failed')).toMatchObject({
      at: 'permitting',
      error: { code: 'USER_REJECTED' },
    })
    expect(bench.signed()).toEqual([])
  })

  it.each<[string, (honest: () => Promise<unknown>) => Promise<unknown>]>([
    [
      'does not support typed data',
      () => Promise.reject(Object.assign(new Error('no such method'), { code: -32601 })),
    ],
    ['fails to sign', () => Promise.reject(new Error('The device is locked.'))],
    ['returns something else than a signature', async () => '0x1234'],
  ])('shows and then requests an approval when the wallet %s', async (_, answer) => {
    await open(answering('eth_signTypedData_v4', answer))
    bench.execution.start(await intent())
    const shown = await bench.reaches('reconfirm')
    expect(shown.permitRefused).toBe('wallet')
    expect(bench.signed()).toEqual([])
    bench.execution.accept()
    await bench.reaches('completed')
    expect(bench.approvals()).toHaveLength(1)
    expect(signatures().length).toBeLessThanOrEqual(1)
    expect(lastSwap()?.permit).toBe('0x')
  })

  it('shows and then requests an approval when another key made the signature', async () => {
    await open(
      answering('eth_signTypedData_v4', async (honest) => {
        const signature = String(await honest())
        return `${signature.slice(0, 10)}${signature[10] === '0' ? '1' : '0'}${signature.slice(11)}`
      }),
    )
    bench.execution.start(await intent())
    expect((await bench.reaches('reconfirm')).verified.isPermitRefused).toBe(true)
    expect(bench.signed()).toEqual([])
    bench.execution.accept()
    expect((await bench.reaches('approving')).permitRefused).toBe('chain')
    await bench.reaches('completed')
    expect(bench.approvals()).toHaveLength(1)
    expect(lastSwap()?.permit).toBe('0x')
  })

  it('swaps when a third party used the signature first', async () => {
    await open(
      answering('eth_signTypedData_v4', async (honest, params) => {
        const signature = String(await honest())
        const { message } = JSON.parse(String(params[1]))
        const args = [
          message.owner,
          message.spender,
          BigInt(message.value),
          BigInt(message.deadline),
          Number.parseInt(signature.slice(130), 16),
          signature.slice(0, 66) as Hex,
          `0x${signature.slice(66, 130)}` as Hex,
        ] as const
        const { address } = suite.chain.token('wstETH')
        const data = encodeFunctionData({
          abi: parseAbi(['function permit(address, address, uint256, uint256, uint8, bytes32, bytes32)']),
          functionName: 'permit',
          args,
        })
        await suite.chain.send({ to: address, data }, 3)
        return signature
      }),
    )
    bench.execution.start(await intent())
    await bench.reaches('completed')
    expect(bench.approvals()).toEqual([])
  })

  it('is simulated with the signature before the swap is signed, or estimated if no node simulates', async () => {
    for (const reader of [{}, { simulate: async () => undefined }]) {
      await open({ reader })
      bench.execution.start(await intent())
      const { verified } = await bench.reaches('signing')
      expect(verified.hasPermit).toBe(true)
      await bench.reaches('completed')
      expect(bench.approvals()).toEqual([])
      bench.stop()
    }
  })
})

describe('token without a permit', () => {
  it('approves by a transaction', async () => {
    await open()
    bench.execution.start(await intent('WETH'))
    await bench.reaches('completed')
    expect(signatures()).toEqual([])
    expect(bench.approvals()).toHaveLength(1)
  })
})

describe('token approved to Permit2', () => {
  afterEach(() => suite.chain.approve('WETH', PERMIT2, 0n))

  it('needs one signature for exactly the amount, valid no longer than the signature itself', async () => {
    await suite.chain.approve('WETH', PERMIT2, 2n ** 255n)
    await open()
    bench.execution.start(await intent('WETH'))
    expect((await bench.reaches('permitting')).plan.permit.method.kind).toBe('permit2')
    await bench.reaches('completed')
    expect(bench.signed()).toHaveLength(1)
    const [{ domain, message }] = signatures() as [{ domain: object; message: Record<string, never> }]
    expect(domain).toEqual({
      name: 'Permit2',
      chainId: suite.chain.manifest.id,
      verifyingContract: PERMIT2.toLowerCase(),
    })
    expect(message).toMatchObject({
      details: { token: suite.chain.token('WETH').address.toLowerCase(), amount: AMOUNT.toString() },
      spender: suite.settlement.toLowerCase(),
    })
    expect(await allowance('WETH', suite.settlement)).toBe(0n)

    // The next permit has the next nonce.
    bench.execution.dismiss()
    bench.execution.start({ ...(await intent('WETH')), id: 'second' })
    await bench.reaches('completed')
    expect(bench.approvals()).toEqual([])
  })

  it('approves by a transaction when Permit2 has a smaller allowance than the amount', async () => {
    await suite.chain.approve('WETH', PERMIT2, AMOUNT - 1n)
    await open()
    bench.execution.start(await intent('WETH'))
    await bench.reaches('completed')
    expect(signatures()).toEqual([])
  })
})

describe('account with code', () => {
  const setCode = (code: Hex) => suite.chain.testClient.setCode({ address: bench.account, bytecode: code })
  const method = () =>
    bench.chain.permitMethod({
      chainId: suite.chain.manifest.id,
      token: suite.chain.token('wstETH').address,
      owner: bench.account,
      spender: suite.settlement,
      amount: AMOUNT,
    })

  it('offers no permit to a contract, and one of its key to an account that only delegates', async () => {
    await open()
    await setCode('0x6001')
    expect(await method()).toBeUndefined()
    await setCode(`0xef0100${suite.settlement.slice(2)}`)
    expect(await method()).toMatchObject({ kind: 'eip2612' })
    await suite.chain.approve('WETH', PERMIT2, 2n ** 255n)
    const { address: token } = suite.chain.token('WETH')
    const query = { chainId: suite.chain.manifest.id, token, owner: bench.account, spender: suite.settlement }
    expect(await bench.chain.permitMethod({ ...query, amount: AMOUNT })).toBeUndefined()
    await setCode('0x')
    expect(await bench.chain.permitMethod({ ...query, amount: AMOUNT })).toMatchObject({ kind: 'permit2' })
  })
})
