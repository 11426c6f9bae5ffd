import type { ChainFollower } from '../chain/followed-chain.ts'

/**
 * Starts the chains, and waits for their first snapshots and the catalogue.
 * @returns names of the chains that do not match their config
 * @throws the first chain's error if no chain matches
 */
export async function waitForChains(
  chains: readonly ChainFollower[],
  catalogueReady: Promise<void> | undefined,
): Promise<readonly string[]> {
  const all = await Promise.allSettled(chains.map((chain) => chain.start()))
  const mismatched = all.flatMap((one, i) =>
    one.status === 'rejected' ? (chains[i]?.config.name ?? []) : [],
  )
  const [first] = all
  if (mismatched.length === all.length && first?.status === 'rejected') throw first.reason
  // The catalogue covers all chains.
  if (mismatched.length === 0) await catalogueReady
  return mismatched
}
