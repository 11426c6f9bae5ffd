import type { Address } from '../../wire/lib/address.ts'
import type { Query, Row } from '../database/database.ts'

/** Identifies a reserve. */
export interface ReserveKey {
  chain: string
  protocol: string
  pool: Address
  inputToken: Address
}

/** The value of a deposit of one ray at a point in time. */
export interface IndexPoint {
  /** Unix timestamp of the block. */
  seconds: bigint
  value: bigint
}

/** Points are kept one day longer than the longest window. */
const KEPT_SECONDS = 8n * 86_400n

/**
 * Writes at most one point per hour for each reserve, by the chain's clock, and deletes expired
 * points.
 */
export async function writePoints(query: Query, points: readonly (ReserveKey & IndexPoint)[]): Promise<void> {
  const rows = points.map(({ chain, protocol, pool, inputToken, seconds, value }) => ({
    chain,
    protocol,
    pool: pool.toLowerCase(),
    input_token: inputToken.toLowerCase(),
    seconds: seconds.toString(),
    value: value.toString(),
    oldest: (seconds - KEPT_SECONDS).toString(),
  }))
  if (rows.length > 0) await query(WRITE, [JSON.stringify(rows)])
}

/**
 * Returns the last point at or before a timestamp, else the first after it, or undefined without
 * points.
 */
export async function readPoint(
  query: Query,
  { chain, protocol, pool, inputToken }: ReserveKey,
  seconds: bigint,
): Promise<IndexPoint | undefined> {
  const key = [chain, protocol, pool.toLowerCase(), inputToken.toLowerCase()]
  const [row] = await query(READ, [...key, seconds.toString()])
  return row && toPoint(row)
}

const WRITE = `WITH point AS (
    SELECT * FROM json_to_recordset($1::json) AS point(
      chain text, protocol text, pool text, input_token text, seconds bigint, value text, oldest bigint)
  ), gone AS (
    DELETE FROM sluice_yield_points AS known USING point
    WHERE known.chain = point.chain AND known.protocol = point.protocol AND known.pool = point.pool
      AND known.input_token = point.input_token AND known.seconds < point.oldest
  )
  INSERT INTO sluice_yield_points (chain, protocol, pool, input_token, hour, seconds, value)
  SELECT chain, protocol, pool, input_token, seconds / 3600, seconds, value FROM point
  ON CONFLICT DO NOTHING`

const READ = `SELECT seconds::text AS seconds, value FROM sluice_yield_points
  WHERE chain = $1 AND protocol = $2 AND pool = $3 AND input_token = $4
  ORDER BY (sluice_yield_points.seconds <= $5::bigint) DESC, abs(sluice_yield_points.seconds - $5::bigint)
  LIMIT 1`

function toPoint({ seconds, value }: Row): IndexPoint {
  return { seconds: BigInt(String(seconds)), value: BigInt(String(value)) }
}
