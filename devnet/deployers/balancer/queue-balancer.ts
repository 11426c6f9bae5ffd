import { concatHex, getContractAddress, numberToHex } from 'viem'
import type { Address } from '../../../wire/lib/address.ts'
import type { CompiledContract } from '../../bytecode/compile-tokens.ts'
import { fromBalancer } from '../../bytecode/load-artifact.ts'
import { unitsWorth } from '../../plan/amounts.ts'
import type { ManifestToken, ManifestWeightedPool } from '../../plan/manifest.ts'
import { tokenPlan } from '../../plan/tokens.ts'
import type { WeightedPoolPlan } from '../../plan/weighted-pools.ts'
import type { Setup } from '../../setup/setup.ts'
import type { TradingDesk } from '../../setup/trading-desk.ts'

export interface DeployedBalancer {
  vault: Address
  /** The factory of the weighted pools. */
  factory: Address
}

/** No emergency pause. */
const NO_PAUSE = [0n, 0n]
/** The vault's specialization for pools of three and more tokens. */
const MINIMAL_SWAP_INFO = 1

export function queueBalancer(setup: Setup, weth: Address): DeployedBalancer {
  const authorizer = setup.deploy('Balancer roles', fromBalancer('20210418-authorizer', 'Authorizer'), [
    setup.deployer,
  ])
  const vault = setup.deploy('Balancer vault', fromBalancer('20210418-vault', 'Vault'), [
    authorizer,
    weth,
    ...NO_PAUSE,
  ])
  const factory = setup.deploy('weighted pools', weightedPoolFactory(), [vault])
  return { vault, factory }
}

/**
 * Creates the factory's first pool, which is also the vault's first, and fills it through the desk.
 */
export function queueWeightedPool(
  setup: Setup,
  { factory, desk }: { factory: Address; desk: TradingDesk },
  { plan, tokens }: { plan: WeightedPoolPlan; tokens: ManifestToken[] },
): ManifestWeightedPool {
  const held = tokens
    .filter(({ symbol, claim }) => !claim && plan.weights[symbol] !== undefined)
    .sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
  const addresses = held.map(({ address }) => address)
  const percents = held.map(({ symbol }) => plan.weights[symbol] ?? 0)
  const weights = percents.map((percent) => BigInt(percent) * 10n ** 16n)
  const swapFee = BigInt(plan.fee) * 10n ** 12n
  setup.call(plan.name, factory, weightedPoolFactory(), 'create', [
    plan.name,
    plan.symbol,
    addresses,
    weights,
    swapFee,
    setup.deployer,
  ])
  const address = getContractAddress({ from: factory, nonce: 1n })
  const id = concatHex([address, numberToHex(MINIMAL_SWAP_INFO, { size: 2 }), numberToHex(0, { size: 10 })])
  const amounts = held.map(({ symbol }, index) =>
    unitsWorth((plan.depthUsd * (percents[index] ?? 0)) / 100, tokenPlan(symbol)),
  )
  setup.call(`filling ${plan.name}`, desk.address, desk, 'fill', [id, addresses, amounts])
  return {
    address,
    id: id.toLowerCase() as `0x${string}`,
    module: 'balancer-v2',
    tokens: addresses,
    weights: weights.map(String),
    swapFee: `${swapFee}`,
  }
}

function weightedPoolFactory(): CompiledContract {
  return fromBalancer('deprecated/20210418-weighted-pool', 'WeightedPoolFactory')
}
