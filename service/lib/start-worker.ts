import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { type ResourceLimits, Worker } from 'node:worker_threads'

export interface WorkerOptions {
  workerData?: unknown
  resourceLimits?: ResourceLimits
}

/**
 * Runs a TypeScript file in a worker thread. Node runs the file itself if it strips types, as in
 * the image. Older versions use tsx, but not the process's loader, which would start another thread
 * per worker. The file and its imports cannot use top-level await then.
 */
export function startWorker(file: URL, options: WorkerOptions = {}): Worker {
  // The flag would override the limit of every thread. This thread already has its heap.
  setFlagsFromString('--max-old-space-size=0')
  const quiet = { ...options, execArgv: [], stdout: true, stderr: true }
  const worker =
    'typescript' in process.features && process.features.typescript
      ? new Worker(file, quiet)
      : new Worker(bootstrap(file), { ...quiet, eval: true })
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}

function bootstrap(file: URL): string {
  const loader = createRequire(import.meta.url).resolve('tsx/cjs/api')
  return `require(${JSON.stringify(loader)}).register()
    require(${JSON.stringify(fileURLToPath(file))})`
}
