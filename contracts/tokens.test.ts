import { describe, expect, it } from 'vitest'
import { quoteV2, V3_FEE } from '../devnet/deployers/uniswap/deploy-uniswap.ts'
import { NATIVE } from '../devnet/setup/test-chain.ts'
import { encodeRoute, toPortion, v2, v3 } from './testing/route.ts'
import { setupMarket } from './testing/setup-market.ts'
import { UNIT } from './testing/start-market.ts'

const market = setupMarket()
const INPUT = 500n * UNIT
const net = (gross: bigint) => gross - (gross * 3n) / 10_000n
const taxed = (amount: bigint) => amount - amount / 100n

describe('a token that returns nothing', () => {
  it('is sold and bought', async () => {
    const { a, usdt } = market.tokens
    await market.fund(usdt, INPUT)
    const sold = await market.swap(
      { inputToken: usdt, outputToken: a, inputAmount: INPUT },
      encodeRoute(v2(usdt, a)),
    )
    expect(sold.outputReceived).toBe(net(quoteV2(INPUT)))
    await market.fund(a, INPUT)
    const bought = await market.swap(
      { inputToken: a, outputToken: usdt, inputAmount: INPUT },
      encodeRoute(v2(a, usdt)),
    )
    expect(bought.outputReceived).toBeGreaterThan(0n)
    expect(await market.heldByContracts()).toEqual([])
  })
})

describe('a token that takes a fee on transfer', () => {
  it('sells the amount that arrives', async () => {
    const { a, taxed: token } = market.tokens
    await market.fund(token, INPUT)
    const swapped = await market.swap(
      { inputToken: token, outputToken: a, inputAmount: INPUT },
      encodeRoute(v2(token, a)),
    )
    // The fee is taken on the transfer to the executor and on the one to the pair.
    expect(swapped.outputReceived).toBe(net(quoteV2(taxed(taxed(INPUT)))))
    expect(await market.heldByContracts()).toEqual([])
  })

  it('is measured where the receiver gets it', async () => {
    const { a, taxed: token } = market.tokens
    await market.fund(a, INPUT)
    const trade = { inputToken: a, outputToken: token, inputAmount: INPUT }
    const expected = taxed(net(taxed(quoteV2(INPUT))))
    const short = market.swap({ ...trade, minOutputAmount: expected + 1n }, encodeRoute(v2(a, token)))
    await expect(short).rejects.toThrow('InsufficientOutput')
    const swapped = await market.swap({ ...trade, minOutputAmount: expected }, encodeRoute(v2(a, token)))
    expect(swapped.outputReceived).toBe(expected)
    expect(await market.balanceOf(token, market.accounts.receiver)).toBe(expected)
    expect(await market.heldByContracts()).toEqual([])
  })

  it('refunds the rest', async () => {
    const { a, taxed: token } = market.tokens
    await market.fund(token, INPUT)
    await market.swap(
      { inputToken: token, outputToken: a, inputAmount: INPUT },
      encodeRoute(v2(token, a, { portion: toPortion(50) })),
    )
    const left = taxed(INPUT) - (taxed(INPUT) * toPortion(50)) / (2n ** 64n - 1n)
    expect(await market.balanceOf(token, market.accounts.trader)).toBe(taxed(left))
    expect(await market.heldByContracts()).toEqual([])
  })
})

describe('a token that cannot be transferred', () => {
  it('is rejected if it returns false', async () => {
    const { a } = market.tokens
    const no = await market.deploy('FalseToken')
    await market.fund(no, INPUT)
    const swap = market.swap({ inputToken: no, outputToken: a, inputAmount: INPUT }, encodeRoute(v2(no, a)))
    await expect(swap).rejects.toThrow('TransferFromFailed')
  })

  it('is rejected if it has no code', async () => {
    const { a } = market.tokens
    const nobody = market.accounts.stranger
    const swap = market.swap(
      { inputToken: nobody, outputToken: a, inputAmount: INPUT },
      encodeRoute(v2(nobody, a)),
    )
    await expect(swap).rejects.toThrow('TransferFromFailed')
  })

  it('is rejected without allowance', async () => {
    const { a, b } = market.tokens
    await market.mint(a, market.accounts.trader, INPUT)
    const swap = market.swap({ inputToken: a, outputToken: b, inputAmount: INPUT }, encodeRoute(v2(a, b)))
    await expect(swap).rejects.toThrow('TransferFromFailed')
  })
})

