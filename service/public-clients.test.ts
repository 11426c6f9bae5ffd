import { parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Address, Hex } from '../src/lib/address.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from '../testing/devnet.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

/**
 * Nine public clients of this interface, each with its requests in order and the fields that it reads, as it reads them. What
 * cannot work unchanged is named, and why.
 */

/** As a client reads it that trusts the shape. */
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

/** Python's `result['name']`: it fails where there is no such key. */
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
/** Answered where `computeStable` asks for them. */
const DOLLARS = ['inputAmountUSD', 'outputAmountUSD']

describe('a benchmark of routers', () => {
  /** Rates of both tokens, then a quote for 100 dollars, with the network as a string. */
  async function run(token: string, dollar: string) {
    const [input, output] = [chain.token(token), chain.token(dollar)]
    const pair = { domestic_blockchain: 'ethereum', foreign_blockchain: 'ethereum' }
    const asked = [{ ...pair, domestic_token: input.address, foreign_token: output.address }]
    const [rate] = (await read(post('/rates', asked, { 'content-type': 'application/json' }))) as unknown as [
      { price: string },
    ]
    // It takes the price for one of base units.
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

  it('quotes what its dollars are worth', async () => {
    const { statusCode, outputAmount } = await run('WETH', 'DAI')
    expect(statusCode).toBe(200)
    expect(Number(outputAmount) / 1e18).toBeCloseTo(100, -1)
  })

  it('needs a change where it has no second token: all four fields of a pair are required', async () => {
    const pair = { domestic_blockchain: 'ethereum', foreign_blockchain: 'ethereum', domestic_token: weth }
    const response = await post('/rates', [{ ...pair, foreign_token: null }])
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('Invalid [0].foreign_token provided')
  })

  it('needs a change where two tokens differ in decimals: rates here are of whole tokens', async () => {
    const { inputAmount } = await run('WETH', 'USDC')
    expect(BigInt(inputAmount)).toBeLessThan(10n ** 6n)
  })
})

describe('a trading backend', () => {
  it('finds by its own call that the quote gives what it says, and sends it', async () => {
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

describe('the snippets of a documentation', () => {
  it('quotes a native token with a checksummed address and isPermit2, and prints the answer', async () => {
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

  it('swaps a native token with the id of the chain as text and the amount as an integer of 10^18', async () => {
    const fields = {
      chainID: String(chain.manifest.id),
      userAddress: user,
      outputReceiver: user,
      uniquePID: PID,
      inputToken: ETHER,
      outputToken: usdc,
    }
    // As Python writes its integers.
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

describe('an adapter of an SDK', () => {
  /** Up to three times, and then with what the router said. */
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

  it('needs a change: its slippage of 0.5 is percent, and here basis points, so it is refused by name', async () => {
    await expect(quote(0.5)).rejects.toThrow('Invalid slippage provided')
  })

  it('builds a transaction with the slippage in basis points', async () => {
    const { outputAmount, router, calldata, value, revert, lowBalance } = await quote(50)
    expect(BigInt(outputAmount!)).toBeGreaterThan(0n)
    expect(calldata).toMatch(/^0x[0-9a-f]{8}/)
    expect([router, BigInt(value ?? 0), lowBalance]).toEqual([chain.manifest.contracts.settlement, 0n, false])
    // Not approved: it says so, and does not fail.
    expect(typeof revert).toBe('boolean')
  })
})

describe('a client in Python', () => {
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

  it('needs a change: it reads two amounts in dollars that it does not ask for, and here computeStable asks', async () => {
    const { statusCode, result } = await read(post('/router/v1/price', trade(nobody)))
    expect(statusCode).toBe(200)
    expect(() => take(result, ...COMMON)).not.toThrow()
    expect(() => take(result, ...DOLLARS)).toThrow('KeyError: inputAmountUSD')
  })

  it('reads every field of a price for nobody, 0x…01, and of a quote, once it asks for dollars', async () => {
    const price = await read(post('/router/v1/price', { ...trade(nobody), computeStable: true }))
    expect(take(price.result, ...COMMON, ...DOLLARS)).not.toContain(undefined)
    const quote = await read(post('/router/v1/quote', { ...trade(user), computeStable: true }))
    expect(quote.statusCode).toBe(200)
    const own = ['calldata', 'revert', 'computationUnits', 'blockNumber', 'lowBalance']
    expect(take(quote.result, ...COMMON, ...DOLLARS, ...own)).not.toContain(undefined)
  })

  it('needs a change to read the diluted APY, which is a number here and an object of several there', async () => {
    const lp = chain.token('aEthUSDC').address
    const asked = { lp_token_address: lp, input_token: usdc, chain: 'ethereum' }
    const past = await read(post('/yield/historical-apy', asked))
    expect(past).toMatchObject({ success: true })
    const { diluted_yield } = await read(
      post('/yield/diluted-apy', { ...asked, input_amount: '1000000000000' }),
    )
    const { apy } = diluted_yield as unknown as { apy: number }
    expect(apy).toBeGreaterThan(0)
    expect((apy as unknown as { net_apy?: number }).net_apy).toBeUndefined()
  })
})

describe('the backend of a wallet', () => {
  it('reads dollars and surplus from another origin, and needs a change for the gas limit: it sets what the swap uses', async () => {
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
    // Refunds and calls within calls need more than is used in the end.
    const needed = await chain.publicClient.estimateGas(transaction)
    expect(needed).toBeGreaterThan(used)
    await chain.publicClient.call({ ...transaction, gas: (used * 3n) / 2n })
  })
})

describe('a search for tokens', () => {
  const FIELDS = 'items { tokenAddress symbol name decimals type standard priority branding { logoUri } }'
  const SEARCH = `query SearchTokens($chain: String!, $pattern: String!, $limit: Int!) {
    searchTokens(chain: $chain, pattern: $pattern, limit: $limit) { ${FIELDS} }
  }`
  const LIST = `query GetTokens($chain: String!, $limit: Int!) { tokens(chain: $chain, limit: $limit) { ${FIELDS} } }`
  const ask = async (query: string, variables: object) => {
    const { data, errors } = await read(
      post('/tokens/graphql', { query, variables }, { 'content-type': 'application/json' }),
    )
    expect(errors).toBeUndefined()
    const [{ items }] = Object.values(data!) as [{ items: { tokenAddress: string; decimals: string }[] }]
    return items.map((token) => ({ ...token, decimals: Number.parseInt(token.decimals, 10) }))
  }

  it('finds a token by its symbol, and lists the rest', async () => {
    const found = await ask(SEARCH, { chain: 'ethereum', pattern: 'USDC', limit: 50 })
    expect(found[0]).toMatchObject({
      symbol: 'USDC',
      decimals: 6,
      standard: 'ERC20',
      name: expect.any(String),
    })
    expect(found[0]?.tokenAddress.toLowerCase()).toBe(usdc.toLowerCase())
    const all = await ask(LIST, { chain: 'ethereum', limit: 50 })
    expect(all.length).toBeGreaterThan(5)
  })
})

describe('a caller of the yield interface', () => {
  const plain = { 'content-type': 'application/json' }

  it('names the chain by chainID with a protocol beside it, and deposits with a quote', async () => {
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

  it('leaves the address of the LP token empty beside the pool, and reads the TVL as tvl_usd', async () => {
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

  it('needs a change to read the historical APY as an object: the document shows a number', async () => {
    const pool = { chain: 'ethereum', pool_address: chain.token('sDAI').address }
    const { historic_yield } = await read(post('/yield/historical-apy', pool, plain))
    expect(historic_yield).toMatchObject({ apy: expect.any(Number) })
  })

  it('needs a change for the diluted APY: it calls the amount "amount", and falls back to a figure of its own', async () => {
    const pool = { chainID: 'ethereum', pool_address: chain.token('sDAI').address, amount: '1000000' }
    const response = await post('/yield/diluted-apy', pool, plain)
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('input_amount must be')
  })
})
