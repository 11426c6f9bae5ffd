import type { Client, Transport } from 'viem'
import { erc20Abi } from '../../wire/abi/erc20.ts'
import { type Address, isNativeToken } from '../../wire/lib/address.ts'
import { getChain } from '../config/get-chain.ts'
import type { ResolvedConfig } from '../config/types.ts'
import { isDefect, type ReportError } from '../errors/report-defect.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { anyCase, callView, firstWord } from './call-view.ts'
import { httpTransport } from './http-transport.ts'
import { loadWatch } from './load-watch.ts'
import { accountActivity, readBalances } from './read-account.ts'
import type { ReadClient } from './read-actions.ts'
import { readEarning } from './read-earning.ts'
import { getMessage, getRevertData, getRpcCode, toNodeError, toRpcError } from './rpc-error.ts'
import { tokenDecimals, tokenMetadata } from './token-metadata.ts'
import type { ChainReader, ReadAt } from './types.ts'
import { createClient, encodeFunctionData, fallback, readActions } from './viem.ts'
import type { WatchTiming } from './watch-transaction.ts'

const REQUEST_TIMEOUT_MS = 10_000
const SEARCH_POLL_MS = 2_000
const UNLIKELY_POLL_MS = 6_000

interface ReaderOptions {
  watchTiming?: Partial<WatchTiming>
  /** Receives defects of searches, which continue after them. Default: none are reported. */
  reportError?: ReportError
}

/**
 * Reads chains through the host's own RPC URLs, tried in order; never through a library's default
 * RPC. Loads the code that only a swap needs on first use.
 */
export function createChainReader(
  config: () => Pick<ResolvedConfig, 'chains'>,
  options: ReaderOptions = {},
): ChainReader {
  const clients = new Map<string, ReadClient>()

  function getClient(chainId: number): ReadClient {
    const { rpcUrls } = getChain(config(), chainId)
    const key = rpcUrls.join(' ')
    const client = clients.get(key) ?? connect(rpcUrls)
    clients.set(key, client)
    return client
  }

  async function read<Value>(chainId: number, run: (client: ReadClient) => Promise<Value>): Promise<Value> {
    try {
      return await run(getClient(chainId))
    } catch (error) {
      throw toRpcError(error)
    }
  }

  return {
    balanceOf: ({ chainId, token, account, blockTag }) =>
      read(chainId, (client) =>
        isNativeToken(token)
          ? client.getBalance({ address: anyCase(account), blockTag })
          : readAmount(client, { token, functionName: 'balanceOf', args: [anyCase(account)], blockTag }),
      ),
    balancesOf: ({ chainId, ...query }) => read(chainId, (client) => readBalances(client, query)),
    allowance: ({ chainId, token, owner, spender, blockTag }) =>
      read(chainId, (client) =>
        readAmount(client, {
          token,
          functionName: 'allowance',
          args: [anyCase(owner), anyCase(spender)],
          blockTag,
        }),
      ),
    permitMethod: (query) =>
      read(query.chainId, async (client) => {
        const { permitMethod } = await import('./permit-method.ts')
        return permitMethod(client, query)
      }),
    accountActivity: ({ chainId, account }) =>
      read(chainId, (client) => accountActivity(client, { account })),
    async resolveName(query) {
      const { resolveName } = await import('./resolve-name.ts')
      return resolveName(config().chains, query, read)
    },
    tokenMetadata: ({ chainId, token }) =>
      isNativeToken(token)
        ? Promise.resolve(getChain(config(), chainId).nativeCurrency)
        : read(chainId, (client) => tokenMetadata(client, token)),
    decimals: ({ chainId, token }) =>
      isNativeToken(token)
        ? Promise.resolve(getChain(config(), chainId).nativeCurrency.decimals)
        : read(chainId, (client) => tokenDecimals(client, token)),
    earning: ({ chainId, ...query }) => read(chainId, (client) => readEarning(client, query)),
    simulate: (query) =>
      read(query.chainId, async (client) => {
        const { simulate } = await import('./simulate.ts')
        return simulate(client, query)
      }),
    estimateGas: ({ chainId, ...call }) => read(chainId, (client) => estimateGas(client, call)),
    blockNumber: (chainId) => read(chainId, (client) => client.getBlockNumber({ cacheTime: 0 })),
    blockTime: (chainId) =>
      read(chainId, async (client) => Number((await client.getBlock()).timestamp) * 1_000),
    gasPrice: (chainId) => read(chainId, (client) => client.getGasPrice()),
    ...createSwapReads(read, options),
  }
}

