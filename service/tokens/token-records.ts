import { getAddress } from 'viem'
import type { Address } from '../../wire/lib/address.ts'
import { TOKEN_TYPES } from '../../wire/tokens.ts'
import type { Query, Row } from '../database/database.ts'
import type { IndexedToken } from './indexed-token.ts'

/** A token as stored in the database. */
export interface StoredToken {
  record: IndexedToken
  /** Volume of about a day in the reference stable, when the row was written. */
  volume: number
}

export interface TokenChanges {
  put: readonly StoredToken[]
  /** Addresses of removed tokens. */
  remove: readonly string[]
}

/** The position of a reader in the change log. */
export interface Cursor {
  revision: string
  chain: string
  address: string
}

export const START: Cursor = { revision: '0', chain: '', address: '' }

export interface TokenDelta {
  cursor: Cursor
  /** Changes by chain name. */
  changes: ReadonlyMap<string, TokenChanges>
  isLast: boolean
}

const PAGE = 1_000

/** Reads the next page of changes after a cursor. */
export async function readTokenDelta(query: Query, cursor: Cursor): Promise<TokenDelta> {
  const rows = await query(
    `SELECT revision::text, chain, address, symbol, full_symbol, name, decimals, type, priority, logo_uri, volume,
       is_withdrawn
     FROM sluice_tokens
     WHERE (revision, chain, address) > ($1::bigint, $2, $3)
     ORDER BY sluice_tokens.revision, chain, address LIMIT ${PAGE}`,
    [cursor.revision, cursor.chain, cursor.address],
  )
  const changes = new Map<string, { put: StoredToken[]; remove: string[] }>()
  for (const row of rows) {
    const chain = String(row.chain)
    const change = changes.get(chain) ?? { put: [], remove: [] }
    changes.set(chain, change)
    if (row.is_withdrawn) change.remove.push(String(row.address))
    else change.put.push(toStored(row))
  }
  const last = rows.at(-1)
  return {
    cursor: last
      ? { revision: String(last.revision), chain: String(last.chain), address: String(last.address) }
      : cursor,
    changes,
    isLast: rows.length < PAGE,
  }
}

/** Writes tokens of a chain, a few hundred per statement. */
export async function writeTokens(query: Query, chain: string, { put, remove }: TokenChanges): Promise<void> {
  const rows = put.map(({ record, volume }) => ({
    address: record.tokenAddress.toLowerCase(),
    symbol: record.symbol,
    full_symbol: record.fullSymbol ?? null,
    name: record.name,
    decimals: record.decimals,
    type: record.type,
    priority: record.priority,
    logo_uri: record.branding?.logoUri ?? null,
    volume,
  }))
  for (let start = 0; start < rows.length; start += PAGE / 2) {
    await query(PUT, [chain, JSON.stringify(rows.slice(start, start + PAGE / 2))])
  }
  if (remove.length > 0) await query(WITHDRAW, [chain, remove.map((address) => address.toLowerCase())])
}

const NEXT = 'next AS (UPDATE sluice_token_revision SET revision = revision + 1 RETURNING revision)'

const PUT = `WITH ${NEXT}
  INSERT INTO sluice_tokens
    (chain, address, symbol, full_symbol, name, decimals, type, priority, logo_uri, volume, is_withdrawn,
     revision)
  SELECT $1, token.*, false, next.revision FROM next, json_to_recordset($2::json) AS token(
    address text, symbol text, full_symbol text, name text, decimals integer, type text, priority integer, logo_uri text,
    volume double precision)
  ON CONFLICT (chain, address) DO UPDATE SET
    symbol = excluded.symbol, full_symbol = excluded.full_symbol, name = excluded.name, decimals = excluded.decimals, type = excluded.type,
    priority = excluded.priority, logo_uri = excluded.logo_uri, volume = excluded.volume,
    is_withdrawn = false, revision = excluded.revision, changed_at = now()`

const WITHDRAW = `WITH ${NEXT}
  UPDATE sluice_tokens SET is_withdrawn = true, revision = next.revision, changed_at = now()
  FROM next WHERE chain = $1 AND address = ANY($2::text[])`

function toStored(row: Row): StoredToken {
  return {
    record: {
      tokenAddress: getAddress(String(row.address) as Address),
      symbol: String(row.symbol),
      ...(row.full_symbol !== null && { fullSymbol: String(row.full_symbol) }),
      name: String(row.name),
      decimals: Number(row.decimals),
      type: TOKEN_TYPES.find((type) => type === row.type) ?? 'tradable',
      priority: Number(row.priority),
      branding: { logoUri: row.logo_uri === null ? null : String(row.logo_uri) },
    },
    volume: Number(row.volume),
  }
}
