import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestChain } from '../../../devnet/testing/devnet.ts'
import { raiseFees } from '../../chain/find-replaceable.ts'
import type { ChainReader, WatchedTransaction } from '../../chain/types.ts'
import { report } from '../../lib/report.ts'
import type { SwapBench } from '../testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from '../testing/swap-suite.ts'
import { type ReplacementKind, replaceTransaction } from './replace-transaction.ts'

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
beforeEach(async () => {
  bench = await suite.open()
})
afterEach(async () => {
  await chain.testClient.setAutomine(true)
  await chain.testClient.mine({ blocks: 1 })
  await suite.reset()
})

/** A swap that stays pending. */
async function send(): Promise<WatchedTransaction> {
  await chain.testClient.setAutomine(false)
  bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
  const { intent, verified, hash } = await bench.reaches('watching')
  const { to, data, value } = verified
  if (!hash) throw new Error('The swap has no hash')
  const sent = { chainId: intent.chainId, hash, from: intent.account, to, data, value }
  await expect.poll(() => bench.chain.findReplaceable(sent)).toMatchObject({ isMined: false })
  await expect.poll(() => bench.execution.getState()).toMatchObject({ trace: { nonce: expect.any(Number) } })
  return sent
}

async function replace(sent: WatchedTransaction, kind: ReplacementKind, wallet = bench.port) {
  const { signal } = new AbortController()
  const shown = await bench.chain.findReplaceable(sent)
  if (!shown) throw new Error('The swap cannot be replaced')
  return replaceTransaction(sent, kind, { wallet, chain: bench.chain, signal, shown, reportError: report })
}

const usdc = () => chain.balanceOf('USDC', bench.account)

