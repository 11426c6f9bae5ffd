import { parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestChain, type TestDevnet } from '../devnet/testing/devnet.ts'
import type { Address, Hex } from '../wire/lib/address.ts'
import { startTestService, type TestService } from './testing/test-service.ts'

/**
 * Requests and reads of nine public clients of this interface, in their order and form. Titles that
 * start with "requires a change" name what does not work unchanged.
 */

/** The shape that clients expect. */
type Result = Record<string, string>
interface Answer {
  statusCode: number
  result: Result
  [field: string]: unknown
}

const ETHER = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const PID = 'f29ec7b244e829aaa006684a05cb3ff02f0e5a1c09527a8f897df52cc59a5a1d'
const JSON_HEADERS = { 'content-type': 'application/json', 'x-api-key': 'dev-enterprise' }
const erc20 = parseAbi(['function balanceOf(address) view returns (uint256)'])

let devnet: TestDevnet
let service: TestService
let chain: TestChain
let user: Address
let usdc: Address
let weth: Address

beforeAll(async () => {
  devnet = await startTestDevnet({ chains: ['ethereum'] })
  service = await startTestService(devnet)
  chain = devnet.chain()
  user = chain.account()
  usdc = chain.token('USDC').address
  weth = chain.token('WETH').address
})
afterAll(async () => {
  await service?.stop()
  await devnet?.stop()
})
beforeEach(async () => service.caughtUp())

const call = (path: string, init: RequestInit) =>
  service.fetch(new Request(`http://service.test${path}`, init))
