import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  concatHex,
  encodeFunctionData,
  keccak256,
  numberToHex,
  parseAbi,
  serializeTransaction,
  stringToHex,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ContractAnswer, contractCode } from '../../devnet/testing/contract-code.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import {
  GAS_PRICE_ORACLE,
  gasPriceOracleAbi,
  takeL1Fees,
  takeOperatorFee,
} from '../../devnet/testing/op-stack.ts'
import { startProxyNode } from '../../service/testing/proxy-node.ts'
import { type Address, type Hex, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import type { ResolvedConfig } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { observePolls } from '../testing/observe-polls.ts'
import { createChainReader } from './chain-reader.ts'
import type { ChainReader, WatchOutcome, WatchTrace } from './types.ts'

/** Emits a log with its calldata: a topic, then one word of data. */
const TELLS: Hex = '0x5f356020355f5260205fa100'
const SIGNED_FOR: Address = '0x0000000000000000000000000000000000005afe'
const STRANGER: Address = '0x000000000000000000000000000000000000dEaD'
const erc20 = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
])

let devnet: TestDevnet
let chain: TestChain
let reader: ChainReader
let chainId: number
let account: Address

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = devnet.chain()
  chainId = chain.manifest.id
  account = chain.account()
  reader = createReader([chain.manifest.rpcUrl])
})
afterAll(() => devnet?.stop())

function createReader(rpcUrls: [string, ...string[]], id = chainId): ChainReader {
  const config = { chains: [{ id, rpcUrls }] } as unknown as ResolvedConfig
  return createChainReader(() => config, {
    watchTiming: { pollMs: 30, unseenAfterMs: 200, droppedAfterMs: 300 },
  })
}

