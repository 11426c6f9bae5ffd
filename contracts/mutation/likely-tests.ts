/**
 * The tests most likely to fail for a change of a source: relative to `contracts/`, without
 * `.test.ts`.
 */
export const LIKELY: Record<string, readonly string[]> = {
  Aave: ['conversions', 'buy'],
  Balancer: ['conversions', 'buy', 'conversion-attacks'],
  BalancerV3: ['balancer-v3', 'exploits/balancer-v3'],
  Buying: [
    'buy',
    'exploits/wrapped-amounts',
    'conversion-attacks',
    'solidly',
    'stableswap',
    'stableswap-ng',
    'cryptoswap',
    'psm',
    'wsteth',
  ],
  CryptoSwap: ['cryptoswap', 'exploits/cryptoswap'],
  Curve: ['stableswap-later', 'stableswap-ng', 'cryptoswap', 'stableswap', 'exploits/cryptoswap'],
  Executor: ['swap', 'buy', 'v3-forks', 'attacks', 'tokens'],
  Fees: ['fees'],
  Manager: ['manager', 'exploits/manager', 'balancer-v3', 'exploits/balancer-v3'],
  Needs: ['buy', 'exploits/one-transaction'],
  Permits: ['permits', 'exploits/allowances'],
  Psm: ['psm', 'exploits/psm'],
  Pools: ['swap', 'buy', 'exploits/wrapped-amounts'],
  Query: ['psm', 'wsteth', 'conversion-attacks', 'stableswap', 'stableswap-ng', 'cryptoswap'],
  Routes: ['swap', 'buy'],
  Selling: [
    'swap',
    'conversions',
    'tokens',
    'solidly',
    'stableswap',
    'stableswap-ng',
    'cryptoswap',
    'psm',
    'wsteth',
  ],
  Settlement: ['swap', 'fees', 'exploits/payees', 'exploits/wrapping', 'tokens', 'attacks'],
  Solidly: ['solidly'],
  StableSwap: ['stableswap', 'stableswap-later', 'stableswap-ng', 'exploits/stableswap-ng'],
  SourceTable: ['deployment', 'swap', 'conversions', 'solidly', 'v3-forks'],
  Tokens: ['tokens', 'swap', 'exploits/refusing-tokens', 'fees', 'stableswap'],
  Vaults: ['conversions', 'buy', 'conversion-attacks'],
  WstEth: ['wsteth', 'exploits/wsteth'],
}

/** @param path of a source, e.g. `src/Fees.sol` */
export function getLikelyTests(path: string): readonly string[] {
  return LIKELY[path.replace('src/', '').replace('.sol', '')] ?? []
}
