import { describe, expect, it } from 'vitest'
import { PARTNER, USER } from '../../../wire/fixtures/addresses.ts'
import type { Token } from '../../events/types.ts'
import type { ActivityEntry } from '../../store/types.ts'
import { AUSDC, DAI, ETH, USDC, VAULT } from '../../testing/fixtures/fixture-tokens.ts'
import { getRecordedDeposits } from './recorded-deposits.ts'

const NOW = Date.UTC(2026, 10, 22)
const YEAR_MS = 365 * 86_400_000

function swap(
  from: Token,
  to: Token,
  amounts: { paid: bigint; received: bigint } & Partial<Omit<ActivityEntry, 'paid' | 'received'>>,
): ActivityEntry {
  const { paid, received, ...rest } = amounts
  return {
    id: '1',
    status: 'done',
    chainId: from.chainId,
    account: USER,
    receiver: USER,
    inputToken: from,
    outputToken: to,
    inputAmount: paid.toString(),
    indicative: received.toString(),
    received: received.toString(),
    approvalHashes: [],
    startedAt: NOW - YEAR_MS,
    ...rest,
  } as ActivityEntry
}

const lending = (balance: bigint) =>
  ({ kind: 'lending', token: AUSDC, asset: USDC, balance, assets: balance }) as const
const vault = (balance: bigint, assets: bigint) =>
  ({ kind: 'vault', token: VAULT, asset: DAI, balance, assets }) as const
const read = (position: Parameters<typeof getRecordedDeposits>[0], entries: readonly ActivityEntry[]) =>
  getRecordedDeposits(position, { entries, now: NOW })

describe('the recorded deposits of a position', () => {
  it('sums deposits and withdrawals, and computes the earnings from the current value', () => {
    const entries = [
      swap(ETH, AUSDC, { paid: 1n, received: 1_000n }),
      swap(USDC, AUSDC, { paid: 500n, received: 500n }),
      swap(AUSDC, ETH, { paid: 300n, received: 1n }),
    ]
    expect(read(lending(1_260n), entries)).toEqual({ deposited: 1_500n, withdrawn: 300n, earned: 60n })
  })

  it('counts the asset paid for the shares of a vault', () => {
    const entries = [swap(DAI, VAULT, { paid: 1_050n, received: 1_000n })]
    expect(read(vault(1_000n, 1_100n), entries)).toEqual({ deposited: 1_050n, withdrawn: 0n, earned: 50n })
  })

  it('reports a loss of a vault', () => {
    const entries = [swap(DAI, VAULT, { paid: 1_050n, received: 1_000n })]
    expect(read(vault(1_000n, 1_000n), entries)?.earned).toBe(-50n)
  })

  it.each<[string, Parameters<typeof getRecordedDeposits>[0], ActivityEntry[]]>([
    ['nothing was recorded', lending(1_000n), []],
    [
      'the balance exceeds the possible interest',
      lending(5_000n),
      [swap(ETH, AUSDC, { paid: 1n, received: 1_000n })],
    ],
    [
      'part of the balance was transferred away',
      lending(900n),
      [swap(ETH, AUSDC, { paid: 1n, received: 1_000n })],
    ],
    [
      'shares were received by a transfer',
      vault(1_001n, 1_100n),
      [swap(DAI, VAULT, { paid: 1_050n, received: 1_000n })],
    ],
    [
      'shares were bought with another token',
      vault(1_000n, 1_100n),
      [swap(ETH, VAULT, { paid: 1n, received: 1_000n })],
    ],
    [
      'a deposit had another recipient',
      lending(1_000n),
      [swap(ETH, AUSDC, { paid: 1n, received: 1_000n, receiver: PARTNER })],
    ],
    [
      'a deposit failed',
      lending(1_000n),
      [swap(ETH, AUSDC, { paid: 1n, received: 1_000n, status: 'failed' })],
    ],
    [
      'a deposit was on another network',
      lending(1_000n),
      [swap(ETH, AUSDC, { paid: 1n, received: 1_000n, chainId: 5 })],
    ],
    [
      'the received amount is unknown',
      lending(1_000n),
      [{ ...swap(ETH, AUSDC, { paid: 1n, received: 1_000n }), received: undefined }],
    ],
  ])('returns undefined when %s', (_, position, entries) => {
    expect(read(position, entries)).toBeUndefined()
  })

  it('tolerates the rounding units of lending tokens', () => {
    const recent = { startedAt: NOW }
    expect(read(lending(999n), [swap(ETH, AUSDC, { paid: 1n, received: 1_000n, ...recent })])).toEqual({
      deposited: 1_000n,
      withdrawn: 0n,
      earned: 0n,
    })
  })
})
