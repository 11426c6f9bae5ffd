import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFaults, isCommitSubject } from './lib/language-rules.mjs'
import { readProse } from './lib/read-prose.mjs'
import { root } from './lib/setup.mjs'

// npm test language: compares comments, test titles, documents and commits with the style of
// CONTRIBUTING.md. `--list <folder>` prints each fault, `--lower` stores lower limits.
const LIMITS = join(root, 'scripts/language-limits.json')
/** The last commit before the convention, which a shallow clone lacks. */
const CONVENTION_START = 'f39d66e23c8f'

const { total, ...limits } = JSON.parse(readFileSync(LIMITS, 'utf8'))
const [option, listed] = process.argv.slice(2)
const counts = new Map()
const all = { lines: 0, faults: 0 }

for (const file of git('ls-files').split('\n')) {
  if (file.includes('i18n/languages/') || !existsSync(join(root, file))) continue
  const folder = getFolder(file)
  const count = counts.get(folder) ?? { lines: 0, faults: 0 }
  for (const { kind, line, text } of readProse(file, readFileSync(join(root, file), 'utf8'))) {
    const faults = findFaults(text, { isComment: kind === 'comment' })
    for (const fault of faults) {
      if (option === '--list' && file.startsWith(listed ?? '')) print(`${file}:${line} [${fault}] ${text}`)
    }
    for (const each of [count, all]) {
      each.lines += 1
      each.faults += faults.length
    }
  }
  if (count.lines > 0) counts.set(folder, count)
}

const rates = Object.fromEntries([...counts].map(([folder, count]) => [folder, getRate(count)]).sort())
if (option === '--lower') lower()
else if (option !== '--list') check()

function check() {
  const faults = [
    ...Object.entries(rates)
      .filter(([folder, rate]) => rate > (limits[folder] ?? 5))
      .map(
        ([folder, rate]) =>
          `${folder}: ${rate} faults per 1,000 lines, at most ${limits[folder] ?? 5}. ` +
          `node scripts/language.mjs --list ${folder} prints them.`,
      ),
    ...(getRate(all) > total
      ? [`The tree has ${getRate(all)} faults per 1,000 lines, at most ${total}.`]
      : []),
    ...findCommits().map((subject) => `The commit "${subject}" does not follow Conventional Commits.`),
  ]
  for (const fault of faults) print(fault)
  print(`${getRate(all)} faults per 1,000 lines of comments, test titles and documents`)
  process.exitCode = faults.length > 0 ? 1 : 0
}

/** Lowers limits to today's rates. A limit never rises, and a new folder has 5. */
function lower() {
  const lowered = Object.entries(rates).map(([folder, rate]) => [folder, Math.min(rate, limits[folder] ?? 5)])
  const kept = lowered.filter(([, rate]) => rate > 5)
  const next = { total: Math.min(total, getRate(all)), ...Object.fromEntries(kept) }
  writeFileSync(LIMITS, `${JSON.stringify(next, null, 2)}\n`)
}

function findCommits() {
  const { status, stdout } = spawnSync(
    'git',
    ['log', '--no-merges', '--format=%s', `${CONVENTION_START}..HEAD`],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  return status === 0 ? stdout.split('\n').filter((subject) => subject && !isCommitSubject(subject)) : []
}

function getFolder(file) {
  const parts = file.split('/')
  if (parts.length === 1) return '(root)'
  return parts.slice(0, parts.length > 2 && /^(?:src|service|contracts)$/.test(parts[0]) ? 2 : 1).join('/')
}

function getRate({ lines, faults }) {
  return Math.round((1000 * faults) / lines)
}

function git(...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout.trim()
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
