import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { SETTLEMENT } from '../../wire/fixtures/addresses.ts'
import { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { TYPICAL_WRAP_GAS } from '../chain/wrap-call.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { report } from '../lib/report.ts'
import { createFixtureChain } from '../testing/fixtures/fixture-chain.ts'
import { intentFixture } from '../testing/fixtures/fixture-intent.ts'
import type { QueryContext } from './query-context.ts'
import { wrapCostQuery } from './wrap-cost-query.ts'

it.each<[string, Address | undefined, bigint]>([
  ['an account', intentFixture.account, 28_000n],
  ['a typical wrap without an account', undefined, TYPICAL_WRAP_GAS],
])('adds the data fee of the rollup to the gas cost of %s', async (_, account, units) => {
  const chain = {
    ...createFixtureChain({ gasPrice: 7n, estimatedGas: 28_000n }),
    l1Fees: async ({ gas = [] }: { gas?: readonly bigint[] }) => gas.map((each) => 100_000n + 3n * each),
  }
  const context = { key: 'sluice-1', chain, reportError: report } as Partial<QueryContext> as QueryContext
  const query = wrapCostQuery(context, {
    chainId: 10,
    wrapper: SETTLEMENT,
    inputToken: { address: NATIVE_TOKEN },
    account,
  })
  const cost = await new QueryClient().fetchQuery<string, SluiceError>({
    ...(query as object),
    queryKey: ['wrap-cost'],
  })
  expect(cost).toBe(`${10n * units + 100_000n}`)
})
