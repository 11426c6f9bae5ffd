import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from '../lib/setup.mjs'

/** Works that the sources contain a copy of, with the files of their licenses. */
const COPIED = [
  { title: 'web3icons 4.0.56 (MIT)', file: 'src/components/logos/LICENSE' },
  { title: 'figtree 5.3.0 (OFL-1.1)', file: 'src/theme/font/OFL.txt' },
]

/**
 * Returns the licenses of the packages and copied works in a bundle: name, version and text of
 * each, sorted by name.
 * Fails for a package without a license file, or with a license that is not permissive.
 * @param {Iterable<string>} modules the ids of the bundle's modules
 */
export function describeNotices(modules) {
  const folders = new Set()
  for (const id of modules) {
    const folder = /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1]
    if (folder) folders.add(folder)
  }
  const copied = COPIED.map(({ title, file }) => ({ title, text: readFileSync(join(root, file), 'utf8') }))
  const notices = [...[...folders].map(readNotice), ...copied].sort((a, b) =>
    a.title.localeCompare(b.title, 'en'),
  )
  return notices.map(({ title, text }) => `${title}\n\n${text.trim()}\n`).join(`\n${'-'.repeat(80)}\n\n`)
}

const PERMISSIVE = /^(MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause)$/

function readNotice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!PERMISSIVE.test(license))
    fail(
      `${name}: the license ${license} is not permissive. Remove the package from the script, or add the license to PERMISSIVE.`,
    )
  const file = readdirSync(folder).find((file) => /^licen[cs]e(\.\w+)?$/i.test(file))
  if (!file) fail(`${name}: the package has no license file, which the script must include.`)
  return { title: `${name} ${version} (${license})`, text: readFileSync(join(folder, file), 'utf8') }
}
