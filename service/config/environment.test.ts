import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readEnvironment } from './environment.ts'

/** Read by the playground only, which `npm start` runs. */
const OF_DEVELOPMENT = ['SLUICE_PLAYGROUND_PORT']

it('reads exactly the variables of the table in the documentation', () => {
  const read = new Set<string>()
  const variables: Record<string, undefined> = {}
  readEnvironment(new Proxy(variables, { get: (_, name) => void read.add(String(name)) }))
  const page = readFileSync(new URL('../../docs/content/reference/environment.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| (`[A-Z].*?) +\| (.*?) +\| .* \|$/gm)]
  const told = rows.flatMap(([, names = '', fallback = '']) => [
    ...getNames(names),
    ...[...fallback.matchAll(/<(SLUICE_\w+)>/g)].map(([, name = '']) => name),
  ])
  const inTable = new Set(told.filter((name) => !name.includes('<')))
  expect([...inTable].sort()).toEqual([...read].filter((name) => !OF_DEVELOPMENT.includes(name)).sort())
})

/** `SLUICE_LIMIT_RATES`, `_TOKENS`: the second has the beginning of the first. */
function getNames(cell: string): string[] {
  const [first = '', ...others] = [...cell.matchAll(/`(.+?)`/g)].map(([, name = '']) => name)
  const begin = first.slice(0, first.lastIndexOf('_'))
  return [first, ...others.map((name) => (name.startsWith('_') ? `${begin}${name}` : name))]
}
