import { measureActive } from './active.ts'
import { measureChains } from './chains.ts'
import { measureFlood } from './flood.ts'
import { measureGrowth } from './growth.ts'
import { measureInteractions } from './interactions.ts'
import { measureLatency } from './latency.ts'
import { measureLoad } from './load.ts'
import { measureOptimality } from './optimality.ts'
import { measurePicker } from './picker.ts'
import { measureReal } from './real.ts'
import { measureReconfirmations } from './reconfirmations.ts'
import { measureReference } from './reference.ts'
import { measureScale } from './scale.ts'
import { measureService } from './service.ts'
import { measureSizes } from './sizes.ts'
import { measureStartup } from './startup.ts'
import { printTable, type Row } from './table.ts'
import { measureYield } from './yield.ts'

/** Results by name in the JSON output. */
type Tables = Record<string, { title: string; rows: readonly Row[] }>

const usual: Record<string, () => Tables | Promise<Tables>> = {
  sizes: async () => ({ sizes: { title: 'Sizes', rows: await measureSizes() } }),
  startup: async () => ({
    startup: {
      title: 'Time until an amount can be typed, and until the form is complete (ms)',
      rows: await measureStartup(),
    },
  }),
  picker: async () => ({
    picker: { title: 'Token picker, time until a result is shown (ms)', rows: await measurePicker() },
  }),
  interactions: async () => {
    const { interactions, shifts } = await measureInteractions()
    return {
      interactions: { title: 'Interactions', rows: interactions },
      shifts: { title: 'Layout shift until the form is complete', rows: shifts },
    }
  },
  optimality: () => ({
    optimality: { title: 'Optimality (gaps in basis points)', rows: measureOptimality() },
  }),
  growth: () => ({ growth: { title: 'Cost of a price by market size', rows: measureGrowth() } }),
  latency: async () => ({ latency: { title: 'Latency', rows: await measureLatency() } }),
  load: async () => ({ load: { title: 'HTTP under load', rows: await measureLoad() } }),
  flood: async () => ({
    flood: { title: 'Price during a flood of the catalogue', rows: await measureFlood() },
  }),
  active: () => ({
    active: { title: 'Price with many active pools (ms of processor time)', rows: measureActive() },
  }),
  scale: async () => ({ scale: { title: 'Many pools', rows: await measureScale() } }),
  chains: async () => ({
    chains: { title: 'Several chains in one or more processes', rows: await measureChains() },
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

/** Benchmarks that are slow or need a separate installation, and run only by name. */
const byName: typeof usual = {
  real: () => ({
    real: { title: 'Real pools, over different numbers of intermediate tokens', rows: measureReal() },
  }),
  reconfirmations: async () => ({
    reconfirmations: {
      title: 'Swaps that require another confirmation',
      rows: await measureReconfirmations(),
    },
  }),
  reference: async () => ({
    reference: { title: "Comparison with Uniswap's smart-order-router", rows: await measureReference() },
  }),
}

const names = process.argv.slice(2)
const known = { ...usual, ...byName }
const unknown = names.filter((name) => !(name in known))
if (unknown.length > 0)
  throw new Error(`Unknown benchmark ${unknown.join(', ')}. Benchmarks: ${Object.keys(known).join(', ')}`)

const results: Record<string, readonly Row[]> = {}
for (const name of names.length > 0 ? names : Object.keys(usual)) {
  for (const [key, { title, rows }] of Object.entries((await known[name]?.()) ?? {})) {
    printTable(title, rows)
    results[key] = rows
  }
}
if (names.length === 0)
  console.log(`\nNot included: ${Object.keys(byName).join(', ')}. Run one with: npm run bench -- <name>`)
console.log(`\n${JSON.stringify(results)}`)
