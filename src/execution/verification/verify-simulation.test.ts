import { describe, expect, it } from 'vitest'
import { PARTNER, SETTLEMENT, USDC, USER, WETH } from '../../../wire/fixtures/addresses.ts'
import type { SimulationResult } from '../../chain/types.ts'
import { intentFixture, simulationFixture } from '../../testing/execution/execution-fixtures.ts'
import { verifySimulation } from './verify-simulation.ts'

const expectation = {
  intent: intentFixture,
  router: SETTLEMENT,
  maxInputAmount: intentFixture.inputAmount,
  minOutputAmount: 2_981_119_500n,
}
const check = (changes: Partial<SimulationResult>) =>
  verifySimulation({ ...simulationFixture, ...changes }, expectation)
const changed = (token: `0x${string}`, delta: string) =>
  simulationFixture.balanceChanges.map((change) => (change.token === token ? { ...change, delta } : change))

describe('simulation that matches the screen', () => {
  it('returns the paid and the received amount', () => {
    expect(check({})).toEqual({ paid: 10n ** 18n, received: 2_996_100_000n })
  })

  it('may return part of the input', () => {
    const refund = { token: WETH, from: SETTLEMENT, to: USER, amount: 10n }
    expect(
      check({
        transfers: [...simulationFixture.transfers, refund],
        balanceChanges: changed(WETH, '-999999999999999990'),
      }),
    ).toMatchObject({ received: 2_996_100_000n })
  })

  it('may deliver one unit less or take one more, because some balances are rounded shares', () => {
    expect(check({ balanceChanges: changed(USDC, '2981119499') })).toMatchObject({ received: 2_981_119_499n })
    expect(() => check({ balanceChanges: changed(WETH, '-1000000000000000001') })).not.toThrow()
  })

  it('may lower the allowance it used', () => {
    const lowered = { token: WETH, owner: USER, spender: SETTLEMENT, amount: 5n }
    expect(() => check({ allowances: [lowered] })).not.toThrow()
  })
})

describe('rejected simulation', () => {
  it('takes more than the input', () => {
    expect(() => check({ balanceChanges: changed(WETH, '-1000000000000000002') })).toThrow(
      expect.objectContaining({ code: 'QUOTE_MISMATCH', details: expect.stringContaining('input paid') }),
    )
  })

  it('takes one unit more than the input in a separate transfer', () => {
    const pull = { token: WETH, from: USER, to: SETTLEMENT, amount: 10n ** 18n }
    const theft = { token: WETH, from: USER, to: PARTNER, amount: 1n }
    expect(() => check({ transfers: [pull, theft] })).toThrow(
      expect.objectContaining({ code: 'QUOTE_MISMATCH', details: expect.stringContaining('input paid') }),
    )
  })

  it('takes another token of the account', () => {
    const theft = { token: USDC, from: USER, to: PARTNER, amount: 1n }
    expect(() => check({ transfers: [...simulationFixture.transfers, theft] })).toThrow(
      expect.objectContaining({ details: expect.stringContaining('leaves the account') }),
    )
  })

  it('lowers another balance without a transfer', () => {
    const lost = { account: USER, token: PARTNER, delta: '-1' }
    expect(() => check({ balanceChanges: [...simulationFixture.balanceChanges, lost] })).toThrow(
      expect.objectContaining({ details: expect.stringContaining('leaves the account') }),
    )
  })

  it('grants an allowance to a stranger', () => {
    const allowance = { token: WETH, owner: USER, spender: PARTNER, amount: 1n }
    expect(() => check({ allowances: [allowance] })).toThrow(
      expect.objectContaining({ details: expect.stringContaining(PARTNER) }),
    )
  })

  it('grants an allowance on another token', () => {
    const allowance = { token: USDC, owner: USER, spender: SETTLEMENT, amount: 1n }
    expect(() => check({ allowances: [allowance] })).toThrow(
      expect.objectContaining({ code: 'QUOTE_MISMATCH' }),
    )
  })

  it('sets a larger allowance for the router than planned', () => {
    const allowances = [{ token: WETH, owner: USER, spender: SETTLEMENT, amount: 11n }]
    const run = { ...simulationFixture, allowances }
    expect(() => verifySimulation(run, { ...expectation, maxAllowance: 10n })).toThrow(
      expect.objectContaining({ details: expect.stringContaining('allowance') }),
    )
    expect(() => verifySimulation(run, { ...expectation, maxAllowance: 11n })).not.toThrow()
  })

  it.each([
    ['input paid', WETH],
    ['output received', USDC],
  ])('logs no transfer although the simulation alone proves the trade: %s', (field, token) => {
    const moved = [
      { token: WETH, from: USER, to: SETTLEMENT, amount: 10n ** 18n },
      { token: USDC, from: SETTLEMENT, to: USER, amount: 2_996_100_000n },
    ]
    const alone = { ...expectation, isOnlyProof: true }
    expect(() => verifySimulation({ ...simulationFixture, transfers: moved }, alone)).not.toThrow()
    const transfers = moved.filter((one) => one.token !== token)
    expect(() => verifySimulation({ ...simulationFixture, transfers }, alone)).toThrow(
      expect.objectContaining({ code: 'QUOTE_MISMATCH', details: expect.stringContaining(field) }),
    )
  })

  it('delivers less than the minimum', () => {
    expect(() => check({ balanceChanges: changed(USDC, '2981119498') })).toThrow(
      expect.objectContaining({ details: expect.stringContaining('output received') }),
    )
  })

  it('delivers one unit less of a small amount', () => {
    const few = { ...expectation, minOutputAmount: 9_999n }
    const run = { ...simulationFixture, balanceChanges: changed(USDC, '9998') }
    expect(() => verifySimulation(run, few)).toThrow(
      expect.objectContaining({ details: expect.stringContaining('output received') }),
    )
  })

  it('delivers nothing to the receiver', () => {
    expect(() => check({ balanceChanges: [] })).toThrow(
      expect.objectContaining({ details: expect.stringContaining('received 0') }),
    )
  })

  it('reverts', () => {
    expect(() => check({ success: false, error: 'InsufficientOutput(1, 2)' })).toThrow(
      expect.objectContaining({ code: 'SIMULATION_FAILED', details: 'InsufficientOutput(1, 2)' }),
    )
  })
})
