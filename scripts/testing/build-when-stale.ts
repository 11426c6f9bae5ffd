import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/setup.mjs'

/** The last file that each part of the build writes. */
const RESULTS = {
  embed: 'dist/embed/sluice.js',
  package: 'dist/index.js',
  types: 'dist/types/src/exports/index.d.ts',
}

/** Builds a part of the package if it is older than its sources. */
export function buildWhenStale(part: keyof typeof RESULTS): void {
  const result = statSync(join(root, RESULTS[part]), { throwIfNoEntry: false })
  const files = ['src', 'scripts/build', 'testing'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(root, folder, file),
    ),
  )
  const sources = [join(root, 'package.json'), ...files]
  if (result && sources.every((file) => statSync(file).mtimeMs <= result.mtimeMs)) return
  const build = spawnSync(process.execPath, ['scripts/build.mjs', part], { cwd: root, stdio: 'inherit' })
  if (build.status !== 0) throw new Error(`The build of ${part} failed`)
}
