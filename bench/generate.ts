import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { THIS_NODE } from '../scripts/lib/typescript-node.mjs'
import type { LoadPlan, LoadResult } from './load-generator.ts'

/** A load generator process; it ends when it is disconnected. */
export function startGenerator(): ChildProcess {
  return fork(join(import.meta.dirname, 'load-generator.ts'), { execArgv: THIS_NODE.slice(1) })
}

/** Runs a plan. One at a time per process. */
export async function generate(generator: ChildProcess, plan: LoadPlan): Promise<LoadResult> {
  const done = once(generator, 'message')
  generator.send(plan)
  const [result] = await done
  return result as LoadResult
}
