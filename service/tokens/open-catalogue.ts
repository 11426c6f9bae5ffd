import type { RoutedChain } from '../chain/routed-chain.ts'
import type { Database } from '../database/database.ts'
import { createElection } from '../elections/create-election.ts'
import { messageOf } from '../lib/message-of.ts'
import { createOutage, type Outage } from '../observability/create-outage.ts'
import type { Logger } from '../observability/logger.ts'
import { plainFields } from '../observability/plain-fields.ts'
import type { BlockPrices } from '../rates/block-prices.ts'
import { createCatalogueSync } from './catalogue-sync.ts'
import { createChainLister, type ReadPart } from './chain-lister.ts'
import { type Catalogue, createCatalogue } from './create-catalogue.ts'
import type { ListedTokens } from './token-lists.ts'
import { createWorkerStore } from './worker-store.ts'

export interface OpenedCatalogue {
  catalogue: Catalogue
  /** Resolves when every chain has been listed once. */
  ready: Promise<void>
  close(): Promise<void>
}

export interface OpenCatalogueOptions {
  chains: readonly RoutedChain[]
  prices: BlockPrices
  database: Database
  /** Tokens of the operator's lists. */
  listed: ListedTokens
  logger: Logger
  /** Milliseconds between syncs. Default: 20,000. */
  everyMs?: number
  /** Milliseconds between renewals of the leases. Default: 4,000. */
  renewMs?: number
}

const EVERY_MS = 20_000
/** Milliseconds between syncs until every chain has been read once. */
const FIRST_MS = 250
const RESTART_MS = 1_000
/** Longer than the default lease, because there is one lease per chain. */
const LEASE_SECONDS = 15
const RENEW_MS = 4_000

/** Opens the catalogue over the database, with a search in a worker. */
export function openCatalogue(options: OpenCatalogueOptions): OpenedCatalogue {
  const { chains, prices, database, listed, logger, everyMs = EVERY_MS, renewMs = RENEW_MS } = options
  const listers = chains.map((chain) =>
    createChainLister({
      chain,
      prices,
      listed: listed.get(chain.config.id),
      watch: (part) => watchPart({ chain: chain.config.name, part }),
    }),
  )
  const outage = createOutage({
    onBegin(error) {
      const words = messageOf(error)
      logger.warn({ error: words }, 'writing the catalogue failed')
    },
    onEnd: (faults) => logger.warn({ faults }, 'the catalogue is written again'),
  })
  // Elects an instance per chain, because other instances of the database may serve other chains.
  const elections = new Map(
    chains.map(({ config: { id, name } }) => {
      const election = createElection({
        ...{ database, name: `catalogue ${id}`, onFault },
        ...{ leaseSeconds: LEASE_SECONDS, everyMs: renewMs },
      })
      election.onChange((isLeader) => {
        const words = isLeader ? 'elected to write the catalogue' : 'another instance writes the catalogue'
        logger.info({ chain: name, isLeader }, words)
        // Takes over from the previous leader immediately instead of at the next interval.
        if (isLeader && !isClosed) wake()
      })
      return [name, election]
    }),
  )
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()
  let resolveReady = () => {}
  let current = startStore()
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve
  })

  /** Logs the start and the end of an outage of a part once. */
  function watchPart(about: { chain: string; part: ReadPart }): Outage {
    return createOutage({
      onBegin(error) {
        if (!isClosed)
          logger.warn({ ...about, ...plainFields({ error }) }, 'a part of the catalogue is unavailable')
      },
      onEnd: (faults) => logger.warn({ ...about, faults }, 'a part of the catalogue is available again'),
    })
  }

  /**
   * Starts a store and its sync. A failed worker is replaced, and the new worker reads everything
   * again.
   */
  function startStore() {
    const store = createWorkerStore({
      onEnd(error) {
        logger.error({ error: error.message }, 'the catalogue worker failed; restarting')
        setTimeout(() => {
          if (isClosed) return
          current = startStore()
          wake()
        }, RESTART_MS)
      },
    })
    const sync = createCatalogueSync({ listers, store, database, elections, onFault, onKept: outage.over })
    return { store, sync }
  }

  function onFault(error: unknown) {
    if (!isClosed) outage.fault(error)
  }

  async function turn(): Promise<void> {
    const { sync } = current
    await sync.turn()
    if (sync.isFilled()) resolveReady()
    if (!isClosed) schedule(sync.isFilled() ? everyMs : FIRST_MS)
  }

  function wake() {
    clearTimeout(timer)
    running = running.then(turn)
  }

  function schedule(inMs: number) {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = turn()
    }, inMs)
  }

  schedule(0)
  return {
    catalogue: createCatalogue({ chains, store: { page: (...args) => current.store.page(...args) } }),
    ready,
    async close() {
      isClosed = true
      clearTimeout(timer)
      resolveReady()
      await current.store.close()
      await running
      await Promise.all([...elections.values()].map((election) => election.stop()))
    },
  }
}