describe('reads', () => {
  it('reads balances of tokens and of the native token', async () => {
    await chain.deal('USDC', STRANGER, 7n)
    await chain.deal(NATIVE_TOKEN, STRANGER, 9n)
    const usdc = chain.token('USDC').address
    expect(await reader.balanceOf({ chainId, token: usdc, account: STRANGER })).toBe(7n)
    expect(await reader.balanceOf({ chainId, token: NATIVE_TOKEN, account: STRANGER })).toBe(9n)
  })

  it('reads many balances in one request, even when one of the tokens reverts', async () => {
    const faulty: Address = '0x00000000000000000000000000000000000bad03'
    await chain.testClient.setCode({ address: faulty, bytecode: contractCode({}, { reverts: '0x' }) })
    await chain.deal('USDC', STRANGER, 7n)
    await chain.deal(NATIVE_TOKEN, STRANGER, 9n)
    const tokens = [NATIVE_TOKEN, faulty, chain.token('USDC').address, STRANGER, chain.token('DAI').address]
    expect(await reader.balancesOf({ chainId, tokens, account: STRANGER })).toEqual([
      9n,
      undefined,
      7n,
      undefined,
      0n,
    ])
    await expect(
      createReader(['http://127.0.0.1:9']).balancesOf({ chainId, tokens, account: STRANGER }),
    ).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
  })

  it('distinguishes an unused account, a used account and a contract', async () => {
    const unused: Address = '0x00000000000000000000000000000000000facE1'
    const funded: Address = '0x00000000000000000000000000000000000facE2'
    const delegated: Address = '0x00000000000000000000000000000000000FAce3'
    await chain.deal(NATIVE_TOKEN, funded, 1n)
    const { address: token } = chain.token('USDC')
    await chain.testClient.setCode({ address: delegated, bytecode: `0xef0100${token.slice(2)}` as Hex })
    const read = (address: Address) => reader.accountActivity({ chainId, account: address })
    expect(await read(unused)).toEqual({ isContract: false, isUsed: false })
    expect(await read(funded)).toEqual({ isContract: false, isUsed: true })
    expect(await read(delegated)).toEqual({ isContract: false, isUsed: true })
    expect(await read(token)).toEqual({ isContract: true, isUsed: true })
    await chain.testClient.setNonce({ address: unused, nonce: 1 })
    expect(await read(unused.toLowerCase() as Address)).toEqual({ isContract: false, isUsed: true })
    await expect(
      createReader(['http://127.0.0.1:9']).accountActivity({ chainId, account: unused }),
    ).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
  })

  it('reads token metadata encoded as string or bytes32', async () => {
    for (const { address: token, symbol, name, decimals } of chain.manifest.tokens) {
      expect(await reader.tokenMetadata({ chainId, token })).toEqual({ symbol, name, decimals })
    }
  })

  it('reads an address in any letter case', async () => {
    await chain.deal('USDC', STRANGER, 7n)
    await chain.deal(NATIVE_TOKEN, STRANGER, 9n)
    const { address, symbol } = chain.token('USDC')
    const digits = address.slice(2)
    for (const token of [`0x${digits.toUpperCase()}`, `0x${swapCase(digits)}`] as Address[]) {
      const owner = `0x${STRANGER.slice(2).toUpperCase()}` as Address
      expect(await reader.tokenMetadata({ chainId, token })).toMatchObject({ symbol })
      expect(await reader.balanceOf({ chainId, token, account: owner })).toBe(7n)
      expect(await reader.allowance({ chainId, token, owner, spender: token })).toBe(0n)
      expect(await reader.balanceOf({ chainId, token: NATIVE_TOKEN, account: owner })).toBe(9n)
      const call = { chainId, from: owner, to: token, data: transfer(0n), value: 0n }
      expect(await reader.estimateGas(call)).toBeGreaterThan(0n)
      const trial = { chainId, from: account, calls: [], accounts: [owner], tokens: [token] }
      expect(await reader.simulate(trial)).toMatchObject({ success: true })
    }
  })

  it.each<[string, ContractAnswer]>([
    ['reverts', { reverts: '0x' }],
    ['answers nothing', { returns: '0x' }],
    ['returns less than a word', { returns: '0x12' }],
  ])('throws UNVERIFIABLE, not a network error, for a token that %s', async (_, answer) => {
    const token: Address = '0x00000000000000000000000000000000000bad02'
    await chain.testClient.setCode({ address: token, bytecode: contractCode({}, answer) })
    const fault = { code: 'UNVERIFIABLE', retryable: false }
    await expect(reader.balanceOf({ chainId, token, account })).rejects.toMatchObject(fault)
    const allowance = reader.allowance({ chainId, token, owner: account, spender: STRANGER })
    await expect(allowance).rejects.toMatchObject(fault)
  })

  it('throws INVALID_REQUEST for an address without a token', async () => {
    await expect(reader.tokenMetadata({ chainId, token: STRANGER })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    })
  })

  it('reads the L1 data fee and the operator fee from the oracle of an OP Stack chain', async () => {
    const read = (data?: readonly Hex[]) => reader.l1Fees({ chainId, ...(data && { data }) })
    expect(await read(['0x', '0x1234'])).toEqual([0n, 0n])
    const clean = await chain.testClient.snapshot()
    try {
      await takeL1Fees(chain.testClient, { baseFee: 10n ** 10n, blobBaseFee: 10n ** 10n })
      const data = encodeFunctionData({
        abi: erc20,
        functionName: 'approve',
        args: [STRANGER, 2n ** 200n - 1n],
      })
      const [fee] = await read([data])
      const transaction = serializeTransaction({
        type: 'eip1559',
        chainId: 8453,
        nonce: 77,
        gas: 46_000n,
        maxFeePerGas: 2n * 10n ** 9n,
        maxPriorityFeePerGas: 10n ** 8n,
        to: STRANGER,
        data,
      })
      const taken = await chain.publicClient.readContract({
        address: GAS_PRICE_ORACLE,
        abi: gasPriceOracleAbi,
        functionName: 'getL1Fee',
        args: [transaction],
      })
      expect(Math.abs(Number(fee) / Number(taken) - 1)).toBeLessThan(0.2)
      const [typical] = await read()
      expect(typical).toBeGreaterThan(5n * taken)

      await takeOperatorFee(chain.testClient, { scalar: 3n, constant: 10n ** 12n })
      const gas = [0n, 46_000n]
      const withOperator = await reader.l1Fees({ chainId, data: [data, data], gas })
      for (const [at, units] of gas.entries()) {
        const operator = await chain.publicClient.readContract({
          address: GAS_PRICE_ORACLE,
          abi: gasPriceOracleAbi,
          functionName: 'getOperatorFee',
          args: [units],
        })
        expect(operator).toBe(300n * units + 10n ** 12n)
        expect(withOperator[at]).toBe(fee! + operator)
      }
      expect(await read()).toEqual([typical! + 300n * 600_000n + 10n ** 12n])

      await chain.testClient.setCode({ address: GAS_PRICE_ORACLE, bytecode: '0x5f5ffd' })
      await expect(read()).rejects.toBeInstanceOf(SluiceError)
    } finally {
      await chain.testClient.revert({ id: clean })
    }
  })

  it('reads the fees beside gas of a mined transaction from its receipt and from the oracle at its block', async () => {
    const latest = () => reader.blockNumber(chainId)
    const read = (blockNumber: bigint, l1Fee?: bigint) =>
      reader.feesBesideGas({ chainId, gasUsed: 150_000n, blockNumber, ...(l1Fee !== undefined && { l1Fee }) })
    const clean = await chain.testClient.snapshot()
    try {
      expect(await read(await latest())).toBe(0n)
      await takeL1Fees(chain.testClient, { baseFee: 0n, blobBaseFee: 0n })
      expect(await read(await latest())).toBe(0n)
      await takeOperatorFee(chain.testClient, { scalar: 3n, constant: 10n ** 12n })
      const block = await latest()
      await mine()
      await takeOperatorFee(chain.testClient, { scalar: 9n, constant: 0n })
      expect(await read(block)).toBe(300n * 150_000n + 10n ** 12n)
      expect(await read(block + 1n)).toBe(900n * 150_000n)
      expect(await read(block + 1n, 77n)).toBe(77n + 900n * 150_000n)
      await expect(read(block + 9n)).rejects.toBeInstanceOf(SluiceError)
      // The chain charges an L1 data fee, and this receipt does not contain it.
      await takeL1Fees(chain.testClient, { baseFee: 10n ** 9n, blobBaseFee: 1n })
      expect(await read(await latest())).toBeUndefined()
      expect(await read(await latest(), 77n)).toBe(77n)
    } finally {
      await chain.testClient.revert({ id: clean })
    }
    const withoutNode = createReader(['http://127.0.0.1:9'], 42161)
    expect(await withoutNode.feesBesideGas({ chainId: 42161, gasUsed: 1n, blockNumber: 1n })).toBe(0n)
  })

  it('converts the L1 data fee of Mantle from ether to its own coin', async () => {
    const mantle = createReader([chain.manifest.rpcUrl], 5000)
    const clean = await chain.testClient.snapshot()
    const answer = (value: bigint) => ({ returns: numberToHex(value, { size: 32 }) })
    // No package contains the code of this oracle. It returns the operator fee in the coin.
    const getL1Fee = { [toFunctionSelector('getL1Fee(bytes)')]: answer(10n ** 12n) }
    const getOperatorFee = { [toFunctionSelector('getOperatorFee(uint256)')]: answer(7n) }
    const tokenRatio = { [toFunctionSelector('tokenRatio()')]: answer(4_000n) }
    const become = (answers: Record<Hex, ContractAnswer>) =>
      chain.testClient.setCode({ address: GAS_PRICE_ORACLE, bytecode: contractCode(answers) })
    try {
      await become({ ...getL1Fee, ...tokenRatio })
      expect(await mantle.l1Fees({ chainId: 5000, data: ['0x', '0x12'] })).toEqual([
        4n * 10n ** 15n,
        4n * 10n ** 15n,
      ])
      await become({ ...getL1Fee, ...tokenRatio, ...getOperatorFee })
      expect(await mantle.l1Fees({ chainId: 5000, data: ['0x'] })).toEqual([4n * 10n ** 15n + 7n])
      for (const silent of [{}, { [toFunctionSelector('tokenRatio()')]: { returns: '0x' as const } }]) {
        await become({ ...getL1Fee, ...silent })
        await expect(mantle.l1Fees({ chainId: 5000 })).rejects.toBeInstanceOf(SluiceError)
      }
    } finally {
      await chain.testClient.revert({ id: clean })
    }
  })

  it('uses the next URL when one fails', async () => {
    const other = createReader(['http://127.0.0.1:9', chain.manifest.rpcUrl])
    expect(await other.gasPrice(chainId)).toBeGreaterThan(0n)
  })

  it('uses the next URL immediately after a 429 response, without retrying the first', async () => {
    let requests = 0
    const limited = createServer((_, response) => {
      requests += 1
      response.writeHead(429, { 'retry-after': '60' }).end()
    })
    await new Promise<void>((resolve) => limited.listen(0, '127.0.0.1', resolve))
    const { port } = limited.address() as AddressInfo
    const other = createReader([`http://127.0.0.1:${port}`, chain.manifest.rpcUrl])
    expect(await other.gasPrice(chainId)).toBeGreaterThan(0n)
    expect(requests).toBe(1)
    limited.close()
  })

  it.each([
    [undefined, 'RPC_UNAVAILABLE'],
    [true, 'RPC_UNAVAILABLE'],
    [false, 'NETWORK_LOST'],
  ])(
    'reports a node failure when every URL fails, unless the browser is offline: online %s is %s',
    async (onLine, code) => {
      vi.stubGlobal('navigator', { onLine })
      try {
        const reader = createReader(['http://127.0.0.1:9'])
        await expect(reader.gasPrice(chainId)).rejects.toMatchObject({ code })
      } finally {
        vi.unstubAllGlobals()
      }
    },
  )

  it('throws CONFIG_INVALID for a chain that is not configured', async () => {
    await expect(reader.gasPrice(5)).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  })
})

