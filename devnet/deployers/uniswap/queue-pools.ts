import { type Abi, concatHex, encodeAbiParameters, getContractAddress, keccak256 } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { squareRoot, unitsWorth } from '../../plan/amounts.ts'
import { liquidityRanges } from '../../plan/liquidity-ranges.ts'
import type { ManifestPool, ManifestToken } from '../../plan/manifest.ts'
import type { PoolPlan } from '../../plan/pools.ts'
import { getDeployer, type V2Source, type V3Source } from '../../plan/source.ts'
import { type TokenPlan, tokenPlan } from '../../plan/tokens.ts'
import type { Setup } from '../../setup/setup.ts'

/** A source whose pools hold two tokens at separate addresses. */
export type ExchangeSource = V2Source | V3Source

interface Side {
  address: Address
  plan: TokenPlan
  amount: bigint
}

/** Creates and fills the planned pools through the desk. */
export function queuePools(
  setup: Setup,
  desk: { address: Address; abi: Abi },
  { plans, sources, tokens }: { plans: PoolPlan[]; sources: ExchangeSource[]; tokens: ManifestToken[] },
): ManifestPool[] {
  return plans.map((plan) => {
    const source = sources.find(({ module }) => module === plan.module)
    if (!source) throw new Error(`No source ${plan.module} is deployed`)
    const [side0, side1] = getSides(plan, tokens)
    const label = `${plan.module} ${plan.a}/${plan.b}`
    if (source.kind === 'v2') {
      const args = [source.factory, side0.address, side0.amount, side1.address, side1.amount]
      setup.call(label, desk.address, desk, 'addPair', args)
    } else {
      const price = Number(side1.amount) / Number(side0.amount)
      const ranges = liquidityRanges({
        shape: plan.shape ?? 'wide',
        fee: plan.fee,
        price,
        depthUsd: plan.depthUsd,
        usdPerUnit: [usdPerUnit(side0.plan), usdPerUnit(side1.plan)],
      })
      const sqrtPriceX96 = squareRoot((side1.amount << 192n) / side0.amount)
      const args = [source.factory, side0.address, side1.address, plan.fee, sqrtPriceX96, ranges]
      setup.call(label, desk.address, desk, 'addPool', args)
    }
    const pair: [Address, Address] = [side0.address, side1.address]
    return { address: poolAddress(source, pair, plan.fee), module: plan.module, tokens: pair, fee: plan.fee }
  })
}

/** Both sides in the order of the pool, with amounts at the planned price. */
export function getSides(
  plan: Pick<PoolPlan, 'a' | 'b' | 'depthUsd' | 'offsetBps'>,
  tokens: ManifestToken[],
): [Side, Side] {
  const side = (symbol: string, usd: number): Side => {
    const token = tokens.find((candidate) => candidate.symbol === symbol)
    if (!token) throw new Error(`No token ${symbol} is deployed`)
    const token_ = tokenPlan(symbol)
    return { address: token.address, plan: token_, amount: unitsWorth(usd, token_) }
  }
  const half = plan.depthUsd / 2
  const a = side(plan.a, half)
  // A pool above the market price holds more of `b`, which pays for `a`.
  const b = side(plan.b, half * (1 + plan.offsetBps / 10_000))
  return a.address.toLowerCase() < b.address.toLowerCase() ? [a, b] : [b, a]
}

export function usdPerUnit({ priceUsd, decimals }: TokenPlan): number {
  return priceUsd / 10 ** decimals
}

/** Computes the address before the pool is created. */
function poolAddress(source: ExchangeSource, [token0, token1]: [Address, Address], fee: number): Address {
  const salt: Hex =
    source.kind === 'v2'
      ? keccak256(concatHex([token0, token1]))
      : keccak256(
          encodeAbiParameters(
            [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }],
            [token0, token1, fee],
          ),
        )
  return getContractAddress({
    opcode: 'CREATE2',
    from: getDeployer(source),
    salt,
    bytecodeHash: source.initCodeHash,
  })
}
