import { writeFileSync } from 'node:fs'
import { describeLogos } from './logos.ts'

// Writes the tables: node --import tsx testing/repository/write-logos.ts
writeFileSync(new URL('../../src/components/logos/logos.json', import.meta.url), describeLogos())
