import * as v from 'valibot'
import type { Database } from '../database/database.ts'

/** Responses to one key for one `uniquePID` on one day. */
export interface Usage {
  keyId: string
  uniquePid: string
  /** `YYYY-MM-DD` in UTC. */
  day: string
  prices: bigint
  quotes: bigint
}

/** Adds to the stored counts in one transaction. */
export async function addUsage(database: Database, usage: readonly Usage[]): Promise<void> {
  // Sorted, so that concurrent writes of instances do not deadlock.
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

/**
 * Returns the last `days` days including today, of one key or of all. Sorted by day, then by number
 * of responses, descending.
 */
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

/** The separator is unambiguous, because neither key ids nor `uniquePID`s contain spaces. */
export function getUsageKey({ keyId, uniquePid, day }: Pick<Usage, 'keyId' | 'uniquePid' | 'day'>): string {
  return `${keyId} ${day} ${uniquePid}`
}