const post = (path: string, body: unknown, headers: Record<string, string> = JSON_HEADERS) =>
  call(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
const read = async (response: Promise<Response> | Response): Promise<Answer> => (await response).json()
const usdcOf = (holder: Address) =>
  chain.publicClient.readContract({ address: usdc, abi: erc20, functionName: 'balanceOf', args: [holder] })

/** Emulates Python's `result['name']`, which fails for a missing key. */
function take(result: Result, ...names: string[]): unknown[] {
  return names.map((name) => {
    if (!(name in result)) throw new Error(`KeyError: ${name}`)
    return result[name]
  })
}

const COMMON = [
  ...['inputToken', 'outputToken', 'feeToken', 'inputSender', 'outputReceiver', 'inputAmount'],
  ...['outputAmount', 'partnerFee', 'routingFee', 'effectiveInputAmount', 'effectiveOutputAmount'],
  ...['minOutputAmount', 'liquidityModules', 'router', 'estimatedNetSurplus', 'isNativeTokenInput', 'value'],
  ...['effectiveInputAmountUSD', 'effectiveOutputAmountUSD'],
]
/** Fields that only `computeStable` adds. */
const DOLLARS = ['inputAmountUSD', 'outputAmountUSD']

describe('client: router benchmark', () => {
  /**
   * Requests rates of both tokens, then a quote for 100 dollars, with the network id as a string.
   */
  async function run(token: string, dollar: string) {
    const [input, output] = [chain.token(token), chain.token(dollar)]
    const pair = { domestic_blockchain: 'ethereum', foreign_blockchain: 'ethereum' }
    const request = [{ ...pair, domestic_token: input.address, foreign_token: output.address }]
    const [rate] = (await read(
      post('/rates', request, { 'content-type': 'application/json' }),
    )) as unknown as [{ price: string }]
    // The client treats the price as a price per base unit.
    const price = Number(rate.price) / 10 ** (output.decimals - input.decimals)
    const inputAmount = BigInt(Math.trunc((100 / price) * 10 ** input.decimals)).toString()
    const body = {
      networkID: String(chain.manifest.id),
      inputToken: input.address,
      outputToken: output.address,
      inputAmount,
      userAddress: user,
      outputReceiver: user,
      uniquePID: PID,
    }
    const { statusCode, result } = await read(post('/router/v1/quote', body))
    return { statusCode, inputAmount, outputAmount: BigInt(result?.outputAmount ?? 0) }
  }

  it('quotes the value of its dollars', async () => {
    const { statusCode, outputAmount } = await run('WETH', 'DAI')
    expect(statusCode).toBe(200)
    expect(Number(outputAmount) / 1e18).toBeCloseTo(100, -1)
  })

  it('requires a change without a second token, because all four fields of a pair are required', async () => {
    const pair = { domestic_blockchain: 'ethereum', foreign_blockchain: 'ethereum', domestic_token: weth }
    const response = await post('/rates', [{ ...pair, foreign_token: null }])
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('Invalid [0].foreign_token provided')
  })

  it('requires a change for tokens with different decimals, because rates are per whole token', async () => {
    const { inputAmount } = await run('WETH', 'USDC')
    expect(BigInt(inputAmount)).toBeLessThan(10n ** 6n)
  })
})

describe('client: trading backend', () => {
  it("verifies the quote's output with its own call, and sends the quote", async () => {
    const amount = 10n ** 17n
    await chain.approve('WETH', chain.manifest.contracts.settlement, amount)
    await service.caughtUp()
    const body = {
      chainID: 'ethereum',
      inputToken: weth,
      outputToken: usdc,
      inputAmount: amount.toString(),
      userAddress: user,
      outputReceiver: chain.account(5),
      uniquePID: PID,
    }
    const price = await read(post('/router/v1/price', body))
    expect(price.statusCode).toBe(200)
    const { statusCode, result } = await read(post('/router/v1/quote', body))
    expect(statusCode).toBe(200)
    const [calldata, router, value] = take(result, 'calldata', 'router', 'value') as [Hex, Address, string]
    const { data } = await chain.publicClient.call({
      account: user,
      to: router,
      data: calldata,
      value: BigInt(value),
      gas: 1_000_000n,
    })
    expect(BigInt(data?.slice(0, 66) ?? 0)).toBe(BigInt(result.effectiveOutputAmount ?? 0))
    const before = await usdcOf(chain.account(5))
    await chain.send({ to: router, data: calldata, value: BigInt(value) })
    expect((await usdcOf(chain.account(5))) - before).toBe(BigInt(result.effectiveOutputAmount ?? 0))
  })
})

describe('client: documentation snippets', () => {
  it('quotes a native token with a checksummed address and isPermit2', async () => {
    const body = {
      inputToken: ETHER,
      outputToken: usdc,
      inputAmount: '10000000000000000',
      userAddress: user,
      outputReceiver: chain.account(4),
      chainID: 'ethereum',
      uniquePID: PID,
      isPermit2: false,
    }
    const { statusCode, result } = await read(post('/router/v1/quote', body))
    expect(statusCode).toBe(200)
    expect(take(result, ...COMMON, 'calldata', 'revert', 'lowBalance')).not.toContain(undefined)
  })

  it('swaps a native token with the chain id as a string and the amount as a large integer', async () => {
    const fields = {
      chainID: String(chain.manifest.id),
      userAddress: user,
      outputReceiver: user,
      uniquePID: PID,
      inputToken: ETHER,
      outputToken: usdc,
    }
    // Python serializes large integers in full.
    const body = JSON.stringify({ ...fields, inputAmount: 0, isPermit2: false }).replace(
      ':0,',
      `:${10n ** 18n},`,
    )
    const quote = await read(post('/router/v1/quote', body))
    expect(quote.statusCode).toBe(200)
    const [router, calldata] = take(quote.result, 'router', 'calldata') as [Address, Hex]
    const before = await usdcOf(user)
    await chain.send({ to: router, data: calldata, value: 10n ** 18n })
    expect((await usdcOf(user)) - before).toBe(BigInt(quote.result.effectiveOutputAmount ?? 0))
  })
})

describe('client: SDK adapter', () => {
  /** Tries up to three times, and then throws the router's error. */
  async function quote(slippage: number) {
    const body = {
      chainID: 'ethereum',
      inputToken: weth,
      outputToken: usdc,
      inputAmount: (10n ** 17n).toString(),
      orderType: 'SELL',
      userAddress: user,
      outputReceiver: user,
      uniquePID: PID,
      slippage,
    }
    let lastError = ''
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const response = await post('/router/v1/quote', body)
      if (response.ok) {
        const { result } = await read(response)
        if (result?.outputAmount) return result
      } else lastError = await response.text()
    }
    throw new Error(lastError)
  }

  it('requires a change for its slippage of 0.5 percent, because slippage is in basis points', async () => {
    await expect(quote(0.5)).rejects.toThrow('Invalid slippage provided')
  })

  it('builds a transaction with the slippage in basis points', async () => {
    const { outputAmount, router, calldata, value, revert, lowBalance } = await quote(50)
    expect(BigInt(outputAmount!)).toBeGreaterThan(0n)
    expect(calldata).toMatch(/^0x[0-9a-f]{8}/)
    expect([router, BigInt(value ?? 0), lowBalance]).toEqual([chain.manifest.contracts.settlement, 0n, false])
    // The token is not approved, which the quote reports instead of failing.
    expect(typeof revert).toBe('boolean')
  })
})

