import type { TestChain, TestDevnet } from '../../../devnet/testing/devnet.ts'
import { type Address, isNativeToken, NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import { createChainReader } from '../../chain/chain-reader.ts'
import type { ChainReader } from '../../chain/types.ts'
import type { WidgetService } from '../../clients/testing/widget-service.ts'
import { resolveConfig } from '../../config/resolve-config.ts'
import type { ResolvedConfig, WidgetConfig } from '../../config/types.ts'
import type { ReportError } from '../../errors/report-defect.ts'
import { quotedInput } from '../../lib/purchase.ts'
import { createDevWallet, type DevWallet } from '../../testing/dev-wallet.ts'
import { createWalletPort, type OwnedWalletPort } from '../../wallet/wallet-port.ts'
import { createExecution } from '../create-execution.ts'
import type { Execution, ExecutionState, Stage, StateOf, SwapIntent } from '../machine/types.ts'

export type ListedTokens = Pick<SwapIntent, 'inputToken' | 'outputToken'>

/** A user with a wallet and one execution, on a devnet with its service. */
export interface SwapBench {
  wallet: DevWallet
  port: OwnedWalletPort
  execution: Execution
  /** The chain through the real RPC. */
  chain: ChainReader
  account: Address
  /** Every state so far, oldest first. */
  states: ExecutionState[]
  /** Changes the service's quotes before the execution receives them. */
  tamper: (quote: QuoteResult) => QuoteResult | Promise<QuoteResult>
  /** A priced intent, as the review page creates it. `eth` is the native token. */
  intent(query: {
    input: string
    output: string
    /** Base units: of the input, or of the output if it `buys`. */
    amount: bigint
    /** True for a purchase. Default false. */
    buys?: boolean
    slippageBps?: number
    partner?: SwapIntent['partner']
    /** Replaces the tokens by records of a catalogue. Default: unchanged. */
    listed?: (tokens: ListedTokens) => ListedTokens
  }): Promise<SwapIntent>
  /** Resolves with the next state that is in one of these stages. */
  reaches<Name extends Stage>(...stages: Name[]): Promise<StateOf<Name>>
  /** The stages so far, without consecutive repetitions. */
  stages(): Stage[]
  /** The signed and sent transactions. */
  signed(): { to: string; data: string }[]
  /** The data of the approvals among them. */
  approvals(): string[]
  stop(): void
}

export interface SwapBenchOptions {
  devnet: TestDevnet
  /** The service it uses. */
  service: Pick<WidgetService, 'config' | 'clients' | 'caughtUp'>
  chain?: TestChain
  /** Index of the funded account. Default 0. */
  account?: number
  config?: Partial<WidgetConfig>
  /** The config as the execution reads it. Default: unchanged. */
  rules?: (config: ResolvedConfig) => ResolvedConfig
  /** The initial chain of the wallet. Default: the intent's. */
  walletChainId?: number
  /** Overrides methods of the chain reader, e.g. for an RPC that cannot simulate. */
  reader?: Partial<ChainReader>
  /** USD per whole output token, from the widget's own sources. Default: unknown. */
  outputPriceUsd?: number
  /** Overrides the date of the service's quotes, in milliseconds since the epoch. */
  serverTimeMs?: () => number
  /** The page's clock, in milliseconds since the epoch. Default `Date.now`. */
  now?: () => number
  /** Receives errors of the widget's own code. Default: they are reported as uncaught. */
  reportError?: ReportError
  /** Called with the wallet before it is announced, e.g. to change its behavior. */
  onWallet?: (wallet: DevWallet) => void
}

/** First four bytes of `approve(address,uint256)`. */
const APPROVE = '0x095ea7b3'

export async function createSwapBench(options: SwapBenchOptions): Promise<SwapBench> {
  const { devnet, service, chain = devnet.chain() } = options
  const config = resolveConfig({ ...service.config, ...options.config })
  const account = chain.account(options.account)
  const wallet = createDevWallet({
    rpcUrls: Object.fromEntries(devnet.manifest.chains.map(({ id, rpcUrl }) => [id, rpcUrl])),
    accounts: [account],
    chainId: options.walletChainId ?? chain.manifest.id,
  })
  options.onWallet?.(wallet)
  const stopAnnouncing = wallet.announce(window)
  const port = createWalletPort({ config })
  port.start()
  await port.connect(wallet.info.rdns)
  wallet.requests.length = 0

  const signed = () =>
    wallet.requests
      .filter(({ method }) => method === 'eth_sendTransaction')
      .map(({ params }) => (params as { to: string; data: string }[])[0] ?? { to: '', data: '' })
  const reader = createChainReader(() => config, { watchTiming: { pollMs: 40, droppedAfterMs: 1_000 } })
  const bench: SwapBench = {
    wallet,
    port,
    account,
    chain: reader,
    states: [],
    tamper: (quote) => quote,
    execution: createExecution({
      wallet: port,
      chain: { ...reader, ...options.reader },
      router: {
        ...service.clients.router,
        async quote(request, call) {
          await service.caughtUp()
          const answer = await service.clients.router.quote(request, call)
          const value = await bench.tamper(answer.value)
          return { ...answer, value, ...(options.serverTimeMs && { serverTimeMs: options.serverTimeMs() }) }
        },
      },
      config: () => options.rules?.(config) ?? config,
      usdPrice: async () => options.outputPriceUsd,
      ...(options.now && { now: options.now }),
      ...(options.reportError && { reportError: options.reportError }),
    }),
    async intent({
      input,
      output,
      amount,
      buys = false,
      slippageBps = 50,
      partner,
      listed = (tokens) => tokens,
    }) {
      await service.caughtUp()
      const { inputToken, outputToken } = listed({
        inputToken: getToken(chain, input),
        outputToken: getToken(chain, output),
      })
      const { value: price } = await service.clients.router.price({
        networkID: chain.manifest.id,
        inputToken: inputToken.address,
        outputToken: outputToken.address,
        ...(buys
          ? { orderType: 'BUY' as const, outputAmount: amount.toString() }
          : { inputAmount: amount.toString() }),
        userAddress: account,
        outputReceiver: account,
        uniquePID: config.integrator,
        slippage: slippageBps,
        ...(partner && { partnerFee: partner.feeBps, partnerAddress: partner.address }),
      })
      return {
        id: `route-${bench.states.length}`,
        chainId: chain.manifest.id,
        inputToken,
        outputToken,
        inputAmount: buys ? quotedInput(price) : amount,
        outputAmount: buys ? amount : undefined,
        price,
        slippageBps,
        account,
        receiver: account,
        partner,
      }
    },
    reaches<Name extends Stage>(...stages: Name[]) {
      return new Promise<StateOf<Name>>((resolve, reject) => {
        const check = () => {
          const state = bench.execution.getState()
          const isReached = stages.some((stage) => stage === state.stage)
          const isOver = state.stage === 'failed' || state.stage === 'completed'
          if (!isReached && !isOver) return
          unsubscribe()
          if (isReached) resolve(state as StateOf<Name>)
          else reject(state.stage === 'failed' ? state.error : new Error('The swap completed'))
        }
        const unsubscribe = bench.execution.subscribe(check)
        const { stage } = bench.execution.getState()
        if (stages.some((name) => name === stage)) check()
      })
    },
    stages: () =>
      bench.states.map(({ stage }) => stage).filter((stage, index, all) => stage !== all[index - 1]),
    signed,
    approvals: () =>
      signed()
        .map(({ data }) => data)
        .filter((data) => data.startsWith(APPROVE)),
    stop() {
      bench.execution.destroy()
      port.destroy()
      stopAnnouncing()
    },
  }
  bench.execution.subscribe(() => bench.states.push(bench.execution.getState()))
  return bench
}

function getToken(chain: TestChain, symbol: string): SwapIntent['inputToken'] {
  const { id, nativeCurrency } = chain.manifest
  if (symbol === 'eth' || isNativeToken(symbol))
    return { chainId: id, address: NATIVE_TOKEN, ...nativeCurrency }
  const { address, name, decimals, symbol: ticker } = chain.token(symbol)
  return { chainId: id, address, name, decimals, symbol: ticker }
}
