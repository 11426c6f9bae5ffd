import { QueryClient } from '@tanstack/react-query'
import { parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { createChainReader } from '../chain/chain-reader.ts'
import { startWidgetService, type WidgetService } from '../clients/testing/widget-service.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import { report } from '../lib/report.ts'
import { dilutedApyQuery } from './diluted-apy-query.ts'
import { earningTypeQuery } from './earning-type-query.ts'
import { historicalApyQuery } from './historical-apy-query.ts'
import { positionsQuery } from './positions-query.ts'
import type { QueryContext } from './query-context.ts'
import { tvlQuery } from './tvl-query.ts'

const vault = parseAbi(['function previewDeposit(uint256 assets) view returns (uint256)'])

let devnet: TestDevnet
let service: WidgetService
let chain: TestChain
let context: QueryContext
const queryClient = new QueryClient()

beforeAll(async () => {
  devnet = await startTestDevnet({ chains: ['ethereum', 'base'] })
  service = await startWidgetService(devnet)
  chain = devnet.chain()
  const config = resolveConfig(service.config)
  context = {
    key: 'yields',
    config: { getState: () => config },
    queryClient,
    clients: service.clients,
    chain: createChainReader(() => config),
    priceReader: { usdToken: async () => undefined, prices: async () => [] },
    emit() {},
    reportError: report,
  }
})
afterAll(async () => {
  queryClient.clear()
  await service?.stop()
  await devnet?.stop()
})

const token = (symbol: string) => ({ chainId: chain.manifest.id, address: chain.token(symbol).address })
const shareSymbol = () => chain.manifest.tokens.find(({ claim }) => claim?.kind === 'vault-share')!.symbol

describe('the tokens of a real chain', () => {
  it.each([
    ['a lending token', () => 'aEthUSDC', 'lend'],
    ['the share of a vault', () => shareSymbol(), 'invest'],
    ['any other token', () => 'USDC', null],
  ])('detects the type of %s', async (_, symbol, type) => {
    expect(await queryClient.fetchQuery(earningTypeQuery(context, token(symbol())))).toBe(type)
  })

  it.each([
    ['a lending token', () => 'aEthUSDC'],
    ['the share of a vault', () => shareSymbol()],
  ])(
    'loads the recent APY of %s, a lower one after a large deposit, and its total deposits',
    async (_, symbol) => {
      const { decimals } = chain.token(symbol())
      const earning = token(symbol())
      const [past, small, large, total] = await Promise.all([
        queryClient.fetchQuery(historicalApyQuery(context, earning)),
        queryClient.fetchQuery(dilutedApyQuery(context, { ...earning, amount: 10n ** BigInt(decimals) })),
        queryClient.fetchQuery(
          dilutedApyQuery(context, { ...earning, amount: 5_000_000n * 10n ** BigInt(decimals) }),
        ),
        queryClient.fetchQuery(tvlQuery(context, earning)),
      ])
      expect(past).toBeGreaterThan(0.1)
      expect(past).toBeLessThan(30)
      expect(large).toBeLessThan(Number(small))
      expect(total).toBeGreaterThan(100_000)
    },
  )

  it('reports unknown figures for other tokens', async () => {
    expect(await queryClient.fetchQuery(historicalApyQuery(context, token('USDC')))).toBeNull()
    expect(
      await queryClient.fetchQuery(dilutedApyQuery(context, { ...token('WETH'), amount: 1n })),
    ).toBeNull()
  })
})

describe('the earning of an amount on chain', () => {
  it('equals the amount of a lending token, and the redemption value of a vault share', async () => {
    const amount = 10n ** 20n
    expect(await context.chain.earning({ ...lending(), amount })).toMatchObject({
      kind: 'lending',
      asset: chain.token('USDC').address.toLowerCase(),
      assets: amount,
    })
    const { address, claim } = chain.token(shareSymbol())
    const shares = await chain.publicClient.readContract({
      address,
      abi: vault,
      functionName: 'previewDeposit',
      args: [amount],
    })
    const earning = await context.chain.earning({
      chainId: chain.manifest.id,
      token: address,
      amount: shares,
    })
    expect(earning).toMatchObject({ kind: 'vault', asset: claim?.underlying.toLowerCase() })
    const lost = amount - (earning?.assets ?? 0n)
    expect(lost).toBeGreaterThanOrEqual(0n)
    expect(lost).toBeLessThanOrEqual(2n)
  })

  it('is undefined for other tokens and for accounts', async () => {
    const chainId = chain.manifest.id
    for (const address of [chain.token('WETH').address, chain.token('USDT').address, chain.account()]) {
      expect(await context.chain.earning({ chainId, token: address, amount: 1n })).toBeUndefined()
    }
  })

  it("includes the account's balance and its withdrawable part", async () => {
    const account = chain.account()
    const balance = await chain.balanceOf('aEthUSDC', account)
    const position = await context.chain.earning({ ...lending(), amount: balance, account })
    expect(position).toMatchObject({ kind: 'lending', assets: balance })
    expect(position?.withdrawable).toEqual({ amount: balance, assets: balance })

    const share = chain.token(shareSymbol())
    const shares = await chain.balanceOf(share.symbol, account)
    const deposit = { chainId: chain.manifest.id, token: share.address, amount: shares, account }
    expect(shares).toBeGreaterThan(0n)
    const vaulted = await context.chain.earning(deposit)
    expect(vaulted?.withdrawable).toEqual({ amount: shares, assets: vaulted?.assets })
  })

  it('lists all deposits of an account with their assets', async () => {
    const query = positionsQuery(context, { chainId: chain.manifest.id, account: chain.account() })
    const found = await queryClient.fetchQuery({ ...query, select: undefined } as never)
    const stored = found as { token: { symbol: string }; asset: { symbol: string } }[]
    const pairs = Object.fromEntries(stored.map(({ token, asset }) => [token.symbol, asset.symbol]))
    expect(pairs).toMatchObject({ aEthUSDC: 'USDC', aEthDAI: 'DAI', aEthWETH: 'WETH' })
    expect(Object.keys(pairs)).toContain(shareSymbol())
  })
})

const lending = () => ({ chainId: chain.manifest.id, token: chain.token('aEthUSDC').address })