describe('client: Python', () => {
  const trade = (from: Address) => ({
    chainID: 'ethereum',
    inputToken: weth,
    outputToken: usdc,
    inputAmount: '100000000000000000',
    orderType: 'SELL',
    userAddress: from,
    outputReceiver: from,
    uniquePID: PID,
  })

  const nobody = '0x0000000000000000000000000000000000000001'

  it('requires a change to read USD amounts, because only computeStable adds them', async () => {
    const { statusCode, result } = await read(post('/router/v1/price', trade(nobody)))
    expect(statusCode).toBe(200)
    expect(() => take(result, ...COMMON)).not.toThrow()
    expect(() => take(result, ...DOLLARS)).toThrow('KeyError: inputAmountUSD')
  })

  it('reads every field of a price for 0x…01 and of a quote with computeStable', async () => {
    const price = await read(post('/router/v1/price', { ...trade(nobody), computeStable: true }))
    expect(take(price.result, ...COMMON, ...DOLLARS)).not.toContain(undefined)
    const quote = await read(post('/router/v1/quote', { ...trade(user), computeStable: true }))
    expect(quote.statusCode).toBe(200)
    const own = ['calldata', 'revert', 'computationUnits', 'blockNumber', 'lowBalance']
    expect(take(quote.result, ...COMMON, ...DOLLARS, ...own)).not.toContain(undefined)
  })

  it('requires a change to read the diluted APY, because it is a number instead of an object', async () => {
    const lp = chain.token('aEthUSDC').address
    const request = { lp_token_address: lp, input_token: usdc, chain: 'ethereum' }
    const past = await read(post('/yield/historical-apy', request))
    expect(past).toMatchObject({ success: true })
    const { diluted_yield } = await read(
      post('/yield/diluted-apy', { ...request, input_amount: '1000000000000' }),
    )
    const { apy } = diluted_yield as unknown as { apy: number }
    expect(apy).toBeGreaterThan(0)
    expect((apy as unknown as { net_apy?: number }).net_apy).toBeUndefined()
  })
})

describe('client: wallet backend', () => {
  it('reads USD amounts and surplus from another origin, and requires a change for its gas limit', async () => {
    const body = {
      chainID: 'ethereum',
      inputToken: ETHER,
      outputToken: usdc,
      inputAmount: '100000000000000000',
      userAddress: user,
      outputReceiver: user,
      slippage: 100,
      uniquePID: PID,
      isPermit2: false,
      computeStable: true,
      computeEstimate: true,
      activateSurplusFee: false,
    }
    const headers = {
      ...JSON_HEADERS,
      accept: '*/*',
      origin: 'https://dapp.example',
      referer: 'https://dapp.example/',
    }
    const { statusCode, result } = await read(post('/router/v1/quote', body, headers))
    expect(statusCode).toBe(200)
    const amounts = take(result, ...DOLLARS, 'effectiveInputAmountUSD', 'effectiveOutputAmountUSD')
    for (const amount of amounts) expect(Number(amount)).toBeGreaterThan(100)
    const [surplus, to, data, value] = take(result, 'estimatedNetSurplus', 'router', 'calldata', 'value')
    expect(Number.isNaN(Number(surplus))).toBe(false)
    const used = BigInt(result.computationUnits ?? 0)
    const transaction = {
      account: user,
      to: to as Address,
      data: data as Hex,
      value: BigInt(value as string),
    }
    // Refunds and nested calls require more gas than is used in the end.
    const needed = await chain.publicClient.estimateGas(transaction)
    expect(needed).toBeGreaterThan(used)
    await chain.publicClient.call({ ...transaction, gas: (used * 3n) / 2n })
  })
})

