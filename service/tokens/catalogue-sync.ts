import type { Database } from '../database/database.ts'
import type { Election } from '../elections/create-election.ts'
import type { ChainLister } from './chain-lister.ts'
import { readTokenDelta, START, type StoredToken, type TokenChanges, writeTokens } from './token-records.ts'
import type { TokenStore } from './token-store.ts'

export interface CatalogueSync {
  /** Writes, when it is this instance's turn, then reads what is new onto the store. Never rejects. */
  turn(): Promise<void>
  /** Whether every chain has something on the store. */
  isFilled(): boolean
}

export interface CatalogueSyncDeps {
  listers: readonly ChainLister[]
  store: TokenStore
  database: Database
  election: Pick<Election, 'decided' | 'isLeader'>
  onFault(error: unknown): void
  /** After a turn without a fault. */
  onKept(): void
}

const PATIENCE_MS = 250

/**
 * The database holds the catalogue: one instance at a time writes what it sees, all read it onto their shelves. While
 * the database is out of reach, or only being opened, an instance that knows nothing yet shows what it sees itself.
 */
export function createCatalogueSync(deps: CatalogueSyncDeps): CatalogueSync {
  const { listers, store, database, election, onFault, onKept } = deps
  const held = new Map(listers.map(({ chain }) => [chain.config.name, new Map<string, StoredToken>()]))
  /** Chains whose store the database has filled, and those that show for now what this instance sees. */
  const filled = new Set<string>()
  const provisional = new Map<string, string[]>()
  let cursor = START
  let showing: Promise<unknown> = Promise.resolve()

  /** The first time, nobody who looks at a page waits for a database to open: an embedded one takes seconds. */
  async function pullFirst(): Promise<void> {
    const impatience = setInterval(() => {
      showing = showing.then(showOwn).catch(onFault)
    }, PATIENCE_MS)
    try {
      await pull()
    } finally {
      clearInterval(impatience)
      await showing
    }
  }

  async function pull(): Promise<void> {
    for (;;) {
      const news = await readTokenDelta(database.query, cursor)
      for (const [chain, changes] of news.changes) await keep(chain, changes)
      cursor = news.cursor
      if (news.isLast) return
    }
  }

  async function keep(chain: string, changes: TokenChanges): Promise<void> {
    const tokens = held.get(chain)
    // Another deployment over the same database may serve more chains.
    if (!tokens) return
    for (const address of changes.remove) tokens.delete(address)
    for (const stored of changes.put) tokens.set(stored.record.tokenAddress.toLowerCase(), stored)
    filled.add(chain)
    await show(chain, changes)
  }

  async function show(chain: string, { put, remove }: TokenChanges): Promise<void> {
    await store.change({ chain, put: put.map(({ record }) => record), remove })
  }

  async function write(): Promise<void> {
    await election.decided
    for (const lister of listers) {
      if (!election.isLeader()) return
      const { name } = lister.chain.config
      const tokens = held.get(name) ?? new Map<string, StoredToken>()
      for (const [address, { volume }] of tokens) lister.volume.recall(address as `0x${string}`, volume)
      const changes = await lister.compare(tokens)
      if (changes && changes.put.length + changes.remove.length > 0) {
        await writeTokens(database.query, name, changes)
      }
    }
  }

  async function showOwn(): Promise<void> {
    for (const lister of listers) {
      const { name } = lister.chain.config
      if (filled.has(name) || provisional.has(name)) continue
      const changes = await lister.compare(new Map())
      // The database may have come first meanwhile: what it says counts.
      if (!changes || filled.has(name)) continue
      provisional.set(
        name,
        changes.put.map(({ record }) => record.tokenAddress.toLowerCase()),
      )
      await show(name, changes)
    }
  }

  /** What this instance saw and the database does not know is no part of the catalogue. */
  async function withdrawOwn(): Promise<void> {
    for (const [chain, addresses] of provisional) {
      if (!filled.has(chain)) continue
      provisional.delete(chain)
      await show(chain, { put: [], remove: addresses.filter((address) => !held.get(chain)?.has(address)) })
    }
  }

  return {
    async turn() {
      try {
        await (filled.size < listers.length ? pullFirst() : pull())
        await write()
        await pull()
        await withdrawOwn()
        onKept()
      } catch (error) {
        onFault(error)
        await showOwn().catch(onFault)
        // Nothing better is to come soon.
        for (const name of provisional.keys()) filled.add(name)
      }
    },
    isFilled: () => filled.size === listers.length,
  }
}
