import { sleep } from '../../../wire/lib/sleep.ts'
import type { FollowedModule } from '../../modules/core/module.ts'
import type { PoolIdentity, PoolLog } from '../../modules/core/pool.ts'
import type { LogRange } from '../blocks/log-range.ts'
import type { ChainNode } from '../blocks/node.ts'
import { isRateLimited } from '../rpc/rpc-errors.ts'
import type { DiscoveryWaits } from './discovery-wait.ts'
import { getAnnouncementFilter, readAnnouncements } from './read-announcements.ts'

export interface ScanDeps {
  node: Pick<ChainNode, 'logsAtOnce'>
  range: LogRange
  waits?: Pick<DiscoveryWaits, 'failed' | 'progressed'> | undefined
  signal?: AbortSignal | undefined
}

export interface Scan {
  /** First unread block of each source. */
  next: ReadonlyMap<FollowedModule, number>
  /** Last block to read. */
  toBlock: number
  /** Called for consecutive parts in order. Sources at the same block are read together. */
  onPart(part: ScannedPart): Promise<void>
}

export interface ScannedPart {
  modules: readonly FollowedModule[]
  fromBlock: number
  toBlock: number
  announcements: readonly { module: FollowedModule; identity: PoolIdentity | undefined }[]
}

/** Ranges requested in parallel. */
const PARALLEL = 4
const FIRST_WAIT_MS = 500
const LAST_WAIT_MS = 30_000
/**
 * Rate limits of a single block in a row (some minutes) after which the scan fails and reports a
 * spent quota.
 */
const MAX_RATE_LIMITS = 12

interface Span {
  from: number
  to: number
}

type Outcome = { logs: readonly PoolLog[] } | { error: unknown } | 'too large'

/** Reads announcements of new pools range by range, as large and as fast as the nodes allow. */
export async function scanAnnouncements(
  { next: start, toBlock, onPart }: Scan,
  deps: ScanDeps,
): Promise<void> {
  const { range, waits, signal } = deps
  const next = new Map(start)
  const retries = createScanRetries(range)
  let parallel = 1

  while (next.size > 0 && !signal?.aborted) {
    const fromBlock = Math.min(...next.values())
    if (fromBlock > toBlock) return
    const modules = [...next.keys()].filter((module) => next.get(module) === fromBlock)
    const later = [...next.values()].filter((block) => block > fromBlock)
    const spans = getSpans(fromBlock, Math.min(toBlock, ...later.map((block) => block - 1)), {
      size: range.size(),
      most: parallel,
    })
    const outcomes = await Promise.all(spans.map((span) => requestSpan(span, modules, deps)))
    for (const [i, span] of spans.entries()) {
      const outcome = outcomes[i]
      if (!outcome || outcome === 'too large' || 'error' in outcome) break
      const announcements = readAnnouncements(modules, outcome.logs)
      await onPart({ modules, fromBlock: span.from, toBlock: span.to, announcements })
      for (const module of modules) next.set(module, span.to + 1)
      waits?.progressed()
    }
    const failed = outcomes.findIndex((outcome) => outcome !== 'too large' && 'error' in outcome)
    const [span, outcome] = [spans[failed], outcomes[failed]]
    for (const [i, { from, to }] of spans.entries()) {
      const one = outcomes[i]
      if (one === 'too large') range.refused(to - from + 1)
      else if (one && 'logs' in one) retries.accepted(to - from + 1)
    }
    if (span && outcome && outcome !== 'too large' && 'error' in outcome) {
      const { from, to } = span
      waits?.failed(outcome.error, { sources: modules.map(({ id }) => id), fromBlock: from, toBlock: to })
      await sleep(retries.waitAfter(outcome.error, to - from + 1), signal)
      parallel = 1
    } else {
      parallel = outcomes.includes('too large') ? 1 : Math.min(PARALLEL, parallel + 1)
    }
  }
}

async function requestSpan(
  span: Span,
  modules: readonly FollowedModule[],
  { node }: Pick<ScanDeps, 'node'>,
): Promise<Outcome> {
  try {
    const logs = await node.logsAtOnce({
      ...getAnnouncementFilter(modules),
      fromBlock: BigInt(span.from),
      toBlock: BigInt(span.to),
    })
    return logs ? { logs } : 'too large'
  } catch (error) {
    return { error }
  }
}

/** Decides whether a failed request makes the scan wait, request fewer blocks, or fail. */
function createScanRetries(range: LogRange) {
  let failures = 0
  let waitMs = FIRST_WAIT_MS

  return {
    accepted(blocks: number): void {
      failures = 0
      waitMs = FIRST_WAIT_MS
      range.accepted(blocks)
    },
    /** Returns the milliseconds to wait. Throws the error if no smaller range is left. */
    waitAfter(error: unknown, blocks: number): number {
      const isLimited = isRateLimited(error)
      if (range.failed(blocks)) {
        failures = 0
        waitMs = FIRST_WAIT_MS
        return isLimited ? waitMs : 0
      }
      failures += 1
      if (blocks === 1 && (!isLimited || failures >= MAX_RATE_LIMITS)) throw error
      const ms = waitMs
      waitMs = Math.min(2 * waitMs, LAST_WAIT_MS)
      return ms
    },
  }
}

/** Returns consecutive ranges starting at a block. */
function getSpans(from: number, to: number, { size, most }: { size: number; most: number }) {
  const spans: Span[] = []
  for (let start = from; start <= to && spans.length < most; start += size) {
    spans.push({ from: start, to: Math.min(to, start + size - 1) })
  }
  return spans
}
