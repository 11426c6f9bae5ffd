import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const root = new URL('../', import.meta.url).pathname
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-lint-'))
  const { plugins } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as {
    plugins: { path: string }[]
  }
  write('biome.json', JSON.stringify({ root: true, plugins }))
  for (const { path } of plugins) cpSync(join(root, path), join(folder, path))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it.each(['Number(outputAmount)', 'parseFloat(balance)', 'Number.parseFloat(value)'])(
  'rejects a number as an amount of money: %s',
  (code) => {
    expect(lint('src/execution/made-up.ts', code)).toContain('An amount is a bigint')
    expect(lint('wire/made-up.ts', code)).toContain('An amount is a bigint')
    expect(lint('src/theme/made-up.ts', code)).not.toContain('An amount is a bigint')
  },
)

it.each(['Number(deadline) * 1_000', 'Number(permit.nonce)', 'Number.isFinite(share)', 'BigInt(amount)'])(
  'accepts numbers that are not amounts: %s',
  (code) => expect(lint('src/execution/made-up.ts', code)).not.toContain('An amount is a bigint'),
)

/** Returns Biome's report on an expression in a file with this path. */
function lint(path: string, code: string): string {
  write(path, `export const made = (${code})\n`)
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const { stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '--colors=off', path], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(stdout + stderr).toContain('Checked 1 file')
  return stdout + stderr
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
