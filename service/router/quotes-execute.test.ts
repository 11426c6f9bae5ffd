import * as v from 'valibot'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Address, type Hex, isNativeToken, NATIVE_TOKEN } from '../../src/lib/address.ts'
import { sleep } from '../../src/lib/sleep.ts'
import { type PriceRequest, priceRequestSchema } from '../../src/wire/router.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../testing/devnet.ts'
import { type ChainFollower, createFollowedChain } from '../chain/followed-chain.ts'
import { createRouterEngine } from './router-engine.ts'
import type { RouterEngine } from './types.ts'

const TRADER = 1
const STRANGER: Address = '0x00000000000000000000000000000000000A11cE'
const PARTNER: Address = '0x000000000000000000000000000000000000b0b0'

let devnet: TestDevnet
let test: TestChain
let chain: ChainFollower
let router: RouterEngine
let clean: Hex

beforeAll(async () => {
  devnet = await startTestDevnet()
  test = devnet.chain()
  for (let i = 0; i < 2; i += 1) await devnet.market('ethereum').step()
  chain = createFollowedChain(devnet.serviceConfig.chains[0]!, { pollMs: 50 })
  router = createRouterEngine({ chains: [chain] })
  await chain.start()
})

beforeEach(async () => {
  clean = await test.testClient.snapshot()
})

afterEach(async () => {
  await test.testClient.revert({ id: clean })
  await reachesHead()
})

afterAll(async () => {
  await chain?.stop()
  await devnet?.stop()
})

describe('a quote that is sent', () => {
  it.each([
    ['token to token', 'WETH', 'USDC', '1.5', 1],
    ['token to token of few decimals', 'DAI', 'WBTC', '250000', undefined],
    ['native in', 'ETH', 'USDC', '2', 1],
    ['native out', 'LINK', 'ETH', '900', 1],
    ['native in and across', 'ETH', 'EURC', '3', 2],
    ['three pools', 'LINK', 'EURC', '500', 3],
    ['an awkward token in', 'USDT', 'MKR', '5000', undefined],
    ['an awkward token out', 'WBTC', 'USDT', '0.25', undefined],
    ['a trade that crosses many ticks', 'WETH', 'USDC', '900', undefined],
    ['wrapping', 'ETH', 'WETH', '1', 1],
    ['unwrapping', 'WETH', 'ETH', '1', 1],
  ] as const)('pays to the wei what it promised: %s', async (_, input, output, amount, pools) => {
    const request = requestFor({ input, output, amount, outputReceiver: STRANGER })
    await fund(input, BigInt(request.inputAmount!))
    await reachesHead()
    const quote = await router.quote(request)
    expect(quote).toMatchObject({ revert: false, error: null, lowBalance: false, lowAllowance: false })
    if (pools) expect(quote.liquidityModules).toHaveLength(pools)
    expect(quote.simulation?.balanceChanges).toEqual([
      { account: test.account(TRADER), token: request.inputToken, delta: `-${request.inputAmount}` },
      { account: STRANGER, token: request.outputToken, delta: quote.effectiveOutputAmount },
    ])

    const before = await test.balanceOf(request.outputToken, STRANGER)
    const sent = { to: quote.router!, data: quote.calldata!, value: BigInt(quote.value) }
    const hash = await test.send(sent, TRADER)
    const received = (await test.balanceOf(request.outputToken, STRANGER)) - before
    expect(received.toString()).toBe(quote.effectiveOutputAmount)
    const { gasUsed } = await test.publicClient.getTransactionReceipt({ hash })
    expect(Math.abs(Number(gasUsed) / quote.computationUnits - 1)).toBeLessThan(0.25)
  })

  it('pays partner and service what it said', async () => {
    const request = requestFor({
      input: 'WETH',
      output: 'USDC',
      amount: '10',
      partnerFee: 75,
      partnerAddress: PARTNER,
      activateSurplusFee: true,
    })
    await fund('WETH', BigInt(request.inputAmount!))
    await reachesHead()
    const quote = await router.quote(request)
    const { treasury } = test.manifest.contracts
    const before = await test.balanceOf('USDC', treasury)
    await test.send({ to: quote.router!, data: quote.calldata! }, TRADER)
    const settlementFee = BigInt(quote.settlementFee!)
    expect(await test.balanceOf('USDC', PARTNER)).toBe(BigInt(quote.partnerFee) + settlementFee / 2n)
    expect((await test.balanceOf('USDC', treasury)) - before).toBe(settlementFee - settlementFee / 2n)
  })
})

