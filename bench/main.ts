import { measureActive } from './active.ts'
import { measureAskingAgain } from './asking-again.ts'
import { measureChains } from './chains.ts'
import { measureFlood } from './flood.ts'
import { measureGrowth } from './growth.ts'
import { measureLatency } from './latency.ts'
import { measureLoad } from './load.ts'
import { measureOptimality } from './optimality.ts'
import { measurePicker } from './picker.ts'
import { measureReference } from './reference.ts'
import { measureScale } from './scale.ts'
import { measureService } from './service.ts'
import { measureSizes } from './sizes.ts'
import { measureStartup } from './startup.ts'
import { printTable, type Row } from './table.ts'
import { measureYield } from './yield.ts'

/** By its name in the JSON. */
type Tables = Record<string, { title: string; rows: readonly Row[] }>

const usual: Record<string, () => Tables | Promise<Tables>> = {
  sizes: async () => ({ sizes: { title: 'Sizes', rows: await measureSizes() } }),
  startup: async () => ({
    startup: {
      title: 'Until an amount can be typed, and until the form stands (ms)',
      rows: await measureStartup(),
    },
  }),
  picker: async () => ({
    picker: { title: 'The picker of tokens, until a result is shown (ms)', rows: await measurePicker() },
  }),
  optimality: () => ({
    optimality: { title: 'Optimality (gaps in basis points)', rows: measureOptimality() },
  }),
  growth: () => ({ growth: { title: 'How the cost of a price grows', rows: measureGrowth() } }),
  latency: async () => ({ latency: { title: 'Latency', rows: await measureLatency() } }),
  load: async () => ({ load: { title: 'Over HTTP, under load', rows: await measureLoad() } }),
  flood: async () => ({
    flood: { title: 'A price under a flood of the catalogue', rows: await measureFlood() },
  }),
  active: () => ({
    active: { title: 'A price with many active pools (ms of processor time)', rows: measureActive() },
  }),
  scale: async () => ({ scale: { title: 'Many pools', rows: await measureScale() } }),
  chains: async () => ({
    chains: { title: 'Several chains, in one process or several', rows: await measureChains() },
  }),
  yield: async () => ({ yields: { title: 'Yield', rows: await measureYield() } }),
  service: async () => {
    const { answers, start } = await measureService()
    return {
      answers: { title: 'Catalogue and rates', rows: answers },
      start: { title: 'The service as a process', rows: start },
    }
  },
}

/** Slow, or with an install of their own: run only by name. */
const byName: typeof usual = {
  asking: async () => ({
    asking: { title: 'Swaps that ask again after Confirm', rows: await measureAskingAgain() },
  }),
  reference: async () => ({
    reference: { title: "Beside Uniswap's smart-order-router", rows: await measureReference() },
  }),
}

const names = process.argv.slice(2)
const known = { ...usual, ...byName }
const unknown = names.filter((name) => !(name in known))
if (unknown.length > 0)
  throw new Error(`No bench is called ${unknown.join(', ')}. There are: ${Object.keys(known).join(', ')}`)

const results: Record<string, readonly Row[]> = {}
for (const name of names.length > 0 ? names : Object.keys(usual)) {
  for (const [key, { title, rows }] of Object.entries((await known[name]?.()) ?? {})) {
    printTable(title, rows)
    results[key] = rows
  }
}
if (names.length === 0)
  console.log(`\nLeft out: ${Object.keys(byName).join(', ')}. Run one with: npm run bench -- <name>`)
console.log(`\n${JSON.stringify(results)}`)
