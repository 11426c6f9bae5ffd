import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { THIS_NODE } from '../scripts/lib/typescript-node.mjs'
import type { LoadPlan, LoadResult } from './load-generator.ts'

/** Starts a load generator process, which exits when it is disconnected. */
export function startGenerator(): ChildProcess {
  return fork(join(import.meta.dirname, 'load-generator.ts'), { execArgv: THIS_NODE.slice(1) })
}

/** Runs a plan. A process runs one plan at a time. */
export async function generate(generator: ChildProcess, plan: LoadPlan): Promise<LoadResult> {
  const done = once(generator, 'message')
  generator.send(plan)
  const [result] = await done
  return result as LoadResult
}
