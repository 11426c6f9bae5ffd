import { describe, expect, it } from 'vitest'
import { quoteV2, V3_FEE } from '../devnet/deployers/uniswap/deploy-uniswap.ts'
import { NATIVE } from '../devnet/setup/test-chain.ts'
import { settlementAbi } from '../wire/abi/settlement.ts'
import { encodeRoute, SOURCE, toPortion, v2, v3 } from './testing/route.ts'
import { setupMarket } from './testing/setup-market.ts'
import { TREASURY, UNIT } from './testing/start-market.ts'

const market = setupMarket()
const INPUT = 1_000n * UNIT
const fee = (gross: bigint) => (gross * 3n) / 10_000n
const net = (gross: bigint) => gross - fee(gross)

describe('a route that sells', () => {
  it('sells through a V2 pair and pays treasury and receiver to the wei', async () => {
    const { a, b } = market.tokens
    await market.fund(a, INPUT)
    const gross = quoteV2(INPUT)

    const swapped = await market.swap(
      { inputToken: a, outputToken: b, inputAmount: INPUT, minOutputAmount: net(gross) },
      encodeRoute(v2(a, b)),
    )

    expect(swapped).toMatchObject({
      sender: market.accounts.trader,
      outputReceiver: market.accounts.receiver,
      inputToken: a,
      outputToken: b,
      inputSpent: INPUT,
      outputReceived: net(gross),
      partnerPaid: 0n,
      treasuryPaid: fee(gross),
    })
    expect(await market.balanceOf(b, market.accounts.receiver)).toBe(net(gross))
    expect(await market.balanceOf(b, TREASURY)).toBe(fee(gross))
    expect(await market.balanceOf(a, market.accounts.trader)).toBe(0n)
    expect(await market.heldByContracts()).toEqual([])
  })

  it('sells through a V3 pool', async () => {
    const { a, b } = market.tokens
    await market.fund(a, INPUT)
    const gross = await market.quoteV3(a, b, INPUT)
    const swapped = await market.swap(
      { inputToken: a, outputToken: b, inputAmount: INPUT },
      encodeRoute(v3(a, b, V3_FEE)),
    )
    expect(swapped.outputReceived).toBe(net(gross))
    expect(await market.heldByContracts()).toEqual([])
  })

  it('sells in both directions of a pool', async () => {
    const { a, b } = market.tokens
    await market.fund(b, 2n * INPUT)
    const trade = { inputToken: b, outputToken: a, inputAmount: INPUT }
    const throughV2 = await market.swap(trade, encodeRoute(v2(b, a)))
    expect(throughV2.outputReceived).toBe(net(quoteV2(INPUT)))
    const gross = await market.quoteV3(b, a, INPUT)
    const throughV3 = await market.swap(trade, encodeRoute(v3(b, a, V3_FEE)))
    expect(throughV3.outputReceived).toBe(net(gross))
  })

  it('splits over two pairs and a pool, and the last sells the rest', async () => {
    const { a, b } = market.tokens
    await market.fund(a, INPUT)
    const first = (INPUT * toPortion(30)) / (2n ** 64n - 1n)
    const second = ((INPUT - first) * toPortion(50)) / (2n ** 64n - 1n)
    const third = INPUT - first - second
    const gross = quoteV2(first) + quoteV2(second) + (await market.quoteV3(a, b, third))

    const swapped = await market.swap(
      { inputToken: a, outputToken: b, inputAmount: INPUT },
      encodeRoute(
        v2(a, b, { portion: toPortion(30) }),
        v2(a, b, { portion: toPortion(50), source: SOURCE.v2Fork }),
        v3(a, b, V3_FEE),
      ),
    )
    expect(swapped.outputReceived).toBe(net(gross))
    expect(await market.heldByContracts()).toEqual([])
  })

  const hops = [
    ['V2 then V2', false, false],
    ['V2 then V3', false, true],
    ['V3 then V2', true, false],
    ['V3 then V3', true, true],
  ] as const
  it.each(hops)('hops through an intermediate token: %s', async (_, firstV3, secondV3) => {
    const { a, b, c } = market.tokens
    await market.fund(a, INPUT)
    const middle = firstV3 ? await market.quoteV3(a, b, INPUT) : quoteV2(INPUT)
    const gross = secondV3 ? await market.quoteV3(b, c, middle) : quoteV2(middle)
    const swapped = await market.swap(
      { inputToken: a, outputToken: c, inputAmount: INPUT },
      encodeRoute(firstV3 ? v3(a, b, V3_FEE) : v2(a, b), secondV3 ? v3(b, c, V3_FEE) : v2(b, c)),
    )
    expect(swapped.outputReceived).toBe(net(gross))
    expect(await market.heldByContracts()).toEqual([])
  })

  it('splits the first hop and joins in the second', async () => {
    const { a, b, c } = market.tokens
    await market.fund(a, INPUT)
    const half = (INPUT * toPortion(50)) / (2n ** 64n - 1n)
    const middle = quoteV2(half) + quoteV2(INPUT - half)
    const swapped = await market.swap(
      { inputToken: a, outputToken: c, inputAmount: INPUT },
      encodeRoute(v2(a, b, { portion: toPortion(50) }), v2(a, b, { source: SOURCE.v2Fork }), v2(b, c)),
    )
    expect(swapped.outputReceived).toBe(net(quoteV2(middle)))
    expect(await market.heldByContracts()).toEqual([])
  })

  it('makes three hops, with the native coin at both ends', async () => {
    const { a, b, c, weth } = market.tokens
    await market.fund(c, INPUT)
    const gross = quoteV2(quoteV2(quoteV2(INPUT)))
    const before = await market.balanceOf(NATIVE, market.accounts.receiver)
    const swapped = await market.swap(
      { inputToken: c, outputToken: NATIVE, inputAmount: INPUT },
      encodeRoute(v2(c, b), v2(b, a), v2(a, weth)),
    )
    expect(swapped.outputReceived).toBe(net(gross))
    expect(await market.balanceOf(NATIVE, market.accounts.receiver)).toBe(before + net(gross))
    expect(await market.balanceOf(NATIVE, TREASURY)).toBe(fee(gross))
    expect(await market.heldByContracts()).toEqual([])
  })
})

