import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { readSignedSwap } from '../core/logged-swap.ts'
import type { Protocol } from '../core/protocol.ts'
import type { SourceSchemas } from '../core/source-schemas.ts'
import { DEFAULT_FEE_TIERS } from './fee-tiers.ts'
import { createV3Module, type V3SourceConfig } from './v3-module.ts'
import { createV3Pool, pancakeSwapTopic, swapTopic } from './v3-pool.ts'

export const v3Protocol: Protocol<V3SourceConfig> = {
  kind: 'v3',
  rowKind: STEP_KINDS.v3,
  label: {
    'uniswap-v3': 'Uniswap V3',
    'sushiswap-v3': 'SushiSwap V3',
    'pancakeswap-v3': 'PancakeSwap V3',
  },
  isExchange: true,
  schema: (schemas) => {
    const { v, source, address, initCodeHash, tokenKey } = schemas
    const pools = v.record(tokenKey, v.record(tokenKey, v.array(getFeeSchema(schemas))))
    return source('v3', {
      deployer: v.exactOptional(address),
      initCodeHash,
      unannouncedPools: v.exactOptional(pools),
    })
  },
  getParams: ({ deployer = '' }) => ({ deployer: deployer.toLowerCase() }),
  createModule: (source, { tickLens }) => createV3Module(source, tickLens),
  tickPools: { v3: createV3Pool },
  poolSwaps: { [swapTopic]: readSignedSwap, [pancakeSwapTopic]: readSignedSwap },
}

function getFeeSchema({ v }: SourceSchemas) {
  const fees = DEFAULT_FEE_TIERS.map(({ fee }) => fee)
  return v.picklist(fees, `must be one of ${fees.join(', ')}`)
}
