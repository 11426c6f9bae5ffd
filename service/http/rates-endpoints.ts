import * as v from 'valibot'
import { ratesRequestSchema } from '../../wire/rates.ts'
import type { Access } from '../access/create-access.ts'
import { invalidParameter } from '../lib/service-error.ts'
import type { Rates } from '../rates/create-rates.ts'
import { authorize, getCaller } from './authorize.ts'
import { parseJson } from './parse-json.ts'
import { readBody } from './read-body.ts'
import type { Endpoint } from './serve-interface.ts'

/** The exchange-rate interface (section 4), and the names of its chains. */
export function ratesEndpoints({ rates, access }: { rates: Rates; access: Access }): Endpoint[] {
  return [
    {
      method: 'POST',
      path: '/',
      async handle(c) {
        await authorize(c, access.rates(getCaller(c)))
        const body = parseJson(await readBody(c.req.raw))
        if (!Array.isArray(body)) throw invalidParameter('body')
        const parsed = v.safeParse(ratesRequestSchema, body, { abortEarly: true })
        if (!parsed.success) throw invalidParameter(getParameter(parsed.issues[0].path))
        return c.json(rates.quote(parsed.output))
      },
    },
    { method: 'GET', path: '/chains', handle: (c) => c.json(rates.chains()) },
  ]
}

/** `domestic_token` of the third pair is `[2].domestic_token`. */
function getParameter(path: readonly { key?: unknown }[] | undefined): string {
  const [pair, field] = path ?? []
  if (!pair) return 'number of pairs'
  return field ? `[${pair.key}].${field.key}` : `[${pair.key}]`
}
