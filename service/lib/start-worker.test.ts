import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const REPORT = `import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
parentPort!.postMessage(getHeapStatistics().heap_size_limit)
`

it('starts a worker with the given heap limit, whatever the limit of the process', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-worker-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const report = join(directory, 'report.mts')
  writeFileSync(report, REPORT)
  const script = `import { getHeapStatistics } from 'node:v8'
    import { startWorker } from './service/lib/start-worker.ts'
    const file = new URL(${JSON.stringify(pathToFileURL(report).href)})
    const worker = startWorker(file, { resourceLimits: { maxOldGenerationSizeMb: 200 } })
    worker.once('message', (limit) => console.log(limit / 2 ** 20, getHeapStatistics().heap_size_limit / 2 ** 20))`
  const flags = ['--max-old-space-size=1000', '--import', 'tsx', '--input-type=module', '--eval', script]
  const [ofThread = 0, ofProcess = 0] = execFileSync(process.execPath, flags, { encoding: 'utf8' })
    .split(' ')
    .map(Number)
  // A heap has a young generation in addition to the old one.
  expect(ofThread).toBeGreaterThanOrEqual(200)
  expect(ofThread).toBeLessThan(600)
  expect(ofProcess).toBeGreaterThanOrEqual(1_000)
})
