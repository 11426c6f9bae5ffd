import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { zeroHash } from 'viem'
import type { Hex } from '../../wire/lib/address.ts'
import {
  type Checkpoint,
  KEPT_CHECKPOINTS,
  type PoolStore,
  type SourceKey,
  type SourceParameters,
  UnusableStoreError,
} from '../chain/discovery/pool-store.ts'
import { getStoredParameter } from '../chain/discovery/source-parameters.ts'
import type { Database, Param, Row } from '../database/database.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'

export interface PoolStoreOptions {
  database: Pick<Database, 'query'>
  chainId: number
  isWriter: () => boolean
  /** Default: returns true. */
  mayOtherWrite?: (() => boolean) | undefined
  /** Returns true if the database is new. A new database takes seconds to create and stores nothing yet. */
  isNew?: (() => boolean) | undefined
}

/** The stored pools of one chain. */
export interface DatabasePoolStore extends PoolStore {
  /**
   * Replaces the stored data of one source with the data of another in one transaction. Throws if the
   * staged data does not end at the checkpoint.
   */
  move(from: SourceKey, to: SourceKey, end: Checkpoint): Promise<void>
}

interface Page {
  last: Pick<Checkpoint, 'block' | 'pools'>
  next: Checkpoint
  page: readonly PoolIdentity[]
  /** Digest of all pools up to this page. */
  digest: string
}

const NOTHING = { checkpoints: [], pools: [], worths: new Map<string, number>() } as const
/**
 * Rows per statement, because messages to the process of the embedded database are limited in size.
 */
const PAGE = 10_000
/** A chain starts without a database that does not respond, and connects to it later. */
const OPENING_MS = 5_000
const TIMEOUT_MS = 30_000
/**
 * Timeout of a statement that touches all pools of a source. Half a million pools take about 5 s.
 */
const WHOLE_MS = 300_000

/**
 * Creates the pool store of a chain. Each statement is atomic, because a process may end between
 * two statements.
 */
export function createPoolStore(options: PoolStoreOptions): DatabasePoolStore {
  const { database, chainId, isWriter, mayOtherWrite = () => true, isNew } = options
  const query: Query = (sql, params, timeoutMs) =>
    withTimeout(database.query(sql, params, { timeoutMs }), {
      timeoutMs: timeoutMs ?? TIMEOUT_MS,
      onTimeout() {
        throw new Error('The database does not respond')
      },
    })

  const { readPools, readDigest, appendPage } = createPages(chainId, query)
  const seen = new Set<string>()

  return {
    isWriter,
    mayOtherWrite,

    async read({ id, parameters }, since = 0) {
      const isFirst = !seen.has(id)
      seen.add(id)
      if (isFirst && isNew?.()) return NOTHING
      const [source] = await query(
        'SELECT terms FROM sluice_pool_sources WHERE chain_id = $1 AND source = $2',
        [chainId, id],
        OPENING_MS,
      )
      if (!source) return NOTHING
      compareParameters(JSON.parse(String(source.terms)), parameters)
      const rows = await query(
        `SELECT block::text, hash, pools, untraded, digest FROM sluice_pool_checkpoints
         WHERE chain_id = $1 AND source = $2 ORDER BY sluice_pool_checkpoints.block`,
        [chainId, id],
      )
      const checkpoints = rows.map(toCheckpoint)
      const newest = checkpoints.at(-1)
      if (!newest || newest.pools < since) return { ...NOTHING, checkpoints }
      const { pools, worths } = await readPools(id, since, newest.pools)
      if (pools.length !== newest.pools - since) {
        throw new UnusableStoreError(`${newest.pools} pools were stored, but ${pools.length + since} remain`)
      }
      // A part of the pools has no digest to compare.
      if (since === 0 && getDigest(pools) !== rows.at(-1)?.digest) {
        throw new UnusableStoreError('its pools are not those that were stored')
      }
      return { checkpoints, pools, worths }
    },

    async append({ id, parameters }, { from, to, pools }) {
      const before = from && (await readDigest(id, from))
      let digest = before ?? ''
      let last = { block: from?.block ?? -1, pools: from?.pools ?? 0 }
      const blocks = to.block - last.block
      // Splits pools over several statements. Intermediate checkpoints have no block hash, so a
      // start ignores them.
      for (let left = pools; ; left = left.slice(PAGE)) {
        const isLast = left.length <= PAGE || Math.ceil(left.length / PAGE) > blocks
        const page = isLast ? left : left.slice(0, PAGE)
        digest = getDigest(page, digest)
        const next = isLast
          ? to
          : { ...to, block: last.block + 1, hash: zeroHash, pools: last.pools + page.length }
        await appendPage({ id, parameters }, { last, next, page, digest })
        last = next
        if (isLast) break
      }
      await query(
        `DELETE FROM sluice_pool_checkpoints WHERE chain_id = $1 AND source = $2 AND (block <=
         (SELECT block FROM sluice_pool_checkpoints WHERE chain_id = $1 AND source = $2
          ORDER BY block DESC OFFSET ${KEPT_CHECKPOINTS} LIMIT 1) OR hash = $3)`,
        [chainId, id, zeroHash],
      )
    },

    async saveWorths({ id }, worths) {
      for (let start = 0; start < worths.length; start += PAGE) {
        await query(
          `UPDATE sluice_pools AS pool SET worth = row.worth
           FROM jsonb_to_recordset($3::jsonb) AS row (address text, worth double precision)
           WHERE chain_id = $1 AND source = $2 AND pool.address = row.address`,
          [chainId, id, JSON.stringify(worths.slice(start, start + PAGE))],
        )
      }
    },

    async rollBack({ id }, { block, pools }) {
      await query(
        `WITH later AS (
           DELETE FROM sluice_pool_checkpoints WHERE chain_id = $1 AND source = $2 AND block > $3
         ) DELETE FROM sluice_pools WHERE chain_id = $1 AND source = $2 AND ordinal >= $4`,
        [chainId, id, block, pools],
      )
    },

    async discard({ id }) {
      await query(
        `WITH checkpoints AS (DELETE FROM sluice_pool_checkpoints WHERE chain_id = $1 AND source = $2),
         source AS (DELETE FROM sluice_pool_sources WHERE chain_id = $1 AND source = $2)
         DELETE FROM sluice_pools WHERE chain_id = $1 AND source = $2`,
        [chainId, id],
        WHOLE_MS,
      )
    },

    async move(from, to, { block, hash, pools }) {
      const [moved] = await query(MOVE, [chainId, from.id, to.id, block, hash, pools], WHOLE_MS)
      if (moved?.count !== 1) throw new Error('Another instance has changed the staged pools')
    },
  }
}

