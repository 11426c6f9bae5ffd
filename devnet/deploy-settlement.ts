import { getContractAddress, zeroHash } from 'viem'
import type { LiquiditySourceConfig } from '../service/config/types.ts'
import type { Address } from '../src/lib/address.ts'
import type { Artifacts } from './artifacts.ts'
import type { Setup } from './setup.ts'

/** What the executor calls the kinds of sources. */
const EXECUTOR_KINDS = { v2: 0, v3: 1, aave: 2, erc4626: 4, balancer: 6 }

/** The settlement makes its executor itself: the first contract it creates. */
export function deploySettlement(
  setup: Setup,
  artifacts: Artifacts,
  sources: LiquiditySourceConfig[],
  { weth, permit2, treasury }: { weth: Address; permit2: Address; treasury: Address },
): { settlement: Address; executor: Address } {
  const rows = sources.map((source) => ({
    kind: EXECUTOR_KINDS[source.kind],
    factory: source.factory,
    initCodeHash: 'initCodeHash' in source ? source.initCodeHash : zeroHash,
    feeBps: 'feeBps' in source ? source.feeBps : 0,
  }))
  const settlement = setup.deploy('Settlement', artifacts.settlement, [weth, permit2, treasury, rows])
  return { settlement, executor: getContractAddress({ from: settlement, nonce: 1n }) }
}
