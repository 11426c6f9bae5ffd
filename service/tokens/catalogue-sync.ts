import type { Database } from '../database/database.ts'
import type { Election } from '../elections/create-election.ts'
import type { ChainLister } from './chain-lister.ts'
import { readTokenDelta, START, type StoredToken, type TokenChanges, writeTokens } from './token-records.ts'
import type { TokenStore } from './token-store.ts'

export interface CatalogueSync {
  /**
   * Reads changes into the store, and writes the changes of chains that this instance leads. Never
   * rejects.
   */
  turn(): Promise<void>
  /** Returns true if the store has tokens of every chain. */
  isFilled(): boolean
}

export interface CatalogueSyncDeps {
  listers: readonly ChainLister[]
  store: TokenStore
  database: Database
  /** Elections by chain name. */
  elections: ReadonlyMap<string, Pick<Election, 'decided' | 'isLeader' | 'isFailing'>>
  onFault(error: unknown): void
  /** Called after a turn without errors in which every election knows its leader. */
  onKept(): void
}

const FALLBACK_MS = 250

/**
 * Synchronizes the catalogue through the database: the elected instance of a chain writes its
 * tokens, and all instances read the changes into their stores. While the database is opening,
 * unreachable or read-only, an instance without data publishes its own tokens.
 */
export function createCatalogueSync(deps: CatalogueSyncDeps): CatalogueSync {
  const { listers, store, database, elections, onFault, onKept } = deps
  const held = new Map(listers.map(({ chain }) => [chain.config.name, new Map<string, StoredToken>()]))
  /** Chains filled from the database, and chains that show this instance's own tokens for now. */
  const filled = new Set<string>()
  const provisional = new Map<string, string[]>()
  let cursor = START
  let publishing: Promise<unknown> = Promise.resolve()

  /**
   * Publishes this instance's own tokens during the first pull, which can take seconds with an
   * embedded database.
   */
  async function firstPull(): Promise<void> {
    const fallback = setInterval(() => {
      publishing = publishing.then(publishOwn).catch(onFault)
    }, FALLBACK_MS)
    try {
      await pull()
    } finally {
      clearInterval(fallback)
      await publishing
    }
  }

  async function pull(): Promise<void> {
    for (;;) {
      const delta = await readTokenDelta(database.query, cursor)
      for (const [chain, changes] of delta.changes) await applyChanges(chain, changes)
      cursor = delta.cursor
      if (delta.isLast) return
    }
  }

  async function applyChanges(chain: string, changes: TokenChanges): Promise<void> {
    const tokens = held.get(chain)
    // The database may contain chains of another deployment.
    if (!tokens) return
    for (const address of changes.remove) tokens.delete(address)
    const lister = listers.find((one) => one.chain.config.name === chain)
    for (const stored of changes.put) {
      tokens.set(stored.record.tokenAddress.toLowerCase(), stored)
      // Only the first recall of a token has an effect. Later the volume decays.
      lister?.volume.recall(stored.record.tokenAddress, stored.volume)
    }
    filled.add(chain)
    await publish(chain, changes)
  }

  async function publish(chain: string, { put, remove }: TokenChanges): Promise<void> {
    await store.change({ chain, put: put.map(({ record }) => record), remove })
  }

  async function write(): Promise<void> {
    for (const lister of listers) {
      const { name } = lister.chain.config
      const election = elections.get(name)
      await election?.decided
      if (!election?.isLeader()) continue
      const tokens = held.get(name) ?? new Map<string, StoredToken>()
      const changes = await lister.compare(tokens)
      if (changes && changes.put.length + changes.remove.length > 0) {
        await writeTokens(database.query, name, changes)
      }
    }
  }

  async function publishOwn(): Promise<void> {
    for (const lister of listers) {
      const { name } = lister.chain.config
      if (filled.has(name) || provisional.has(name)) continue
      const changes = await lister.compare(new Map())
      // If the database responded first, its tokens take precedence.
      if (!changes || filled.has(name)) continue
      provisional.set(
        name,
        changes.put.map(({ record }) => record.tokenAddress.toLowerCase()),
      )
      await publish(name, changes)
    }
  }

  /** Removes tokens that this instance published and the database does not have. */
  async function removeOwn(): Promise<void> {
    for (const [chain, addresses] of provisional) {
      if (!filled.has(chain)) continue
      provisional.delete(chain)
      await publish(chain, { put: [], remove: addresses.filter((address) => !held.get(chain)?.has(address)) })
    }
  }

  return {
    async turn() {
      try {
        await (filled.size < listers.length ? firstPull() : pull())
        await write()
        await pull()
        await removeOwn()
        // Reads succeed on a read-only database, although no instance can be elected to write.
        if (![...elections.values()].some((election) => election.isFailing())) return onKept()
      } catch (error) {
        onFault(error)
      }
      await publishOwn().catch(onFault)
      // The database failed, so these chains count as filled.
      for (const name of provisional.keys()) filled.add(name)
    },
    isFilled: () => filled.size === listers.length,
  }
}