describe('client: token search', () => {
  const FIELDS = 'items { tokenAddress symbol name decimals type standard priority branding { logoUri } }'
  const SEARCH = `query SearchTokens($chain: String!, $pattern: String!, $limit: Int!) {
    searchTokens(chain: $chain, pattern: $pattern, limit: $limit) { ${FIELDS} }
  }`
  const LIST = `query GetTokens($chain: String!, $limit: Int!) { tokens(chain: $chain, limit: $limit) { ${FIELDS} } }`
  const search = async (query: string, variables: object) => {
    const { data, errors } = await read(
      post('/tokens/graphql', { query, variables }, { 'content-type': 'application/json' }),
    )
    expect(errors).toBeUndefined()
    const [{ items }] = Object.values(data!) as [{ items: { tokenAddress: string; decimals: string }[] }]
    return items.map((token) => ({ ...token, decimals: Number.parseInt(token.decimals, 10) }))
  }

  it('finds a token by its symbol, and lists all tokens', async () => {
    const found = await search(SEARCH, { chain: 'ethereum', pattern: 'USDC', limit: 50 })
    expect(found[0]).toMatchObject({
      symbol: 'USDC',
      decimals: 6,
      standard: 'ERC20',
      name: expect.any(String),
    })
    expect(found[0]?.tokenAddress.toLowerCase()).toBe(usdc.toLowerCase())
    const all = await search(LIST, { chain: 'ethereum', limit: 50 })
    expect(all.length).toBeGreaterThan(5)
  })
})

describe('client: yield interface', () => {
  const plain = { 'content-type': 'application/json' }

  it('sends chainID and a protocol, and deposits with a quote', async () => {
    const pool = { chainID: 'ethereum', pool_address: chain.token('sDAI').address, protocol: 'erc4626' }
    const active = await read(call('/yield/active-protocols', { headers: plain }))
    expect(active).toMatchObject({ success: true })
    expect(await read(post('/yield/historical-apy', pool, plain))).toMatchObject({ success: true })
    expect(await read(post('/yield/tvl', pool, plain))).toMatchObject({ success: true })
    const deposit = {
      chainID: 'ethereum',
      inputToken: chain.token('DAI').address,
      outputToken: chain.token('sDAI').address,
      inputAmount: (10n ** 18n).toString(),
      userAddress: user,
      outputReceiver: user,
      uniquePID: PID,
    }
    expect((await post('/router/v1/quote', deposit)).status).toBe(200)
  })

  it('sends an empty LP token address beside the pool, and reads the TVL as tvl_usd', async () => {
    const pool = { chain: 'ethereum', pool_address: chain.token('sDAI').address, lp_token_address: '' }
    const { tvl } = await read(post('/yield/tvl', pool, plain))
    const { tvl_usd, tvl: figure } = tvl as unknown as Record<string, number>
    expect(tvl_usd).toBeGreaterThan(0)
    expect(tvl_usd).toBe(figure)
    for (const path of ['/yield/historical-apy', '/yield/diluted-apy']) {
      expect(await read(post(path, { ...pool, input_amount: '1' }, plain))).toMatchObject({ success: true })
    }
    const lp = { chain: 'ethereum', pool_address: '', lp_token_address: chain.token('aEthUSDC').address }
    expect(await read(post('/yield/tvl', lp, plain))).toMatchObject({ success: true })
    const neither = { chain: 'ethereum', pool_address: '', lp_token_address: '' }
    expect((await post('/yield/tvl', neither, plain)).status).toBe(422)
  })

  it('requires a change to read the historical APY as an object, because the document shows a number', async () => {
    const pool = { chain: 'ethereum', pool_address: chain.token('sDAI').address }
    const { historic_yield } = await read(post('/yield/historical-apy', pool, plain))
    expect(historic_yield).toMatchObject({ apy: expect.any(Number) })
  })

  it('requires a change for the diluted APY, because it names the amount differently', async () => {
    const pool = { chainID: 'ethereum', pool_address: chain.token('sDAI').address, amount: '1000000' }
    const response = await post('/yield/diluted-apy', pool, plain)
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('input_amount must be')
  })
})
