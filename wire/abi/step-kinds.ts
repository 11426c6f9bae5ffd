/**
 * Step kinds of the executor, as in `contracts/src/Kinds.sol`. A source has the first kind that it
 * serves.
 */
export const STEP_KINDS = {
  v2: 0,
  v3: 1,
  aaveSupply: 2,
  aaveWithdraw: 3,
  vaultDeposit: 4,
  vaultRedeem: 5,
  balancer: 6,
  v4: 7,
  solidly: 9,
  stableSwap: 10,
  /** A kind of sources only, whose steps have the kind `v3`. */
  algebra: 11,
  balancerV3: 12,
  psmSell: 13,
  psmBuy: 14,
  daiToUsds: 15,
  usdsToDai: 16,
  wstethWrap: 17,
  wstethUnwrap: 18,
  stableSwapNg: 19,
  cryptoSwap: 20,
} as const
