import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { takeDataGas } from '../../../devnet/testing/arbitrum.ts'
import type { TestChain } from '../../../devnet/testing/devnet.ts'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { ChainReader } from '../../chain/types.ts'
import { report } from '../../lib/report.ts'
import type { SwapBench } from '../testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from '../testing/swap-suite.ts'
import { revoke } from './revoke.ts'

let suite: SwapSuite
let chain: TestChain
let settlement: Address
let bench: SwapBench

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  suite = await startSwapSuite(['ethereum', 'base'])
  chain = suite.chain
  settlement = suite.settlement
})
afterAll(async () => {
  await suite?.stop()
  vi.unstubAllGlobals()
})
afterEach(() => suite.reset())

/** Removes the approval of USDT, a token whose `approve` returns nothing. */
function remove(sent: Hex[] = [], reader: ChainReader = bench.chain) {
  const { address: token } = chain.token('USDT')
  return revoke(
    { chainId: chain.manifest.id, account: bench.account, token, spender: settlement },
    {
      wallet: bench.port,
      chain: reader,
      signal: new AbortController().signal,
      now: Date.now,
      onSent: (hash) => sent.push(hash),
      reportError: report,
    },
  )
}

const getAllowance = () =>
  bench.chain.allowance({
    chainId: chain.manifest.id,
    token: chain.token('USDT').address,
    owner: bench.account,
    spender: settlement,
  })

it('removes an allowance and resolves once the chain returns 0', async () => {
  bench = await suite.open()
  await chain.approve('USDT', settlement, 5_000n)
  const sent: Hex[] = []
  const hash = await remove(sent)
  expect(sent).toEqual([hash])
  expect(await getAllowance()).toBe(0n)
  expect(bench.signed()).toHaveLength(1)
})

it('switches the wallet to the chain of the approval first', async () => {
  bench = await suite.open({ walletChainId: suite.devnet.chain('base').manifest.id })
  await chain.approve('USDT', settlement, 5_000n)
  await remove()
  expect(await getAllowance()).toBe(0n)
})

it.each([
  { taken: 900_000n, isSent: true },
  { taken: undefined, isSent: false },
])('allows the gas that nodes charge for its calldata, and no more: $taken', async ({ taken, isSent }) => {
  bench = await suite.open()
  await chain.approve('USDT', settlement, 5_000n)
  await takeDataGas(chain.testClient, taken)
  const { estimateGas } = bench.chain
  const dear: ChainReader = {
    ...bench.chain,
    estimateGas: async (call) => (await estimateGas(call)) + 900_000n,
  }
  try {
    if (isSent) await remove([], dear)
    else await expect(remove([], dear)).rejects.toMatchObject({ code: 'UNVERIFIABLE' })
    expect(await getAllowance()).toBe(isSent ? 0n : 5_000n)
  } finally {
    await takeDataGas(chain.testClient, undefined)
  }
})

it('keeps the allowance when the user rejects the request', async () => {
  bench = await suite.open()
  await chain.approve('USDT', settlement, 5_000n)
  bench.wallet.behavior.rejectNext = 'approve'
  await expect(remove()).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(await getAllowance()).toBe(5_000n)
})

it('rejects when the wallet sends another transaction', async () => {
  bench = await suite.open()
  await chain.approve('USDT', settlement, 5_000n)
  bench.port.sendTransaction = ({ from }) => chain.send({ to: from })
  await expect(remove()).rejects.toMatchObject({ code: 'ALLOWANCE_TOO_LOW' })
})

it('resolves when a contract account executed it before the wallet responds', async () => {
  bench = await suite.open()
  await chain.approve('USDT', settlement, 5_000n)
  await chain.testClient.setCode({ address: bench.account, bytecode: '0x00' })
  try {
    let executed: Hex | undefined
    bench.port.sendTransaction = async ({ from, to, data }) => {
      executed = await chain.publicClient.request({
        method: 'eth_sendTransaction',
        params: [{ from, to, data }],
      } as never)
      await chain.testClient.mine({ blocks: 3 })
      return `0x${'5a'.repeat(32)}`
    }
    const hash = await remove()
    expect(hash).toBe(executed)
    expect(await getAllowance()).toBe(0n)
  } finally {
    await chain.testClient.setCode({ address: bench.account, bytecode: '0x' })
  }
})
