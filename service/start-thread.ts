import { type ResourceLimits, Worker } from 'node:worker_threads'

export interface ThreadOptions {
  workerData?: unknown
  resourceLimits?: ResourceLimits
}

/** Runs a TypeScript file in a thread. A thread does not inherit the loader its process runs: it registers its own. */
export function startThread(file: URL, options: ThreadOptions = {}): Worker {
  const bootstrap = `import('tsx/esm/api').then(({ register }) => {
    register()
    return import(${JSON.stringify(file.href)})
  })`
  const worker = new Worker(bootstrap, { ...options, eval: true, stdout: true, stderr: true })
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}
