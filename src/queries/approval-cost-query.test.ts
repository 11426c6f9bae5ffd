import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { SETTLEMENT } from '../../wire/fixtures/addresses.ts'
import { TYPICAL_APPROVAL_GAS } from '../chain/approve-call.ts'
import type { ChainReader } from '../chain/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { report } from '../lib/report.ts'
import { createFixtureChain } from '../testing/fixtures/fixture-chain.ts'
import { intentFixture } from '../testing/fixtures/fixture-intent.ts'
import { approvalCostQuery } from './approval-cost-query.ts'
import type { QueryContext } from './query-context.ts'

const { chainId, inputToken, account } = intentFixture
const PRICE = 7n
/** The data fee per transaction, and per unit of its gas. */
const CONSTANT = 100_000n
const PER_GAS = 3n

function read(allowance: bigint, estimateGas: ChainReader['estimateGas']): Promise<string> {
  const chain: ChainReader = {
    ...createFixtureChain({ gasPrice: PRICE }),
    estimateGas,
    l1Fees: async ({ data = [], gas = [] }) => data.map((_, at) => CONSTANT + PER_GAS * (gas[at] ?? 0n)),
  }
  const query = { chainId, token: inputToken.address, owner: account, spender: SETTLEMENT, amount: 5n }
  const context = { key: 'sluice-1', chain, reportError: report } as Partial<QueryContext> as QueryContext
  return new QueryClient().fetchQuery<string, SluiceError>({
    ...(approvalCostQuery(context, { ...query, allowance }) as object),
    queryKey: ['approval-cost'],
  })
}

it('adds the data fee of the rollup to the gas cost', async () => {
  expect(await read(0n, async () => 46_000n)).toBe(`${(PRICE + PER_GAS) * 46_000n + CONSTANT}`)
})

it('covers two transactions when the old allowance is reset first', async () => {
  const zero = '0'.repeat(64)
  const gas = await read(1n, async ({ data }) => {
    if (data.endsWith(zero)) return 30_000n
    throw new SluiceError('SIMULATION_FAILED')
  })
  expect(gas).toBe(`${(PRICE + PER_GAS) * (30_000n + TYPICAL_APPROVAL_GAS) + 2n * CONSTANT}`)
})
