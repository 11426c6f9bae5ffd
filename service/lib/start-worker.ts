import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type ResourceLimits, Worker } from 'node:worker_threads'

export interface WorkerOptions {
  workerData?: unknown
  resourceLimits?: ResourceLimits
}

const loader = createRequire(import.meta.url).resolve('tsx/cjs/api')

/**
 * Runs a TypeScript file in a worker thread. The process's loader is not inherited, because it would start a thread of its
 * own per worker. The one registered here does not support top-level await in the file and its imports.
 */
export function startWorker(file: URL, options: WorkerOptions = {}): Worker {
  const bootstrap = `require(${JSON.stringify(loader)}).register()
    require(${JSON.stringify(fileURLToPath(file))})`
  const worker = new Worker(bootstrap, { ...options, eval: true, execArgv: [], stdout: true, stderr: true })
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}
