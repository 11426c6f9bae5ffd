import type { firstResponses } from '../../wire/first-responses.ts'

type Schemas = typeof firstResponses

/** Loads the schema of a response that the form requests first. */
export function firstResponse<Name extends keyof Schemas>(name: Name): () => Promise<Schemas[Name]> {
  return () => import('../../wire/first-responses.ts').then(({ firstResponses }) => firstResponses[name])
}
