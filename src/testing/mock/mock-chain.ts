import { decodeAbiParameters, encodeAbiParameters, parseAbiParameters } from 'viem'
import { SETTLEMENT } from '../../../wire/fixtures/addresses.ts'
import { type Address, type Hex, NATIVE_TOKEN, sameAddress, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import { parseAmount } from '../../../wire/lib/amount.ts'
import type { Token } from '../../events/types.ts'
import { USDC } from '../fixtures/fixture-tokens.ts'
import { createMockLedger, type MockCall, type MockLedger } from './mock-ledger.ts'

export interface MockChainOptions {
  chainId: number
  tokens: readonly Token[]
  /** The initial balances of every account: whole tokens by symbol. */
  balances: Readonly<Record<string, string>>
  /** Milliseconds until a sent transaction is mined. */
  mineMs: () => number
  /** The payout of the pools once a swap is mined, in basis points of the promised output. */
  minedBps: () => number
  /** How another transaction uses the nonce of a sent one: `dropped` ones are not returned. */
  replaced: () => 'cancelled' | 'dropped' | undefined
  /** The gas price as a multiple of the usual one. */
  gasFactor: () => bigint
}

/**
 * A node with one user in memory, as JSON-RPC. It checks no signature: everything that is sent is
 * executed.
 */
export interface MockChain {
  request(method: string, params: readonly unknown[]): unknown
}

/** An error of JSON-RPC. */
export class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The factory of the pools from which the widget reads its own prices. */
export const MOCK_FACTORY: Address = '0x5FbDB2315678afecb367f032d93F642f64180bb4'
const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** At this gas price a swap costs what its price states. */
const GAS_PRICE = 1_465_000_000n
const PRIORITY_FEE = 100_000_000n
const FIRST_BLOCK = 1_204n
const POOL_DEPTH_USD = 50_000_000
const BLOCK_HASH = `0x${'b1'.repeat(32)}`

export function createMockChain({
  chainId,
  tokens,
  balances,
  mineMs,
  minedBps,
  replaced,
  gasFactor,
}: MockChainOptions): MockChain {
  const ledger = createMockLedger(tokens, balances)
  const sent: Sent[] = []

  /** Executes due transactions in order. */
  function mine(): void {
    for (const [index, transaction] of sent.entries()) {
      if (transaction.receipt || transaction.minedAt > Date.now()) continue
      const way = replaced()
      if (way && !transaction.isSeen) continue
      if (way) {
        transaction.hash = replacementOf(transaction.nonce)
        transaction.call = cancellationOf(transaction.call)
        transaction.isHidden = way === 'dropped'
      }
      const { error, gasUsed, logs } = ledger.execute(transaction.call, minedBps())
      const place = {
        transactionHash: transaction.hash,
        transactionIndex: '0x0',
        blockHash: BLOCK_HASH,
        blockNumber: hex(FIRST_BLOCK + BigInt(index + 1)),
      }
      transaction.receipt = {
        ...place,
        status: error === undefined ? '0x1' : '0x0',
        type: '0x2',
        from: transaction.call.from,
        to: transaction.call.to,
        contractAddress: null,
        gasUsed: hex(gasUsed),
        cumulativeGasUsed: hex(gasUsed),
        effectiveGasPrice: hex(gasPrice()),
        logsBloom: `0x${'00'.repeat(256)}`,
        // Native transfers are logs of simulations only.
        logs: logs
          .filter(({ address }) => !sameAddress(address, NATIVE_TOKEN))
          .map((log, logIndex) => ({ ...log, ...place, logIndex: hex(logIndex), removed: false })),
      }
    }
  }

  /** The transactions of an account up to a block. Each block has one transaction. */
  const countOf = (from: unknown, block: unknown) => {
    const last = /^0x/.test(String(block)) ? Number(BigInt(String(block)) - FIRST_BLOCK) : sent.length
    const mined = sent.slice(0, Math.max(0, last)).filter(({ receipt }) => receipt)
    return mined.filter(({ call }) => sameAddress(call.from ?? '', String(from))).length
  }

  const handlers: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_chainId: () => hex(chainId),
    net_version: () => String(chainId),
    eth_blockNumber: () => hex(FIRST_BLOCK + BigInt(sent.filter(({ receipt }) => receipt).length)),
    eth_gasPrice: () => hex(gasPrice()),
    eth_maxPriorityFeePerGas: () => hex(PRIORITY_FEE),
    eth_getBalance: ([account]) => hex(ledger.balanceOf(account as Address, NATIVE_TOKEN)),
    eth_getCode: ([address]) => (isContract(address as Address) ? '0x6001' : '0x'),
    eth_getTransactionCount: ([account, block]) => hex(countOf(account, block)),
    eth_getLogs: () => [],
    eth_call: ([call]) => {
      const { to = ZERO_ADDRESS, data, input } = call as MockCall
      if (!isContract(to)) return '0x'
      return view(ledger, to, data ?? input ?? '0x')
    },
    eth_estimateGas: ([call]) => {
      const { error, gasUsed } = ledger.copy().execute(call as MockCall)
      if (error !== undefined) throw new RpcError(3, `execution reverted: ${error}`)
      return hex(gasUsed)
    },
    eth_simulateV1: ([options]) => {
      const { blockStateCalls } = options as { blockStateCalls: { calls: MockCall[] }[] }
      const copy = ledger.copy()
      return blockStateCalls.map(({ calls }) => ({ calls: calls.map((call) => simulate(copy, call)) }))
    },
    eth_getBlockByNumber: ([tag, isFull]) => ({
      number: /^0x/.test(String(tag)) ? tag : handlers.eth_blockNumber?.([]),
      hash: BLOCK_HASH,
      timestamp: hex(Math.floor(Date.now() / 1_000)),
      baseFeePerGas: hex(gasPrice() - PRIORITY_FEE),
      transactions: sent
        .filter(({ receipt, isHidden }) => !isHidden && receipt?.blockNumber === tag)
        .map((transaction) => (isFull ? toTransaction(transaction) : transaction.hash)),
    }),
    eth_sendTransaction: ([call]) => {
      const transaction = call as MockCall
      const nonce = sent.length
      const hash: Hex = `0x5a${nonce.toString(16).padStart(62, '0')}`
      sent.push({ hash, call: transaction, nonce, minedAt: Date.now() + mineMs() })
      return hash
    },
    eth_getTransactionByHash: ([hash]) => {
      const found = sent.find((transaction) => transaction.hash === hash && !transaction.isHidden)
      if (!found) return null
      found.isSeen = true
      return toTransaction(found)
    },
    eth_getTransactionReceipt: ([hash]) =>
      sent.find((transaction) => transaction.hash === hash && !transaction.isHidden)?.receipt ?? null,
  }

  return {
    request(method, params) {
      mine()
      const handler = handlers[method]
      if (!handler) throw new RpcError(-32_601, `The mock chain does not support ${method}.`)
      return handler(params)
    },
  }

  function gasPrice(): bigint {
    return GAS_PRICE * gasFactor()
  }

  function toTransaction({ hash, call, nonce, receipt }: Sent): object {
    return {
      hash,
      nonce: hex(nonce),
      from: call.from,
      to: call.to,
      input: call.data ?? '0x',
      value: call.value ?? '0x0',
      gas: hex(300_000),
      gasPrice: hex(GAS_PRICE),
      type: '0x0',
      chainId: hex(chainId),
      blockHash: receipt ? BLOCK_HASH : null,
      blockNumber: receipt?.blockNumber ?? null,
      transactionIndex: receipt ? '0x0' : null,
    }
  }

  function isContract(address: Address): boolean {
    const contracts = [SETTLEMENT, MULTICALL3, MOCK_FACTORY, ...tokens.map((token) => token.address)]
    return contracts.some((contract) => sameAddress(contract, address))
  }

  function simulate(copy: MockLedger, call: MockCall): object {
    const { to = ZERO_ADDRESS, data, input } = call
    const returnData = tryView(copy, to, data ?? input ?? '0x')
    if (returnData !== undefined) return { status: '0x1', returnData, gasUsed: hex(26_000), logs: [] }
    const { error, gasUsed, logs } = copy.execute(call)
    if (error === undefined) return { status: '0x1', returnData: '0x', gasUsed: hex(gasUsed), logs }
    return {
      status: '0x0',
      returnData: '0x',
      gasUsed: hex(gasUsed),
      logs: [],
      error: { code: 3, message: `execution reverted: ${error}` },
    }
  }

  function view(from: MockLedger, to: Address, data: Hex): Hex {
    const result = tryView(from, to, data)
    if (result === undefined) throw new RpcError(3, 'execution reverted')
    return result
  }

  /** The result of a read call; undefined for any other. */
  function tryView(from: MockLedger, to: Address, data: Hex): Hex | undefined {
    const selector = data.slice(0, 10)
    const args = words(data)
    if (sameAddress(to, MULTICALL3)) {
      if (selector === '0x4d2301cc') return word(from.balanceOf(toAddress(args[0]), NATIVE_TOKEN))
      return selector === '0x82ad56cb' ? aggregate(from, data) : undefined
    }
    if (sameAddress(to, MOCK_FACTORY)) {
      return selector === '0xe6a43905' ? word(poolOf(toAddress(args[0]), toAddress(args[1]))) : undefined
    }
    if (selector === '0x0902f1ac') return reserves(to)
    const token = tokens.find(({ address }) => sameAddress(address, to))
    if (!token) return undefined
    switch (selector) {
      case '0x70a08231':
        return word(from.balanceOf(toAddress(args[0]), to))
      case '0xdd62ed3e':
        return word(from.allowance(to, toAddress(args[0]), toAddress(args[1])))
      case '0x313ce567':
        return word(BigInt(token.decimals))
      case '0x95d89b41':
        return encodeAbiParameters([{ type: 'string' }], [token.symbol])
      case '0x06fdde03':
        return encodeAbiParameters([{ type: 'string' }], [token.name])
      default:
        return undefined
    }
  }

  /** `aggregate3` of Multicall3. */
  function aggregate(from: MockLedger, data: Hex): Hex {
    const [calls] = decodeAbiParameters(
      parseAbiParameters('(address target, bool allowFailure, bytes callData)[]'),
      `0x${data.slice(10)}`,
    )
    const results = calls.map(({ target, callData }) => {
      const returnData = tryView(from, target, callData)
      return { success: returnData !== undefined, returnData: returnData ?? ('0x' as const) }
    })
    return encodeAbiParameters(parseAbiParameters('(bool success, bytes returnData)[]'), [results])
  }

  /**
   * Each token has one pool with the USD token, whose address derives from the token's. Zero
   * without a pool.
   */
  function poolOf(a: Address, b: Address): bigint {
    const other = sameAddress(a, USDC.address) ? b : sameAddress(b, USDC.address) ? a : undefined
    const token = tokens.find(({ address }) => other && sameAddress(address, other))
    return token?.priceUsd ? BigInt(token.address) ^ POOL_MASK : 0n
  }

  function reserves(pool: Address): Hex | undefined {
    const address = word(BigInt(pool) ^ POOL_MASK).slice(-40)
    const token = tokens.find((candidate) => sameAddress(candidate.address.slice(2), address))
    if (!token?.priceUsd) return undefined
    const held = parseAmount((POOL_DEPTH_USD / token.priceUsd).toFixed(6), Math.max(6, token.decimals)) ?? 0n
    const usd = parseAmount(String(POOL_DEPTH_USD), USDC.decimals) ?? 0n
    const isFirst = token.address.toLowerCase() < USDC.address.toLowerCase()
    const [first, second] = isFirst ? [held, usd] : [usd, held]
    return `${word(first)}${word(second).slice(2)}${word(0n).slice(2)}`
  }
}

interface Sent {
  hash: Hex
  call: MockCall
  minedAt: number
  nonce: number
  receipt?: { blockNumber: Hex; [field: string]: unknown }
  /** True once it was requested. A replacement of an unseen transaction cannot be recognized. */
  isSeen?: boolean
  /** True if the node does not return it. */
  isHidden?: boolean
}

/** The transaction by which a wallet cancels: an empty call to itself. */
function cancellationOf({ from }: MockCall): MockCall {
  return { ...(from && { from, to: from }), data: '0x', value: '0x0' }
}

function replacementOf(nonce: number): Hex {
  return `0xca${nonce.toString(16).padStart(62, '0')}`
}

const POOL_MASK = 1n << 159n

function words(data: Hex): string[] {
  return data.slice(10).match(/.{64}/g) ?? []
}

function toAddress(digits = ''): Address {
  return `0x${digits.slice(-40).padStart(40, '0')}`
}

function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

function hex(value: number | bigint): Hex {
  return `0x${value.toString(16)}`
}
