import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TestChain } from '../../devnet/testing/devnet.ts'
import { takeL1Fees, takeNoL1Fees, takeOperatorFee } from '../../devnet/testing/op-stack.ts'
import { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { wrapPrice } from '../chain/wrap-price.ts'
import type { Token } from '../events/types.ts'
import type { SwapIntent } from './machine/types.ts'
import type { SwapBench, SwapBenchOptions } from './testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from './testing/swap-suite.ts'

const ETHER = 10n ** 18n
let suite: SwapSuite
let chain: TestChain
let bench: SwapBench

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  suite = await startSwapSuite()
  chain = suite.chain
})
afterAll(async () => {
  await suite?.stop()
  vi.unstubAllGlobals()
})
afterEach(() => suite.reset())

async function open(options: Partial<SwapBenchOptions> = {}): Promise<void> {
  bench = await suite.open(options)
  bench.tamper = () => Promise.reject(new Error('the wrap requested a quote'))
}

function toIntent(direction: 'wrap' | 'unwrap', amount: bigint, wrapper = weth()): SwapIntent {
  const { id, nativeCurrency } = chain.manifest
  const eth: Token = { chainId: id, address: NATIVE_TOKEN, ...nativeCurrency }
  const { address, name, symbol, decimals } = chain.token('WETH')
  const wrapped: Token = { chainId: id, address, name, symbol, decimals }
  const [inputToken, outputToken] = direction === 'wrap' ? [eth, wrapped] : [wrapped, eth]
  const { account } = bench
  const trade = { inputToken, outputToken, inputAmount: amount, account }
  return {
    id: `route-${direction}`,
    chainId: id,
    ...trade,
    price: wrapPrice(trade),
    slippageBps: 0,
    receiver: account,
    partner: undefined,
    wrapper,
  }
}

const weth = (): Address => chain.token('WETH').address
const etherOf = (address: Address) => chain.publicClient.getBalance({ address })

describe('wrap', () => {
  it('exchanges one to one at the wrapper, without quote, approval or fee', async () => {
    await open()
    const before = { ether: await etherOf(bench.account), weth: await chain.balanceOf('WETH', bench.account) }
    bench.execution.start(toIntent('wrap', 3n * ETHER))
    const { outcome, verified } = await bench.reaches('completed')
    expect(outcome).toMatchObject({ paid: 3n * ETHER, received: 3n * ETHER })
    expect(await chain.balanceOf('WETH', bench.account)).toBe(before.weth + 3n * ETHER)
    expect(before.ether - (await etherOf(bench.account))).toBe(3n * ETHER + outcome.gasPaidWei!)
    expect(bench.signed()).toEqual([expect.objectContaining({ data: '0xd0e30db0' })])
    expect(bench.signed()[0]?.to.toLowerCase()).toBe(weth().toLowerCase())
    expect(verified.simulation?.success).toBe(true)
    expect(bench.stages()).toEqual(['quoting', 'verifying', 'signing', 'watching', 'completed'])
  })

  it('includes the L1 data fee in the cost', async () => {
    await open()
    const cost = async () => {
      bench.execution.start(toIntent('wrap', ETHER))
      const { verified } = await bench.reaches('completed')
      bench.execution.dismiss()
      const { gasCostWei = 0n, gas } = verified!
      return { wei: gasCostWei - gas.expected * (gas.priceWei ?? 0n), gas: gas.expected }
    }
    expect((await cost()).wei).toBe(0n)
    await takeL1Fees(chain.testClient, { baseFee: 0n, blobBaseFee: 0n })
    await takeOperatorFee(chain.testClient, { scalar: 1_000n, constant: 5n })
    const { wei, gas } = await cost()
    expect(wei).toBe(100_000n * gas + 5n)
    await takeNoL1Fees(chain.testClient)
  })

  it('returns the same amount without an approval', async () => {
    await open()
    await chain.deal('WETH', bench.account, 5n * ETHER)
    const before = { ether: await etherOf(bench.account), weth: await chain.balanceOf('WETH', bench.account) }
    bench.execution.start(toIntent('unwrap', 2n * ETHER))
    const { outcome } = await bench.reaches('completed')
    expect(outcome).toMatchObject({ paid: 2n * ETHER, received: 2n * ETHER })
    expect(before.weth - (await chain.balanceOf('WETH', bench.account))).toBe(2n * ETHER)
    expect((await etherOf(bench.account)) - before.ether).toBe(2n * ETHER - outcome.gasPaidWei!)
    expect(bench.approvals()).toEqual([])
  })

  it('is rejected before anything is signed when it exceeds the balance', async () => {
    await open()
    bench.execution.start(toIntent('wrap', (await etherOf(bench.account)) + 1n))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'INSUFFICIENT_BALANCE' } })
    bench.execution.start(toIntent('wrap', await etherOf(bench.account)))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'INSUFFICIENT_GAS' } })
    expect(bench.signed()).toEqual([])
  })

  it('is rejected at a contract that the host does not configure', async () => {
    await open()
    bench.execution.start(toIntent('wrap', ETHER, chain.token('DAI').address))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'UNTRUSTED_ROUTER' } })
    expect(bench.signed()).toEqual([])
  })

  it('is not signed when the simulation shows another amount', async () => {
    await open({
      reader: {
        simulate: async (query) => {
          const simulation = await bench.chain.simulate(query)
          const balanceChanges = simulation?.balanceChanges.map((change) =>
            change.token === weth() ? { ...change, delta: (BigInt(change.delta) - 1n).toString() } : change,
          )
          return simulation && { ...simulation, balanceChanges: balanceChanges ?? [] }
        },
      },
    })
    bench.execution.start(toIntent('wrap', ETHER))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'QUOTE_MISMATCH' } })
    expect(bench.signed()).toEqual([])
  })

  it('is rejected without a simulation, or confirmed by the user if the host allows it', async () => {
    const reader = { simulate: async () => undefined }
    await open({ reader })
    bench.execution.start(toIntent('wrap', ETHER))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'UNVERIFIABLE' } })
    bench.stop()
    await open({ reader, config: { verification: 'warn' } })
    bench.execution.start(toIntent('wrap', ETHER))
    await bench.reaches('reconfirm')
    bench.execution.accept()
    expect(await bench.reaches('completed')).toMatchObject({ outcome: { received: ETHER } })
  })

  it('fails when the wallet sends another transaction', async () => {
    await open()
    const send = bench.port.sendTransaction
    bench.port.sendTransaction = (call) => send({ ...call, to: chain.account(6), data: '0x' })
    bench.execution.start(toIntent('wrap', ETHER))
    expect(await bench.reaches('failed')).toMatchObject({ at: 'watching', error: { code: 'WALLET_ERROR' } })
  })
})