describe('the native coin', () => {
  it('is sold', async () => {
    const { a, weth } = market.tokens
    const swapped = await market.swap(
      { inputToken: NATIVE, outputToken: a, inputAmount: INPUT },
      encodeRoute(v2(weth, a)),
    )
    expect(swapped.outputReceived).toBe(net(quoteV2(INPUT)))
    expect(await market.heldByContracts()).toEqual([])
  })

  it.each([
    ['nothing', '0x'],
    ['no steps', encodeRoute()],
  ] as const)('is wrapped and unwrapped with a route of %s', async (_, route) => {
    const { weth } = market.tokens
    const wrapped = await market.swap({ inputToken: NATIVE, outputToken: weth, inputAmount: INPUT }, route)
    expect(wrapped.outputReceived).toBe(net(INPUT))
    await market.fund(weth, INPUT)
    const before = await market.balanceOf(NATIVE, market.accounts.receiver)
    const unwrapped = await market.swap({ inputToken: weth, outputToken: NATIVE, inputAmount: INPUT }, route)
    expect(unwrapped.outputReceived).toBe(net(INPUT))
    expect(await market.balanceOf(NATIVE, market.accounts.receiver)).toBe(before + net(INPUT))
    expect(await market.heldByContracts()).toEqual([])
  })

  it('is rejected as value if it is not the input', async () => {
    const { a, b, weth } = market.tokens
    await market.fund(a, INPUT)
    const native = { inputToken: NATIVE, outputToken: a, inputAmount: INPUT }
    const token = { inputToken: a, outputToken: b, inputAmount: INPUT }
    const short = market.swap(native, encodeRoute(v2(weth, a)), { value: INPUT - 1n })
    await expect(short).rejects.toThrow('InvalidValue')
    const stray = market.swap(token, encodeRoute(v2(a, b)), { value: 1n })
    await expect(stray).rejects.toThrow('InvalidValue')
  })

  it('is accepted from the wrapper only', async () => {
    const gift = market.client.call({ account: market.accounts.stranger, to: market.settlement, value: 1n })
    await expect(gift).rejects.toThrow()
  })
})

