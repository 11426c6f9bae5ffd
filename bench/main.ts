import { measureLatency } from './latency.ts'
import { measureSizes } from './sizes.ts'
import { printTable } from './table.ts'

const results = { sizes: measureSizes(), latency: await measureLatency() }
printTable('Sizes', results.sizes)
printTable('Latency', results.latency)
console.log(`\n${JSON.stringify(results)}`)
