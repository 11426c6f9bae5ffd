import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configJsonSchema, eventsJsonSchema } from './json-schemas.ts'

// Writes the published schemas: node --import tsx src/config/json-schema/write-json-schemas.ts <dist>
const folder = join(process.argv[2] ?? 'dist', 'schema')
mkdirSync(folder, { recursive: true })
for (const [name, schema] of [
  ['config', configJsonSchema()],
  ['events', eventsJsonSchema()],
] as const) {
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(schema, undefined, 2)}\n`)
}
