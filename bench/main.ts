import { measureLatency } from './latency.ts'
import { measureOptimality } from './optimality.ts'
import { measureSizes } from './sizes.ts'
import { printTable } from './table.ts'

const results = { sizes: measureSizes(), optimality: measureOptimality(), latency: await measureLatency() }
printTable('Sizes', results.sizes)
printTable('Optimality (gaps in basis points)', results.optimality)
printTable('Latency', results.latency)
console.log(`\n${JSON.stringify(results)}`)
