export interface Migration {
  version: number
  name: string
  /** Each entry is one statement that both engines support. */
  statements: readonly string[]
}

/** Sorted by version. A released migration is never edited: add another one. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'keys',
    statements: [
      `CREATE TABLE sluice_keys (
        id text PRIMARY KEY,
        label text NOT NULL,
        tier text NOT NULL,
        requests_per_second integer CHECK (requests_per_second > 0),
        burst integer CHECK (burst > 0),
        origins text[] NOT NULL,
        browser_only boolean NOT NULL,
        unique_pids text[] NOT NULL,
        max_partner_fee_bps integer NOT NULL CHECK (max_partner_fee_bps BETWEEN 0 AND 1000),
        created_at timestamptz NOT NULL DEFAULT now(),
        revoked_at timestamptz,
        CHECK ((tier = 'custom') = (requests_per_second IS NOT NULL)),
        CHECK ((tier = 'custom') = (burst IS NOT NULL))
      )`,
      `CREATE TABLE sluice_key_hashes (
        hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
        key_id text NOT NULL REFERENCES sluice_keys (id),
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz
      )`,
      'CREATE INDEX sluice_key_hashes_by_key ON sluice_key_hashes (key_id)',
      // One row that writers of keys lock. Services poll the number and read the keys after a
      // change.
      'CREATE TABLE sluice_key_revision (revision bigint NOT NULL)',
      'INSERT INTO sluice_key_revision VALUES (1)',
      `CREATE FUNCTION sluice_keys_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE sluice_key_revision SET revision = revision + 1;
        RETURN NULL;
      END $$`,
      ...['sluice_keys', 'sluice_key_hashes'].map(
        (table) => `CREATE TRIGGER ${table}_changed
        AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION sluice_keys_changed()`,
      ),
    ],
  },
  {
    version: 2,
    name: 'usage',
    statements: [
      // Without a foreign key, because development keys of local chains are counted but not stored.
      `CREATE TABLE sluice_key_usage (
        key_id text NOT NULL,
        unique_pid text NOT NULL,
        day date NOT NULL,
        prices bigint NOT NULL,
        quotes bigint NOT NULL,
        PRIMARY KEY (key_id, unique_pid, day)
      )`,
      'CREATE INDEX sluice_key_usage_by_day ON sluice_key_usage (day)',
    ],
  },
  {
    version: 3,
    name: 'tokens',
    statements: [
      // The leader of each kind of shared work: the holder of the row until it expires.
      `CREATE TABLE sluice_leases (
        name text PRIMARY KEY,
        holder text NOT NULL,
        until timestamptz NOT NULL
      )`,
      // Addresses are in lower case. Withdrawn tokens stay, so that every instance reads the
      // removal.
      `CREATE TABLE sluice_tokens (
        chain text NOT NULL,
        address text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
        symbol text NOT NULL CHECK (length(symbol) <= 11),
        name text NOT NULL,
        decimals integer NOT NULL CHECK (decimals BETWEEN 0 AND 255),
        type text NOT NULL,
        priority integer NOT NULL,
        logo_uri text,
        volume double precision NOT NULL,
        is_withdrawn boolean NOT NULL,
        revision bigint NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (chain, address)
      )`,
      'CREATE INDEX sluice_tokens_by_revision ON sluice_tokens (revision, chain, address)',
      // One row that writers of tokens lock, so that revisions become visible in order.
      'CREATE TABLE sluice_token_revision (revision bigint NOT NULL)',
      'INSERT INTO sluice_token_revision VALUES (1)',
    ],
  },
  {
    version: 4,
    name: 'yield history',
    statements: [
      // Addresses are in lower case. An index exceeds every integer type.
      `CREATE TABLE sluice_yield_points (
        chain text NOT NULL,
        protocol text NOT NULL,
        pool text NOT NULL CHECK (pool ~ '^0x[0-9a-f]{40}$'),
        input_token text NOT NULL CHECK (input_token ~ '^0x[0-9a-f]{40}$'),
        hour bigint NOT NULL,
        seconds bigint NOT NULL,
        value text NOT NULL CHECK (value ~ '^[0-9]+$'),
        PRIMARY KEY (chain, protocol, pool, input_token, hour)
      )`,
    ],
  },
  {
    version: 5,
    name: 'pools',
    statements: [
      // The config of a source when its pools were stored, as JSON. Pools of a changed source are
      // discarded.
      `CREATE TABLE sluice_pool_sources (
        chain_id bigint NOT NULL,
        source text NOT NULL,
        terms text NOT NULL,
        PRIMARY KEY (chain_id, source)
      )`,
      // Blocks up to which every pool is known: the last few, because a chain may be reorganized.
      `CREATE TABLE sluice_pool_checkpoints (
        chain_id bigint NOT NULL,
        source text NOT NULL,
        block bigint NOT NULL,
        hash text NOT NULL,
        pools integer NOT NULL,
        untraded integer NOT NULL,
        digest text NOT NULL,
        PRIMARY KEY (chain_id, source, block)
      )`,
      // Sorted by discovery. Addresses are in lower case.
      `CREATE TABLE sluice_pools (
        chain_id bigint NOT NULL,
        source text NOT NULL,
        ordinal integer NOT NULL,
        address text NOT NULL,
        token0 text NOT NULL,
        token1 text NOT NULL,
        fee integer NOT NULL,
        tick_spacing integer NOT NULL,
        pool_id text,
        PRIMARY KEY (chain_id, source, ordinal)
      )`,
    ],
  },
  {
    version: 6,
    name: 'worth of pools',
    // Value in whole reference tokens, or null if it was not measured.
    statements: ['ALTER TABLE sluice_pools ADD COLUMN worth double precision'],
  },
  {
    version: 7,
    name: 'calls of nodes',
    statements: [
      // A node is the hash of its URL, which may contain a key. Each instance writes its own rows.
      `CREATE TABLE sluice_node_calls (
        chain_id bigint NOT NULL,
        node text NOT NULL CHECK (node ~ '^[0-9a-f]{64}$'),
        day date NOT NULL,
        instance text NOT NULL,
        calls bigint NOT NULL,
        PRIMARY KEY (chain_id, node, day, instance)
      )`,
      'CREATE INDEX sluice_node_calls_by_day ON sluice_node_calls (day)',
    ],
  },
  {
    version: 8,
    name: 'full symbols of tokens',
    // Null if the symbol is not truncated.
    statements: ['ALTER TABLE sluice_tokens ADD COLUMN full_symbol text CHECK (length(full_symbol) <= 64)'],
  },
  {
    version: 9,
    name: 'calls of nodes by key',
    statements: [
      // Each instance writes its own rows, and their sum counts. Calls for no key have an empty id.
      `CREATE TABLE sluice_node_key_calls (
        day date NOT NULL,
        chain_id bigint NOT NULL,
        node text NOT NULL CHECK (node ~ '^[0-9a-f]{64}$'),
        key_id text NOT NULL,
        instance text NOT NULL,
        calls bigint NOT NULL,
        PRIMARY KEY (day, chain_id, node, key_id, instance)
      )`,
      // A row of the old table contains the calls of the instances before its own.
      `INSERT INTO sluice_node_key_calls
      SELECT day, chain_id, node, '', 'before', max(calls) FROM sluice_node_calls
      GROUP BY day, chain_id, node`,
      'DROP TABLE sluice_node_calls',
    ],
  },
]
