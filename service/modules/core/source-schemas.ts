import * as v from 'valibot'
import { hexSchema } from '../../../wire/primitives.ts'
import { address, integer, text, tokenKey, unique } from '../../lib/schemas.ts'
import { WRAPPED_NATIVE_MODULE } from './source-config.ts'

const module = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens'),
  v.check(
    (id) => id !== WRAPPED_NATIVE_MODULE,
    'must not be the id that the service reserves for wrapping the native coin',
  ),
)

/** Creates the schema of a kind of source from shared and own fields. */
function source<const Kind extends string, const Own extends v.ObjectEntries>(kind: Kind, own: Own) {
  const shared = { index: integer(0, 255), module, name: text, factory: address }
  return v.strictObject({ kind: v.literal(kind), ...shared, ...own })
}

/**
 * Building blocks of protocol schemas. They are passed in, because workers load protocols without
 * schemas.
 */
export const sourceSchemas = {
  v,
  source,
  address,
  integer,
  tokenKey,
  unique,
  initCodeHash: v.pipe(hexSchema, v.length(66, 'must be 32 bytes in hex')),
  factories: v.pipe(v.array(address), v.maxLength(16, 'must name 16 factories at most')),
  rateProviders: v.pipe(v.array(address), v.maxLength(64, 'must name 64 providers at most')),
}

export type SourceSchemas = typeof sourceSchemas