describe('replaced swap', () => {
  it('executes once after a speed-up, in the new transaction', async () => {
    const before = await usdc()
    const sent = await send()
    const { hash, result } = await replace(sent, 'speed-up')
    expect(result).toBe('replaces')
    expect(hash).not.toBe(sent.hash)
    await chain.testClient.mine({ blocks: 1 })
    const { outcome } = await bench.reaches('completed')
    expect(outcome).toMatchObject({ receipt: { hash }, replacedHash: sent.hash })
    expect((await usdc()) - before).toBe(outcome.received)
  })

  it('swaps nothing after a cancellation, and counts as cancelled', async () => {
    const before = await usdc()
    const sent = await send()
    const { hash, result } = await replace(sent, 'cancel')
    expect(result).toBe('replaces')
    await chain.testClient.mine({ blocks: 1 })
    await expect(bench.reaches('completed')).rejects.toMatchObject({
      code: 'TRANSACTION_CANCELLED',
      txHash: hash,
    })
    expect(await usdc()).toBe(before)
  })

  it('reports the original as still pending when the wallet chose another nonce', async () => {
    const sent = await send()
    bench.wallet.behavior.ignoresNonce = true
    const { hash, result } = await replace(sent, 'cancel')
    expect(result).toBe('beside')
    expect(hash).not.toBe(sent.hash)
    await chain.testClient.mine({ blocks: 1 })
    const { outcome } = await bench.reaches('completed')
    expect(outcome.receipt.hash).toBe(sent.hash)
  })

  it('does not send a wallet request when the original was mined', async () => {
    const sent = await send()
    await chain.testClient.mine({ blocks: 1 })
    await expect(replace(sent, 'cancel')).resolves.toEqual({ hash: sent.hash, result: 'too-late' })
    expect(bench.signed()).toHaveLength(1)
  })

  it.each(['speed-up', 'cancel'] as const)(
    'executes once when the original is mined while the wallet shows the %s',
    async (kind) => {
      const before = await usdc()
      const sent = await send()
      const slow: typeof bench.port = Object.assign(Object.create(bench.port), {
        async sendTransaction(call: Parameters<typeof bench.port.sendTransaction>[0]) {
          await chain.testClient.mine({ blocks: 1 })
          return bench.port.sendTransaction(call)
        },
      })
      await expect(replace(sent, kind, slow)).rejects.toMatchObject({ name: 'SluiceError' })
      const { outcome } = await bench.reaches('completed')
      expect(outcome.receipt.hash).toBe(sent.hash)
      await chain.testClient.mine({ blocks: 1 })
      expect((await usdc()) - before).toBe(outcome.received)
    },
  )

  it('sends exactly the shown fees and gas, and nothing when another nonce was shown', async () => {
    const sent = await send()
    const shown = await bench.chain.findReplaceable(sent)
    if (!shown) throw new Error('The swap cannot be replaced')
    const { signal } = new AbortController()
    const context = { wallet: bench.port, chain: bench.chain, signal, reportError: report }
    for (const other of [{ nonce: shown.nonce + 1 }, { gas: shown.gas + 1n }]) {
      const result = replaceTransaction(sent, 'speed-up', { ...context, shown: { ...shown, ...other } })
      await expect(result).rejects.toMatchObject({ code: 'UNVERIFIABLE' })
    }
    expect(bench.signed()).toHaveLength(1)
    const dearer: ChainReader = {
      ...bench.chain,
      async findReplaceable(query) {
        const found = await bench.chain.findReplaceable(query)
        return found && { ...found, fees: { gasPrice: 10n ** 15n } }
      },
    }
    const { hash } = await replaceTransaction(sent, 'speed-up', { ...context, chain: dearer, shown })
    const mined = await chain.publicClient.getTransaction({ hash })
    expect(mined).toMatchObject({ gas: shown.gas, ...shown.fees })
  })

  it('stays pending when the user rejects the replacement', async () => {
    const sent = await send()
    bench.wallet.behavior.rejectNext = 'swap'
    await expect(replace(sent, 'speed-up')).rejects.toMatchObject({ code: 'USER_REJECTED' })
    await expect(bench.chain.findReplaceable(sent)).resolves.toMatchObject({ isMined: false })
  })

  it('cannot be replaced for a contract account or as part of another call', async () => {
    const sent = await send()
    await expect(bench.chain.findReplaceable({ ...sent, data: '0x1234' })).resolves.toBeUndefined()
    await chain.testClient.setCode({ address: bench.account, bytecode: '0x00' })
    await expect(bench.chain.findReplaceable(sent)).resolves.toBeUndefined()
    await chain.testClient.setCode({ address: bench.account, bytecode: '0x' })
  })
})

describe('replacement fees', () => {
  const now = { gasPrice: 12n, baseFee: 10n }

  it('raises every fee by an eighth', () => {
    expect(raiseFees({ maxFeePerGas: 800n, maxPriorityFeePerGas: 80n, gasPrice: undefined }, now)).toEqual({
      maxFeePerGas: 901n,
      maxPriorityFeePerGas: 91n,
    })
    expect(
      raiseFees({ maxFeePerGas: undefined, maxPriorityFeePerGas: undefined, gasPrice: 800n }, now),
    ).toEqual({ gasPrice: 901n })
  })

  it('limits fees to four times the signed fees, whatever the network charges', () => {
    const high = { gasPrice: 10n ** 15n, baseFee: 10n ** 14n }
    expect(raiseFees({ maxFeePerGas: 800n, maxPriorityFeePerGas: 80n, gasPrice: undefined }, high)).toEqual({
      maxFeePerGas: 3_200n,
      maxPriorityFeePerGas: 320n,
    })
    const legacy = { maxFeePerGas: undefined, maxPriorityFeePerGas: undefined, gasPrice: 800n }
    expect(raiseFees(legacy, high)).toEqual({ gasPrice: 3_200n })
  })

  it('pays at least the current network fees', () => {
    const low = { maxFeePerGas: 8n, maxPriorityFeePerGas: 1n, gasPrice: undefined }
    expect(raiseFees(low, now)).toEqual({ maxFeePerGas: 22n, maxPriorityFeePerGas: 2n })
  })
})
