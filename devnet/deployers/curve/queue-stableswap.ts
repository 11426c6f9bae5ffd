import type { Artifacts } from '../../bytecode/artifacts.ts'
import { unitsWorth } from '../../plan/amounts.ts'
import type { ManifestStableswapPool, ManifestToken } from '../../plan/manifest.ts'
import type { StableswapSource } from '../../plan/source.ts'
import { STABLESWAP_PARAMETERS, type StableswapPoolPlan } from '../../plan/stableswap-pools.ts'
import { tokenPlan } from '../../plan/tokens.ts'
import type { Setup } from '../../setup/setup.ts'
import type { TradingDesk } from '../../setup/trading-desk.ts'

const SHARE_DECIMALS = 18n

/** Deploys the planned pool, which is a source itself and still empty. */
export function queueStableswap(
  setup: Setup,
  { curve }: Artifacts,
  { plan, tokens }: { plan: StableswapPoolPlan; tokens: ManifestToken[] },
): { source: StableswapSource; pool: ManifestStableswapPool } {
  const coins = plan.coins.map((symbol) => {
    const token = tokens.find((candidate) => candidate.symbol === symbol)?.address
    if (!token) throw new Error(`No token ${symbol} is deployed`)
    return token
  })
  const { amplification, fee } = STABLESWAP_PARAMETERS
  const share = setup.deploy('share of Curve', curve.share, ['Curve.fi', 'crvPlain', SHARE_DECIMALS, 0n])
  const parameters = [coins, coins, share, BigInt(amplification), BigInt(fee)]
  const address = setup.deploy('Curve', curve.pool, parameters)
  setup.call('minter of Curve', share, curve.share, 'set_minter', [address])
  const module = 'curve'
  return {
    source: { index: 9, module, name: 'Curve', kind: 'stableswap', factory: address },
    pool: { address, module, tokens: coins },
  }
}

/** Fills the pool through the desk. */
export function queueStableswapFill(
  setup: Setup,
  desk: TradingDesk,
  { plan, pool }: { plan: StableswapPoolPlan; pool: ManifestStableswapPool },
): void {
  const amounts = plan.coins.map((symbol, i) => unitsWorth(plan.depthUsd[i] ?? 0, tokenPlan(symbol)))
  setup.call('filling Curve', desk.address, desk, 'fill', [pool.address, pool.tokens, amounts])
}
