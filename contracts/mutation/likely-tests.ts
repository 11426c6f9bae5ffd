/**
 * The tests most likely to fail for a change of a source: paths without `.test.ts`.
 */
export const LIKELY: Record<string, readonly string[]> = {
  Aave: ['contracts/conversions', 'contracts/buy'],
  Balancer: ['contracts/conversions', 'contracts/buy', 'contracts/conversion-attacks'],
  BalancerV3: ['contracts/balancer-v3', 'contracts/exploits/balancer-v3'],
  Buying: [
    'contracts/buy',
    'contracts/exploits/wrapped-amounts',
    'contracts/conversion-attacks',
    'service/modules/solidly/solidly-settlement',
    'service/modules/stableswap/stableswap-settlement',
    'service/modules/stableswap-ng/stableswap-ng-settlement',
    'contracts/cryptoswap',
    'service/modules/psm/psm-settlement',
    'service/modules/wsteth/wsteth-settlement',
  ],
  CryptoSwap: ['contracts/cryptoswap', 'contracts/exploits/cryptoswap'],
  Curve: [
    'service/modules/stableswap/plain-pools-settlement',
    'service/modules/stableswap-ng/stableswap-ng-settlement',
    'contracts/cryptoswap',
    'service/modules/stableswap/stableswap-settlement',
    'contracts/exploits/cryptoswap',
  ],
  Executor: [
    'contracts/swap',
    'contracts/buy',
    'contracts/v3-forks',
    'contracts/attacks',
    'contracts/tokens',
  ],
  Fees: ['contracts/fees'],
  Manager: [
    'contracts/manager',
    'contracts/exploits/manager',
    'contracts/balancer-v3',
    'contracts/exploits/balancer-v3',
  ],
  Needs: ['contracts/buy', 'contracts/exploits/one-transaction'],
  Permits: ['contracts/permits', 'contracts/exploits/allowances'],
  Psm: ['service/modules/psm/psm-settlement', 'contracts/exploits/psm'],
  Pools: ['contracts/swap', 'contracts/buy', 'contracts/exploits/wrapped-amounts'],
  Query: [
    'service/modules/psm/psm-settlement',
    'service/modules/wsteth/wsteth-settlement',
    'contracts/conversion-attacks',
    'service/modules/stableswap/stableswap-settlement',
    'service/modules/stableswap-ng/stableswap-ng-settlement',
    'contracts/cryptoswap',
  ],
  Routes: ['contracts/swap', 'contracts/buy'],
  Selling: [
    'contracts/swap',
    'contracts/conversions',
    'contracts/tokens',
    'service/modules/solidly/solidly-settlement',
    'service/modules/stableswap/stableswap-settlement',
    'service/modules/stableswap-ng/stableswap-ng-settlement',
    'contracts/cryptoswap',
    'service/modules/psm/psm-settlement',
    'service/modules/wsteth/wsteth-settlement',
  ],
  Settlement: [
    'contracts/swap',
    'contracts/fees',
    'contracts/exploits/payees',
    'contracts/exploits/wrapping',
    'contracts/tokens',
    'contracts/attacks',
  ],
  Solidly: ['service/modules/solidly/solidly-settlement'],
  StableSwap: [
    'service/modules/stableswap/stableswap-settlement',
    'service/modules/stableswap/plain-pools-settlement',
    'service/modules/stableswap-ng/stableswap-ng-settlement',
    'contracts/exploits/stableswap-ng',
  ],
  SourceTable: [
    'contracts/deployment',
    'contracts/swap',
    'contracts/conversions',
    'service/modules/solidly/solidly-settlement',
    'contracts/v3-forks',
  ],
  Tokens: [
    'contracts/tokens',
    'contracts/swap',
    'contracts/exploits/refusing-tokens',
    'contracts/fees',
    'service/modules/stableswap/stableswap-settlement',
  ],
  Vaults: ['contracts/conversions', 'contracts/buy', 'contracts/conversion-attacks'],
  WstEth: ['service/modules/wsteth/wsteth-settlement', 'contracts/exploits/wsteth'],
}

/** @param path of a source, e.g. `src/Fees.sol` */
export function getLikelyTests(path: string): readonly string[] {
  return LIKELY[path.replace('src/', '').replace('.sol', '')] ?? []
}
