import * as v from 'valibot'
import { startTestDevnet, type TestChain } from '../../../devnet/testing/devnet.ts'
import { type Address, type Hex, isNativeToken, NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import {
  type ParsedPriceRequest,
  type PriceRequest,
  priceRequestSchema,
} from '../../../wire/price-request.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import { until } from '../../../wire/testing/until.ts'
import { type ChainFollower, createFollowedChain } from '../../chain/followed-chain.ts'
import { createRouterEngine } from '../router-engine.ts'
import type { RouterEngine } from '../search/types.ts'
import { solveUnlimited } from './unlimited-solver.ts'

/** The devnet account that trades. */
export const TRADER = 1
export const STRANGER: Address = '0x00000000000000000000000000000000000A11cE'
export const PARTNER: Address = '0x000000000000000000000000000000000000b0b0'

export interface DevnetTrade extends Partial<PriceRequest> {
  /** Token symbols. `ETH` is the native token. */
  input: string
  output: string
  /** The amount in whole units, of the input of a sale or the output of a purchase. */
  amount: string
}

/** A devnet of one chain, a router that follows it, and accounts that trade on it. */
export interface RouterDevnet {
  test: TestChain
  chain: ChainFollower
  router: RouterEngine
  request(wanted: DevnetTrade): ParsedPriceRequest
  getAddress(symbol: string): Address
  /** Gives the trader this amount with an allowance to the settlement contract. */
  fund(symbol: string, amount: bigint): Promise<void>
  /**
   * Signs and sends a quote's call as the trader, in a block with the same timestamp as the latest
   * block.
   */
  send(quote: QuoteResult): Promise<Hex>
  reachesHead(): Promise<void>
  /** Stores the state of the chain and returns a function that restores it. */
  remember(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

export async function startRouterDevnet(): Promise<RouterDevnet> {
  const devnet = await startTestDevnet()
  const test = devnet.chain()
  for (let i = 0; i < 2; i += 1) await devnet.market('ethereum').step()
  const [announced] = devnet.serviceConfig.chains
  if (!announced) throw new Error('The devnet has no chain.')
  // Polls, because no event reports that a test has reverted the chain.
  const { wsUrl: _, ...config } = announced
  const chain = createFollowedChain(config, { pollMs: 50 })
  await chain.start()
  const getAddress = (symbol: string) => (symbol === 'ETH' ? NATIVE_TOKEN : test.token(symbol).address)

  async function reachesHead(): Promise<void> {
    const { hash } = await test.publicClient.getBlock()
    await until(() => chain.snapshot()?.blockHash === hash)
  }

  return {
    test,
    chain,
    router: createRouterEngine({ chains: [chain], solver: solveUnlimited }),
    getAddress,
    reachesHead,

    request({ input, output, amount, ...changes }) {
      const isBuy = changes.orderType === 'BUY'
      const counted = isBuy ? output : input
      const units = wholeUnits(amount, counted === 'ETH' ? 18 : test.token(counted).decimals)
      return v.parse(priceRequestSchema, {
        chainID: 'ethereum',
        inputToken: getAddress(input),
        outputToken: getAddress(output),
        ...(isBuy ? { outputAmount: units } : { inputAmount: units }),
        userAddress: test.account(TRADER),
        outputReceiver: test.account(TRADER),
        uniquePID: 'test',
        ...changes,
      })
    },

    async fund(symbol, amount) {
      const token = getAddress(symbol)
      const extra = isNativeToken(token) ? 10n ** 18n : 0n
      await test.deal(token, test.account(TRADER), amount + extra)
      if (!isNativeToken(token)) await test.approve(symbol, chain.config.settlement, amount, TRADER)
      await reachesHead()
    },

    async send({ router = chain.config.settlement, calldata = '0x', value }) {
      // The value of a vault's share changes every second, and a quote is exact only for its own
      // time.
      const { timestamp } = await test.publicClient.getBlock()
      await test.testClient.setNextBlockTimestamp({ timestamp })
      return test.send({ to: router, data: calldata, value: BigInt(value) }, TRADER)
    },

    async remember() {
      const id = await test.testClient.snapshot()
      return async () => {
        await test.testClient.revert({ id })
        await reachesHead()
      }
    },

    async stop() {
      await chain.stop()
      await devnet.stop()
    },
  }
}

function wholeUnits(amount: string, decimals: number): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0')).toString()
}
