import { type Address, sameAddress } from '../../wire/lib/address.ts'
import type { Reserve } from './core/adapter.ts'
import { withStep } from './core/chain-failure.ts'
import { calculationFailed, invalidInput, type YieldStep } from './core/yield-error.ts'
import type { YieldChain } from './yield-chain.ts'
import type { ReserveRequest } from './yield-request.ts'

export interface FindOptions {
  /** Checks whether an address is a pool of the router. */
  isTraded(address: Address): boolean
  /** Step of the error for an unknown LP token. */
  unknownLpStep: YieldStep
}

/**
 * Finds the reserves of a request: the reserve of an LP token, all reserves of a pool, or the
 * pool's reserve with the given input token. Never returns an empty list.
 */
export async function findReserves(
  chain: YieldChain,
  request: ReserveRequest,
  options: FindOptions,
): Promise<readonly [Reserve, ...Reserve[]]> {
  if (chain.adapters.length === 0) {
    throw calculationFailed('module_import_failed', `No lending protocol is served on ${chain.name}`)
  }
  const found = await withStep('pool_data_retrieval', 'The pool could not be read', () =>
    request.by === 'pool' ? reservesOfPool(chain, request, options) : reservesOfLp(chain, request, options),
  )
  const { inputToken } = request
  if (!inputToken) return found
  if (found.some(({ lpToken }) => sameAddress(lpToken, inputToken))) {
    throw invalidInput('input_token must not be the LP token', 'input_token_validation')
  }
  const reserve = found.find((candidate) => sameAddress(candidate.inputToken, inputToken))
  if (!reserve) throw invalidInput('input_token is no underlying token of the pool', 'input_token_validation')
  return [reserve]
}

async function reservesOfPool(
  chain: YieldChain,
  { address }: ReserveRequest,
  { isTraded }: FindOptions,
): Promise<readonly [Reserve, ...Reserve[]]> {
  const adapter = chain.adapters.find(({ pool }) => sameAddress(pool, address))
  if (!adapter) {
    if (isTraded(address)) {
      throw calculationFailed('protocol_id_validation', 'The pool belongs to no lending protocol')
    }
    throw calculationFailed('pool_data_retrieval', 'Pool not found')
  }
  const [first, ...rest] = await chain.reserves(adapter)
  if (!first) throw calculationFailed('pool_data_retrieval', 'The pool has no reserves')
  return [first, ...rest]
}

async function reservesOfLp(
  chain: YieldChain,
  { address }: ReserveRequest,
  { isTraded, unknownLpStep }: FindOptions,
): Promise<readonly [Reserve, ...Reserve[]]> {
  const lists = await Promise.allSettled(chain.adapters.map((adapter) => chain.reserves(adapter)))
  const reserves = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
  const reserve = reserves.find(({ lpToken }) => sameAddress(lpToken, address))
  if (reserve) return [reserve]
  // The token may belong to an adapter that failed, so this reports the failure instead of an
  // unknown token.
  const failure = lists.find((list) => list.status === 'rejected')
  if (failure) throw failure.reason
  if (isTraded(address)) {
    throw calculationFailed('protocol_id_validation', 'The token belongs to no lending protocol')
  }
  throw calculationFailed(unknownLpStep, 'No pool of this LP token was found')
}
