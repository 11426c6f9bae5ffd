// Dependency-free, like setup.mjs.
import { chmodSync, existsSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

const LOADER = /^ld.*[.]so[.]\d$/

/**
 * Makes a program of packages unpacked into `root` run from any place: a script in its place starts
 * it with the loader and libraries of the same packages, because the machine's own may be too old.
 */
export function wrapProgram(root, program) {
  const path = join(root, program)
  const up = relative(dirname(path), root)
  const loader = findLoader(root)
  const architecture = basename(dirname(loader))
  const libraries = ['usr/lib', 'lib'].map((folder) => `$here/${up}/${folder}/${architecture}`)
  renameSync(path, `${path}.elf`)
  writeFileSync(
    path,
    `#!/bin/sh
# PostgreSQL finds its other programs and its files by this path.
here=\${0%/*}
exec "$here/${up}/${loader}" --library-path "${libraries.join(':')}" --argv0 "$0" "$0.elf" "$@"
`,
  )
  chmodSync(path, 0o755)
}

/**
 * Returns the loader of the machine's architecture, beside its libraries: in /lib in older
 * releases, in /usr/lib in newer ones.
 */
function findLoader(root) {
  const found = ['usr/lib', 'lib']
    .flatMap((folder) => list(root, folder))
    .filter((folder) => statSync(join(root, folder)).isDirectory())
    .flatMap((folder) => list(root, folder))
    .find((path) => LOADER.test(basename(path)))
  if (!found) throw new Error(`${root} contains no dynamic loader. Delete the folder to unpack it again.`)
  return found
}

const list = (root, folder) =>
  existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => join(folder, name)) : []
