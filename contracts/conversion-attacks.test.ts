import { type Address, encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { executorAbi, settlementAbi } from '../wire/abi/settlement.ts'
import {
  balancer,
  deposit,
  encodeBuy,
  encodeRoute,
  redeem,
  SOURCE,
  supply,
  v2,
  withdraw,
} from './testing/route.ts'
import { setupMarket } from './testing/setup-market.ts'
import { UNIT } from './testing/start-market.ts'

const market = setupMarket()
const INPUT = 1_000n * UNIT
const HONEST = 0
const TAKE_HALF = 1
const GIVE_NOTHING = 2
const ASK_TOO_MUCH = 3
const ASK_TOO_LITTLE = 4
const source = SOURCE.hostileVault
const net = (gross: bigint) => gross - (gross * 3n) / 10_000n

const setMode = (mode: number) => {
  const { vHostile } = market.conversions.tokens
  return market.write(vHostile, market.abiOf('HostileVault'), 'setMode', [mode])
}

async function expectEmptyHands() {
  expect(await market.heldByContracts()).toEqual([])
  expect(await market.openAllowances()).toEqual([])
}

describe('a lying vault', () => {
  it('keeps no allowance for the rest when it takes half, and the rest is refunded', async () => {
    const { a, usdt } = market.tokens
    const { vHostile } = market.conversions.tokens
    const { trader } = market.accounts
    await setMode(TAKE_HALF)
    await market.fund(usdt, INPUT)
    const direct = { inputToken: usdt, outputToken: vHostile, inputAmount: INPUT }
    const swapped = await market.swap(direct, encodeRoute(deposit(usdt, vHostile, { source })))
    expect(swapped.inputSpent).toBe(INPUT / 2n)
    expect(await market.balanceOf(usdt, trader)).toBe(INPUT / 2n)
    await expectEmptyHands()

    await market.fund(a, INPUT)
    const path = encodeRoute(v2(a, usdt), deposit(usdt, vHostile, { source }))
    await market.swap({ inputToken: a, outputToken: vHostile, inputAmount: INPUT }, path)
    expect(await market.balanceOf(usdt, trader)).toBeGreaterThan(INPUT / 2n)
    await expectEmptyHands()
  })

  it('fails the trade when it pays nothing', async () => {
    const { usdt } = market.tokens
    const { vHostile } = market.conversions.tokens
    await market.fund(usdt, INPUT)
    await market.fund(vHostile, INPUT)
    await market.mint(usdt, vHostile, INPUT)
    await setMode(GIVE_NOTHING)
    const into = { inputToken: usdt, outputToken: vHostile, inputAmount: INPUT }
    const getOut = { inputToken: vHostile, outputToken: usdt, inputAmount: INPUT }
    const trades = [
      [into, encodeRoute(deposit(usdt, vHostile, { source }))],
      [into, encodeBuy(UNIT, deposit(usdt, vHostile, { source }))],
      [getOut, encodeRoute(redeem(vHostile, usdt, { source }))],
    ] as const
    for (const [trade, route] of trades) {
      await expect(market.swap(trade, route)).rejects.toThrow('InsufficientOutput')
    }
  })

  it('receives its price and no more, or fails the trade, when it lies about its price', async () => {
    const { usdt } = market.tokens
    const { vHostile } = market.conversions.tokens
    const { trader } = market.accounts
    const trade = { inputToken: usdt, outputToken: vHostile, inputAmount: INPUT }
    const route = encodeBuy(INPUT / 2n, deposit(usdt, vHostile, { source }))
    await market.fund(usdt, INPUT)
    await setMode(ASK_TOO_LITTLE)
    await expect(market.swap(trade, route)).rejects.toThrow()
    await setMode(ASK_TOO_MUCH)
    const swapped = await market.swap(trade, route)
    expect(swapped.outputReceived).toBe(net(INPUT / 2n))
    expect(await market.balanceOf(usdt, trader)).toBe(INPUT - swapped.inputSpent)
    await expectEmptyHands()

    await setMode(HONEST)
    await market.fund(usdt, INPUT)
    await market.swap(trade, route)
    await expectEmptyHands()
  })
})

describe('an attack in the middle of a trade', () => {
  const REENTERED = toFunctionSelector('Reentered()')
  const NOT_SETTLEMENT = toFunctionSelector('NotSettlement()')

  /**
   * Calls that take from the executor; a trusted vault may take its price, and `excess` is a unit
   * more.
   */
  function strikes(token: Address, excess: bigint) {
    const { a, b } = market.tokens
    const { stranger } = market.accounts
    const inner = market.fill({ inputToken: a, outputToken: b, inputAmount: 1n })
    const route = encodeRoute(v2(a, b))
    const call = (functionName: 'execute' | 'uniswapV3SwapCallback', args: readonly unknown[]) =>
      encodeFunctionData({ abi: executorAbi, functionName, args } as never)
    const claim = `0x${'00'.repeat(128)}` as const
    const take = encodeFunctionData({
      abi: parseAbi(['function transferFrom(address, address, uint256)']),
      args: [market.executor, stranger, excess],
    })
    const swap = encodeFunctionData({
      abi: settlementAbi,
      functionName: 'swap',
      args: [inner, route, '0x'],
    })
    return [
      [market.settlement, swap, REENTERED],
      [market.executor, call('execute', [a, b, stranger, stranger, route]), NOT_SETTLEMENT],
      [market.executor, call('uniswapV3SwapCallback', [1n, 1n, claim]), undefined],
      [a, take, undefined],
      [token, take, undefined],
    ] as const
  }

  /** Arms a contract, trades, and checks that its attempt gained nothing. */
  async function survive(
    armed: Address,
    contract: string,
    trade: () => Promise<unknown>,
    token: Address,
    excess = 1n,
  ) {
    const abi = market.abiOf(contract)
    for (const [target, data, answer] of strikes(token, excess)) {
      const id = await market.client.snapshot()
      await market.write(armed, abi, 'arm', [target, data, 0n])
      await trade()
      const read = (functionName: string) => market.client.readContract({ address: armed, abi, functionName })
      expect(await read('tried')).toBe(true)
      expect(await read('succeeded')).toBe(false)
      if (answer) expect(await read('answer')).toBe(answer)
      expect(await market.balanceOf(token, market.accounts.stranger)).toBe(0n)
      await expectEmptyHands()
      await market.client.revert({ id })
    }
  }

  it('gains a vault nothing', async () => {
    const { usdt } = market.tokens
    const { vHostile } = market.conversions.tokens
    await market.mint(usdt, vHostile, INPUT)
    await market.fund(usdt, INPUT)
    await market.fund(vHostile, INPUT)
    const into = { inputToken: usdt, outputToken: vHostile, inputAmount: INPUT }
    const getOut = { inputToken: vHostile, outputToken: usdt, inputAmount: INPUT }
    const half = encodeBuy(INPUT / 2n, deposit(usdt, vHostile, { source }))
    const trades = [
      [() => market.swap(into, encodeRoute(deposit(usdt, vHostile, { source }))), INPUT + 1n],
      [() => market.swap(into, half), INPUT / 2n + 1n],
      [() => market.swap(getOut, encodeRoute(redeem(vHostile, usdt, { source }))), 1n],
    ] as const
    for (const [trade, excess] of trades) await survive(vHostile, 'HostileVault', trade, usdt, excess)
  })

  it('gains the asset of a vault nothing', async () => {
    const { a, hostile } = market.tokens
    const { vStruck } = market.conversions.tokens
    const options = { source: SOURCE.struckVault }
    await market.fund(a, INPUT)
    const into = { inputToken: a, outputToken: vStruck, inputAmount: INPUT }
    const steps = [v2(a, hostile), deposit(hostile, vStruck, options)]
    await survive(hostile, 'HostileToken', () => market.swap(into, encodeRoute(...steps)), hostile)
    const route = encodeBuy(INPUT / 2n, ...steps)
    await survive(hostile, 'HostileToken', () => market.swap(into, route), hostile)
  })

  it('gains an untrusted pool in the Balancer vault nothing', async () => {
    const { a, usdt } = market.tokens
    const { pool, poolId } = await registerHostilePool()
    await market.fund(a, INPUT)
    const trade = { inputToken: a, outputToken: usdt, inputAmount: INPUT }
    const sell = encodeRoute(balancer(a, usdt, poolId))
    await survive(pool, 'HostilePool', () => market.swap(trade, sell), a)
    const buy = encodeBuy(INPUT / 2n, balancer(a, usdt, poolId))
    await survive(pool, 'HostilePool', () => market.swap(trade, buy), a)
  })
})

async function registerHostilePool() {
  const { a, usdt } = market.tokens
  const sorted = [a, usdt].toSorted((x, y) => (x.toLowerCase() < y.toLowerCase() ? -1 : 1))
  const pool = await market.deploy('HostilePool', [market.conversions.balancerVault, sorted])
  const abi = market.abiOf('HostilePool')
  const amount = 10_000n * UNIT
  for (const token of sorted) await market.mint(token, pool, amount)
  await market.write(pool, abi, 'fill', [sorted, [amount, amount]])
  const poolId = (await market.client.readContract({ address: pool, abi, functionName: 'getPoolId' })) as Hex
  const setPrices = (queried: bigint, swapped: bigint) =>
    market.write(pool, abi, 'setPrices', [queried, swapped])
  return { pool, poolId, setPrices }
}

describe('a hostile pool in the Balancer vault', () => {
  it('receives no more than its queried price', async () => {
    const { a, usdt } = market.tokens
    const { poolId, setPrices } = await registerHostilePool()
    await market.fund(a, INPUT)
    const trade = { inputToken: a, outputToken: usdt, inputAmount: INPUT }
    const route = encodeBuy(INPUT / 2n, balancer(a, usdt, poolId))
    await setPrices(10_000n, 10_001n)
    await expect(market.swap(trade, route)).rejects.toThrow('BAL#507')
    await setPrices(20_001n, 20_001n)
    await expect(market.swap(trade, route)).rejects.toThrow()
    await setPrices(11_000n, 10_000n)
    const swapped = await market.swap(trade, route)
    expect(swapped.inputSpent).toBe(INPUT / 2n)
    expect(await market.balanceOf(a, market.accounts.trader)).toBe(INPUT / 2n)
    await expectEmptyHands()
  })

  it('fails the minimum when it pays too little', async () => {
    const { a, usdt } = market.tokens
    const { poolId, setPrices } = await registerHostilePool()
    await market.fund(a, INPUT)
    await setPrices(0n, 9_000n)
    const trade = { inputToken: a, outputToken: usdt, inputAmount: INPUT, minOutputAmount: net(INPUT) }
    const swap = market.swap(trade, encodeRoute(balancer(a, usdt, poolId)))
    await expect(swap).rejects.toThrow('InsufficientOutput')
  })
})

describe('a donation', () => {
  it('cannot cost more than the minimum allows when it precedes a deposit into a vault', async () => {
    const { b } = market.tokens
    const { vB } = market.conversions.tokens
    await market.fund(b, INPUT)
    const trade = { inputToken: b, outputToken: vB, inputAmount: INPUT }
    const route = encodeRoute(deposit(b, vB))
    const id = await market.client.snapshot()
    const { outputReceived: minOutputAmount } = await market.swap(trade, route)
    await market.client.revert({ id })
    await market.mint(b, vB, UNIT)
    await expect(market.swap({ ...trade, minOutputAmount }, route)).rejects.toThrow('InsufficientOutput')
  })

  it('of aTokens and vault shares counts for no trade, and blocks none', async () => {
    const { a, b } = market.tokens
    const { aA, vB } = market.conversions.tokens
    for (const token of [aA, vB]) {
      await market.mint(token, market.settlement, 50n)
      await market.mint(token, market.executor, 50n)
    }
    await market.fund(a, INPUT)
    const lent = await market.swap(
      { inputToken: a, outputToken: aA, inputAmount: INPUT },
      encodeRoute(supply(a, aA)),
    )
    expect(lent.outputReceived).toBeGreaterThanOrEqual(net(INPUT) - 1n)
    expect(lent.outputReceived).toBeLessThanOrEqual(net(INPUT) + 1n)
    const kept = await market.balanceOf(aA, market.settlement)
    expect(kept).toBeGreaterThanOrEqual(48n)
    expect(kept).toBeLessThanOrEqual(52n)

    await market.fund(vB, INPUT)
    const id = await market.client.snapshot()
    const trade = { inputToken: vB, outputToken: b, inputAmount: INPUT }
    await market.swap(trade, encodeRoute(redeem(vB, b)))
    expect(await market.balanceOf(vB, market.executor)).toBe(0n)
    expect(await market.balanceOf(vB, market.settlement)).toBe(50n)
    await market.client.revert({ id })
    await market.fund(aA, INPUT)
    await market.swap({ ...trade, inputToken: aA, outputToken: a }, encodeRoute(withdraw(aA, a)))
    expect(await market.balanceOf(aA, market.executor)).toBe(0n)
  })
})