describe('a quote for somebody who is short', () => {
  it.each([
    ['a token', 'WETH', 'USDC', true],
    ['an awkward token', 'USDT', 'DAI', true],
    ['the native token', 'ETH', 'USDC', false],
  ] as const)(
    'of %s tells so, and tries the route all the same',
    async (_, input, output, lacksAllowance) => {
      const request = requestFor({
        input,
        output,
        amount: '20',
        userAddress: STRANGER,
        outputReceiver: STRANGER,
      })
      const quote = await router.quote(request)
      expect(quote).toMatchObject({
        lowBalance: true,
        lowAllowance: lacksAllowance,
        revert: false,
        error: null,
      })
      expect(quote.simulation?.balanceChanges[1]?.delta).toBe(quote.effectiveOutputAmount)
    },
  )

  it('tells a missing allowance from a missing balance', async () => {
    const request = requestFor({ input: 'DAI', output: 'USDC', amount: '100' })
    await test.deal('DAI', test.account(TRADER), BigInt(request.inputAmount!))
    const { config } = chain
    await test.approve('DAI', config.permit2, 2n ** 200n, TRADER)
    await reachesHead()
    expect(await router.quote(request)).toMatchObject({
      lowBalance: false,
      lowAllowance: true,
      revert: false,
    })
    expect(await router.quote({ ...request, isPermit2: true })).toMatchObject({
      lowBalance: false,
      lowAllowance: false,
      revert: false,
    })
  })
})

describe('a quote that cannot work', () => {
  it('has no solution through a token that keeps a part of each transfer', async () => {
    const taxed = test.manifest.tokens.find(({ trait }) => trait === 'fee-on-transfer')!
    for (const [input, output] of [
      [taxed.symbol, 'WETH'],
      ['WETH', taxed.symbol],
    ] as const) {
      const request = requestFor({ input, output, amount: '1' })
      await expect(router.price(request)).rejects.toThrow('Unable to fetch a solution for the user request')
    }
  })

  it('has no solution where a token keeps a part that it did not keep before', async () => {
    const taxed = test.manifest.tokens.find(({ trait }) => trait === 'fee-on-transfer')!
    const unaware = createRouterEngine({ chains: [{ ...chain, isPlainToken: () => true }] })
    const request = requestFor({ input: 'WETH', output: taxed.symbol, amount: '1', slippage: 300 })
    await expect(unaware.price(request)).resolves.toMatchObject({ outputToken: request.outputToken })
    await expect(unaware.quote(request)).rejects.toThrow('Unable to fetch a solution for the user request')
  })

  it('says why the chain would refuse it', async () => {
    const token = test.manifest.tokens.find(({ trait }) => trait === 'blocklist')!
    const abi = parseAbi(['function setBlocked(address, bool)'])
    const data = encodeFunctionData({ abi, functionName: 'setBlocked', args: [STRANGER, true] })
    await test.send({ to: token.address, data })
    const request = requestFor({ input: 'WETH', output: token.symbol, amount: '1', outputReceiver: STRANGER })
    await fund('WETH', BigInt(request.inputAmount!))
    await reachesHead()
    const quote = await router.quote(request)
    expect(quote.revert).toBe(true)
    expect(quote.error).toMatch(/TransferFailed|Block/)
    expect(quote.simulation).toMatchObject({ success: false, balanceChanges: [] })
  })
})

interface RequestOptions extends Partial<PriceRequest> {
  input: string
  output: string
  amount: string
}

function requestFor({ input, output, amount, ...changes }: RequestOptions) {
  const decimals = input === 'ETH' ? 18 : test.token(input).decimals
  const [whole = '0', fraction = ''] = amount.split('.')
  return v.parse(priceRequestSchema, {
    chainID: 'ethereum',
    inputToken: addressOf(input),
    outputToken: addressOf(output),
    inputAmount: BigInt(whole + fraction.padEnd(decimals, '0')).toString(),
    userAddress: test.account(TRADER),
    outputReceiver: test.account(TRADER),
    uniquePID: 'test',
    ...changes,
  })
}

function addressOf(symbol: string): Address {
  return symbol === 'ETH' ? NATIVE_TOKEN : test.token(symbol).address
}

async function fund(symbol: string, amount: bigint): Promise<void> {
  const token = addressOf(symbol)
  const extra = isNativeToken(token) ? 10n ** 18n : 0n
  await test.deal(token, test.account(TRADER), amount + extra)
  if (!isNativeToken(token)) await test.approve(symbol, chain.config.settlement, amount, TRADER)
}

async function reachesHead(): Promise<void> {
  const { hash } = await test.publicClient.getBlock()
  for (let i = 0; i < 200; i += 1) {
    if (chain.snapshot()?.blockHash === hash) return
    await sleep(25)
  }
  throw new Error('The chain was not followed to its head')
}
