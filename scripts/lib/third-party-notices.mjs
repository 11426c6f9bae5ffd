import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from './setup.mjs'

/**
 * The licenses of the packages in a bundle, as their terms ask to be passed on: name, version and text of each, by name.
 * Fails for a package without a license file, and for one that is not permissive.
 * @param {Iterable<string>} modules the ids of the bundle's modules
 */
export function describeNotices(modules) {
  const folders = new Set()
  for (const id of modules) {
    const folder = /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1]
    if (folder) folders.add(folder)
  }
  const notices = [...folders].map(readNotice).sort((a, b) => a.title.localeCompare(b.title, 'en'))
  return notices.map(({ title, text }) => `${title}\n\n${text.trim()}\n`).join(`\n${'-'.repeat(80)}\n\n`)
}

const PERMISSIVE = /^(MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause)$/

function readNotice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!PERMISSIVE.test(license)) fail(`${name}: the license ${license} is none that the script may carry`)
  const file = readdirSync(folder).find((file) => /^licen[cs]e(\.\w+)?$/i.test(file))
  if (!file) fail(`${name}: no license file to pass on`)
  return { title: `${name} ${version} (${license})`, text: readFileSync(join(folder, file), 'utf8') }
}
