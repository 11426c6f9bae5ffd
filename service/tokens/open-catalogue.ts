import type { RoutedChain } from '../chain/routed-chain.ts'
import type { Database } from '../database/database.ts'
import { createElection } from '../elections/create-election.ts'
import { createOutage } from '../observability/create-outage.ts'
import type { Logger } from '../observability/logger.ts'
import type { PriceBoard } from '../rates/price-board.ts'
import { createCatalogueSync } from './catalogue-sync.ts'
import { createChainLister } from './chain-lister.ts'
import { type Catalogue, createCatalogue } from './create-catalogue.ts'
import { readTokenLists } from './token-lists.ts'
import { createWorkerStore } from './worker-store.ts'

export interface OpenedCatalogue {
  catalogue: Catalogue
  /** Resolves when every chain has been listed once. */
  ready: Promise<void>
  close(): Promise<void>
}

export interface OpenCatalogueOptions {
  chains: readonly RoutedChain[]
  prices: PriceBoard
  database: Database
  /** Files. */
  tokenLists: readonly string[]
  logger: Logger
  /** Milliseconds between looks at chains and database. Default: 20 s. */
  everyMs?: number
}

const EVERY_MS = 20_000
/** While a chain has not been read yet. */
const FIRST_MS = 250
const RESTART_MS = 1_000

/** The catalogue over the database, searched in a thread of its own. Throws `TokenListError` for a list in disorder. */
export async function openCatalogue(options: OpenCatalogueOptions): Promise<OpenedCatalogue> {
  const { chains, prices, database, logger, everyMs = EVERY_MS } = options
  const lists = await readTokenLists(options.tokenLists, (skipped) =>
    options.logger.warn({ ...skipped }, 'entries of a token list were skipped'),
  )
  const listers = chains.map((chain) =>
    createChainLister({ chain, prices, listed: lists.get(chain.config.id) }),
  )
  const outage = createOutage({
    onBegin(error) {
      const words = error instanceof Error ? error.message : String(error)
      logger.warn({ error: words }, 'the catalogue is not kept')
    },
    onEnd: (faults) => logger.warn({ faults }, 'the catalogue is kept again'),
  })
  const election = createElection({ database, name: 'catalogue', onFault })
  election.onChange((isLeader) => {
    logger.info({ isLeader }, isLeader ? 'elected to keep the catalogue' : 'another keeps the catalogue')
    // What the last one left undone is done now, not at the next look.
    if (isLeader && !isClosed) wake()
  })
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let turning: Promise<void> = Promise.resolve()
  let settle = () => {}
  let current = begin()
  const ready = new Promise<void>((resolve) => {
    settle = resolve
  })

  /** A store, and who fills it. A thread that dies is followed by another, which reads everything again. */
  function begin() {
    const store = createWorkerStore({
      onEnd(error) {
        logger.error({ error: error.message }, 'the catalogue cannot be searched; starting again')
        setTimeout(() => {
          if (isClosed) return
          current = begin()
          wake()
        }, RESTART_MS)
      },
    })
    const sync = createCatalogueSync({ listers, store, database, election, onFault, onKept: outage.over })
    return { store, sync }
  }

  function onFault(error: unknown) {
    if (!isClosed) outage.fault(error)
  }

  async function turn(): Promise<void> {
    const { sync } = current
    await sync.turn()
    if (sync.isFilled()) settle()
    if (!isClosed) schedule(sync.isFilled() ? everyMs : FIRST_MS)
  }

  function wake() {
    clearTimeout(timer)
    turning = turning.then(turn)
  }

  function schedule(inMs: number) {
    clearTimeout(timer)
    timer = setTimeout(() => {
      turning = turn()
    }, inMs)
  }

  schedule(0)
  return {
    catalogue: createCatalogue({ chains, store: { page: (...asked) => current.store.page(...asked) } }),
    ready,
    async close() {
      isClosed = true
      clearTimeout(timer)
      settle()
      await current.store.close()
      await turning
      await election.stop()
    },
  }
}
