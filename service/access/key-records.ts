import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { TIER_NAMES } from '../config/tiers.ts'
import type { Database } from '../database/database.ts'
import { type ApiKey, hashApiKey } from './api-key.ts'

/** The settings of a key. */
export type KeySettings = Omit<ApiKey, 'id' | 'hash'> & { label: string }

/** A key as listed to the operator, without its secret. */
export interface KeyRecord extends KeySettings {
  id: string
  /** ISO 8601 in UTC. */
  createdAt: string
  revokedAt: string | undefined
  /** Issue time of the latest secret. */
  issuedAt: string
}

const count = v.nullable(v.number())
const settingsEntries = {
  id: v.string(),
  label: v.string(),
  tier: v.picklist(TIER_NAMES),
  requests_per_second: count,
  burst: count,
  origins: v.array(v.string()),
  browser_only: v.boolean(),
  unique_pids: v.array(v.string()),
  max_partner_fee_bps: v.number(),
}
const keyRowSchema = v.object({ ...settingsEntries, hash: v.string(), ms_left: count })
const recordRowSchema = v.object({
  ...settingsEntries,
  created_at: v.string(),
  revoked_at: v.nullable(v.string()),
  issued_at: v.string(),
})

const PAGE = 500
const SETTINGS = `k.id, k.label, k.tier, k.requests_per_second, k.burst, k.origins, k.browser_only, k.unique_pids,
  k.max_partner_fee_bps`

/** Issues a key. Only this call returns the secret, which is never stored. */
export async function createKey(
  database: Database,
  settings: KeySettings,
): Promise<{ id: string; key: string }> {
  const id = `key_${randomBytes(6).toString('hex')}`
  const key = newKey()
  const { label, tier, customLimit, origins, browserOnly, uniquePids, maxPartnerFeeBps } = settings
  await database.query(
    `WITH issued AS (
      INSERT INTO sluice_keys (id, label, tier, requests_per_second, burst, origins, browser_only, unique_pids,
        max_partner_fee_bps)
      VALUES ($1, $2, $3, $4, $5, $6::text[], $7, $8::text[], $9)
      RETURNING id
    )
    INSERT INTO sluice_key_hashes (hash, key_id) SELECT $10, id FROM issued`,
    [
      id,
      label,
      tier,
      customLimit?.perSecond ?? null,
      customLimit?.burst ?? null,
      origins,
      browserOnly,
      uniquePids,
      maxPartnerFeeBps,
      hashApiKey(key),
    ],
  )
  return { id, key }
}

/**
 * Issues another secret for a key. Older secrets expire after `overlapSeconds`. Returns undefined
 * if the key is unknown or revoked.
 */
export async function rotateKey(
  database: Database,
  { id, overlapSeconds }: { id: string; overlapSeconds: number },
): Promise<string | undefined> {
  const key = newKey()
  const rows = await database.query(
    `WITH ending AS (
      UPDATE sluice_key_hashes SET expires_at = least(expires_at, now() + make_interval(secs => $3))
      WHERE key_id = $1
    )
    INSERT INTO sluice_key_hashes (hash, key_id)
    SELECT $2, id FROM sluice_keys WHERE id = $1 AND revoked_at IS NULL
    RETURNING key_id`,
    [id, hashApiKey(key), overlapSeconds],
  )
  return rows.length === 1 ? key : undefined
}

/** Revokes a key and all its secrets. Returns false if the key is unknown or already revoked. */
export async function revokeKey(database: Database, id: string): Promise<boolean> {
  const rows = await database.query(
    'UPDATE sluice_keys SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING id',
    [id],
  )
  return rows.length === 1
}

/** Returns every key ever issued, latest first. */
export async function listKeys(database: Database): Promise<KeyRecord[]> {
  const rows = await database.query(
    `SELECT ${SETTINGS}, ${iso('k.created_at')} AS created_at, ${iso('k.revoked_at')} AS revoked_at,
      ${iso('(SELECT max(h.created_at) FROM sluice_key_hashes h WHERE h.key_id = k.id)')} AS issued_at
    FROM sluice_keys k ORDER BY k.created_at DESC, k.id`,
  )
  return v.parse(v.array(recordRowSchema), rows).map((row) => ({
    id: row.id,
    ...toKeySettings(row),
    createdAt: row.created_at,
    revokedAt: row.revoked_at ?? undefined,
    issuedAt: row.issued_at,
  }))
}

/**
 * Returns a revision that changes with every change of a key, including changes by plain SQL. It
 * contains the start time of the server, because another server may have the same number for other
 * keys after a failover.
 */
export async function readKeyRevision(database: Database): Promise<string> {
  const [row] = await database.query(
    `SELECT concat_ws(' ', revision, pg_postmaster_start_time()) AS revision FROM sluice_key_revision`,
  )
  return String(row?.revision)
}

/**
 * Yields every valid secret with its expiry, page by page, because this thread also serves prices.
 * Skips rows that this version cannot parse.
 */
export async function* readLiveKeys(database: Database): AsyncGenerator<ApiKey & { expiresAtMs: number }> {
  for (let last = ''; ; ) {
    const rows = await database.query(
      // Selects the page by index first. A revoked key leaves an empty row, so that pages keep
      // their size.
      `SELECT ${SETTINGS}, h.hash, floor(extract(epoch FROM h.expires_at - now()) * 1000)::float8 AS ms_left
      FROM (SELECT * FROM sluice_key_hashes WHERE hash > $1 ORDER BY hash LIMIT $2) h
      LEFT JOIN sluice_keys k ON k.id = h.key_id AND k.revoked_at IS NULL
      ORDER BY h.hash`,
      [last, PAGE],
    )
    for (const row of rows) {
      last = String(row.hash)
      const parsed = v.safeParse(keyRowSchema, row)
      if (!parsed.success) continue
      const { id, hash, ms_left } = parsed.output
      // Computes the expiry from this clock, because the database's clock may differ.
      const expiresAtMs = ms_left === null ? Number.POSITIVE_INFINITY : Date.now() + ms_left
      yield { id, hash, ...toKeySettings(parsed.output), expiresAtMs }
    }
    if (rows.length < PAGE) return
  }
}

function toKeySettings(row: Omit<v.InferOutput<typeof keyRowSchema>, 'hash' | 'ms_left'>): KeySettings {
  const { requests_per_second: perSecond, burst } = row
  return {
    label: row.label,
    tier: row.tier,
    customLimit: perSecond !== null && burst !== null ? { perSecond, burst } : undefined,
    origins: row.origins,
    browserOnly: row.browser_only,
    uniquePids: row.unique_pids,
    maxPartnerFeeBps: row.max_partner_fee_bps,
  }
}

function newKey(): string {
  return `sluice_${randomBytes(32).toString('base64url')}`
}

function iso(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
}