describe('a trade', () => {
  it('reverts below its minimum', async () => {
    const { a, b } = market.tokens
    await market.fund(a, INPUT)
    const minOutputAmount = net(quoteV2(INPUT)) + 1n
    const swap = market.swap(
      { inputToken: a, outputToken: b, inputAmount: INPUT, minOutputAmount },
      encodeRoute(v2(a, b)),
    )
    await expect(swap).rejects.toThrow(`InsufficientOutput`)
  })

  it('succeeds at its deadline and reverts a second later', async () => {
    const { a, b } = market.tokens
    await market.fund(a, INPUT)
    const { timestamp } = await market.client.getBlock()
    const trade = { inputToken: a, outputToken: b, inputAmount: INPUT }
    const late = market.swap({ ...trade, deadline: timestamp - 1n }, encodeRoute(v2(a, b)))
    await expect(late).rejects.toThrow('Expired')
    const deadline = timestamp + 100n
    await market.client.setNextBlockTimestamp({ timestamp: deadline })
    await market.write(
      market.settlement,
      settlementAbi,
      'swap',
      [market.fill({ ...trade, deadline }), encodeRoute(v2(a, b)), '0x'],
      { from: market.accounts.trader },
    )
  })

  it('refunds the input that the route does not sell', async () => {
    const { a, b, weth } = market.tokens
    await market.fund(a, INPUT)
    const portion = toPortion(60)
    const sold = (INPUT * portion) / (2n ** 64n - 1n)

    const erc20 = await market.swap(
      { inputToken: a, outputToken: b, inputAmount: INPUT },
      encodeRoute(v2(a, b, { portion })),
    )
    expect(erc20.inputSpent).toBe(sold)
    expect(await market.balanceOf(a, market.accounts.trader)).toBe(INPUT - sold)

    const before = await market.balanceOf(NATIVE, market.accounts.trader)
    const native = await market.swap(
      { inputToken: NATIVE, outputToken: a, inputAmount: INPUT },
      encodeRoute(v2(weth, a, { portion })),
    )
    expect(native.inputSpent).toBe(sold)
    const paid = before - (await market.balanceOf(NATIVE, market.accounts.trader))
    expect(paid - sold).toBeLessThan(UNIT / 100n)
    expect(await market.heldByContracts()).toEqual([])
  })

  it('gives the trader the rest of an intermediate token', async () => {
    const { a, b, c } = market.tokens
    await market.fund(a, INPUT)
    const middle = quoteV2(INPUT)
    const sold = (middle * toPortion(90)) / (2n ** 64n - 1n)
    const swapped = await market.swap(
      { inputToken: a, outputToken: c, inputAmount: INPUT },
      encodeRoute(v2(a, b), v2(b, c, { portion: toPortion(90) })),
    )
    expect(swapped.outputReceived).toBe(net(quoteV2(sold)))
    expect(await market.balanceOf(b, market.accounts.trader)).toBe(middle - sold)
    expect(await market.heldByContracts()).toEqual([])
  })

  it('takes as much as Permit2 can move, and refunds what no pool takes', async () => {
    const { a, b } = market.tokens
    const most = 2n ** 160n - 1n
    await market.fund(a, most)
    const trade = { inputToken: a, outputToken: b, inputAmount: most }
    const swapped = await market.swap(trade, encodeRoute(v3(a, b, V3_FEE)))
    expect(await market.balanceOf(a, market.accounts.trader)).toBe(most - swapped.inputSpent)
    expect(await market.heldByContracts()).toEqual([])
  })

  it('sells dust to a V3 pool that pays nothing for it, and the rest elsewhere', async () => {
    const { a, b } = market.tokens
    const dust = { portion: 1n }
    for (const [input, output] of [
      [a, b],
      [b, a],
    ] as const) {
      const inputAmount = 2n ** 64n
      await market.fund(input, inputAmount)
      const trade = { inputToken: input, outputToken: output, inputAmount }
      const route = encodeRoute(v3(input, output, V3_FEE, dust), v2(input, output, { source: SOURCE.v2Fork }))
      const swapped = await market.swap(trade, route)
      expect(swapped.inputSpent).toBe(inputAmount)
      expect(await market.heldByContracts()).toEqual([])
    }
  })

  it('refunds what an exhausted pool does not take', async () => {
    const { a, b } = market.tokens
    const huge = 10_000_000n * UNIT
    await market.fund(a, huge)
    const swapped = await market.swap(
      { inputToken: a, outputToken: b, inputAmount: huge },
      encodeRoute(v3(a, b, V3_FEE)),
    )
    expect(swapped.inputSpent).toBeLessThan(huge)
    expect(await market.balanceOf(a, market.accounts.trader)).toBe(huge - swapped.inputSpent)
    expect(await market.heldByContracts()).toEqual([])
  })

  it('reverts with contradictory parameters', async () => {
    const { a, b, weth } = market.tokens
    await market.fund(a, INPUT)
    const trade = { inputToken: a, outputToken: b, inputAmount: INPUT }
    const zero = '0x0000000000000000000000000000000000000000'
    const cases = [
      [{ outputToken: a }, 'InvalidToken'],
      [{ inputAmount: 0n }, 'InvalidAmount'],
      [{ inputAmount: 2n ** 160n }, 'InvalidAmount'],
      [{ minOutputAmount: 0n }, 'InvalidAmount'],
      [{ outputReceiver: zero }, 'InvalidReceiver'],
      [{ outputReceiver: market.settlement }, 'InvalidReceiver'],
      [{ outputReceiver: market.executor }, 'InvalidReceiver'],
      [{ outputReceiver: weth }, 'InvalidReceiver'],
      [{ partner: market.settlement }, 'InvalidReceiver'],
      [{ partner: weth }, 'InvalidReceiver'],
      [{ partner: market.executor }, 'InvalidReceiver'],
      [{ partner: market.accounts.partner, partnerFeeBps: 1001n }, 'InvalidFee'],
      [{ partnerFeeBps: 1n }, 'InvalidFee'],
      [{ inputToken: NATIVE, outputToken: NATIVE }, 'InvalidToken'],
    ] as const
    for (const [change, error] of cases) {
      const swap = market.swap({ ...trade, ...change }, encodeRoute(v2(a, b)))
      await expect(
        swap,
        JSON.stringify(change, (_, v) => String(v)),
      ).rejects.toThrow(error)
    }
    const steps = [
      [{ ...v2(a, b), kind: 8 }, 'UnknownKind'],
      [{ ...v2(a, b), kind: 2 }, 'UnknownSource'],
      [v2(a, b, { source: 3 }), 'UnknownSource'],
      [v2(a, b, { source: 255 }), 'UnknownSource'],
      [v2(a, b, { source: SOURCE.v3 }), 'UnknownSource'],
      [v3(a, b, V3_FEE, { source: SOURCE.v2 }), 'UnknownSource'],
    ] as const
    for (const [step, error] of steps) {
      await expect(market.swap(trade, encodeRoute(step)), error).rejects.toThrow(error)
    }
    const noPool = market.swap({ ...trade, outputToken: weth }, encodeRoute(v3(a, weth, 500)))
    await expect(noPool).rejects.toThrow()
    await expect(market.swap(trade, encodeRoute())).rejects.toThrow('InsufficientOutput')
    await expect(market.swap(trade, '0xdeadbeef')).rejects.toThrow()
  })
})
