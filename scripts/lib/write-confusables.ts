import { writeFileSync } from 'node:fs'
import { describeConfusables } from './confusables.ts'

// Writes the table: node --import tsx scripts/lib/write-confusables.ts
writeFileSync(new URL('../../src/lib/confusables.ts', import.meta.url), describeConfusables())
