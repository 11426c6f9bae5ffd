import { sleep } from '../../src/lib/sleep.ts'
import type { FollowedModule } from '../modules/core/module.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'
import type { LogRange } from './log-range.ts'
import type { ChainNode } from './node.ts'
import { getAnnouncementFilter, readAnnouncements } from './read-announcements.ts'
import { isRateLimited, isUnclearLimit } from './rpc-errors.ts'

export interface ScanDeps {
  node: Pick<ChainNode, 'logsAtOnce'>
  range: LogRange
  signal?: AbortSignal | undefined
}

export interface Scan {
  /** First block that is unread of each source. */
  next: ReadonlyMap<FollowedModule, number>
  /** Last block to read. */
  toBlock: number
  /** Called for consecutive parts, in order; the sources that stood at the same block are read together. */
  onPart(part: ScannedPart): Promise<void>
}

export interface ScannedPart {
  modules: readonly FollowedModule[]
  fromBlock: number
  toBlock: number
  announcements: readonly { module: FollowedModule; identity: PoolIdentity | undefined }[]
}

/** Ranges asked for at once. */
const PARALLEL = 4
const FIRST_WAIT_MS = 500
const LAST_WAIT_MS = 30_000
/** In a row. After these, a limit that a node does not explain is taken for one of blocks. */
const WAITS_FOR_UNCLEAR = 3
/** In a row, some minutes: then it fails, so that somebody hears of a quota that is spent. */
const MAX_WAITS = 12

/** Reads the announcements of new pools, range by range, as large and as fast as the node allows. */
export async function scanAnnouncements(
  { next: start, toBlock, onPart }: Scan,
  { node, range, signal }: ScanDeps,
): Promise<void> {
  const next = new Map(start)
  let parallel = 1
  let waitMs = FIRST_WAIT_MS
  let waits = 0

  while (next.size > 0 && !signal?.aborted) {
    const fromBlock = Math.min(...next.values())
    if (fromBlock > toBlock) return
    const modules = [...next.keys()].filter((module) => next.get(module) === fromBlock)
    const later = [...next.values()].filter((block) => block > fromBlock)
    const spans = getSpans(fromBlock, Math.min(toBlock, ...later.map((block) => block - 1)), {
      size: range.size(),
      most: parallel,
    })
    const answers = await Promise.all(
      spans.map(async (span) => {
        try {
          const logs = await node.logsAtOnce({
            ...getAnnouncementFilter(modules),
            fromBlock: BigInt(span.from),
            toBlock: BigInt(span.to),
          })
          return logs ?? 'too large'
        } catch (error) {
          if (!isRateLimited(error) || waits >= MAX_WAITS) throw error
          if (!isUnclearLimit(error) || waits < WAITS_FOR_UNCLEAR) return 'too often'
          if (span.from === span.to) throw error
          return 'too large'
        }
      }),
    )
    for (const [i, span] of spans.entries()) {
      const logs = answers[i]
      if (logs === undefined || typeof logs === 'string') break
      const announcements = readAnnouncements(modules, logs)
      await onPart({ modules, fromBlock: span.from, toBlock: span.to, announcements })
      for (const module of modules) next.set(module, span.to + 1)
    }
    for (const [i, { from, to }] of spans.entries()) {
      if (answers[i] === 'too large') range.refused(to - from + 1)
      else if (answers[i] !== 'too often') range.accepted(to - from + 1)
    }
    if (answers.includes('too often')) {
      parallel = Math.max(1, Math.floor(parallel / 2))
      await sleep(waitMs, signal)
      waits += 1
      waitMs = Math.min(2 * waitMs, LAST_WAIT_MS)
    } else {
      parallel = answers.includes('too large') ? 1 : Math.min(PARALLEL, parallel + 1)
      waitMs = FIRST_WAIT_MS
      if (answers.some((answer) => typeof answer !== 'string')) waits = 0
    }
  }
}

/** Consecutive ranges from a block on. */
function getSpans(from: number, to: number, { size, most }: { size: number; most: number }) {
  const spans: { from: number; to: number }[] = []
  for (let start = from; start <= to && spans.length < most; start += size) {
    spans.push({ from: start, to: Math.min(to, start + size - 1) })
  }
  return spans
}
