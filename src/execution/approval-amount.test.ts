import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { UNLIMITED } from '../lib/unlimited.ts'
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
afterEach(() => suite.reset())
afterAll(async () => {
  await suite?.stop()
  vi.unstubAllGlobals()
})

const open = async (options?: Partial<SwapBenchOptions>) => {
  bench = await suite.open(options)
}
const intent = () => bench.intent({ input: 'WETH', output: 'USDC', amount: AMOUNT })
const allowance = () =>
  bench.chain.allowance({
    chainId: suite.chain.manifest.id,
    token: suite.chain.token('WETH').address,
    owner: bench.account,
    spender: suite.settlement,
  })
const approved = () => bench.approvals().map((data) => BigInt(`0x${data.slice(-64)}`))

describe('approval amount', () => {
  it.each([
    ['estimates', false],
    ['estimates and simulates', true],
  ])(
    'requests no approval whose gas limit equals the block gas limit when a node %s',
    async (_, simulates) => {
      await open()
      const honest = bench.chain
      bench.stop()
      await open({
        reader: {
          estimateGas: async () => 30_000_000n,
          async simulate(query) {
            const result = simulates ? await honest.simulate(query) : undefined
            return result && { ...result, gasUsed: result.gasUsed.map(() => 29_000_000n) }
          },
        },
      })
      bench.execution.start(await intent())
      const state = await bench.reaches('failed', 'reconfirm')
      if (state.stage === 'reconfirm') bench.execution.accept()
      expect((await bench.reaches('failed')).error).toMatchObject({ code: 'UNVERIFIABLE' })
      expect(bench.signed()).toEqual([])
    },
  )

  it('requests an unlimited approval when the user chose it and the host allows it', async () => {
    await open({ config: { approvals: { unlimited: true } } })
    bench.execution.start(await intent(), { unlimitedApproval: true })
    expect((await bench.reaches('approving')).plan).toMatchObject({ amount: UNLIMITED, needed: AMOUNT })
    const { done } = await bench.reaches('completed')
    expect(approved()).toEqual([UNLIMITED])
    expect(done).toMatchObject([{ type: 'approval', amount: UNLIMITED }])
    expect(await allowance()).toBeGreaterThan(2n ** 200n)

    bench.execution.dismiss()
    bench.execution.start({ ...(await intent()), id: 'second' }, { unlimitedApproval: true })
    await bench.reaches('completed')
    expect(approved()).toHaveLength(1)
  })

  it.each([
    ['the user made no choice', { approvals: { unlimited: true } }, {}],
    ['the host does not allow the choice', {}, { unlimitedApproval: true }],
  ])('requests the exact amount when %s', async (_, config, options) => {
    await open({ config })
    bench.execution.start(await intent(), options)
    await bench.reaches('completed')
    expect(approved()).toEqual([AMOUNT])
    expect(await allowance()).toBe(0n)
  })

  it('accepts an amount below unlimited that the user set in the wallet if it covers the swap', async () => {
    await open({
      config: { approvals: { unlimited: true } },
      onWallet({ provider }) {
        const { request } = provider
        provider.request = (args) => {
          const [transaction] = (args.params ?? []) as { data?: string }[]
          if (args.method !== 'eth_sendTransaction' || !transaction?.data?.startsWith('0x095ea7b3')) {
            return request(args)
          }
          const data = `${transaction.data.slice(0, 74)}${(2n * AMOUNT).toString(16).padStart(64, '0')}`
          return request({ ...args, params: [{ ...transaction, data }] })
        }
      },
    })
    bench.execution.start(await intent(), { unlimitedApproval: true })
    const { done } = await bench.reaches('completed')
    expect(done).toMatchObject([{ type: 'approval', amount: 2n * AMOUNT }])
    expect(await allowance()).toBe(AMOUNT)
  })
})
