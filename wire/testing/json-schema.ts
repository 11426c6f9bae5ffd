import { Ajv2020 } from 'ajv/dist/2020.js'

/** Rejects unknown keywords, so that none is ignored silently. */
const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, validateFormats: false })

/** The problems of a JSON value by a schema of the 2020-12 draft, by path; empty if it is valid. */
export function findSchemaProblems(schema: object, value: unknown): string[] {
  const isValid = ajv.compile(schema)
  if (isValid(value)) return []
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
}
