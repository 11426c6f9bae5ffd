import { type Abi, decodeFunctionData, encodeFunctionData, parseAbi } from 'viem'
import { compileOnce } from '../../../contracts/compile-once.ts'
import type { Artifact } from '../../../devnet/bytecode/compiler-output.ts'
import { settlementAbi } from '../../../wire/abi/settlement.ts'
import { type Address, type Hex, isNativeToken } from '../../../wire/lib/address.ts'
import { minimumOutput } from '../../../wire/lib/amount.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import type { WidgetConfig } from '../../config/types.ts'
import {
  encodeRouteDescription,
  type Interaction,
  type RouteDescription,
} from '../../testing/route-description.ts'
import type { SwapSuite } from './swap-suite.ts'

/** A router that takes a description of the route, on the chain of a swap suite. */
export interface RouteRouter {
  router: Address
  executor: Address
  treasury: Address
  /** A host's config for it. */
  config: Pick<WidgetConfig, 'chains'>
  /**
   * Converts a quote of our service to one for this router: same market, with its own fee and
   * contract.
   */
  describe(quote: QuoteResult, change?: DescriptionChange): QuoteResult
}

export interface DescriptionChange {
  desc?: Partial<RouteDescription>
  /** The calls of the executor. Default: trades through our settlement. */
  interactions?: readonly Interaction[]
}

/** The router's fee, in basis points of the output. */
const FEE_BPS = 5n
const TREASURY: Address = '0x7ea5000000000000000000000000000000000002'
const NO_DEADLINE = 2n ** 256n - 1n

export async function deployRouteRouter({ chain, service, settlement }: SwapSuite): Promise<RouteRouter> {
  const contracts = await compileOnce('test')
  const deploy = (name: string, args: unknown[] = []) => deployContract(chain, contracts.get(name), args)
  const router = await deploy('RouteRouter', [TREASURY])
  const executor = await deploy('RouteExecutor')

  /** Sells the input through the settlement, without a minimum. */
  function trade(quote: QuoteResult): Interaction[] {
    const { functionName, args } = decodeFunctionData({ abi: settlementAbi, data: quote.calldata ?? '0x' })
    if (functionName !== 'swap') throw new Error(`Expected a swap call, received ${functionName}`)
    const [quoted, route, permit] = args
    const unlimited = { ...quoted, outputReceiver: executor, minOutputAmount: 1n, deadline: NO_DEADLINE }
    const data = encodeFunctionData({ abi: settlementAbi, functionName, args: [unlimited, route, permit] })
    const sale = { target: settlement, value: BigInt(quote.value), callData: data }
    const approval = erc20Data('approve', [settlement, BigInt(quote.inputAmount)])
    return isNativeToken(quote.inputToken)
      ? [sale]
      : [{ target: quote.inputToken, value: 0n, callData: approval }, sale]
  }

  return {
    router,
    executor,
    treasury: TREASURY,
    config: {
      chains: service.config.chains.map((entry) => ({
        ...entry,
        routerAddress: router,
        codec: 'route-description',
      })),
    },
    describe(quote, { desc, interactions = trade(quote) } = {}) {
      const outputAmount = BigInt(quote.effectiveOutputAmount)
      const effectiveOutputAmount = (outputAmount * (10_000n - FEE_BPS)) / 10_000n
      const description: RouteDescription = {
        inputToken: quote.inputToken,
        outputToken: quote.outputToken,
        inputReceiver: executor,
        outputReceiver: quote.outputReceiver,
        partnerAddress: '0x0000000000000000000000000000000000000000',
        inputAmount: BigInt(quote.inputAmount),
        outputAmount,
        partnerFee: 0n,
        routingFee: 0n,
        partnerSurplusShare: 0n,
        protocolSurplusShare: 10_000n,
        partnerSlippageShare: 0n,
        protocolSlippageShare: 6_600n,
        effectiveOutputAmount,
        minOutputAmount: minimumOutput(effectiveOutputAmount, 100),
        isPermit2: false,
        uniquePID: `0x${'5a'.repeat(32)}`,
        ...desc,
      }
      const { settlementFee: _, expiresAt: __, ...common } = quote
      return {
        ...common,
        router,
        outputAmount: description.outputAmount.toString(),
        effectiveOutputAmount: description.effectiveOutputAmount.toString(),
        minOutputAmount: description.minOutputAmount.toString(),
        calldata: encodeRouteDescription({ executor, desc: description, interactions }),
      }
    },
  }
}

const erc20Abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
])

export function erc20Data(functionName: 'approve' | 'transfer', args: readonly [Address, bigint]): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName, args })
}

async function deployContract(
  chain: SwapSuite['chain'],
  artifact: Artifact | undefined,
  args: unknown[],
): Promise<Address> {
  if (!artifact) throw new Error('The contract was not compiled')
  const { abi, bytecode } = artifact as { abi: Abi; bytecode: Hex }
  const hash = await chain.wallet().deployContract({ abi, bytecode, args, gas: 8_000_000n })
  const { contractAddress } = await chain.publicClient.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('The deployment failed')
  return contractAddress
}