type Query = (sql: string, params: readonly Param[], timeoutMs?: number) => Promise<Row[]>

/** Reads and writes the pools of a chain in pages. */
function createPages(chainId: number, query: Query) {
  async function readPools(id: string, since: number, until: number) {
    const pools: PoolIdentity[] = []
    const worths = new Map<string, number>()
    const intern = createIntern()
    for (let start = since; start < until; start += PAGE) {
      const [row] = await query(PAGE_OF_POOLS, [chainId, id, start, Math.min(until, start + PAGE)])
      for (const stored of JSON.parse(String(row?.pools ?? '[]')) as unknown[][]) {
        const pool = toIdentity(stored, intern)
        const worth = stored[6]
        pools.push(pool)
        if (typeof worth === 'number') worths.set(pool.address, worth)
      }
    }
    return { pools, worths }
  }

  async function readDigest(id: string, { block }: Checkpoint): Promise<string> {
    const [row] = await query(
      'SELECT digest FROM sluice_pool_checkpoints WHERE chain_id = $1 AND source = $2 AND block = $3',
      [chainId, id, block],
    )
    return String(row?.digest ?? '')
  }

  async function appendPage(
    { id, parameters }: SourceKey,
    { last, next, page, digest }: Page,
  ): Promise<void> {
    const rows = page.map(({ address, tokens, fee, tickSpacing, poolId }, i) => ({
      ordinal: last.pools + i,
      address,
      token0: tokens[0],
      token1: tokens[1],
      fee,
      spacing: tickSpacing,
      id: poolId,
    }))
    const { block, hash, pools, untraded } = next
    const place = [chainId, id, JSON.stringify(parameters), last.block, block, hash, pools, untraded]
    const [moved] = await query(APPEND, [...place, digest, JSON.stringify(rows)])
    if (moved?.count !== 1) throw new Error('Another instance has stored pools of the same chain')
  }

  return { readPools, readDigest, appendPage }
}

/** Does nothing unless the newest checkpoint is the expected one. */
const APPEND = `WITH checkpoint AS (
  INSERT INTO sluice_pool_checkpoints (chain_id, source, block, hash, pools, untraded, digest)
  SELECT $1, $2, $5, $6, $7, $8, $9
  WHERE coalesce(
    (SELECT max(block) FROM sluice_pool_checkpoints WHERE chain_id = $1 AND source = $2), -1) = $4::bigint
  RETURNING block
), source AS (
  INSERT INTO sluice_pool_sources (chain_id, source, terms)
  SELECT $1, $2, $3 FROM checkpoint ON CONFLICT DO NOTHING
), pools AS (
  INSERT INTO sluice_pools (chain_id, source, ordinal, address, token0, token1, fee, tick_spacing, pool_id)
  SELECT $1, $2, ordinal, address, token0, token1, fee, spacing, id
  FROM checkpoint, jsonb_to_recordset($10::jsonb) AS row
    (ordinal integer, address text, token0 text, token1 text, fee integer, spacing integer, id text)
) SELECT count(*)::integer AS count FROM checkpoint`

