import * as v from 'valibot'
import type { Database } from '../database/database.ts'

/** Answers of one key for one `uniquePID` on one day. */
export interface Usage {
  keyId: string
  uniquePid: string
  /** `YYYY-MM-DD`, UTC. */
  day: string
  prices: bigint
  quotes: bigint
}

/** Adds to the stored counts, all or nothing. */
export async function addUsage(database: Database, usage: readonly Usage[]): Promise<void> {
  // Sorted, so that instances writing at the same time do not deadlock.
  const sorted = [...usage].sort((a, b) => (getUsageKey(a) < getUsageKey(b) ? -1 : 1))
  await database.query(
    `INSERT INTO sluice_key_usage AS known (key_id, unique_pid, day, prices, quotes)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[]::date[], $4::text[]::bigint[], $5::text[]::bigint[])
    ON CONFLICT (key_id, unique_pid, day) DO UPDATE
    SET prices = known.prices + excluded.prices, quotes = known.quotes + excluded.quotes`,
    [
      sorted.map(({ keyId }) => keyId),
      sorted.map(({ uniquePid }) => uniquePid),
      sorted.map(({ day }) => day),
      sorted.map(({ prices }) => String(prices)),
      sorted.map(({ quotes }) => String(quotes)),
    ],
  )
}

const countSchema = v.pipe(
  v.string(),
  v.transform((text) => BigInt(text)),
)
const rowSchema = v.object({
  key_id: v.string(),
  unique_pid: v.string(),
  day: v.string(),
  prices: countSchema,
  quotes: countSchema,
})

/** The last `days` days, today included; of one key, or of all. Sorted by day, then by number of answers, descending. */
export async function readUsage(
  database: Database,
  { keyId, days }: { keyId?: string | undefined; days: number },
): Promise<Usage[]> {
  const rows = await database.query(
    `SELECT key_id, unique_pid, day::text AS day, prices::text AS prices, quotes::text AS quotes
    FROM sluice_key_usage
    WHERE day > (now() AT TIME ZONE 'UTC')::date - $1::integer AND ($2::text IS NULL OR key_id = $2)
    ORDER BY sluice_key_usage.day DESC, sluice_key_usage.prices + sluice_key_usage.quotes DESC, key_id, unique_pid`,
    [days, keyId ?? null],
  )
  return v.parse(v.array(rowSchema), rows).map((row) => ({
    keyId: row.key_id,
    uniquePid: row.unique_pid,
    day: row.day,
    prices: row.prices,
    quotes: row.quotes,
  }))
}

/** A unique key per count: neither key ids nor `uniquePID`s contain spaces. */
export function getUsageKey({ keyId, uniquePid, day }: Pick<Usage, 'keyId' | 'uniquePid' | 'day'>): string {
  return `${keyId} ${day} ${uniquePid}`
}