describe('gifts', () => {
  it('neither block nor count for any trade when they are sent to the settlement', async () => {
    const { a, b, weth } = market.tokens
    const gifts = { [a]: 5n, [b]: 7n, [weth]: 11n } as Record<`0x${string}`, bigint>
    for (const token of [a, b, weth]) await market.mint(token, market.settlement, gifts[token] ?? 0n)
    await market.fund(a, 2n * INPUT)
    const trade = { inputToken: a, inputAmount: INPUT }
    const erc20 = await market.swap({ ...trade, outputToken: b }, encodeRoute(v2(a, b)))
    expect(erc20.outputReceived).toBe(net(quoteV2(INPUT)))
    const native = await market.swap({ ...trade, outputToken: NATIVE }, encodeRoute(v2(a, weth)))
    expect(native.outputReceived).toBe(net(quoteV2(INPUT)))
    for (const token of [a, b, weth]) {
      expect(await market.balanceOf(token, market.settlement)).toBe(gifts[token])
    }
  })

  it('are sold or swept along when they are sent to the executor, and the next trade is exact again', async () => {
    const { a, b, c } = market.tokens
    for (const token of [a, b]) await market.mint(token, market.executor, 9n)
    await market.fund(a, 2n * INPUT)
    const trade = { inputToken: a, outputToken: c, inputAmount: INPUT }
    const id = await market.client.snapshot()
    const first = await market.swap(trade, encodeRoute(v2(a, b), v2(b, c)))
    expect(first.outputReceived).toBe(net(quoteV2(quoteV2(INPUT + 9n) + 9n)))
    expect(await market.heldByContracts()).toEqual([])

    await market.client.revert({ id })
    const portion = toPortion(1)
    const mostlyLeft = await market.swap(trade, encodeRoute(v2(a, b, { portion }), v2(b, c, { portion })))
    expect(mostlyLeft.inputSpent).toBe(((INPUT + 9n) * portion) / (2n ** 64n - 1n) - 9n)
    expect(await market.heldByContracts()).toEqual([])
  })

  it('report zero spent input when they exceed the sale and are sent to the executor', async () => {
    const { a, b } = market.tokens
    await market.mint(a, market.executor, INPUT)
    await market.fund(a, INPUT)
    const swapped = await market.swap(
      { inputToken: a, outputToken: b, inputAmount: INPUT },
      encodeRoute(v2(a, b, { portion: toPortion(10) })),
    )
    expect(swapped.inputSpent).toBe(0n)
    expect(await market.heldByContracts()).toEqual([])
  })

  it('stay in the executor and count for no trade if they are of the output token', async () => {
    const { a, b, c } = market.tokens
    await market.mint(c, market.executor, 9n)
    await market.fund(a, INPUT)
    const trade = { inputToken: a, outputToken: c, inputAmount: INPUT }
    const swapped = await market.swap(trade, encodeRoute(v2(a, b), v2(b, c)))
    expect(swapped.outputReceived).toBe(net(quoteV2(quoteV2(INPUT))))
    expect(await market.balanceOf(c, market.accounts.trader)).toBe(0n)
    expect(await market.heldByContracts()).toEqual(['executor: 9 c'])
  })

  it('are swept along when they exceed what a pool can take and are sent to the executor', async () => {
    const { a, b } = market.tokens
    const gift = 2n ** 200n
    await market.mint(a, market.executor, gift)
    await market.fund(a, INPUT)
    const trade = { inputToken: a, outputToken: b, inputAmount: INPUT }
    const swapped = await market.swap(trade, encodeRoute(v3(a, b, V3_FEE)))
    expect(swapped.inputSpent).toBe(0n)
    expect(await market.balanceOf(a, market.accounts.trader)).toBeGreaterThan(gift - 10_000_000n * UNIT)
    expect(await market.heldByContracts()).toEqual([])
  })

  it('do not count towards the minimum when the receiver already holds them', async () => {
    const { a, b } = market.tokens
    await market.mint(b, market.accounts.receiver, INPUT)
    await market.fund(a, INPUT)
    const trade = { inputToken: a, outputToken: b, inputAmount: INPUT }
    const expected = net(quoteV2(INPUT))
    const short = market.swap({ ...trade, minOutputAmount: expected + 1n }, encodeRoute(v2(a, b)))
    await expect(short).rejects.toThrow('InsufficientOutput')
    const swapped = await market.swap(trade, encodeRoute(v2(a, b)))
    expect(swapped.outputReceived).toBe(expected)
  })

  it('are sold along with the input when they are sent to a pair', async () => {
    const { a, b } = market.tokens
    await market.mint(a, market.pairs.ab, 1n)
    await market.fund(a, INPUT)
    const swapped = await market.swap(
      { inputToken: a, outputToken: b, inputAmount: INPUT },
      encodeRoute(v2(a, b)),
    )
    expect(swapped.outputReceived).toBe(net(quoteV2(INPUT + 1n)))
  })

  it('change nothing when they are native coins forced on the settlement', async () => {
    const { a, weth } = market.tokens
    await market.client.setBalance({ address: market.settlement, value: 3n })
    await market.fund(a, INPUT)
    const swapped = await market.swap(
      { inputToken: a, outputToken: NATIVE, inputAmount: INPUT },
      encodeRoute(v2(a, weth)),
    )
    expect(swapped.outputReceived).toBe(net(quoteV2(INPUT)))
    expect(await market.balanceOf(NATIVE, market.settlement)).toBe(3n)
  })
})
