import { encodeFunctionData, maxUint256, parseAbi, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { quoteV2, V3_FEE } from '../devnet/deployers/uniswap/deploy-uniswap.ts'
import { NATIVE } from '../devnet/setup/test-chain.ts'
import { settlementAbi } from '../wire/abi/settlement.ts'
import {
  arm,
  attempt,
  callbackCall,
  executeCall,
  NOT_POOL,
  NOT_SETTLEMENT,
  poolCall,
  purchaseCallbackCall,
  REENTERED,
  swapCall,
} from './testing/hostile-calls.ts'
import { STANDING_PERMIT, signEip2612, signPermit2 } from './testing/permits.ts'
import { encodeBuy, encodeRoute, SOURCE, toPortion, v2, v3 } from './testing/route.ts'
import { setupMarket } from './testing/setup-market.ts'
import { UNIT } from './testing/start-market.ts'

const INPUT = 50n * UNIT
const net = (gross: bigint) => gross - (gross * 3n) / 10_000n

const market = setupMarket()

describe('the executor', () => {
  it('accepts calls of the settlement only, even while it holds tokens', async () => {
    const { a, b } = market.tokens
    await market.mint(a, market.executor, INPUT)
    const { stranger } = market.accounts
    const data = executeCall(market, encodeRoute(v2(a, b)))
    await expect(market.client.call({ account: stranger, to: market.executor, data })).rejects.toThrow(
      NOT_SETTLEMENT,
    )
  })

  it('pays only pools of its sources', async () => {
    const { a, b, hostile } = market.tokens
    await market.mint(a, market.executor, INPUT)
    const { stranger } = market.accounts
    const callers = [stranger, market.settlement, market.pairs.ab, market.pools.bc, hostile]
    for (const account of callers) {
      const call = market.client.call({ account, to: market.executor, data: callbackCall(a, b) })
      await expect(call, account).rejects.toThrow(NOT_POOL)
    }
    for (const account of callers) {
      const call = market.client.call({ account, to: market.executor, data: purchaseCallbackCall(a, b) })
      await expect(call, account).rejects.toThrow(NOT_POOL)
    }
    const unknown = toFunctionSelector('UnknownSource(uint8)')
    for (const source of [SOURCE.v2, 3, 255]) {
      const data = callbackCall(a, b, source)
      const call = market.client.call({ account: market.pairs.ab, to: market.executor, data })
      await expect(call, `source ${source}`).rejects.toThrow(unknown)
    }
  })

  it('rejects the callback of a V2 pair', async () => {
    const { stranger } = market.accounts
    const swap = market.client.simulateContract({
      account: stranger,
      address: market.pairs.ab,
      abi: parseAbi(['function swap(uint256, uint256, address, bytes)']),
      functionName: 'swap',
      args: [1n, 0n, market.executor, '0x01'],
    })
    await expect(swap).rejects.toThrow()
  })
})

describe('a hostile token', () => {
  /**
   * The transfer at which the token attacks in a trade split over two pools: the pull, the first or
   * the second pool.
   */
  it.each([0n, 1n, 2n])('gains nothing by attacking at its transfer %s as the input', async (skips) => {
    const { a, b, hostile } = market.tokens
    const inner = swapCall(market, { inputToken: a, outputToken: b, inputAmount: 1n }, encodeRoute(v2(a, b)))
    const strikes = [
      [market.settlement, inner, REENTERED],
      [market.executor, executeCall(market, encodeRoute(v2(a, b))), NOT_SETTLEMENT],
      [market.executor, callbackCall(hostile, a), NOT_POOL],
      [market.executor, purchaseCallbackCall(hostile, a), NOT_POOL],
    ] as const
    const id = await market.client.snapshot()
    await market.fund(hostile, INPUT)
    const trade = { inputToken: hostile, outputToken: a, inputAmount: INPUT }
    const route = encodeRoute(v2(hostile, a, { portion: toPortion(50) }), v3(hostile, a, V3_FEE))
    const calm = await market.swap(trade, route)
    await market.client.revert({ id })

    for (const [target, data, answer] of strikes) {
      const id = await market.client.snapshot()
      await market.fund(hostile, INPUT)
      await arm(market, hostile, target, data, skips)
      const swapped = await market.swap(trade, route)
      expect(swapped.outputReceived).toBe(calm.outputReceived)
      expect(await attempt(market, hostile)).toMatchObject({ tried: true, succeeded: false, answer })
      expect(await market.heldByContracts()).toEqual([])
      await market.client.revert({ id })
    }
  })

  it.each([0n, 1n, 2n])('gains nothing by attacking at its transfer %s as the output', async (skips) => {
    const { a, b, hostile } = market.tokens
    const { partner } = market.accounts
    await market.fund(a, INPUT)
    const inner = swapCall(market, { inputToken: a, outputToken: b, inputAmount: 1n }, encodeRoute(v2(a, b)))
    await arm(market, hostile, market.settlement, inner, skips)
    const swapped = await market.swap(
      { inputToken: a, outputToken: hostile, inputAmount: INPUT, partner, partnerFeeBps: 100n },
      encodeRoute(v2(a, hostile)),
    )
    expect(swapped.outputReceived + swapped.partnerPaid + swapped.treasuryPaid).toBe(quoteV2(INPUT))
    expect(await attempt(market, hostile)).toMatchObject({ tried: true, succeeded: false, answer: REENTERED })
    expect(await market.heldByContracts()).toEqual([])
  })

  it('cannot take the part of the input that waits in the executor', async () => {
    const { a, hostile } = market.tokens
    await market.fund(a, INPUT)
    await arm(market, hostile, market.executor, callbackCall(a, hostile))
    await market.swap(
      { inputToken: a, outputToken: hostile, inputAmount: INPUT },
      encodeRoute(v2(a, hostile, { portion: toPortion(50) }), v3(a, hostile, V3_FEE)),
    )
    expect(await attempt(market, hostile)).toMatchObject({ tried: true, succeeded: false, answer: NOT_POOL })
    expect(await market.heldByContracts()).toEqual([])
  })
})

describe('a hostile token in a purchase', () => {
  it.each([0n, 1n, 2n, 3n])('gains nothing by attacking at its transfer %s', async (skips) => {
    const { a, b, hostile } = market.tokens
    const inner = swapCall(market, { inputToken: a, outputToken: b, inputAmount: 1n }, encodeRoute(v2(a, b)))
    const strikes = [
      [market.settlement, inner, REENTERED],
      [market.executor, executeCall(market, encodeRoute(v2(a, b))), NOT_SETTLEMENT],
      [market.executor, callbackCall(a, hostile), NOT_POOL],
      [market.executor, purchaseCallbackCall(hostile, a), NOT_POOL],
      [market.pools.bc, poolCall(market), '0x'],
    ] as const
    const [into, outOf] = [v3(hostile, a, V3_FEE), v3(a, hostile, V3_FEE)]
    for (const [target, data, answer] of strikes) {
      const id = await market.client.snapshot()
      await market.fund(hostile, 2n * INPUT)
      await arm(market, hostile, target, data, skips)
      const sold = { inputToken: hostile, outputToken: b, inputAmount: 2n * INPUT }
      const first = await market.swap(sold, encodeBuy(INPUT, into, v2(a, b)))
      expect(first.outputReceived).toBe(net(INPUT))
      await market.fund(b, 2n * INPUT)
      const bought = { inputToken: b, outputToken: hostile, inputAmount: 2n * INPUT }
      const second = await market.swap(bought, encodeBuy(INPUT, v2(b, a), outOf))
      expect(second.outputReceived).toBe(net(INPUT))
      expect(await attempt(market, hostile)).toMatchObject({ tried: true, succeeded: false, answer })
      expect(await market.heldByContracts()).toEqual([])
      await market.client.revert({ id })
    }
  })
})

describe('a hostile payee', () => {
  it.each(['receiver', 'partner'] as const)('cannot trade again while it is paid as %s', async (role) => {
    const { a, b, weth } = market.tokens
    await market.fund(a, INPUT)
    const payee = await market.deploy('HostilePayee')
    await arm(
      market,
      payee,
      market.settlement,
      swapCall(market, { inputToken: a, outputToken: b, inputAmount: 1n }, encodeRoute(v2(a, b))),
    )
    const payees = role === 'receiver' ? { outputReceiver: payee } : { partner: payee, partnerFeeBps: 1000n }
    const swapped = await market.swap(
      { inputToken: a, outputToken: NATIVE, inputAmount: INPUT, ...payees },
      encodeRoute(v2(a, weth)),
    )
    expect(swapped.outputReceived + swapped.partnerPaid + swapped.treasuryPaid).toBe(quoteV2(INPUT))
    const outcome = await attempt(market, payee)
    // The gas of a payment to a partner is bounded, so the attempt may be reverted with it.
    if (role === 'receiver')
      expect(outcome).toMatchObject({ tried: true, succeeded: false, answer: REENTERED })
    else expect(outcome.succeeded).toBe(false)
    expect(await market.heldByContracts()).toEqual([])
  })

  it('fails the trade and changes nothing else when it rejects the output', async () => {
    const { a, weth } = market.tokens
    await market.fund(a, INPUT)
    const payee = await market.deploy('HostilePayee')
    await market.write(payee, market.abiOf('HostilePayee'), 'setMode', [1])
    const swap = market.swap(
      { inputToken: a, outputToken: NATIVE, inputAmount: INPUT, outputReceiver: payee },
      encodeRoute(v2(a, weth)),
    )
    await expect(swap).rejects.toThrow('TransferFailed')
    expect(await market.balanceOf(a, market.accounts.trader)).toBe(INPUT)
  })

  it('leaves the lock open for the next trade in the same transaction', async () => {
    const { a, b } = market.tokens
    const wallet = await market.deploy('HostilePayee')
    const abi = market.abiOf('HostilePayee')
    await market.mint(a, wallet, 2n * INPUT)
    const approval = encodeFunctionData({
      abi: parseAbi(['function approve(address, uint256)']),
      args: [market.settlement, 2n * INPUT],
    })
    await market.write(wallet, abi, 'call', [a, approval])
    const swap = swapCall(
      market,
      { inputToken: a, outputToken: b, inputAmount: INPUT },
      encodeRoute(v2(a, b)),
    )
    await market.write(wallet, abi, 'callTwice', [market.settlement, swap, swap])
    expect(await market.balanceOf(a, wallet)).toBe(0n)
    const received = await market.balanceOf(b, market.accounts.receiver)
    expect(received).toBeGreaterThan(net(quoteV2(INPUT)))
    expect(await market.heldByContracts()).toEqual([])
  })
})

describe('a stranger who uses the allowances of others', () => {
  it('moves nothing in any trade', async () => {
    const { a, b, weth, hostile } = market.tokens
    const { trader, stranger } = market.accounts
    const permit2Abi = parseAbi(['function approve(address, address, uint160, uint48)'])
    await market.fund(a, INPUT)
    await market.approve(a, market.settlement, maxUint256)
    await market.approve(a, market.permit2, maxUint256)
    const standing = [a, market.settlement, 2n ** 160n - 1n, 2 ** 40]
    await market.write(market.permit2, permit2Abi, 'approve', standing, { from: trader })
    const permission = { signer: market.signer(1), token: a, spender: market.settlement, amount: INPUT }
    const permits = [
      '0x' as const,
      STANDING_PERMIT,
      (await signPermit2(market.permit2, permission)).tagged,
      (await signEip2612(permission)).tagged,
    ]
    const take = encodeFunctionData({
      abi: parseAbi(['function transferFrom(address, address, uint256)']),
      args: [trader, stranger, INPUT],
    })
    await market.fund(hostile, INPUT)
    await market.mint(hostile, stranger, INPUT)
    await market.approve(hostile, market.settlement, maxUint256, stranger)
    await arm(market, hostile, a, take)

    const inputs = [a, hostile, weth, market.permit2, market.executor, market.settlement, market.pairs.ab]
    const routes = [
      encodeRoute(v2(a, b)),
      encodeRoute(v2(hostile, a), v2(a, b)),
      encodeRoute(),
      '0x',
    ] as const
    const outputs = [b, a, hostile, market.permit2]
    let refused = 0
    for (const inputToken of inputs) {
      for (const outputToken of outputs) {
        for (const route of routes) {
          for (const permit of permits) {
            const trade = { inputToken, outputToken, inputAmount: INPUT, outputReceiver: stranger }
            const args = [market.fill(trade), route, permit] as const
            const data = encodeFunctionData({ abi: settlementAbi, functionName: 'swap', args })
            const call = { account: stranger, to: market.settlement, data, gas: 2_000_000n }
            const passes = await market.client.call(call).then(
              () => true,
              () => false,
            )
            if (passes)
              await market.write(market.settlement, settlementAbi, 'swap', [...args], { from: stranger })
            else refused += 1
          }
        }
      }
    }
    expect(refused).toBeGreaterThan(0)
    expect(await market.balanceOf(a, trader)).toBe(INPUT)
    expect(await market.heldByContracts()).toEqual([])
  })
})
