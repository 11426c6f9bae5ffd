import type { Tier } from '../config/tiers.ts'
import { type ApiKey, hashApiKey } from './api-key.ts'

const DEVNET_CHAIN_IDS: readonly number[] = [31337, 31338]

/** Returns publicly known keys, which are valid on local chains only. */
export function devKeys({ playgroundOrigin }: { playgroundOrigin: string }): ApiKey[] {
  return [
    devKey('dev-basic', 'basic'),
    devKey('dev-growth', 'growth'),
    devKey('dev-premium', 'premium'),
    devKey('dev-enterprise', 'enterprise'),
    { ...devKey('dev-origin', 'premium'), origins: [playgroundOrigin] },
  ]
}

export function isDevnet(chainIds: readonly number[]): boolean {
  return chainIds.every((id) => DEVNET_CHAIN_IDS.includes(id))
}

function devKey(key: string, tier: Tier): ApiKey {
  return {
    id: key,
    hash: hashApiKey(key),
    tier,
    origins: [],
    browserOnly: false,
    uniquePids: [],
    maxPartnerFeeBps: 1000,
  }
}
