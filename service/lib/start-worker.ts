import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type ResourceLimits, Worker } from 'node:worker_threads'

export interface ThreadOptions {
  workerData?: unknown
  resourceLimits?: ResourceLimits
}

const loader = createRequire(import.meta.url).resolve('tsx/cjs/api')

/**
 * Runs a TypeScript file in a thread. The loader of the process stays out of it (it would bring a thread of its own for
 * each): another one is registered, under which the file and what it imports may not await at the top.
 */
export function startThread(file: URL, options: ThreadOptions = {}): Worker {
  const bootstrap = `require(${JSON.stringify(loader)}).register()
    require(${JSON.stringify(fileURLToPath(file))})`
  const worker = new Worker(bootstrap, { ...options, eval: true, execArgv: [], stdout: true, stderr: true })
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}
