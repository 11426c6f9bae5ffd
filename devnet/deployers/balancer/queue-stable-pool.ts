import { concatHex, getContractAddress, numberToHex } from 'viem'
import type { Address } from '../../../wire/lib/address.ts'
import type { CompiledContract } from '../../bytecode/compile-tokens.ts'
import { fromBalancer, fromBalancerArtifact } from '../../bytecode/load-artifact.ts'
import { baseUnits } from '../../plan/amounts.ts'
import type { ManifestStablePool, ManifestToken } from '../../plan/manifest.ts'
import type { StablePoolPlan } from '../../plan/stable-pools.ts'
import type { Setup } from '../../setup/setup.ts'
import type { TradingDesk } from '../../setup/trading-desk.ts'
import type { DeployedYield } from '../savings/queue-yield.ts'

const ONE = 10n ** 18n
/** Largest balance of a token in the vault; a pool mints any amount of its own token. */
const MAX_BALANCE = 2n ** 112n - 1n
/** The vault's specialization for pools whose swaps depend on all balances. */
const GENERAL = 0
/** The factory creates two contracts with the pools' code before its first pool. */
const FIRST_POOL = 3n
/** The weighted pool is the vault's first. */
const POOL_INDEX = 1

/** Deploys a factory of composable stable pools, and its first pool, filled through the desk. */
export function queueStablePool(
  setup: Setup,
  {
    vault,
    desk,
    earning,
    shareRate,
  }: {
    vault: Address
    desk: TradingDesk
    earning: DeployedYield
    shareRate: CompiledContract
  },
  { plan, tokens }: { plan: StablePoolPlan; tokens: ManifestToken[] },
): { factory: Address; pool: ManifestStablePool } {
  const feeTask = '20220725-protocol-fee-percentages-provider'
  const fees = setup.deploy('Balancer fees', fromBalancer(feeTask, 'ProtocolFeePercentagesProvider'), [
    vault,
    ONE / 2n,
    ONE / 2n,
  ])
  const code = fromBalancerArtifact('20230206-composable-stable-pool-v3', 'ComposableStablePoolFactory')
  const factory = setup.deploy('stable pools', code, [vault, fees, '', ''])
  const { share, desks, deskAbi } = earning
  const rate = setup.deploy(`rate of ${share.symbol}`, shareRate, [share.address])

  const held = sorted([...tokens, share].filter(({ symbol }) => plan.tokens.includes(symbol)))
  const isShare = ({ address }: { address: Address }) => address === share.address
  const swapFee = BigInt(plan.fee) * 10n ** 12n
  setup.call(plan.name, factory, code, 'create', [
    plan.name,
    plan.symbol,
    held.map(({ address }) => address),
    BigInt(plan.amplification),
    held.map((token) => (isShare(token) ? rate : `0x${'0'.repeat(40)}`)),
    held.map(() => BigInt(plan.rateSeconds)),
    held.map(() => false),
    swapFee,
    setup.deployer,
  ])
  const address = getContractAddress({ from: factory, nonce: FIRST_POOL })
  const id = concatHex([address, numberToHex(GENERAL, { size: 2 }), numberToHex(POOL_INDEX, { size: 10 })])

  const whole = plan.depthUsd / held.length
  const shares = baseUnits(whole, share.decimals)
  const { saver } = desks
  setup.call('shares', saver, { abi: deskAbi }, 'deposit', [share.address, shares * 2n, [desk.address]])
  const assets = sorted([
    ...held.map((token) => ({ ...token, amount: baseUnits(whole, token.decimals) })),
    { address, amount: MAX_BALANCE },
  ])
  const amounts = assets.map(({ amount }) => amount)
  setup.call(`filling ${plan.name}`, desk.address, desk, 'fill', [
    id,
    assets.map((one) => one.address),
    amounts,
  ])
  return {
    factory,
    pool: {
      address,
      id: id.toLowerCase() as `0x${string}`,
      module: 'balancer-v2',
      tokens: held.map((token) => token.address),
      rateProvider: rate,
      swapFee: `${swapFee}`,
    },
  }
}

function sorted<Token extends { address: Address }>(tokens: readonly Token[]): Token[] {
  return tokens.toSorted((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
}
