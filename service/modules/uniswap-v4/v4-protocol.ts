import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { readSignedSwap } from '../core/logged-swap.ts'
import type { Protocol } from '../core/protocol.ts'
import type { SourceSchemas } from '../core/source-schemas.ts'
import { toSortedText } from '../core/to-sorted-text.ts'
import { DEFAULT_FEE_TIERS } from '../uniswap-v3/fee-tiers.ts'
import { getPoolAddress } from './pool-key.ts'
import { createV4Module, type V4SourceConfig } from './v4-module.ts'
import { createV4Pool, swapTopic } from './v4-pool.ts'

export const v4Protocol: Protocol<V4SourceConfig> = {
  kind: 'v4',
  rowKind: STEP_KINDS.v4,
  label: 'Uniswap V4',
  isExchange: true,
  schema: (schemas) =>
    schemas.source('v4', {
      feeTiers: schemas.v.exactOptional(getTierSchema(schemas)),
      hooks: schemas.v.exactOptional(getHookSchema(schemas)),
    }),
  findMistake: ({ length }) => (length > 1 ? 'must name one source of kind "v4" at most' : undefined),
  getParams: ({ feeTiers = DEFAULT_FEE_TIERS, hooks }) => ({
    feeTiers: toSortedText(feeTiers.map(({ fee, tickSpacing }) => `${fee}/${tickSpacing}`)),
    hooks: toSortedText(hooks),
  }),
  createModule: (source, { weth }) => createV4Module(source, weth),
  tickPools: { v4: createV4Pool },
  vaultSwaps: {
    [swapTopic](log, findPool) {
      const [, id] = log.topics
      const pool = id && findPool(getPoolAddress(id))
      const swap = pool && readSignedSwap(log, pool)
      return swap && { ...swap, pool }
    },
  },
}

/**
 * The fee limits the distance of a pool's price from the market. The spacing limits the words of
 * its ticks.
 */
function getTierSchema({ v, integer, unique }: SourceSchemas) {
  return v.pipe(
    v.array(v.strictObject({ fee: integer(1, 10_000), tickSpacing: integer(1, 200) })),
    v.minLength(1, 'must name at least one tier'),
    v.maxLength(8, 'must name 8 tiers at most'),
    unique(({ fee, tickSpacing }) => `${fee} ${tickSpacing}`, 'a tier'),
  )
}

/** The end of a hook's address encodes when a manager calls it and whether it may change amounts. */
const HOOK_FLAGS = 0x3fffn
const DELTA_FLAGS = 0xfn

function getHookSchema({ v, address, unique }: SourceSchemas) {
  const hook = v.pipe(
    address,
    v.check(
      (value) => (BigInt(value) & HOOK_FLAGS) !== 0n,
      'must be a hook: the last 14 bits of its address select the calls',
    ),
    v.check(
      (value) => (BigInt(value) & DELTA_FLAGS) === 0n,
      'must not be a hook that may change amounts, according to the last four bits of its address',
    ),
  )
  return v.pipe(
    v.array(hook),
    v.minLength(1, 'must name at least one hook'),
    v.maxLength(16, 'must name 16 hooks at most'),
    unique((value) => value.toLowerCase(), 'a hook'),
  )
}
