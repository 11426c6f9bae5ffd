import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { createRouter } from './router.mjs'

/** Maximum time per request, regardless of the number of repeats. */
const ENOUGH_MS = 1_000

// Reads one request per line and writes one response per line. All quotes of a second run are
// cached, so it measures only the search.
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`)
}

async function answer({ market, amountIn, repeats }) {
  const ms = []
  const searchMs = []
  let found
  const started = performance.now()
  while (ms.length < repeats && (ms.length === 0 || performance.now() - started < ENOUGH_MS)) {
    const route = createRouter(market)
    const fresh = await timed(() => route(amountIn))
    found = fresh.result
    ms.push(fresh.ms)
    searchMs.push((await timed(() => route(amountIn))).ms)
  }
  return { ...found, ms, searchMs }
}

async function timed(work) {
  const started = performance.now()
  const result = await work()
  return { result, ms: performance.now() - started }
}
