import { encodeFunctionData, maxUint256, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decodeSwap } from '../../contracts/testing/settlement-calldata.ts'
import { type RouterDevnet, startRouterDevnet, TRADER } from './testing/router-devnet.ts'

const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
const MAX_UINT160 = 2n ** 160n - 1n
const FAR = 2 ** 47

let devnet: RouterDevnet
let forget: () => Promise<void>
beforeAll(async () => {
  devnet = await startRouterDevnet()
})
beforeEach(async () => {
  forget = await devnet.remember()
})
afterEach(() => forget())
afterAll(async () => devnet?.stop())

/** Approves the trader's DAI to Permit2, and through Permit2 to the settlement contract. */
async function allowByPermit2({ amount = MAX_UINT160, expiration = FAR, approved = maxUint256 } = {}) {
  const { permit2, settlement } = devnet.chain.config
  const token = devnet.getAddress('DAI')
  await devnet.test.approve('DAI', permit2, approved, TRADER)
  const data = encodeFunctionData({
    abi: permit2Abi,
    functionName: 'approve',
    args: [token, settlement, amount, expiration],
  })
  await devnet.test.send({ to: permit2, data }, TRADER)
  await devnet.reachesHead()
}

const sale = () => devnet.request({ input: 'DAI', output: 'USDC', amount: '100', isPermit2: true })

describe('a quote without a simulation', () => {
  const variants = [
    ['a sale without an estimate', { amount: '100', computeEstimate: false }],
    ['a sale that surge protection rejects', { amount: '9000000', surgeProtection: true }],
  ] as const

  it.each(variants)('reports the balance and the allowance of %s', async (_, changes) => {
    const request = devnet.request({ input: 'DAI', output: 'USDC', ...changes })
    const needed = BigInt(request.inputAmount!)
    const account = devnet.test.account(TRADER)
    await devnet.test.deal('DAI', account, needed - 1n)
    await devnet.test.approve('DAI', devnet.chain.config.settlement, 0n, TRADER)
    await devnet.reachesHead()
    const poor = await devnet.router.quote(request)
    expect(poor).toMatchObject({ lowBalance: true, lowAllowance: true, simulation: null })
    await devnet.fund('DAI', needed)
    const rich = await devnet.router.quote(request)
    expect(rich).toMatchObject({ lowBalance: false, lowAllowance: false, simulation: null })
  })

  it('reports the balance of the native token', async () => {
    const request = devnet.request({ input: 'ETH', output: 'USDC', amount: '100000', computeEstimate: false })
    expect(await devnet.router.quote(request)).toMatchObject({ lowBalance: true, lowAllowance: false })
    const small = devnet.request({ input: 'ETH', output: 'USDC', amount: '1', computeEstimate: false })
    expect(await devnet.router.quote(small)).toMatchObject({ lowBalance: false, lowAllowance: false })
  })
})

describe('a quote with isPermit2', () => {
  it.each([{}, { computeEstimate: false }])('uses a standing Permit2 allowance: %o', async (changes) => {
    const request = { ...sale(), ...changes }
    await devnet.test.deal('DAI', devnet.test.account(TRADER), BigInt(request.inputAmount!))
    await allowByPermit2()
    const quote = await devnet.router.quote(request)
    expect(quote).toMatchObject({ revert: false, lowBalance: false, lowAllowance: false })
    expect(decodeSwap(quote.calldata!)?.permit).toBe('0x03')
    const before = await devnet.test.balanceOf('USDC', quote.outputReceiver)
    await devnet.send(quote)
    const received = (await devnet.test.balanceOf('USDC', quote.outputReceiver)) - before
    expect(received).toBe(BigInt(quote.effectiveOutputAmount))
  })

  it.each([
    ['is too small', { amount: 100n * 10n ** 18n - 1n }],
    ['has expired', { expiration: 1 }],
    ['exceeds the approval to Permit2', { approved: 1n }],
  ] as const)('reports a low allowance if the Permit2 allowance %s', async (_, allowance) => {
    const request = sale()
    await devnet.test.deal('DAI', devnet.test.account(TRADER), BigInt(request.inputAmount!))
    await allowByPermit2(allowance)
    const quote = await devnet.router.quote(request)
    expect(quote).toMatchObject({ revert: false, lowBalance: false, lowAllowance: true })
    expect(decodeSwap(quote.calldata!)?.permit).toBe('0x')
  })

  it('uses the maximum input of a purchase', async () => {
    const request = devnet.request({
      input: 'DAI',
      output: 'USDC',
      amount: '100',
      orderType: 'BUY',
      isPermit2: true,
    })
    const { maxInputAmount } = await devnet.router.price(request)
    await devnet.test.deal('DAI', devnet.test.account(TRADER), BigInt(maxInputAmount!))
    await allowByPermit2({ amount: BigInt(maxInputAmount!) })
    const quote = await devnet.router.quote(request)
    expect(decodeSwap(quote.calldata!)?.permit).toBe('0x03')
    await devnet.send(quote)
    await allowByPermit2({ amount: BigInt(maxInputAmount!) - 2n })
    expect(decodeSwap((await devnet.router.quote(request)).calldata!)?.permit).toBe('0x')
  })

  it('ignores the allowance for the native token', async () => {
    const request = devnet.request({ input: 'ETH', output: 'USDC', amount: '1', isPermit2: true })
    const quote = await devnet.router.quote(request)
    expect(quote).toMatchObject({ revert: false, lowAllowance: false })
    expect(decodeSwap(quote.calldata!)?.permit).toBe('0x')
    await devnet.send(quote)
  })

  it('simulates the route for a sender who lacks the balance', async () => {
    const request = sale()
    await devnet.test.deal('DAI', devnet.test.account(TRADER), 1n)
    await allowByPermit2()
    expect(await devnet.router.quote(request)).toMatchObject({
      lowBalance: true,
      lowAllowance: false,
      revert: false,
    })
  })
})
