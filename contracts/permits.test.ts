import { type Address, concat, parseAbi } from 'viem'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { quoteV2 } from '../devnet/deployers/uniswap/deploy-uniswap.ts'
import { STANDING_PERMIT, signEip2612, signPermit2 } from './testing/permits.ts'
import { encodeRoute, v2 } from './testing/route.ts'
import { setupMarket } from './testing/setup-market.ts'
import { UNIT } from './testing/start-market.ts'

const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) single, bytes signature)',
])
const INPUT = 100n * UNIT
const FOREVER = 2 ** 40

const market = setupMarket()
let trader: Address

beforeAll(() => {
  trader = market.accounts.trader
})
beforeEach(() => market.mint(market.tokens.a, trader, INPUT))

const signer = () => market.signer(1)
const permission = () => ({
  signer: signer(),
  token: market.tokens.a,
  spender: market.settlement,
  amount: INPUT,
})

function sell(permit: `0x${string}`, from = trader) {
  const { a, b } = market.tokens
  const trade = { inputToken: a, outputToken: b, inputAmount: INPUT, minOutputAmount: quoteV2(INPUT) / 2n }
  return market.swap(trade, encodeRoute(v2(a, b)), { permit, from })
}

async function expectSold() {
  expect(await market.balanceOf(market.tokens.a, trader)).toBe(0n)
  expect(await market.heldByContracts()).toEqual([])
}

describe('Permit2', () => {
  beforeEach(() => market.approve(market.tokens.a, market.permit2, 2n ** 256n - 1n))

  it('sells by a signature alone', async () => {
    await sell((await signPermit2(market.permit2, permission())).tagged)
    await expectSold()
  })

  it('sells by a signature in its compact form', async () => {
    await sell((await signPermit2(market.permit2, { ...permission(), isCompact: true })).tagged)
    await expectSold()
  })

  it('sells by a signature that a stranger has used first', async () => {
    const { single, signature, tagged } = await signPermit2(market.permit2, permission())
    const { stranger } = market.accounts
    await market.write(market.permit2, permit2Abi, 'permit', [trader, single, signature], { from: stranger })
    await sell(tagged)
    await expectSold()
  })

  it('sells by a standing allowance', async () => {
    const allowance = [market.tokens.a, market.settlement, INPUT, FOREVER]
    await market.write(market.permit2, permit2Abi, 'approve', allowance, { from: trader })
    await sell(STANDING_PERMIT)
    await expectSold()
  })

  it('rejects the trade if neither signature nor allowance covers the input', async () => {
    await expect(sell(STANDING_PERMIT)).rejects.toThrow()
    const short = await signPermit2(market.permit2, { ...permission(), amount: INPUT - 1n })
    await expect(sell(short.tagged)).rejects.toThrow()
    const expired = await signPermit2(market.permit2, { ...permission(), deadline: 1n })
    await expect(sell(expired.tagged)).rejects.toThrow()
    const foreign = await signPermit2(market.permit2, { ...permission(), spender: market.accounts.stranger })
    await expect(sell(foreign.tagged)).rejects.toThrow()
  })

  it('lets only its signer use a signature', async () => {
    const { tagged } = await signPermit2(market.permit2, permission())
    await expect(sell(tagged, market.accounts.stranger)).rejects.toThrow()
    expect(await market.balanceOf(market.tokens.a, trader)).toBe(INPUT)
  })

  it('lets only its owner use a standing allowance', async () => {
    const allowance = [market.tokens.a, market.settlement, INPUT, FOREVER]
    await market.write(market.permit2, permit2Abi, 'approve', allowance, { from: trader })
    await expect(sell(STANDING_PERMIT, market.accounts.stranger)).rejects.toThrow()
  })
})

describe('EIP-2612', () => {
  it('sells by a signature alone', async () => {
    await sell((await signEip2612(permission())).tagged)
    await expectSold()
  })

  it('sells by a signature that a stranger has used first', async () => {
    const { parts, tagged } = await signEip2612(permission())
    const { a } = market.tokens
    const args = [trader, market.settlement, ...parts]
    await market.write(a, market.abiOf('PlainToken'), 'permit', args, { from: market.accounts.stranger })
    await sell(tagged)
    await expectSold()
  })

  it('uses the allowance if the signature is invalid or the token has no permit', async () => {
    const { a, usdt } = market.tokens
    const { tagged } = await signEip2612({ ...permission(), nonce: 7 })
    await expect(sell(tagged)).rejects.toThrow('TransferFromFailed')
    await market.approve(a, market.settlement, INPUT)
    await sell(tagged)
    await expectSold()

    await market.fund(usdt, INPUT)
    const trade = { inputToken: usdt, outputToken: a, inputAmount: INPUT }
    const swapped = await market.swap(trade, encodeRoute(v2(usdt, a)), { permit: tagged })
    expect(swapped.outputReceived).toBeGreaterThan(0n)
  })

  it('lets only its signer use a signature', async () => {
    const { parts, tagged } = await signEip2612(permission())
    await expect(sell(tagged, market.accounts.stranger)).rejects.toThrow()
    const args = [trader, market.settlement, ...parts]
    await market.write(market.tokens.a, market.abiOf('PlainToken'), 'permit', args)
    await expect(sell(tagged, market.accounts.stranger)).rejects.toThrow('TransferFromFailed')
    expect(await market.balanceOf(market.tokens.a, trader)).toBe(INPUT)
  })
})

describe('a malformed permit', () => {
  it('is rejected', async () => {
    await market.approve(market.tokens.a, market.settlement, INPUT)
    const { tagged } = await signEip2612(permission())
    const { tagged: permit2 } = await signPermit2(market.permit2, permission())
    const short = permit2.slice(0, -130) as `0x${string}`
    for (const permit of [
      '0x00',
      '0x04',
      '0x02',
      '0x01',
      '0x0301',
      concat([tagged, '0x00']),
      short,
    ] as const) {
      await expect(sell(permit), permit).rejects.toThrow('PermitMalformed')
    }
  })
})