type Read = <Value>(chainId: number, run: (client: ReadClient) => Promise<Value>) => Promise<Value>

/** The reads that only a swap needs. Their code is loaded on first use. */
function createSwapReads(read: Read, { watchTiming, reportError }: ReaderOptions) {
  return {
    blockMs: (chainId) =>
      read(chainId, async (client) => {
        const { measureBlockMs } = await import('./measure-block-ms.ts')
        return measureBlockMs(client, await client.getBlock())
      }),
    l1Fees: (query) =>
      read(query.chainId, async (client) => {
        const { l1Fees } = await import('./l1-fee.ts')
        return l1Fees(client, query)
      }),
    feesBesideGas: (mined) =>
      read(mined.chainId, async (client) => {
        const { feesBesideGas } = await import('./l1-fee.ts')
        return feesBesideGas(client, mined)
      }),
    dataGas: (call) =>
      read(call.chainId, async (client) => {
        const { dataGas } = await import('./l1-fee.ts')
        return dataGas(client, call)
      }),
    findReplaceable: (sent) =>
      read(sent.chainId, async (client) => {
        const { findReplaceable } = await import('./find-replaceable.ts')
        return findReplaceable(client, sent)
      }),
    findSent: (query) =>
      read(query.chainId, async (client) => {
        const { findSent } = await loadWatch()
        const pollMs = watchTiming?.pollMs ?? (query.isUnlikely ? UNLIKELY_POLL_MS : SEARCH_POLL_MS)
        return findSent(client, query, { pollMs, reportError })
      }),
    watch: (query) =>
      read(query.transaction.chainId, async (client) => {
        const { watchTransaction } = await loadWatch()
        return watchTransaction(client, query, { ...watchTiming, reportError })
      }),
  } satisfies Partial<ChainReader>
}

async function estimateGas(
  client: ReadClient,
  { from, to, data, value }: Omit<Parameters<ChainReader['estimateGas']>[0], 'chainId'>,
): Promise<bigint> {
  try {
    return await client.estimateGas({
      account: anyCase(from),
      to: anyCase(to),
      data,
      value,
      blockTag: 'pending',
    })
  } catch (error) {
    const revertData = getRevertData(error)
    const isRevert = revertData !== undefined || REVERT_CODES.has(getRpcCode(error) ?? 0)
    if (!isRevert) throw error
    const { decodeRevert } = await import('./decode-revert.ts')
    const details = await decodeRevert(revertData, getMessage(error))
    throw new SluiceError('SIMULATION_FAILED', { cause: error, details })
  }
}

type AmountCall = { token: Address; blockTag: ReadAt['blockTag'] | undefined } & (
  | { functionName: 'balanceOf'; args: [account: Address] }
  | { functionName: 'allowance'; args: [owner: Address, spender: Address] }
)

/**
 * Rejects with `UNVERIFIABLE` if the token returns no amount: the token is faulty, so a retry is
 * pointless.
 */
async function readAmount(client: ReadClient, { token, blockTag, ...call }: AmountCall): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, ...call })
  const amount = firstWord(await callView(client, { to: token, data, blockTag }))
  if (amount !== undefined) return amount
  throw new SluiceError('UNVERIFIABLE', { details: `token ${token} does not return ${call.functionName}` })
}

/** JSON-RPC codes of a call that itself fails (reverted or rejected). */
const REVERT_CODES = new Set([3, -32_000, -32_003, -32_015])

/**
 * viem throws a `TypeError` for a malformed response: a failure of the node, not of the widget's
 * own code.
 */
function guardedActions(client: Client): ReturnType<typeof readActions> {
  const guarded = Object.entries(readActions(client)).map(([name, run]) => [
    name,
    (args: never) =>
      (run as (args: never) => Promise<unknown>)(args).catch((cause: unknown) => {
        throw isDefect(cause) ? toNodeError(cause) : cause
      }),
  ])
  return Object.fromEntries(guarded)
}

function connect(rpcUrls: readonly string[]): ReadClient {
  // Does not wait for a rate-limited URL if there is another one.
  const retryCount = rpcUrls.length > 1 ? 0 : 1
  const transports = rpcUrls.map((url) => httpTransport(url, { timeout: REQUEST_TIMEOUT_MS, retryCount }))
  // A token must not make the user's browser fetch a URL of its choice (EIP-3668).
  const toClient = (transport: Transport) =>
    createClient({ transport, ccipRead: false }).extend(guardedActions)
  return toClient(fallback(transports, { retryCount: 0 })).extend(() => ({ nodes: transports.map(toClient) }))
}
