import { getExecutorAddress } from '../service/config/executor-address.ts'
import { toSourceRow } from '../service/config/source-rows.ts'
import type { LiquiditySourceConfig } from '../service/config/types.ts'
import type { Address } from '../src/lib/address.ts'
import type { Artifacts } from './artifacts.ts'
import type { Setup } from './setup.ts'

/** The settlement makes its executor itself: the first contract it creates. */
export function deploySettlement(
  setup: Setup,
  artifacts: Artifacts,
  sources: LiquiditySourceConfig[],
  { weth, permit2, treasury }: { weth: Address; permit2: Address; treasury: Address },
): { settlement: Address; executor: Address } {
  const rows = sources.map(toSourceRow)
  const settlement = setup.deploy('Settlement', artifacts.settlement, [weth, permit2, treasury, rows])
  return { settlement, executor: getExecutorAddress(settlement) }
}
