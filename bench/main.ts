import { measureLatency } from './latency.ts'
import { measureOptimality } from './optimality.ts'
import { measureService } from './service.ts'
import { measureSizes } from './sizes.ts'
import { printTable } from './table.ts'
import { measureYield } from './yield.ts'

const results = {
  sizes: measureSizes(),
  optimality: measureOptimality(),
  latency: await measureLatency(),
  yields: await measureYield(),
  ...(await measureService()),
}
printTable('Sizes', results.sizes)
printTable('Optimality (gaps in basis points)', results.optimality)
printTable('Latency', results.latency)
printTable('Yield', results.yields)
printTable('Catalogue and rates', results.answers)
printTable('The service as a process', results.start)
console.log(`\n${JSON.stringify(results)}`)
