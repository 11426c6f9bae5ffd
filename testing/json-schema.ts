import { Ajv2020 } from 'ajv/dist/2020.js'

/** Unknown keywords are refused, so that none is passed over unseen. */
const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, validateFormats: false })

/** What is wrong with a JSON value by a schema of the 2020-12 draft, by path; empty when nothing is. */
export function findSchemaProblems(schema: object, value: unknown): string[] {
  const isValid = ajv.compile(schema)
  if (isValid(value)) return []
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
}
