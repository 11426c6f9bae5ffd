import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface LockedPackage {
  integrity?: string
  link?: boolean
  resolved?: string
}

const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> }
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)

it('locks the checksum of every installed package', () => {
  expect(installed.length).toBeGreaterThan(400)
  const unchecked = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(unchecked.map(([path]) => path)).toEqual([])
})

it('names no registry host', () => {
  expect(installed.flatMap(([, { resolved }]) => resolved ?? [])).toEqual([])
})