/**
 * Does nothing unless the checkpoint exists. The sums enforce the order: old keys are deleted
 * before new rows take them.
 */
const MOVE = `WITH staged AS (
  SELECT 1 FROM sluice_pool_checkpoints
  WHERE chain_id = $1 AND source = $2 AND block = $4 AND hash = $5 AND pools = $6
), old_pools AS (
  DELETE FROM sluice_pools WHERE chain_id = $1 AND source = $3 AND EXISTS (SELECT FROM staged) RETURNING 1
), old_checkpoints AS (
  DELETE FROM sluice_pool_checkpoints
  WHERE chain_id = $1 AND source = $3 AND EXISTS (SELECT FROM staged) RETURNING 1
), old_source AS (
  DELETE FROM sluice_pool_sources
  WHERE chain_id = $1 AND source = $3 AND EXISTS (SELECT FROM staged) RETURNING 1
), old AS (
  SELECT (SELECT count(*) FROM old_pools) + (SELECT count(*) FROM old_checkpoints)
    + (SELECT count(*) FROM old_source) AS count
), pools AS (
  UPDATE sluice_pools SET source = $3
  WHERE chain_id = $1 AND source = $2 AND EXISTS (SELECT FROM staged) AND (SELECT count FROM old) >= 0
), checkpoints AS (
  UPDATE sluice_pool_checkpoints SET source = $3
  WHERE chain_id = $1 AND source = $2 AND EXISTS (SELECT FROM staged) AND (SELECT count FROM old) >= 0
), source AS (
  UPDATE sluice_pool_sources SET source = $3
  WHERE chain_id = $1 AND source = $2 AND EXISTS (SELECT FROM staged) AND (SELECT count FROM old) >= 0
) SELECT count(*)::integer AS count FROM staged`

/** One text per page, because the driver takes longer than the query for one row per pool. */
const PAGE_OF_POOLS = `SELECT json_agg(json_build_array(address, token0, token1, fee, tick_spacing, pool_id, worth)
    ORDER BY ordinal)::text AS pools
  FROM sluice_pools WHERE chain_id = $1 AND source = $2 AND ordinal >= $3 AND ordinal < $4`

const checkpointSchema = v.object({
  block: v.pipe(v.string(), v.toNumber(), v.safeInteger()),
  hash: v.custom<Hex>((value) => isHex(value, 64)),
  pools: v.pipe(v.number(), v.minValue(0)),
  untraded: v.pipe(v.number(), v.minValue(0)),
})

function toCheckpoint(row: Row): Checkpoint {
  const parsed = v.safeParse(checkpointSchema, row)
  if (!parsed.success) throw new UnusableStoreError('a checkpoint is damaged')
  return parsed.output
}

/** Checked without a schema, because there are hundreds of thousands of pools. */
function toIdentity(
  [address, token0, token1, fee, spacing, id]: readonly unknown[],
  intern: (token: Hex) => Hex,
): PoolIdentity {
  const isSound = isAddress(address) && isAddress(token0) && isAddress(token1)
  if (!isSound || !(id === null || isHex(id, 64)))
    throw new UnusableStoreError(`the pool ${address} is damaged`)
  return {
    address,
    tokens: [intern(token0), intern(token1)],
    fee: Number(fee),
    tickSpacing: Number(spacing),
    ...(id !== null && { poolId: id }),
  }
}

/**
 * Returns the same string for equal tokens, because one token may be in a hundred thousand pools.
 */
function createIntern(): (token: Hex) => Hex {
  const tokens = new Map<Hex, Hex>()
  return (token) => {
    const known = tokens.get(token)
    if (known === undefined) tokens.set(token, token)
    return known ?? token
  }
}

const isAddress = (value: unknown): value is Hex => isHex(value, 40)

function isHex(value: unknown, digits: number): value is Hex {
  return typeof value === 'string' && value.length === digits + 2 && /^0x[0-9a-f]*$/.test(value)
}

/** Returns the hash of pools in their order, chained to the digest of the pools before them. */
function getDigest(pools: readonly PoolIdentity[], before = ''): string {
  let digest = before
  for (const { address, tokens, fee, tickSpacing, poolId = '' } of pools) {
    const text = `${digest} ${address} ${tokens} ${fee} ${tickSpacing} ${poolId}`
    digest = createHash('sha256').update(text).digest('hex')
  }
  return digest
}

/** Throws if a parameter differs. Ignores parameters that the store does not have. */
function compareParameters(stored: SourceParameters, now: SourceParameters): void {
  for (const [name, value] of Object.entries(now)) {
    const before = getStoredParameter(stored, name)
    if (before === undefined || before === value) continue
    throw new UnusableStoreError(
      `${name} is ${value || 'none'}, and was ${before || 'none'} when they were stored`,
    )
  }
}