describe('simulate', () => {
  const run = (token: Address, amount: bigint, value = 0n) =>
    reader.simulate({
      chainId,
      from: account,
      calls: [{ to: token, data: transfer(amount), value }],
      accounts: [account, STRANGER],
      tokens: [token],
    })

  it('returns every transfer and balance change without changing the chain', async () => {
    const token = chain.token('DAI').address
    await chain.deal('DAI', account, 100n)
    const before = await chain.balanceOf('DAI', STRANGER)
    const trial = await run(token, 40n)
    expect(trial).toMatchObject({ success: true, error: undefined })
    expect(trial?.transfers).toHaveLength(1)
    expect(trial?.balanceChanges).toEqual([
      { account, token, delta: '-40' },
      { account: STRANGER, token, delta: '40' },
      { account, token: NATIVE_TOKEN, delta: '0' },
      { account: STRANGER, token: NATIVE_TOKEN, delta: '0' },
    ])
    expect(await chain.balanceOf('DAI', STRANGER)).toBe(before)
  })

  it('returns native transfers', async () => {
    const trial = await reader.simulate({
      chainId,
      from: account,
      calls: [{ to: STRANGER, data: '0x', value: 5n }],
      accounts: [account],
      tokens: [],
    })
    expect(trial?.balanceChanges).toEqual([{ account, token: NATIVE_TOKEN, delta: '-5' }])
  })

  it('returns the index and the reason of the reverted call', async () => {
    const trial = await run(chain.token('DAI').address, 10n ** 40n)
    expect(trial).toMatchObject({ success: false, failedCall: 0, error: expect.any(String) })
  })

  it('returns an error when the account cannot pay the value', async () => {
    const trial = await run(STRANGER, 0n, 10n ** 30n)
    expect(trial).toMatchObject({ success: false, error: expect.stringMatching(/insufficient funds/i) })
  })
})

