import { http, numberToHex } from 'viem'
import { sleep } from '../../../wire/lib/sleep.ts'
import type { NodeBudget } from '../../config/types.ts'
import { withTimeout } from '../../lib/with-timeout.ts'
import { type CallerCall, createNodeMeter, type MeterClock, type NodeMeter } from './node-meter.ts'
import { toBlockNumber } from './to-block-number.ts'

export interface RpcRequest {
  method: string
  params?: unknown
}

/** A node with its budget. Sends no request before the node has returned the chain's id. */
export interface RpcNode {
  readonly meter: NodeMeter
  /** Waits until the budget allows the request, and sends it. `onSend` is called in between. */
  request(
    args: RpcRequest,
    options?: { call?: CallerCall | undefined; onSend?: () => void },
  ): Promise<unknown>
  /** Checks the chain id before the next request. Another node may take over the address. */
  distrustChain(): void
  /** Returns undefined without a timely response. So do the following two functions. */
  chainId(): Promise<number | undefined>
  head(): Promise<bigint | undefined>
  /** Returns null if the node has no block at this height. */
  hashAt(blockNumber: bigint): Promise<string | null | undefined>
}

export interface RpcNodeOptions {
  chainId: number
  budget: NodeBudget | undefined
  /** True if a failed request falls back to another node. */
  hasFallback: boolean
  signal: AbortSignal
  clock: MeterClock
  /** Milliseconds for a complete response. Default: twice the timeout for its headers. */
  answerMs?: number | undefined
  /** Waits for some milliseconds. Default: a timer. */
  wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined
  /** Called when the node returns the id of another chain. */
  onWrongChain: (node: RpcNode) => void
}

const TIMEOUT_MS = 10_000
/** Shorter timeout if there is another node to fall back to. */
const SHORT_TIMEOUT_MS = 4_000
/** Limits how long an unreachable node delays startup or a check of heads. */
const CHECK_TIMEOUT_MS = 2_000
/**
 * How long a call waits for a node over its per-second budget. Loading a chain makes many calls in
 * parallel.
 */
export const MAX_WAIT_MS = 30_000

export function createRpcNode(url: string, options: RpcNodeOptions): RpcNode {
  const { chainId, signal, wait = sleep } = options
  const { host } = new URL(url)
  const send = createSend(url, options)
  const meter = createNodeMeter(options.budget, options.clock)
  /** The node returned the chain's id since it was last unreachable. */
  let isOfChain = false
  let checking: Promise<void> | undefined

  async function takeCall(call?: CallerCall): Promise<void> {
    const ms = meter.take(call)
    if (ms > 0) await wait(Math.ceil(ms), signal)
  }

  /** Returns NaN for a malformed response. */
  function noteChainId(answer: unknown): number {
    const found = typeof answer === 'string' ? Number(answer) : Number.NaN
    isOfChain = found === chainId
    return found
  }

  async function checkChainId(): Promise<void> {
    await takeCall()
    const found = noteChainId(await send({ method: 'eth_chainId' }))
    if (isOfChain) return
    options.onWrongChain(node)
    throw new Error(`The node at ${host} is on chain ${found}, not ${chainId}`)
  }

  /**
   * Waits until a request may be sent. Concurrent requests share one check of the chain id. With a
   * known id, the caller reserves its call in the same event loop turn in which it chose the node.
   */
  async function beforeRequest(method: string, call?: CallerCall): Promise<void> {
    if (!isOfChain && method !== 'eth_chainId') {
      checking ??= checkChainId().finally(() => {
        checking = undefined
      })
      await checking
    }
    await takeCall(call)
  }

  async function readSoon(args: RpcRequest): Promise<unknown> {
    if (meter.waitMs() > MAX_WAIT_MS) return undefined
    try {
      await beforeRequest(args.method)
      return await withTimeout(send(args), { timeoutMs: CHECK_TIMEOUT_MS, onTimeout: () => undefined })
    } catch {
      return undefined
    }
  }

  const node: RpcNode = {
    meter,
    async request(args, { call, onSend } = {}) {
      await beforeRequest(args.method, call)
      onSend?.()
      return send(args)
    },
    distrustChain() {
      isOfChain = false
    },
    async chainId() {
      if (isOfChain) return chainId
      const found = noteChainId(await readSoon({ method: 'eth_chainId' }))
      return Number.isNaN(found) ? undefined : found
    },
    async head() {
      const block = await readSoon({ method: 'eth_getBlockByNumber', params: ['latest', false] })
      return toBlockNumber(Object(block).number)
    },
    async hashAt(blockNumber) {
      const params = [numberToHex(blockNumber), false]
      const block = await readSoon({ method: 'eth_getBlockByNumber', params })
      const { hash } = Object(block)
      return typeof hash === 'string' ? hash : block === null ? null : undefined
    },
  }
  return node
}

function createSend(
  url: string,
  { hasFallback, budget, signal, answerMs }: RpcNodeOptions,
): (args: RpcRequest) => Promise<unknown> {
  const timeout = hasFallback ? SHORT_TIMEOUT_MS : TIMEOUT_MS
  const { request } = http(url, {
    timeout,
    // A retry counts as another call.
    retryCount: hasFallback || budget ? 0 : 1,
    retryDelay: 100,
    // viem's timeout ends with the headers.
    fetchFn: fetchUntil(signal, answerMs ?? 2 * timeout),
  })({})
  return (args) => request(args as never)
}

function fetchUntil(signal: AbortSignal, answerMs: number): typeof fetch {
  return (input, init) => {
    const signals = [signal, AbortSignal.timeout(answerMs), ...(init?.signal ? [init.signal] : [])]
    return fetch(input, { ...init, signal: AbortSignal.any(signals) })
  }
}
