/** The tests most likely to fail for a change of a source. */
const LIKELY: Record<string, readonly string[]> = {
  Aave: ['conversions', 'buy'],
  Balancer: ['conversions', 'buy', 'conversion-attacks'],
  Buying: ['buy', 'exploits/wrapped-amounts', 'conversion-attacks'],
  Executor: ['swap', 'buy', 'attacks', 'tokens'],
  Fees: ['fees'],
  Manager: ['manager', 'exploits/manager'],
  Needs: ['buy', 'exploits/one-transaction'],
  Permits: ['permits', 'exploits/allowances'],
  Pools: ['swap', 'buy', 'exploits/wrapped-amounts'],
  Routes: ['swap', 'buy'],
  Selling: ['swap', 'conversions', 'tokens'],
  Settlement: ['swap', 'fees', 'exploits/payees', 'exploits/wrapping', 'tokens', 'attacks'],
  SourceTable: ['deployment', 'swap', 'conversions'],
  Tokens: ['tokens', 'swap', 'exploits/refusing-tokens', 'fees'],
  Vaults: ['conversions', 'buy', 'conversion-attacks'],
}

/** @param path of a source, e.g. `src/Fees.sol` */
export function likelyTests(path: string): readonly string[] {
  return LIKELY[path.replace('src/', '').replace('.sol', '')] ?? []
}
