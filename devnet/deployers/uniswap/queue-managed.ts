import { encodeAbiParameters, keccak256, numberToHex, parseAbiParameters } from 'viem'
import { type Address, type Hex, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import type { CompiledContract } from '../../bytecode/compile-tokens.ts'
import { fromFoundry } from '../../bytecode/load-artifact.ts'
import { squareRoot, unitsWorth } from '../../plan/amounts.ts'
import { liquidityRanges } from '../../plan/liquidity-ranges.ts'
import type { ManagedPoolPlan } from '../../plan/managed-pools.ts'
import type { ManifestManagedPool, ManifestToken } from '../../plan/manifest.ts'
import { tokenPlan } from '../../plan/tokens.ts'
import type { Setup } from '../../setup/setup.ts'
import type { TradingDesk } from '../../setup/trading-desk.ts'

const KEY = parseAbiParameters('address, address, uint24, int24, address')

export function queueManager(setup: Setup): Address {
  return setup.deploy('Uniswap V4', managerContract(), [setup.deployer])
}

/** Creates and fills the planned pools through the desk. */
export function queueManagedPools(
  setup: Setup,
  desk: TradingDesk,
  { plans, tokens }: { plans: ManagedPoolPlan[]; tokens: ManifestToken[] },
): ManifestManagedPool[] {
  return plans.map((plan) => {
    const sides = [toSide(plan.a, plan, tokens), toSide(plan.b, plan, tokens)] as const
    const [first, second] =
      BigInt(sides[0].currency) < BigInt(sides[1].currency) ? sides : [sides[1], sides[0]]
    const key = toKey({ currencies: [first.currency, second.currency], ...plan })
    const ranges = liquidityRanges({
      shape: 'wide',
      fee: plan.fee,
      price: Number(second.amount) / Number(first.amount),
      depthUsd: plan.depthUsd,
      usdPerUnit: [first.usdPerUnit, second.usdPerUnit],
    }).map((range) => ({ ...range, salt: numberToHex(0, { size: 32 }) }))
    const sqrtPriceX96 = squareRoot((second.amount << 192n) / first.amount)
    setup.call(`Uniswap V4 ${plan.a}/${plan.b}`, desk.address, desk, 'addPool', [key, sqrtPriceX96, ranges])
    return {
      id: toId(key),
      module: 'uniswap-v4',
      tokens: [first.token, second.token],
      currencies: [first.currency, second.currency],
      fee: plan.fee,
      tickSpacing: plan.tickSpacing,
    }
  })
}

/** The key by which the manager identifies a pool. */
export function toKey({
  currencies: [currency0, currency1],
  fee,
  tickSpacing,
}: Pick<ManifestManagedPool, 'currencies' | 'fee' | 'tickSpacing'>) {
  return { currency0, currency1, fee, tickSpacing, hooks: ZERO_ADDRESS }
}

function toId({ currency0, currency1, fee, tickSpacing, hooks }: ReturnType<typeof toKey>): Hex {
  return keccak256(encodeAbiParameters(KEY, [currency0, currency1, fee, tickSpacing, hooks]))
}

function toSide(symbol: string, plan: ManagedPoolPlan, tokens: ManifestToken[]) {
  const token = tokens.find((candidate) => candidate.symbol === symbol)?.address
  if (!token) throw new Error(`No token ${symbol} is deployed`)
  const planned = tokenPlan(symbol)
  // A pool above the market price holds more of `b`, which pays for `a`.
  const worth = (plan.depthUsd / 2) * (symbol === plan.b ? 1 + plan.offsetBps / 10_000 : 1)
  return {
    token,
    currency: plan.isNative && symbol === 'WETH' ? ZERO_ADDRESS : token,
    amount: unitsWorth(worth, planned),
    usdPerUnit: planned.priceUsd / 10 ** planned.decimals,
  }
}

export function managerContract(): CompiledContract {
  return fromFoundry('@uniswap/v4-core/out', 'PoolManager')
}
