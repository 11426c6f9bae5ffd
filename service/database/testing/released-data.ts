import { readLiveKeys } from '../../access/key-records.ts'
import { readUsage } from '../../access/usage-records.ts'
import { createPoolStore } from '../../pools/create-pool-store.ts'
import { readTokenDelta, START } from '../../tokens/token-records.ts'
import { readPoint } from '../../yield/index-points.ts'
import type { Database } from '../database.ts'
import { takeLease } from '../take-lease.ts'

/** Data that a released version stored, and how the current code reads it. */
interface ReleasedData {
  /** The version that added the tables. */
  since: number
  /** Plain SQL, because current code may write more columns than the old version. */
  statements: readonly string[]
  read(database: Database): Promise<unknown>
  expected: unknown
}

/**
 * Hashes of the statements of each released migration, because a migrated database never runs them
 * again.
 */
export const RELEASED: readonly (readonly [version: number, hash: string])[] = [
  [1, 'cbf2853fd46ead08'],
  [2, 'ac89344cccaf4fb5'],
  [3, 'a8e1486b71b62c76'],
  [4, '54f642dd7ec27513'],
  [5, '3dd5c2ad0fe849b1'],
  [6, 'dbf7f1e6ccc54a31'],
  [7, '58ec5502a297b119'],
  [8, 'fbc803b6e7bb3cb3'],
  [9, '4c7534343b4230d5'],
]

const HASH = 'ab'.repeat(32)
const BLOCK_HASH = `0x${'cd'.repeat(32)}` as const
const [POOL, TOKEN_A, TOKEN_B] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}` as const) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
const RESERVE = { chain: 'ethereum', protocol: 'aave-v3', pool: POOL, inputToken: TOKEN_A } as const
/** Digest of the pool below, by the rule of the version that stored it. */
const DIGEST = '5c08c25363e8d265da78fb700e124bcc18c21647904cb68f1c531ef048855538'

export const RELEASED_DATA: readonly ReleasedData[] = [
  {
    since: 1,
    statements: [
      `INSERT INTO sluice_keys (id, label, tier, requests_per_second, burst, origins, browser_only, unique_pids,
         max_partner_fee_bps)
       VALUES ('key_1', 'shop', 'custom', 5, 9, '{https://shop.example}', true, '{"0x01"}', 50)`,
      `INSERT INTO sluice_key_hashes (hash, key_id) VALUES ('${HASH}', 'key_1')`,
    ],
    async read(database) {
      const keys: unknown[] = []
      for await (const key of readLiveKeys(database)) keys.push(key)
      return keys
    },
    expected: [
      {
        id: 'key_1',
        hash: HASH,
        label: 'shop',
        tier: 'custom',
        customLimit: { perSecond: 5, burst: 9 },
        origins: ['https://shop.example'],
        browserOnly: true,
        uniquePids: ['0x01'],
        maxPartnerFeeBps: 50,
        expiresAtMs: Number.POSITIVE_INFINITY,
      },
    ],
  },
  {
    since: 2,
    statements: [
      `INSERT INTO sluice_key_usage VALUES ('key_1', '0x01', (now() AT TIME ZONE 'UTC')::date, 7, 3)`,
    ],
    read: async (database) =>
      (await readUsage(database, { days: 2 })).map(({ keyId, prices, quotes }) => ({
        keyId,
        prices,
        quotes,
      })),
    expected: [{ keyId: 'key_1', prices: 7n, quotes: 3n }],
  },
  {
    since: 3,
    statements: [
      `INSERT INTO sluice_tokens (chain, address, symbol, name, decimals, type, priority, logo_uri, volume,
         is_withdrawn, revision)
       VALUES ('ethereum', '${TOKEN_A}', 'AAA', 'Token A', 18, 'tradable', 5, null, 12.5, false, 2)`,
      `INSERT INTO sluice_leases VALUES ('catalogue', 'another', now() + interval '1 hour')`,
    ],
    async read(database) {
      const { changes } = await readTokenDelta(database.query, START)
      const isTaken = await takeLease(database.query, { name: 'catalogue', holder: 'me', seconds: 5 })
      return [changes.get('ethereum')?.put.map(({ record, volume }) => [record.symbol, volume]), isTaken]
    },
    expected: [[['AAA', 12.5]], false],
  },
  {
    since: 4,
    statements: [
      `INSERT INTO sluice_yield_points VALUES
       ('ethereum', 'aave-v3', '${POOL}', '${TOKEN_A}', 10, 36000, '1000000000000000000000000000')`,
    ],
    read: ({ query }) => readPoint(query, RESERVE, 36_000n),
    expected: { seconds: 36_000n, value: 10n ** 27n },
  },
  {
    since: 5,
    statements: [
      `INSERT INTO sluice_pool_sources VALUES (1, 'uniswap-v2', '{"factory":"0x1"}')`,
      `INSERT INTO sluice_pool_checkpoints VALUES (1, 'uniswap-v2', 9, '${BLOCK_HASH}', 1, 2, '${DIGEST}')`,
      `INSERT INTO sluice_pools (chain_id, source, ordinal, address, token0, token1, fee, tick_spacing, pool_id)
       VALUES (1, 'uniswap-v2', 0, '${POOL}', '${TOKEN_A}', '${TOKEN_B}', 3000, 0, null)`,
    ],
    async read(database) {
      const store = createPoolStore({ database, chainId: 1, isWriter: () => true })
      const { checkpoints, pools, worths } = await store.read({
        id: 'uniswap-v2',
        parameters: { factory: '0x1' },
      })
      return { checkpoints, pools, worths: worths.size }
    },
    expected: {
      checkpoints: [{ block: 9, hash: BLOCK_HASH, pools: 1, untraded: 2 }],
      pools: [{ address: POOL, tokens: [TOKEN_A, TOKEN_B], fee: 3_000, tickSpacing: 0 }],
      worths: 0,
    },
  },
]
