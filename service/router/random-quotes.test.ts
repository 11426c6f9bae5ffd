import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../wire/testing/random.ts'
import type { TokenMetadata } from '../chain/tokens/types.ts'
import { type RouterDevnet, STRANGER, startRouterDevnet } from './testing/router-devnet.ts'

const TRADES = 60
let devnet: RouterDevnet

beforeAll(async () => {
  devnet = await startRouterDevnet()
})

afterAll(() => devnet?.stop())

describe('random quotes on the devnet', () => {
  it.each(['SELL', 'BUY'] as const)(
    'of type %s pay exactly the quoted amount on chain',
    async (orderType) => {
      const random = createRandom(orderType === 'SELL' ? 11 : 12)
      const tokens = devnet.chain
        .tokens()
        .filter(({ address }) => devnet.chain.tradableTokens().has(address.toLowerCase()))
      const bearing = new Set(lendingTokens())
      const pick = () => tokens[Math.floor(random.next() * tokens.length)]!
      let quoted = 0
      let split = 0
      for (let i = 0; i < TRADES; i += 1) {
        const [input, output] = [pick(), pick()]
        if (input === output) continue
        const amount = getSome(orderType === 'SELL' ? input : output, random.next())
        const request = devnet.request({ input: 'WETH', output: 'USDC', amount: '1', orderType })
        const quote = await devnet.router
          .quote({
            ...request,
            inputToken: input.address,
            outputToken: output.address,
            ...(orderType === 'SELL' ? { inputAmount: amount } : { outputAmount: amount }),
            userAddress: STRANGER,
            outputReceiver: STRANGER,
          })
          .catch((error: Error) => {
            expect(error.message).toBe('Unable to fetch a solution for the user request')
          })
        if (!quote) continue
        const named = `${orderType} ${amount} ${input.symbol} ${output.symbol}`
        expect(quote, named).toMatchObject({ revert: false, error: null })
        const [paid, received] = quote.simulation!.balanceChanges.map(({ delta }) => BigInt(delta))
        // A sale may lose a unit of a share token at either end. A purchase requests eight more
        // units and misses none.
        const isBearing = bearing.has(output.address.toLowerCase())
        const [most, least] = !isBearing ? [0n, 0n] : orderType === 'BUY' ? [0n, -10n] : [2n, -2n]
        const missing = BigInt(quote.effectiveOutputAmount) - received!
        expect(missing >= least && missing <= most, `${named}: ${missing} missing`).toBe(true)
        const excess = -paid! - BigInt(quote.effectiveInputAmount)
        // A purchase withdraws one unit more of such a token than it needs, and rounding costs
        // another one.
        const paying = bearing.has(input.address.toLowerCase()) ? 2n : 0n
        expect(excess >= -paying && excess <= paying, `${named}: ${excess} too much`).toBe(true)
        expect(Number(quote.optimalityGapBps)).toBeGreaterThanOrEqual(0)
        quoted += 1
        if (quote.liquidityModules.length > 1) split += 1
      }
      expect(quoted).toBeGreaterThan(TRADES / 3)
      expect(split).toBeGreaterThan(quoted / 4)
    },
  )
})

function lendingTokens(): string[] {
  const pools = devnet.chain.snapshot()!.pools()
  return pools.filter(({ origin }) => origin.kind === 'lending').map(({ tokens }) => tokens[1])
}

/** Returns an amount between a cent and the value of a pool, if one unit is worth a dollar. */
function getSome({ decimals }: TokenMetadata, share: number): string {
  return BigInt(Math.floor(10 ** (decimals - 2 + share * 7))).toString()
}