describe('estimateGas', () => {
  it('rejects a reverting call with its reason', async () => {
    const call = {
      chainId,
      from: account,
      to: chain.token('DAI').address,
      data: transfer(10n ** 40n),
      value: 0n,
    }
    await expect(reader.estimateGas(call)).rejects.toMatchObject({ code: 'SIMULATION_FAILED' })
  })
})

describe('watch', () => {
  let polls: ReturnType<typeof observePolls>
  beforeEach(() => {
    polls = observePolls()
  })
  afterEach(() => polls.stop())

  it('resolves with the receipt', async () => {
    const hash = await chain.wallet().sendTransaction({ to: STRANGER, value: 1n, gas: 30_000n })
    expect(await watch(hash)).toMatchObject({ kind: 'mined', receipt: { status: 'success', hash } })
  })

  it('resolves with the L1 fee of the receipt', async () => {
    const node = await startProxyNode(chain.manifest.rpcUrl, {
      distort: ({ method }, result) =>
        method === 'eth_getTransactionReceipt' ? { ...(result as object), l1Fee: '0x3b9aca07' } : result,
    })
    try {
      const hash = await chain.wallet().sendTransaction({ to: STRANGER, value: 1n, gas: 30_000n })
      const outcome = createReader([node.url]).watch({
        transaction: { chainId, hash, from: account, to: STRANGER, data: '0x', value: 1n },
        signal: new AbortController().signal,
      })
      expect(await outcome).toMatchObject({ receipt: { hash, l1Fee: 10n ** 9n + 7n } })
    } finally {
      await node.stop()
    }
  })

  it('resolves with a revert and its reason', async () => {
    const to = chain.token('DAI').address
    const data = transfer(10n ** 40n)
    const hash = await chain.wallet().sendTransaction({ to, data, gas: 100_000n })
    const outcome = await watch(hash, { to, data, value: 0n })
    expect(outcome).toMatchObject({ kind: 'mined', receipt: { status: 'reverted' } })
    expect((outcome as { receipt: { revertReason?: string } }).receipt.revertReason).toBeTruthy()
  })

  it('follows the same transaction with another fee', async () => {
    await unmined(async () => {
      const first = await send({ to: STRANGER, value: 2n })
      const watching = watch(first.hash, { to: STRANGER, data: '0x', value: 2n })
      await polls.polled(first.hash)
      const second = await send({ to: STRANGER, value: 2n, nonce: first.nonce, speed: 3n })
      await mine()
      expect(await watching).toMatchObject({ kind: 'replaced', receipt: { hash: second.hash } })
    })
  })

  it('detects a cancellation from the transaction with the same nonce', async () => {
    await unmined(async () => {
      const first = await send({ to: STRANGER, value: 3n })
      const watching = watch(first.hash, { to: STRANGER, data: '0x', value: 3n })
      await polls.polled(first.hash)
      const second = await send({ to: account, value: 0n, nonce: first.nonce, speed: 3n })
      await mine()
      expect(await watching).toEqual({ kind: 'cancelled', hash: second.hash })
    })
  })

  it('does not resolve to cancelled when the transaction that used the nonce is unknown', async () => {
    await unmined(async () => {
      const { hash, nonce } = await send({ to: STRANGER, value: 7n })
      const watching = watch(hash, { to: STRANGER, data: '0x', value: 7n })
      await polls.polled(hash)
      await chain.testClient.dropTransaction({ hash })
      await chain.testClient.setNonce({ address: account, nonce: nonce + 1 })
      await mine()
      expect(await watching).toEqual({ kind: 'dropped' })
    })
  })

  it('detects a replacement mined between two watches from the stored trace', async () => {
    await unmined(async () => {
      const first = await send({ to: STRANGER, value: 5n })
      const transaction = {
        chainId,
        hash: first.hash,
        from: account,
        to: STRANGER,
        data: '0x',
        value: 5n,
      } as const
      const left = new AbortController()
      const traces: WatchTrace[] = []
      const watching = reader.watch({
        transaction,
        signal: left.signal,
        onTrace: (trace) => traces.push(trace),
      })
      await expect.poll(() => traces.at(-1)?.nonce).toBe(first.nonce)
      left.abort()
      await expect(watching).rejects.toThrow()
      const second = await send({ to: STRANGER, value: 5n, nonce: first.nonce, speed: 3n })
      await mine()
      await mine()
      const outcome = await reader.watch({
        transaction: { ...transaction, trace: traces.at(-1) },
        signal: new AbortController().signal,
      })
      expect(outcome).toMatchObject({ kind: 'replaced', receipt: { hash: second.hash } })
    })
  })

  it('drops a transaction that every poll misses', async () => {
    await unmined(async () => {
      const { hash } = await send({ to: STRANGER, value: 4n })
      const watching = watch(hash)
      await polls.polled(hash)
      await chain.testClient.dropTransaction({ hash })
      expect(await watching).toEqual({ kind: 'dropped' })
    })
  })

  it('reports a private transaction as unseen, never drops it, and finds its block', async () => {
    await unmined(async () => {
      const nonce = await chain.publicClient.getTransactionCount({ address: account })
      const call = { to: STRANGER, value: 6n, nonce }
      const { hash } = await send(call)
      await chain.testClient.dropTransaction({ hash })
      const unseen: boolean[] = []
      const watching = reader.watch({
        transaction: { chainId, hash, from: account, to: STRANGER, data: '0x', value: 6n },
        signal: new AbortController().signal,
        onUnseen: (isUnseen) => unseen.push(isUnseen),
      })
      await expect.poll(() => unseen).toEqual([true])
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      expect((await send(call)).hash).toBe(hash)
      await mine()
      expect(await watching).toMatchObject({ kind: 'mined', receipt: { hash } })
    })
  })

  it('ignores transactions and nonces of a relayer', async () => {
    const relayer = chain.account(7)
    await unmined(async () => {
      const hash = (await chain.publicClient.request({
        method: 'eth_sendTransaction',
        params: [{ from: relayer, to: STRANGER, value: '0x1', gas: '0x7530' }],
      } as never)) as Hex
      const traces: WatchTrace[] = []
      const watching = reader.watch({
        transaction: { chainId, hash, from: account, to: STRANGER, data: '0x', value: 1n },
        signal: new AbortController().signal,
        onTrace: (trace) => traces.push(trace),
      })
      for (let times = 0; times < 3; times += 1) await polls.polled(hash)
      expect(traces.every(({ nonce }) => nonce === undefined)).toBe(true)
      await mine()
      expect(await watching).toMatchObject({ kind: 'mined', receipt: { hash } })
    })
  })

  it('ignores other transactions of a contract account', async () => {
    const wallet = chain.manifest.contracts.multicall3
    const token = chain.token('DAI').address
    const approve = (amount: bigint) =>
      encodeFunctionData({ abi: erc20, functionName: 'approve', args: [STRANGER, amount] })
    const proposal: Hex = `0x${'34'.repeat(32)}`
    const watching = reader.watch({
      transaction: { chainId, hash: proposal, from: wallet, to: token, data: approve(6n), value: 0n },
      signal: new AbortController().signal,
    })
    await polls.polled(proposal)
    await chain.testClient.impersonateAccount({ address: wallet })
    await chain.deal(NATIVE_TOKEN, wallet, 10n ** 18n)
    const execute = (amount: bigint) =>
      chain.publicClient.request({
        method: 'eth_sendTransaction',
        params: [{ from: wallet, to: token, data: approve(amount) }],
      } as never)
    await execute(7n)
    await polls.polled(proposal)
    const hash = await execute(6n)
    expect(await watching).toMatchObject({ kind: 'mined', receipt: { status: 'success', hash } })
  })

  it('waits for the other signers of a contract account, and reports it once', async () => {
    const wallet = chain.manifest.contracts.multicall3
    const hash: Hex = `0x${'12'.repeat(32)}`
    const controller = new AbortController()
    let calls = 0
    const watching = reader.watch({
      transaction: {
        chainId,
        hash,
        from: wallet,
        to: STRANGER,
        data: '0x',
        value: 0n,
      },
      signal: controller.signal,
      onAwaitingSigners: () => {
        calls += 1
      },
    })
    for (let times = 0; times < 3; times += 1) await polls.polled(hash)
    controller.abort(new Error('left'))
    await expect(watching).rejects.toThrow()
    expect(calls).toBe(1)
  })

  it('finds the transaction that executed a request of a contract account', async () => {
    const wallet = chain.manifest.contracts.multicall3
    const token = chain.token('DAI').address
    const data = encodeFunctionData({ abi: erc20, functionName: 'approve', args: [STRANGER, 5n] })
    const proposal: Hex = `0x${'12'.repeat(32)}`
    const watching = reader.watch({
      transaction: { chainId, hash: proposal, from: wallet, to: token, data, value: 0n },
      signal: new AbortController().signal,
    })
    await polls.polled(proposal)
    await chain.testClient.impersonateAccount({ address: wallet })
    await chain.deal(NATIVE_TOKEN, wallet, 10n ** 18n)
    const hash = await chain.publicClient.request({
      method: 'eth_sendTransaction',
      params: [{ from: wallet, to: token, data }],
    } as never)
    expect(await watching).toMatchObject({ kind: 'mined', receipt: { status: 'success', hash } })
  })

  it.each([
    ['has done', 'ExecutionSuccess', 'success'],
    ['failed to execute', 'ExecutionFailure', 'reverted'],
  ] as const)('trusts a contract account that it %s the signed request', async (_, name, status) => {
    // Signers sign a hash once.
    const proposal = keccak256(stringToHex(name))
    const other = keccak256(proposal)
    await chain.testClient.setCode({ address: SIGNED_FOR, bytecode: TELLS })
    const topic = toEventSelector(`event ${name}(bytes32 txHash, uint256 payment)`)
    const tell = (hash: Hex) => chain.send({ to: SIGNED_FOR, data: concatHex([topic, hash]) })
    // Its calldata does not contain the call, because it may be packed or sent by a module.
    const transaction = {
      chainId,
      hash: proposal,
      from: SIGNED_FOR,
      to: STRANGER,
      data: '0xabcdef12',
      value: 0n,
    } as const
    let isOver = false
    const watching = reader.watch({ transaction, signal: new AbortController().signal }).finally(() => {
      isOver = true
    })
    await polls.polled(proposal)
    await tell(other)
    for (let times = 0; times < 3; times += 1) await polls.polled(proposal)
    expect(isOver).toBe(false)
    const hash = await tell(proposal)
    expect(await watching).toMatchObject({ kind: 'mined', receipt: { status, hash } })
  })

  it('does not follow a redirect to another node', async () => {
    const server = createServer((_, response) => {
      response.writeHead(307, { location: chain.manifest.rpcUrl }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      const read = createReader([`http://127.0.0.1:${port}`]).gasPrice(chainId)
      await expect(read).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
    } finally {
      server.close()
    }
  })

  it('retries while the node does not respond', async () => {
    const controller = new AbortController()
    const lost = createReader(['http://127.0.0.1:9']).watch({
      transaction: { chainId, hash: '0x01', from: account, to: STRANGER, data: '0x', value: 0n },
      signal: controller.signal,
    })
    const first = await Promise.race([
      lost,
      new Promise((resolve) => setTimeout(() => resolve('still'), 400)),
    ])
    expect(first).toBe('still')
    controller.abort(new Error('left'))
    await expect(lost).rejects.toThrow()
  })
})

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  )
}

function transfer(amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [STRANGER, amount] })
}

function watch(
  hash: Hex,
  call: { to: Address; data: Hex; value: bigint } = { to: STRANGER, data: '0x', value: 1n },
): Promise<WatchOutcome> {
  const { signal } = new AbortController()
  return reader.watch({ transaction: { chainId, hash, from: account, ...call }, signal })
}

async function unmined(run: () => Promise<void>): Promise<void> {
  await chain.testClient.setAutomine(false)
  try {
    await run()
  } finally {
    await chain.testClient.setAutomine(true)
    await mine()
  }
}

async function send({
  to,
  value,
  nonce,
  speed = 1n,
}: {
  to: Address
  value: bigint
  nonce?: number
  speed?: bigint
}): Promise<{ hash: Hex; nonce: number }> {
  const used = nonce ?? (await chain.publicClient.getTransactionCount({ address: account }))
  const fee = 10n ** 10n * speed
  const hash = await chain.wallet().sendTransaction({
    to,
    value,
    nonce: used,
    gas: 30_000n,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee,
  })
  return { hash, nonce: used }
}

function mine(): Promise<void> {
  return chain.testClient.mine({ blocks: 1 })
}
