import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { type Curve, fixedRateCurve } from '../core/curve.ts'
import type { Pool, PoolIdentity, PoolOrigin, PoolSwap } from '../core/pool.ts'
import { type Conversion, getSharePrice, toAssets, toShares } from './conversion.ts'

const VAULT_GAS: VaultGas = { deposit: 83_000, redeem: 65_000 }
/** Capacity of the curve, in multiples of the liquidity. */
const SEARCHED_DEPTHS = 10n

export interface VaultState extends Conversion {
  /** Maximum deposit by the executor. */
  depositRoom: bigint
  /** Assets that the vault can pay out: its idle assets, or what a rated vault can withdraw. */
  idleAssets: bigint
}

export interface VaultParams {
  module: string
  origin: PoolOrigin
  /** Index of the vault in the executor's list. */
  source: number
  /** Default: gas of a vault that holds its assets itself. */
  gas?: VaultGas
}

/** Gas of a trade with the vault. */
export interface VaultGas {
  deposit: number
  redeem: number
}

/**
 * An ERC-4626 vault: `tokens[0]` is the asset, `tokens[1]` the share. Rounds in favor of the vault.
 */
export function createVaultPool(params: VaultParams, identity: PoolIdentity, state: VaultState): Pool {
  const { totalAssets, totalSupply, depositRoom, idleAssets, rate } = state
  const { gas = VAULT_GAS } = params
  const price = getSharePrice(state)
  const curves = new Map<boolean, Curve>()

  function moved(assets: bigint, shares: bigint): Pool {
    return createVaultPool(params, identity, {
      ...state,
      totalAssets: totalAssets + assets,
      totalSupply: totalSupply + shares,
      depositRoom: depositRoom - assets,
      idleAssets: idleAssets + assets,
    })
  }

  function deposit(assets: bigint): PoolSwap | undefined {
    if (assets <= 0n || assets > depositRoom) return undefined
    const shares = toShares(state, assets)
    if (shares <= 0n) return undefined
    return { amountIn: assets, amountOut: shares, gas: gas.deposit, after: () => moved(assets, shares) }
  }

  function redeem(shares: bigint): PoolSwap | undefined {
    if (shares <= 0n || shares > totalSupply) return undefined
    const assets = toAssets(state, shares)
    if (assets <= 0n || assets > idleAssets) return undefined
    return { amountIn: shares, amountOut: assets, gas: gas.redeem, after: () => moved(-assets, -shares) }
  }

  function getCurve(isDeposit: boolean): Curve | undefined {
    const assets = isDeposit
      ? least(depositRoom, totalAssets * SEARCHED_DEPTHS)
      : least(idleAssets, totalAssets)
    const capacity = isDeposit ? assets : least(toShares(state, assets), totalSupply)
    if (capacity <= 0n) return undefined
    const sold = Number(price.denominator) / Number(price.numerator)
    return fixedRateCurve({
      rate: isDeposit ? sold : 1 / sold,
      capacity: Number(capacity),
      gas: isDeposit ? gas.deposit : gas.redeem,
    })
  }

  return {
    identity,
    address: identity.address,
    module: params.module,
    origin: params.origin,
    step: (isDeposit) => ({
      kind: isDeposit ? STEP_KINDS.vaultDeposit : STEP_KINDS.vaultRedeem,
      source: params.source,
      data: '0x',
    }),
    tokens: identity.tokens,
    fee: 0,
    depth: [totalAssets, totalSupply],
    isHealthy: totalAssets > 0n && totalSupply > 0n && (depositRoom > 0n || idleAssets > 0n),
    spot: { numerator: price.denominator, denominator: price.numerator },
    swapGas: gas.redeem,
    exactInput: (isDeposit, amount) => (isDeposit ? deposit(amount) : redeem(amount)),
    exactOutput(isDeposit, amountOut) {
      if (amountOut <= 0n) return undefined
      const swap = isDeposit
        ? deposit(toAssets(state, amountOut, 'up'))
        : redeem(toShares(state, amountOut, 'up'))
      return swap && { ...swap, amountOut }
    },
    curve(isDeposit) {
      const curve = curves.get(isDeposit) ?? getCurve(isDeposit)
      if (curve) curves.set(isDeposit, curve)
      return curve
    },
    advance() {
      return this
    },
    fingerprint() {
      const { virtualAssets, virtualShares } = state
      return [
        totalAssets,
        totalSupply,
        virtualAssets,
        virtualShares,
        depositRoom,
        idleAssets,
        rate ?? '',
      ].join(' ')
    },
    record: () => ({ kind: 'erc4626', args: [params, identity, state] }),
  }
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
